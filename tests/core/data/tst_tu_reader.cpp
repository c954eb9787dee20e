#include "core/data/reader.h"
#include "tests/support/data_folder.h"

#include <QTest>

#include <filesystem>

using namespace vitrine;

namespace {

/// "a b|0-1 1-2" for each graph: labels of the nodes, edges by position.
QString graphsText(const GraphSet& set) {
    QStringList graphs;
    const Column* label = set.nodes.find(set.labelAttribute);
    for (std::size_t g = 0; g < set.graphCount(); ++g) {
        QStringList nodes;
        QStringList edges;
        for (auto n = set.topology.nodeOffsets[g]; n < set.topology.nodeOffsets[g + 1]; ++n)
            nodes << QString::fromStdString(label->cellText(static_cast<std::size_t>(n)));
        for (auto e = set.topology.edgeOffsets[g]; e < set.topology.edgeOffsets[g + 1]; ++e)
            edges << QStringLiteral("%1-%2")
                         .arg(set.topology.edgeSource[static_cast<std::size_t>(e)])
                         .arg(set.topology.edgeTarget[static_cast<std::size_t>(e)]);
        graphs << nodes.join(QLatin1Char(' ')) + QLatin1Char('|') + edges.join(QLatin1Char(' '));
    }
    return graphs.join(QStringLiteral(" ; "));
}

QString columnNames(const Table& table) {
    QStringList names;
    for (const Column& column : table.columns)
        names << QString::fromStdString(column.name + ':' + std::string(columnTypeName(column.type())));
    return names.join(QLatin1Char(' '));
}

QString cells(const Table& table, const char* name) {
    QStringList texts;
    const Column* column = table.find(name);
    for (std::size_t row = 0; column && row < column->size(); ++row)
        texts << (column->isValid(row) ? QString::fromStdString(column->cellText(row)) : QStringLiteral("~"));
    return texts.join(QLatin1Char(' '));
}

const std::string kMutag = VITRINE_TEST_DATA "/graphs/mutag";

} // namespace

/// Data sets in the text format of the TU collection.
class TestTuReader : public QObject {
    Q_OBJECT

private slots:
    void mutag();
    void anyOfTheFilesIsTheDataset_data();
    void anyOfTheFilesIsTheDataset();
    void everyAttribute();
    void edgesInEitherOrder();
    void directionIsAsked();
    void withoutLabels();
    void repeatedEdges();
    void graphsWithoutNodes();
    void compressedParts();
    void twoSetsInOneFolder();
    void oneFileAloneIsATable();
    void options();

private:
    Dataset read(const std::string& path, const nlohmann::json& options = {}) {
        auto dataset = m_registry.read(path, options);
        if (!dataset)
            qFatal("%s", dataset.error().message.c_str());
        return std::move(*dataset);
    }
    samples::DataFolder m_folder;
    const ReaderRegistry m_registry = ReaderRegistry::withBuiltins();
};

void TestTuReader::mutag() {
    const Dataset dataset = read(kMutag);
    QCOMPARE(dataset.title, std::string("MUTAG"));
    QCOMPARE(dataset.ledger.summary(), std::string("188 read, 0 dropped"));
    QCOMPARE(dataset.ledger.entries().size(), std::size_t{0});
    const auto set = valueAs<GraphSet>(dataset.value);
    QVERIFY(set);
    QCOMPARE(set->graphCount(), std::size_t{188});
    QCOMPARE(set->topology.nodeCount(), std::int64_t{3371});
    QCOMPARE(set->topology.edgeCount(), std::int64_t{3721});
    QVERIFY(!set->topology.directed);
    // The order of the attributes decides which of two equal splits is found first.
    QCOMPARE(columnNames(set->nodes), QStringLiteral("label:integer degree:integer"));
    QCOMPARE(columnNames(set->edges), QStringLiteral("bond:integer"));
    QCOMPARE(columnNames(set->graphs), QStringLiteral("row:integer class:integer"));
    QCOMPARE(set->labelAttribute, std::string("label"));
    QCOMPARE(set->targetColumn, std::string("class"));
    QCOMPARE(set->graphs.find("class")->integers()[0], std::int64_t{1});
    QCOMPARE(set->graphs.find("class")->integers()[1], std::int64_t{-1});
    // The first lines of the adjacency file: 2, 1 and 3, 2.
    QCOMPARE(set->topology.edgeSource[0], 1);
    QCOMPARE(set->topology.edgeTarget[0], 0);
    QCOMPARE(set->topology.edgeSource[1], 2);
    std::int64_t twice = 0;
    for (const std::int64_t degree : set->nodes.find("degree")->integers())
        twice += degree;
    QCOMPARE(twice, std::int64_t{2 * 3721});
    const auto preview = m_registry.preview(kMutag);
    QVERIFY(preview.ok());
    QCOMPARE(preview->recognisedAs, std::string("TU data set, 5 files"));
    QCOMPARE(preview->records, std::int64_t{188});
    QCOMPARE(preview->problems.size(), std::size_t{0});
}

void TestTuReader::anyOfTheFilesIsTheDataset_data() {
    QTest::addColumn<QString>("file");
    for (const char* part : {"", "/", "/MUTAG_A.txt", "/MUTAG_graph_indicator.txt", "/MUTAG_graph_labels.txt",
                             "/MUTAG_node_labels.txt", "/MUTAG_edge_labels.txt"})
        QTest::newRow(*part ? part : "folder") << QString::fromUtf8(part);
}

void TestTuReader::anyOfTheFilesIsTheDataset() {
    QFETCH(QString, file);
    const Dataset dataset = read(kMutag + file.toStdString());
    QCOMPARE(dataset.source.readerId, std::string("tu"));
    QCOMPARE(dataset.source.fileName, std::string("MUTAG_A.txt"));
    QCOMPARE(dataset.source.fileBytes, std::int64_t{110537});
    // sha256sum MUTAG_*.txt | sha256sum
    QCOMPARE(dataset.source.fileSha256,
             std::string("69c7d8d0c1e030dd6c004e2ff4943bb966a1d531f45a862744534080878dc1c4"));
    QCOMPARE(dataset.contentHash, read(kMutag).contentHash);
}

void TestTuReader::everyAttribute() {
    m_folder.writeAll("== all/X_A.txt\n1,2\n2,1\n3,4\n4,3\n"
                      "== all/X_graph_indicator.txt\n1\n1\n2\n2\n"
                      "== all/X_graph_labels.txt\n0\n1\n"
                      "== all/X_graph_attributes.txt\n0.5, 7\n-1e3, 8\n"
                      "== all/X_node_labels.txt\n5, 1\n6, 2\n7, 3\n8, 4\n"
                      "== all/X_node_attributes.txt\n1, 2.5\nnan, 3\ninf, 4\n4, -5\n"
                      "== all/X_edge_labels.txt\n1\n1\n2\n2\n"
                      "== all/X_edge_attributes.txt\n0.5\n0.5\n1.5\n2.5");
    const Dataset dataset = read(m_folder.path() + "/all");
    const auto set = valueAs<GraphSet>(dataset.value);
    QCOMPARE(graphsText(*set), QStringLiteral("5 6|0-1 ; 7 8|0-1"));
    QCOMPARE(columnNames(set->nodes),
             QStringLiteral("label:integer label_2:integer attribute_1:real attribute_2:real degree:integer"));
    QCOMPARE(cells(set->nodes, "attribute_1"), QStringLiteral("1 ~ inf 4"));
    QCOMPARE(columnNames(set->edges), QStringLiteral("bond:integer weight:real"));
    QCOMPARE(cells(set->edges, "weight"), QStringLiteral("0.5 1.5"));
    QCOMPARE(columnNames(set->graphs), QStringLiteral("row:integer class:integer y_1:real y_2:integer"));
    QCOMPARE(set->targetColumn, std::string("class"));
    QCOMPARE(samples::ledgerText(dataset.ledger),
             QStringLiteral("marked 1 [attribute_1]: Not a number, taken as a missing value @2\n"
                            "marked 1 [attribute_1]: Infinite value, kept @3\n"
                            "coerced 1 [weight]: Another value in the other direction, that of the first line is "
                            "kept @4\n"));
    const auto preview = m_registry.preview(m_folder.path() + "/all");
    QCOMPARE(preview->problems.size(), std::size_t{1});
    QCOMPARE(preview->problems[0].title, std::string("3 columns could be the target"));
    QCOMPARE(preview->problems[0].choices[1].label, std::string("y_1"));
    const Dataset other = read(m_folder.path() + "/all", preview->problems[0].choices[1].options);
    QCOMPARE(valueAs<GraphSet>(other.value)->targetColumn, std::string("y_1"));
}

void TestTuReader::edgesInEitherOrder() {
    // The edges of the second graph stand first, the directions lie apart.
    const auto first = m_folder.writeAll("== order/X_A.txt\n4,3\n1, 2\n2,3\n3,4\n2,1\n3,2\n5,5\n"
                                         "== order/X_graph_indicator.txt\n1\n1\n1\n1\n2\n"
                                         "== order/X_node_labels.txt\n1\n2\n3\n4\n5\n"
                                         "== order/X_edge_labels.txt\n9\n8\n7\n9\n8\n7\n6");
    const Dataset dataset = read(first);
    QCOMPARE(graphsText(*valueAs<GraphSet>(dataset.value)), QStringLiteral("1 2 3 4|3-2 0-1 1-2 ; 5|0-0"));
    QCOMPARE(cells(valueAs<GraphSet>(dataset.value)->edges, "bond"), QStringLiteral("9 8 7 6"));
    QCOMPARE(cells(valueAs<GraphSet>(dataset.value)->nodes, "degree"), QStringLiteral("1 2 2 1 2"));
    QCOMPARE(samples::ledgerText(dataset.ledger), QString());
    QCOMPARE(valueAs<GraphSet>(dataset.value)->targetColumn, std::string());
}

void TestTuReader::directionIsAsked() {
    const auto path = m_folder.writeAll("== one/X_A.txt\n1,2\n2,3\n3,2\n"
                                        "== one/X_graph_indicator.txt\n1\n1\n1\n"
                                        "== one/X_node_labels.txt\n1\n2\n3");
    const Dataset plain = read(path);
    QCOMPARE(graphsText(*valueAs<GraphSet>(plain.value)), QStringLiteral("1 2 3|0-1 1-2"));
    QCOMPARE(samples::ledgerText(plain.ledger),
             QStringLiteral("marked 1 []: Edge listed in one direction only, taken as one without direction @1\n"));
    const auto preview = m_registry.preview(path);
    QCOMPARE(preview->problems.size(), std::size_t{1});
    QCOMPARE(preview->problems[0].title, std::string("1 edge is listed in one direction only"));
    const nlohmann::json choice = preview->problems[0].choices[1].options;
    const Dataset directed = read(path, choice);
    QVERIFY(valueAs<GraphSet>(directed.value)->topology.directed);
    QCOMPARE(graphsText(*valueAs<GraphSet>(directed.value)), QStringLiteral("1 2 3|0-1 1-2 2-1"));
    QCOMPARE(samples::ledgerText(directed.ledger), QString());
    const auto chosen = m_registry.preview(path, choice);
    QCOMPARE(chosen->problems.size(), std::size_t{1});
    QCOMPARE(chosen->problems[0].chosen, std::size_t{1});
}

void TestTuReader::withoutLabels() {
    const auto path = m_folder.writeAll("== bare/X_A.txt\n1,2\n2,1\n3,2\n2,3\n"
                                        "== bare/X_graph_indicator.txt\n1\n1\n1\n"
                                        "== bare/X_graph_attributes.txt\n0.25");
    const Dataset dataset = read(path);
    QCOMPARE(graphsText(*valueAs<GraphSet>(dataset.value)), QStringLiteral("1 2 1|0-1 2-1"));
    QCOMPARE(valueAs<GraphSet>(dataset.value)->targetColumn, std::string("y"));
    QCOMPARE(samples::ledgerText(dataset.ledger),
             QStringLiteral("marked 1 [degree]: Taken as the label of the nodes, the data set has no node labels\n"));
}

void TestTuReader::repeatedEdges() {
    const auto path = m_folder.writeAll("== twice/X_A.txt\n1,2\n2,1\n1,2\n2,1\n"
                                        "== twice/X_graph_indicator.txt\n1\n1\n"
                                        "== twice/X_node_labels.txt\n1\n2");
    const Dataset dataset = read(path);
    QCOMPARE(graphsText(*valueAs<GraphSet>(dataset.value)), QStringLiteral("1 2|0-1"));
    QCOMPARE(samples::ledgerText(dataset.ledger),
             QStringLiteral("merged 2 []: Edge listed more than once, kept once @3,4\n"));
}

void TestTuReader::graphsWithoutNodes() {
    const auto path = m_folder.writeAll("== gap/X_A.txt\n\n"
                                        "== gap/X_graph_indicator.txt\n2\n2\n"
                                        "== gap/X_graph_labels.txt\n1\n2\n3\n"
                                        "== gap/X_node_labels.txt\n7\n8");
    const Dataset dataset = read(path);
    QCOMPARE(graphsText(*valueAs<GraphSet>(dataset.value)), QStringLiteral("| ; 7 8| ; |"));
    QCOMPARE(samples::ledgerText(dataset.ledger), QStringLiteral("marked 2 []: Graph without nodes @1,3\n"));
}

void TestTuReader::compressedParts() {
    // gzip of "1\n1\n", made with gzip -n
    const QByteArray indicator = QByteArray::fromHex("1f8b080000000000000333e432e40200a22bcc4204000000");
    m_folder.write(QStringLiteral("zipped/X_graph_indicator.txt.gz"), indicator);
    const auto path = m_folder.writeAll("== zipped/X_A.txt\n1,2\n2,1");
    const Dataset dataset = read(path);
    QCOMPARE(graphsText(*valueAs<GraphSet>(dataset.value)), QStringLiteral("1 1|0-1"));
}

void TestTuReader::twoSetsInOneFolder() {
    m_folder.writeAll("== two/X_A.txt\n1,2\n2,1\n"
                      "== two/X_graph_indicator.txt\n1\n1\n"
                      "== two/Y_A.txt\n1,2\n2,1\n"
                      "== two/Y_graph_indicator.txt\n1\n1");
    const auto dataset = m_registry.read(m_folder.path() + "/two");
    QVERIFY(!dataset.ok());
    QCOMPARE(QString::fromStdString(dataset.error().message),
             QStringLiteral("two: the folder holds several data sets, \"X_A.txt\" and \"Y_A.txt\" among them; open one "
                            "of these files"));
    QCOMPARE(read(m_folder.path() + "/two/Y_graph_indicator.txt").title, std::string("Y"));
}

void TestTuReader::oneFileAloneIsATable() {
    const Dataset dataset = read(m_folder.writeAll("== alone/X_A.txt\na,b\n1,2\n"));
    QCOMPARE(dataset.source.readerId, std::string("csv"));
}

void TestTuReader::options() {
    const auto wrong = [&](const nlohmann::json& options) {
        const auto dataset = m_registry.read(kMutag, options);
        return dataset.ok() ? QStringLiteral("read") : QString::fromStdString(dataset.error().message);
    };
    QCOMPARE(wrong({{"separator", ","}}), QStringLiteral("MUTAG_A.txt: there is no option \"separator\""));
    QCOMPARE(wrong({{"directed", 1}}), QStringLiteral("MUTAG_A.txt: the option \"directed\" must be true or false"));
    QCOMPARE(wrong({{"target", 1}}),
             QStringLiteral("MUTAG_A.txt: the option \"target\" must be the name of a graph column"));
    QCOMPARE(wrong({{"target", "y"}}), QStringLiteral("MUTAG: there is no graph column \"y\" for the target"));
}

QTEST_GUILESS_MAIN(TestTuReader)
#include "tst_tu_reader.moc"
