#include "core/data/graph/gml_names.h"
#include "core/data/graph/xml_escape.h"
#include "core/data/writer.h"
#include "core/values/value_codec.h"
#include "tests/core/data/graph_dump.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace vitrine;

/// What is written reads back equal, and is written again byte by byte the same.
class TestGraphRoundTrip : public QObject {
    Q_OBJECT

private slots:
    void hardValuesComeBack_data();
    void hardValuesComeBack();
    void fixturesComeBack_data();
    void fixturesComeBack();
    void otherProgramsFilesAreStable_data();
    void otherProgramsFilesAreStable();
    void namesComeBack_data();
    void namesComeBack();
    void endingChoosesTheFormat();
    void writingCanBeCancelled();
    void nothingIsLeftWhereItCannotBeWritten();
};

namespace {

const std::vector<std::string> kFormats{"graphml", "gml", "graphset"};

std::string text(const Writer& writer, const Value& value) {
    const auto files = writer.write(value, "x" + writer.suffix(), {});
    if (!files)
        qFatal("%s", files.error().message.c_str());
    return files->front().text;
}

Dataset readText(const std::string& name, const std::string& bytes) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QString::fromStdString(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0)
        qFatal("cannot write");
    file.close();
    auto dataset = ReaderRegistry::withBuiltins().read(path.toStdString());
    if (!dataset)
        qFatal("%s", dataset.error().message.c_str());
    return std::move(*dataset);
}

/// Every type with missing cells, texts with all kinds of characters, names that no format likes.
GraphSet hardValues(bool directed) {
    GraphSet graphs;
    graphs.name = "Hard \"values\" <&> ü";
    graphs.topology = {{0, 3, 3, 5}, {0, 2, 2, 4}, {0, 1, 0, 1}, {1, 2, 1, 1}, directed};
    const double inf = std::numeric_limits<double>::infinity();
    const auto add = [](Table& table, Column column, std::initializer_list<std::size_t> missing) -> Column& {
        for (const std::size_t row : missing)
            column.setMissing(row);
        table.columns.push_back(std::move(column));
        return table.columns.back();
    };
    add(graphs.nodes, {"truth", Column::Booleans{1, 0, 1, 0, 0}}, {1});
    add(graphs.nodes, {"whole number", Column::Integers{1, -5, INT64_MAX, INT64_MIN, 0}}, {4});
    add(graphs.nodes, {"real", Column::Reals{1.0, 0.1, std::nan(""), inf, -inf}}, {});
    add(graphs.nodes,
        {"text", Column::Texts{std::string("\0\x01\x1f\x7f", 4), " a\tb\nc\r\nd ", "<&>\"'[]#_x0041_ _x00e9",
                               "ü漢😀\xEF\xBF\xBF\xEF\xBF\xBE", ""}},
        {});
    add(graphs.nodes, {"id", Column::Texts{"a b", "", "c", "0", "0"}}, {1});
    add(graphs.nodes, {"label", Column::Texts{"0", "1", "2", "0", "1"}}, {});
    add(graphs.nodes, {"all missing", Column::Texts(5)}, {0, 1, 2, 3, 4});
    add(graphs.nodes, {"", Column::Integers{1, 2, 3, 4, 5}}, {}).description = "Has no \"name\"";
    add(graphs.edges, {"source", Column::Integers{1, 2, 3, 4}}, {});
    add(graphs.edges, {"1st _x0020_", Column::Texts{"a", "b", "c", "d"}}, {0});
    add(graphs.edges, {"id", Column::Texts{"e7", "x", "x", "y"}}, {2});
    add(graphs.edges, {"none", Column::Booleans(4)}, {0, 1, 2, 3});
    add(graphs.graphs, {"gap", Column::Reals{1.5, 2.0, 3.0}}, {2}).unit = "eV";
    add(graphs.graphs, {"id", Column::Integers{7, 7, 7}}, {});
    add(graphs.graphs, {"y", Column::Texts{"y", "", "\x02"}}, {});
    add(graphs.graphs, {"directed", Column::Booleans{1, 0, 1}}, {});
    add(graphs.graphs, {"node", Column::Reals{1, 2, 3}}, {});
    add(graphs.graphs, {"nodes", Column::Reals{1, 2, 3}}, {});
    add(graphs.graphs, {"structure", Column::Texts{"C", "O", "N"}}, {});
    graphs.labelAttribute = "label";
    graphs.targetColumn = "gap";
    graphs.idColumn = "y";
    graphs.structureColumn = "structure";
    return graphs;
}

/// Places of the nodes: some are missing, one is no number, and the usual names are taken by attributes.
GraphSet placedNodes(bool named) {
    GraphSet graphs;
    graphs.topology = {{0, 2, 3, 4}, {0, 1, 1, 1}, {0}, {1}, false};
    const double inf = std::numeric_limits<double>::infinity();
    graphs.layout.columns.emplace_back("x", Column::Reals{0.5, -3.0, 0.0, 1e300});
    graphs.layout.columns.emplace_back("y", Column::Reals{1.0 / 3.0, inf, 0.0, 7.0});
    graphs.layout.columns[0].unit = "Å";
    graphs.layout.columns[0].setMissing(2);
    graphs.layout.columns[1].setMissing(2);
    graphs.layout.columns[1].setMissing(3);
    graphs.nodes.columns.emplace_back("kind", Column::Integers{1, 2, 3, 4});
    if (named) {
        graphs.layout.columns.emplace_back("z", Column::Reals{0.0, 0.0, 0.0, 0.0});
        for (std::size_t node = 0; node < 4; ++node)
            graphs.layout.columns[2].setMissing(node);
        graphs.nodes.columns.emplace_back("id", Column::Texts{"a", "b", "c", "d"});
        graphs.nodes.columns.emplace_back("x", Column::Reals{1.0, 2.0, 3.0, 4.0});
        graphs.nodes.columns.emplace_back("x_", Column::Texts{"1", "2", "3", "4"});
        graphs.nodes.columns.emplace_back("graphics.y", Column::Reals{1.0, 2.0, 3.0, 4.0});
        graphs.nodes.columns.emplace_back("graphics", Column::Texts{"1", "2", "3", "4"});
        graphs.graphs.columns.emplace_back("layout", Column::Texts{"good", "bad", "none"});
    }
    graphs.graphs.columns.emplace_back("row", Column::Integers{0, 1, 2});
    graphs.labelAttribute = "kind";
    return graphs;
}

/// A set with ids as names.
GraphSet namedNodes(bool numbers) {
    GraphSet graphs;
    graphs.topology = {{0, 3}, {0, 1}, {2}, {0}, true};
    graphs.nodes.columns.emplace_back("id",
                                      numbers ? Column::Texts{"17", "4", "-3"} : Column::Texts{"a&b", "c d", "_"});
    return graphs;
}

} // namespace

void TestGraphRoundTrip::hardValuesComeBack_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("format");
    const std::array<const char*, 6> names{"undirected",     "directed", "named nodes",
                                           "numbered nodes", "places",   "places beside attributes of their names"};
    for (int which = 0; which < 6; ++which)
        for (const std::string& format : kFormats)
            QTest::addRow("%s in %s", names[static_cast<std::size_t>(which)], format.c_str())
                << which << QString::fromStdString(format);
}

void TestGraphRoundTrip::hardValuesComeBack() {
    QFETCH(int, which);
    QFETCH(QString, format);
    const GraphSet graphs = which < 2   ? hardValues(which == 1)
                            : which < 4 ? namedNodes(which == 3)
                                        : placedNodes(which == 5);
    const Value value = makeValue(GraphSet(graphs));
    QVERIFY(checkValue(value).ok());
    const auto writer = WriterRegistry::withBuiltins().byId(format.toStdString());
    QVERIFY(writer);
    const std::string first = text(*writer, value);
    const Dataset again = readText("x" + writer->suffix(), first);
    const auto back = valueAs<GraphSet>(again.value);
    QVERIFY(back);
    QVERIFY2(test::dump(*back) == test::dump(graphs),
             (test::dump(*back) + "\nexpected\n" + test::dump(graphs)).c_str());
    QCOMPARE(contentSha256(again.value), contentSha256(value));
    QCOMPARE(again.ledger.count(LedgerAction::dropped), 0);
    QCOMPARE(again.ledger.count(LedgerAction::coerced), 0);
    QCOMPARE(text(*writer, again.value), first);
}

void TestGraphRoundTrip::fixturesComeBack_data() {
    QTest::addColumn<QString>("format");
    for (const std::string& format : kFormats)
        for (const char* fixture : {"freesolv_graphs.json", "synthetic_paths_graphs.json", "esol_sample.sdf"})
            QTest::addRow("%s in %s", fixture, format.c_str()) << QString::fromStdString(format);
}

void TestGraphRoundTrip::fixturesComeBack() {
    QFETCH(QString, format);
    const std::string fixture =
        std::string(QTest::currentDataTag()).substr(0, std::string(QTest::currentDataTag()).find(' '));
    const auto dataset = ReaderRegistry::withBuiltins().read(VITRINE_TEST_DATA "/graphs/" + fixture);
    QVERIFY(dataset.ok());
    const auto writer = WriterRegistry::withBuiltins().byId(format.toStdString());
    const std::string first = text(*writer, dataset->value);
    const Dataset again = readText("x" + writer->suffix(), first);
    QCOMPARE(again.contentHash, dataset->contentHash);
    QCOMPARE(text(*writer, again.value), first);
    QVERIFY2(again.ledger.entries().empty(), test::dump(again.ledger).c_str());
}

void TestGraphRoundTrip::otherProgramsFilesAreStable_data() {
    QTest::addColumn<QString>("file");
    const QDir folder(QStringLiteral(VITRINE_TEST_DATA "/graphs/samples"));
    const QStringList files = folder.entryList(QDir::Files, QDir::Name);
    QCOMPARE(files.size(), 13);
    for (const QString& file : files)
        QTest::newRow(file.toUtf8().constData()) << folder.filePath(file);
}

void TestGraphRoundTrip::otherProgramsFilesAreStable() {
    QFETCH(QString, file);
    const auto dataset = ReaderRegistry::withBuiltins().read(file.toStdString());
    QVERIFY(dataset.ok());
    for (const std::string& format : kFormats) {
        const auto writer = WriterRegistry::withBuiltins().byId(format);
        const std::string first = text(*writer, dataset->value);
        const Dataset again = readText("x" + writer->suffix(), first);
        QCOMPARE(again.contentHash, dataset->contentHash);
        QCOMPARE(text(*writer, again.value), first);
    }
}

void TestGraphRoundTrip::namesComeBack_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("written");
    const auto row = [](const char* name, const char* written) { QTest::newRow(name) << name << written; };
    row("mass", "mass");
    row("num_h", "num_h");
    row("pos_x", "pos_x");
    row("mass (u)", "mass_x0020__x0028_u_x0029_");
    row("_private", "k_x005F_private");
    row("1st", "k_x0031_st");
    row("k_means", "k_x006B__means");
    row("k", "k");
    row("_", "k_x005F_");
    row("", "k_");
    row("a_x0041_", "a_x005F_x0041_");
    row("a_x0041 b", "a_x005F_x0041_x0020_b");
    row("µ😀", "k_x00B5__x01F600_");
}

void TestGraphRoundTrip::namesComeBack() {
    QFETCH(QString, name);
    QFETCH(QString, written);
    QCOMPARE(QString::fromStdString(gmlName(name.toStdString(), false)), written);
    QCOMPARE(QString::fromStdString(columnName(gmlName(name.toStdString(), false))), name);
    QCOMPARE(QString::fromStdString(columnName(gmlName(name.toStdString(), true))), name);
    const std::string hostile = name.toStdString() + "_x0041\x07_x01F600\x07";
    QCOMPARE(unescapeCharacters(escapeCharacters(hostile)), hostile);
}

void TestGraphRoundTrip::endingChoosesTheFormat() {
    const WriterRegistry writers = WriterRegistry::withBuiltins();
    const Value graphs = makeValue(namedNodes(false));
    const auto id = [&](const char* path) {
        const auto writer = writers.forPath(path, graphs);
        return writer ? (*writer)->id() : writer.error().message;
    };
    QCOMPARE(id("/a.b/x.graphml"), "graphml");
    QCOMPARE(id("x.GML"), "gml");
    QCOMPARE(id("x.json"), "graphset");
    QVERIFY2(
        id("a/x.txt").starts_with("x.txt: the ending names no format that can be written, expected .graphml, .gml"),
        id("a/x.txt").c_str());
    Document document;
    const auto none = writers.forPath("x.json", makeValue(std::move(document)));
    QVERIFY(!none.ok());
    QCOMPARE(none.error().message, "there is no file format for a value of the kind \"document\"");
}

void TestGraphRoundTrip::writingCanBeCancelled() {
    const auto dataset = ReaderRegistry::withBuiltins().read(VITRINE_TEST_DATA "/graphs/esol_graphs.json");
    QVERIFY(dataset.ok());
    std::stop_source stop;
    ReadContext context;
    context.stop = stop.get_token();
    int reports = 0;
    context.progress = [&](double fraction, const std::string& stage) {
        QVERIFY(fraction > 0.0 && fraction < 1.0);
        QCOMPARE(stage, "Writing graphs");
        ++reports;
        stop.request_stop();
    };
    const QTemporaryDir folder;
    for (const char* name : {"x.graphml", "x.gml", "x.json"}) {
        stop = {};
        context.stop = stop.get_token();
        const std::string path = folder.filePath(QLatin1String(name)).toStdString();
        const auto writer = WriterRegistry::withBuiltins().forPath(path, dataset->value);
        const auto written = exportTo(**writer, dataset->value, path, context);
        QVERIFY(!written.ok());
        QCOMPARE(written.error().code, ErrorCode::cancelled);
        QCOMPARE(written.error().message, "writing was cancelled");
        QVERIFY(!QFile::exists(QString::fromStdString(path)));
    }
    QVERIFY(reports >= 3);
}

void TestGraphRoundTrip::nothingIsLeftWhereItCannotBeWritten() {
    const Value graphs = makeValue(namedNodes(false));
    const auto writer = WriterRegistry::withBuiltins().byId("graphml");
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("no/such/folder/x.graphml")).toStdString();
    const auto failed = exportTo(*writer, graphs, path, {});
    QVERIFY(!failed.ok());
    QCOMPARE(failed.error().code, ErrorCode::io);
    const std::string good = folder.filePath(QStringLiteral("x.graphml")).toStdString();
    const auto written = exportTo(*writer, graphs, good, {});
    QVERIFY(written.ok());
    QCOMPARE(*written, std::vector<std::string>{good});
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("x.graphml")});
}

QTEST_GUILESS_MAIN(TestGraphRoundTrip)
#include "tst_graph_round_trip.moc"
