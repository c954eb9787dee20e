#include "core/data/reader.h"
#include "core/values/value_codec.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace vitrine;

/// The sample files of other programs: they load without a ledger problem, with all that stands in them.
class TestGraphSamples : public QObject {
    Q_OBJECT

private slots:
    void molecules_data();
    void molecules();
    void mutag_data();
    void mutag();
};

namespace {

Dataset read(const std::string& name) {
    auto dataset = ReaderRegistry::withBuiltins().read(std::string(VITRINE_TEST_DATA "/graphs/") + name);
    if (!dataset)
        qFatal("%s", dataset.error().message.c_str());
    return std::move(*dataset);
}

void compareColumns(const Table& sample, const Table& all, std::size_t first) {
    QCOMPARE(sample.columns.size(), all.columns.size());
    for (std::size_t i = 0; i < sample.columns.size(); ++i) {
        const Column& one = sample.columns[i];
        const Column& other = all.columns[i];
        QCOMPARE(one.name, other.name);
        QCOMPARE(one.type(), other.type());
        QCOMPARE(one.missingCount(), std::size_t{0});
        for (std::size_t row = 0; row < one.size(); ++row)
            QCOMPARE(one.cellText(row), other.cellText(first + row));
    }
}

/// Edges with their values, without order and direction.
std::multiset<std::string> bonds(const GraphSet& graphs, std::size_t first, std::size_t count) {
    std::multiset<std::string> out;
    for (std::size_t e = first; e < first + count; ++e) {
        const auto [low, high] = std::minmax(graphs.topology.edgeSource[e], graphs.topology.edgeTarget[e]);
        std::string text = std::to_string(low) + '-' + std::to_string(high);
        for (const Column& column : graphs.edges.columns)
            text += ' ' + column.name + ' ' + column.cellText(e);
        out.insert(text);
    }
    return out;
}

} // namespace

void TestGraphSamples::molecules_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("row");
    for (const char* ending : {"graphml", "gml"})
        for (const int row : {0, 5, 11, 934})
            QTest::addRow("row %d in %s", row, ending)
                << QStringLiteral("samples/esol_row%1.%2").arg(row).arg(QLatin1String(ending)) << row;
}

void TestGraphSamples::molecules() {
    QFETCH(QString, file);
    QFETCH(int, row);
    const Dataset sample = read(file.toStdString());
    QCOMPARE(sample.ledger.summary(), "1 read, 0 dropped");
    const auto one = valueAs<GraphSet>(sample.value);
    const auto all = valueAs<GraphSet>(read("esol_graphs.json").value);
    QVERIFY(one && all);
    const auto at = static_cast<std::size_t>(row);
    const auto node = static_cast<std::size_t>(all->topology.nodeOffsets[at]);
    const auto edge = static_cast<std::size_t>(all->topology.edgeOffsets[at]);
    QCOMPARE(one->graphCount(), std::size_t{1});
    QCOMPARE(one->topology.nodeCount(), all->topology.nodeOffsets[at + 1] - all->topology.nodeOffsets[at]);
    QCOMPARE(one->topology.edgeCount(), all->topology.edgeOffsets[at + 1] - all->topology.edgeOffsets[at]);
    QVERIFY(!one->topology.directed);
    // The program that wrote the samples put the edges in another order.
    QCOMPARE(bonds(*one, 0, one->topology.edgeSource.size()), bonds(*all, edge, one->topology.edgeSource.size()));
    compareColumns(one->nodes, all->nodes, node);
    QCOMPARE(one->labelAttribute, "atomic_number");
    QCOMPARE(one->structureColumn, "smiles");
    QCOMPARE(one->targetColumn, "y");
    QCOMPARE(one->graphs.find("smiles")->texts()[0], all->graphs.find("smiles")->texts()[at]);
    QCOMPARE(one->graphs.find("y")->reals()[0], all->graphs.find(all->targetColumn)->reals()[at]);
    if (const Column* id = one->graphs.find("id"))
        QCOMPARE(id->texts()[0], all->graphs.find("id")->texts()[at]);
    else
        QVERIFY(file.endsWith(QStringLiteral(".gml"))); // these have no name
}

void TestGraphSamples::mutag_data() {
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("edges");
    const auto row = [](const char* file, int nodes, int edges) { QTest::newRow(file) << nodes << edges; };
    row("mutag_000.gml", 17, 19);
    row("mutag_001.gml", 13, 14);
    row("mutag_002.gml", 13, 14);
    row("mutag_010.gml", 17, 19);
    row("mutag_100.gml", 23, 27);
}

void TestGraphSamples::mutag() {
    QFETCH(int, nodes);
    QFETCH(int, edges);
    const Dataset sample = read(std::string("samples/") + QTest::currentDataTag());
    QCOMPARE(sample.ledger.summary(), "1 read, 0 dropped");
    const auto graphs = valueAs<GraphSet>(sample.value);
    QVERIFY(graphs);
    QCOMPARE(graphs->topology.nodeCount(), nodes);
    QCOMPARE(graphs->topology.edgeCount(), edges);
    QCOMPARE(graphs->labelAttribute, "label");
    QCOMPARE(graphs->nodes.find("label")->type(), ColumnType::text);
    QCOMPARE(graphs->edges.find("weight")->type(), ColumnType::integer);
}

QTEST_GUILESS_MAIN(TestGraphSamples)
#include "tst_graph_samples.moc"
