#include "core/data/reader.h"
#include "core/data/writer.h"
#include "core/values/value_codec.h"
#include "tests/core/data/graph_dump.h"
#include "tests/support/data_folder.h"

#include <QTest>

#include <filesystem>

using namespace vitrine;

/// Writers of data sets that lie in several files: what they hold reads back equal, and is written again byte by byte
/// the same.
class TestDatasetWriters : public QObject {
    Q_OBJECT

private slots:
    void mutagComesBack();
    void comesBack_data();
    void comesBack();
    void everyTypeInTables();
    void directionsComeBack();
    void tuFilesOfOtherGraphs();
    void withoutEdges();
    void refused();
    void namesOfFiles();
    void filesOfAnotherSetAreNotMixedIn();
    void writingCanBeCancelled();

private:
    /// Writes into a folder of its own and reads it back.
    Dataset back(const std::string& writer, const Value& value, const nlohmann::json& options = {}) {
        const auto chosen = m_writers.byId(writer);
        const std::string path = m_folder.write(QStringLiteral("%1/keep").arg(++m_count), "");
        const auto paths = exportTo(*chosen, value, path.substr(0, path.size() - 4) + "x" + chosen->suffix(), {});
        if (!paths)
            qFatal("%s", paths.error().message.c_str());
        auto dataset = m_readers.read(paths->front(), options);
        if (!dataset)
            qFatal("%s", dataset.error().message.c_str());
        return std::move(*dataset);
    }
    std::string text(const std::string& writer, const Value& value) {
        const auto files = m_writers.byId(writer)->write(value, "x" + m_writers.byId(writer)->suffix(), {});
        if (!files)
            qFatal("%s", files.error().message.c_str());
        std::string all;
        for (const WrittenFile& file : *files)
            all += "== " + file.name + '\n' + file.text;
        return all;
    }
    Value read(const std::string& path) {
        auto dataset = m_readers.read(path);
        if (!dataset)
            qFatal("%s", dataset.error().message.c_str());
        return dataset->value;
    }
    samples::DataFolder m_folder;
    int m_count = 0;
    const ReaderRegistry m_readers = ReaderRegistry::withBuiltins();
    const WriterRegistry m_writers = WriterRegistry::withBuiltins();
};

void TestDatasetWriters::mutagComesBack() {
    const Value mutag = read(VITRINE_TEST_DATA "/graphs/mutag");
    const Dataset again = back("tu", mutag);
    QCOMPARE(again.ledger.entries().size(), std::size_t{0});
    QCOMPARE(QByteArray::fromStdString(test::dump(*valueAs<GraphSet>(again.value))),
             QByteArray::fromStdString(test::dump(*valueAs<GraphSet>(mutag))));
    QCOMPARE(valueAs<GraphSet>(again.value)->targetColumn, std::string("class"));
    QCOMPARE(valueAs<GraphSet>(again.value)->labelAttribute, std::string("label"));
    QVERIFY(text("tu", again.value) == text("tu", mutag));
}

void TestDatasetWriters::comesBack_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"mutag", "esol_graphs.json", "freesolv_graphs.json", "synthetic_paths_graphs.json"})
        QTest::newRow(file) << QString::fromUtf8(file);
}

void TestDatasetWriters::comesBack() {
    QFETCH(QString, file);
    const Value value = read(VITRINE_TEST_DATA "/graphs/" + file.toStdString());
    const auto set = valueAs<GraphSet>(value);
    const Dataset again = back("csv_graphs", value);
    const auto same = valueAs<GraphSet>(again.value);
    const QStringList found = QString::fromStdString(test::dump(*same)).split(QLatin1Char('|'));
    QString before = QString::fromStdString(test::dump(*set));
    before.replace(QStringLiteral(" , "),
                   QStringLiteral(", ")); // spaces around a cell are trimmed, as from any CSV file
    const QStringList expected = before.split(QLatin1Char('|'));
    for (qsizetype i = 0; i < std::min(found.size(), expected.size()); ++i)
        QVERIFY2(found[i] == expected[i],
                 qPrintable(found[i].left(200) + QStringLiteral(" / ") + expected[i].left(200)));
    QCOMPARE(found.size(), expected.size());
    QCOMPARE(same->labelAttribute, set->labelAttribute);
    QCOMPARE(same->targetColumn, set->targetColumn);
    QCOMPARE(same->structureColumn, set->structureColumn);
    QVERIFY(text("csv_graphs", back("csv_graphs", again.value).value) == text("csv_graphs", again.value));
}

void TestDatasetWriters::everyTypeInTables() {
    GraphSet graphs;
    graphs.topology = {{0, 2, 3}, {0, 1, 1}, {1}, {0}, false};
    graphs.nodes.columns.emplace_back("label", Column::Texts{"a,b", "say \"x\"", "two\nlines"});
    graphs.nodes.columns.emplace_back("real", Column::Reals{1.0, 0.1, -2.5e-300});
    graphs.nodes.columns.emplace_back("whole", Column::Integers{INT64_MAX, -1, 0});
    graphs.nodes.columns.back().setMissing(1);
    graphs.nodes.columns.emplace_back("truth", Column::Booleans{1, 0, 1});
    graphs.nodes.columns.emplace_back("id", Column::Texts{"p", "q", "p"});
    graphs.edges.columns.emplace_back("type", Column::Integers{3});
    graphs.graphs.columns.emplace_back("row", Column::Integers{0, 1});
    graphs.graphs.columns.emplace_back("y", Column::Reals{0.5, 1.5});
    graphs.labelAttribute = "label";
    graphs.targetColumn = "y";
    const std::string before = test::dump(graphs);
    const Dataset again = back("csv_graphs", makeValue(std::move(graphs)));
    QCOMPARE(QByteArray::fromStdString(test::dump(*valueAs<GraphSet>(again.value))), QByteArray::fromStdString(before));
}

void TestDatasetWriters::directionsComeBack() {
    GraphSet graphs;
    graphs.topology = {{0, 3}, {0, 3}, {0, 1, 2}, {1, 0, 1}, true};
    graphs.nodes.columns.emplace_back("label", Column::Integers{4, 5, 6});
    graphs.edges.columns.emplace_back("bond", Column::Integers{1, 2, 3});
    graphs.graphs.columns.emplace_back("row", Column::Integers{0});
    graphs.labelAttribute = "label";
    const std::string before = test::dump(graphs);
    const Value value = makeValue(std::move(graphs));
    QCOMPARE(QByteArray::fromStdString(test::dump(*valueAs<GraphSet>(back("csv_graphs", value).value))),
             QByteArray::fromStdString(before));
    const Dataset tu = back("tu", value, {{"directed", true}});
    QVERIFY(valueAs<GraphSet>(tu.value)->topology.directed);
    QCOMPARE(valueAs<GraphSet>(tu.value)->topology.edgeTarget, (std::vector<std::int32_t>{1, 0, 1}));
}

void TestDatasetWriters::tuFilesOfOtherGraphs() {
    GraphSet graphs;
    graphs.topology = {{0, 2, 3}, {0, 1, 1}, {0}, {1}, false};
    graphs.nodes.columns.emplace_back("charge", Column::Reals{0.5, 1.0, -1.0});
    graphs.nodes.columns.back().setMissing(1);
    graphs.nodes.columns.emplace_back("element", Column::Texts{"C", "N", "C"});
    graphs.nodes.columns.emplace_back("degree", Column::Integers{1, 1, 0});
    graphs.edges.columns.emplace_back("order", Column::Reals{1.5});
    graphs.edges.columns.emplace_back("kind", Column::Texts{"x"});
    graphs.graphs.columns.emplace_back("row", Column::Integers{0, 1});
    graphs.graphs.columns.emplace_back("active", Column::Booleans{1, 0});
    graphs.graphs.columns.emplace_back("y", Column::Reals{0.25, 2.0});
    graphs.labelAttribute = "element";
    graphs.targetColumn = "active";
    QCOMPARE(QByteArray::fromStdString(text("tu", makeValue(std::move(graphs)))),
             QByteArray("== x_A.txt\n1, 2\n2, 1\n== x_graph_indicator.txt\n1\n1\n2\n== x_graph_labels.txt\n1\n0\n"
                        "== x_graph_attributes.txt\n0.25\n2.0\n== x_node_labels.txt\n0\n1\n0\n"
                        "== x_node_attributes.txt\n0.5\nnan\n-1.0\n== x_edge_labels.txt\n0\n0\n"
                        "== x_edge_attributes.txt\n1.5\n1.5\n"));
}

void TestDatasetWriters::withoutEdges() {
    GraphSet graphs;
    graphs.topology = {{0, 1, 2}, {0, 0, 0}, {}, {}, false};
    graphs.nodes.columns.emplace_back("label", Column::Integers{4, 5});
    graphs.graphs.columns.emplace_back("row", Column::Integers{0, 1});
    graphs.graphs.columns.emplace_back("class", Column::Integers{1, 2});
    const Value value = makeValue(std::move(graphs));
    for (const char* writer : {"tu", "csv_graphs"}) {
        const Dataset again = back(writer, value);
        QCOMPARE(valueAs<GraphSet>(again.value)->graphCount(), std::size_t{2});
        QCOMPARE(valueAs<GraphSet>(again.value)->topology.edgeCount(), std::int64_t{0});
        QCOMPARE(valueAs<GraphSet>(again.value)->graphs.find("class")->integers()[1], std::int64_t{2});
    }
}

void TestDatasetWriters::refused() {
    const auto sentence = [&](const char* writer, GraphSet graphs) {
        const auto files = m_writers.byId(writer)->write(makeValue(std::move(graphs)), "x", {});
        return files.ok() ? QStringLiteral("written") : QString::fromStdString(files.error().message);
    };
    QCOMPARE(sentence("tu", {}), QStringLiteral("a TU data set cannot be written without nodes"));
    QCOMPARE(sentence("csv_graphs", {}), QStringLiteral("tables of nodes and edges cannot be written without nodes"));
    GraphSet gap;
    gap.topology = {{0, 1, 1}, {0, 0, 0}, {}, {}, false};
    QCOMPARE(sentence("tu", gap),
             QStringLiteral("graph 1 has no nodes; a TU data set has such graphs only with a class or "
                            "a number for each"));
    for (const char* writer : {"tu", "csv_graphs"})
        QVERIFY(!m_writers.byId(writer)->limits().empty());
}

void TestDatasetWriters::namesOfFiles() {
    const auto names = [&](const char* writer, const char* path) {
        QStringList all;
        for (const std::string& name : m_writers.byId(writer)->fileNames(path))
            all << QString::fromStdString(name);
        return all.join(QLatin1Char(' '));
    };
    QCOMPARE(names("csv_graphs", "/a/b_nodes.csv"), QStringLiteral("b_nodes.csv b_edges.csv b_graphs.csv"));
    QVERIFY(names("tu", "/a/b_A.txt").startsWith(QStringLiteral("b_A.txt b_graph_indicator.txt ")));
    const Value value = makeValue(GraphSet{});
    QCOMPARE((*m_writers.forPath("/a/b_A.txt", value))->id(), std::string("tu"));
    QCOMPARE((*m_writers.forPath("/a/b_nodes.csv", value))->id(), std::string("csv_graphs"));
}

void TestDatasetWriters::filesOfAnotherSetAreNotMixedIn() {
    GraphSet graphs;
    graphs.topology = {{0, 2}, {0, 1}, {0}, {1}, false};
    graphs.nodes.columns.emplace_back("mass", Column::Reals{1.5, 2.5});
    const Value withMass = makeValue(GraphSet(graphs));
    graphs.nodes.columns.clear();
    const Value without = makeValue(GraphSet(graphs));
    const auto tu = m_writers.byId("tu");
    const std::string path = m_folder.write(QStringLiteral("mix/x_A.txt"), "old");
    const auto folder = std::filesystem::path(path).parent_path();
    QVERIFY(exportTo(*tu, withMass, path, {}).ok()); // replaces what it writes
    QVERIFY(exportTo(*tu, withMass, path, {}).ok());
    const auto refused = exportTo(*tu, without, path, {});
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::invalidArgument);
    QCOMPARE(refused.error().message,
             "x_A.txt: x_node_attributes.txt of another data set stands there and would be read "
             "with this one; choose another name or folder, or remove it");
    QCOMPARE(valueAs<GraphSet>(read(path))->nodes.columns.front().name, "attribute"); // as it was
    m_folder.write(QStringLiteral("mix/x_graph_labels.txt.gz"), "1");
    const auto again = exportTo(*tu, without, path, {});
    QVERIFY(!again.ok());
    QCOMPARE(
        again.error().message,
        "x_A.txt: x_graph_labels.txt.gz and x_node_attributes.txt of another data set stand there and would be read "
        "with this one; choose another name or folder, or remove them");
    for (const char* name : {"x_graph_labels.txt.gz", "x_node_attributes.txt"})
        std::filesystem::remove(folder / name);
    m_folder.write(QStringLiteral("mix/y_node_attributes.txt"), "7");
    const auto written = exportTo(*tu, without, path, {});
    QVERIFY(written.ok());
    QVERIFY(valueAs<GraphSet>(read(path))->nodes.find("attribute") == nullptr);
    const std::string table = m_folder.write(QStringLiteral("mix/t_graphs.csv"), "graph_id\n0\n");
    QVERIFY(exportTo(*m_writers.byId("csv_graphs"), without, (folder / "t_nodes.csv").string(), {}).ok());
}

void TestDatasetWriters::writingCanBeCancelled() {
    std::stop_source source;
    source.request_stop();
    ReadContext context;
    context.stop = source.get_token();
    const Value value = read(VITRINE_TEST_DATA "/graphs/esol_graphs.json");
    for (const char* writer : {"tu", "csv_graphs"}) {
        const auto files = m_writers.byId(writer)->write(value, "x", context);
        QVERIFY(!files.ok());
        QVERIFY(files.error().code == ErrorCode::cancelled);
    }
}

QTEST_GUILESS_MAIN(TestDatasetWriters)
#include "tst_dataset_writers.moc"
