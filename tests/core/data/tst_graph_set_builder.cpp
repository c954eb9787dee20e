#include "core/data/graph/graph_set_builder.h"
#include "core/values/value_codec.h"

#include <QTest>

using namespace vitrine;

/// What all readers of graphs share: ids, edges, attributes with types, and what the ledger says about them.
class TestGraphSetBuilder : public QObject {
    Q_OBJECT

private slots:
    void edgesMayComeBeforeTheirNodes();
    void danglingEdgesAreDroppedWithTheirValues();
    void parallelEdgesKeepTheFirst_data();
    void parallelEdgesKeepTheFirst();
    void loopsAreKept();
    void twiceNamedNodesKeepTheFirst();
    void mixedDirectionsBecomeArcs();
    void undirectedGraphsAmongDirectedOnesBecomeArcs();
    void declaredTypesHold();
    void valuesWidenTheirColumn();
    void typesAreFoundInTexts();
    void fallbackFillsIn();
    void idsThatCountAreNotKept_data();
    void idsThatCountAreNotKept();
    void rolesAreGuessed();
    void thePlanOrdersAndNames();
    void emptyCellsAreBounded();
};

namespace {

std::string ledgerText(const Ledger& ledger) {
    std::string out;
    for (const LedgerEntry& entry : ledger.entries()) {
        out += std::string(ledgerActionName(entry.action)) + ' ' + std::to_string(entry.count) + ' ' + entry.column +
               " | " + entry.reason;
        for (const std::int64_t line : entry.lines)
            out += ' ' + std::to_string(line);
        out += '\n';
    }
    return out;
}

/// The edges as text, "0-1 1-2 | ..." with one part per graph.
std::string edgeText(const GraphTopology& topology) {
    std::string out;
    for (std::size_t g = 0; g < topology.graphCount(); ++g) {
        out += g > 0 ? " |" : "";
        for (auto e = static_cast<std::size_t>(topology.edgeOffsets[g]);
             e < static_cast<std::size_t>(topology.edgeOffsets[g + 1]); ++e)
            out += (out.empty() ? "" : " ") + std::to_string(topology.edgeSource[e]) + '-' +
                   std::to_string(topology.edgeTarget[e]);
    }
    return out;
}

ParsedGraphSet finished(GraphSetBuilder& builder) {
    auto parsed = builder.finish();
    if (!parsed.ok())
        qFatal("%s", parsed.error().message.c_str());
    if (const auto sound = checkValue(makeValue(GraphSet(parsed->graphs))); !sound.ok())
        qFatal("%s", sound.error().message.c_str());
    return std::move(*parsed);
}

std::string cells(const Column* column) {
    if (!column)
        return "no column";
    std::string out(columnTypeName(column->type()));
    for (std::size_t row = 0; row < column->size(); ++row)
        out += ' ' + (column->isValid(row) ? column->cellText(row) : "?");
    return out;
}

} // namespace

void TestGraphSetBuilder::edgesMayComeBeforeTheirNodes() {
    GraphSetBuilder builder("g", 100);
    const auto weight = builder.attribute(GraphPart::edge, "weight", ColumnType::real);
    builder.beginGraph(1, false);
    builder.addEdge("b", "a", 2);
    builder.setText(weight, "1.5", 2);
    builder.addNode("a", 3);
    builder.addEdge("c", "b", 4);
    builder.addNode("b", 5);
    builder.addNode("c", 6);
    QVERIFY(builder.endGraph(7));
    const ParsedGraphSet parsed = finished(builder);
    QCOMPARE(edgeText(parsed.graphs.topology), "1-0 2-1");
    QCOMPARE(cells(parsed.graphs.edges.find("weight")), "real 1.5 ?");
    QCOMPARE(cells(parsed.graphs.nodes.find("id")), "text a b c");
    QCOMPARE(ledgerText(parsed.ledger), "");
}

void TestGraphSetBuilder::danglingEdgesAreDroppedWithTheirValues() {
    GraphSetBuilder builder("g", 100);
    const auto weight = builder.attribute(GraphPart::edge, "weight");
    builder.beginGraph(1, false);
    builder.addNode("0", 2);
    builder.addNode("1", 3);
    builder.addEdge("0", "7", 4);
    builder.set(weight, std::int64_t{4}, 4);
    builder.addEdge("0", "1", 5);
    builder.set(weight, std::int64_t{5}, 5);
    builder.addEdge("8", "9", 6);
    builder.endGraph(7);
    const ParsedGraphSet parsed = finished(builder);
    QCOMPARE(edgeText(parsed.graphs.topology), "0-1");
    QCOMPARE(cells(parsed.graphs.edges.find("weight")), "integer 5");
    QCOMPARE(ledgerText(parsed.ledger), "dropped 2  | Edge to a node that is not in its graph 4 6\n");
}

void TestGraphSetBuilder::parallelEdgesKeepTheFirst_data() {
    QTest::addColumn<bool>("directed");
    QTest::addColumn<QString>("edges");
    QTest::addColumn<QString>("ledger");
    const auto row = [](const char* claim, bool directed, const char* edges, const char* ledger) {
        QTest::newRow(claim) << directed << edges << ledger;
    };
    row("without direction b-a repeats a-b", false, "0-1 2-1", "merged 3  | Parallel edge, the first is kept 2 3 5\n");
    row("with direction only a-b does", true, "0-1 1-0 2-1 1-2", "merged 1  | Parallel edge, the first is kept 3\n");
}

void TestGraphSetBuilder::parallelEdgesKeepTheFirst() {
    QFETCH(bool, directed);
    GraphSetBuilder builder("g", 100);
    const auto order = builder.attribute(GraphPart::edge, "order");
    builder.beginGraph(1, directed);
    for (const char* id : {"0", "1", "2"})
        builder.addNode(id, 1);
    std::int64_t line = 0;
    for (const auto& [source, target] :
         {std::pair{"0", "1"}, std::pair{"1", "0"}, std::pair{"0", "1"}, std::pair{"2", "1"}, std::pair{"1", "2"}}) {
        builder.addEdge(source, target, ++line);
        builder.set(order, line, line);
    }
    builder.endGraph(9);
    const ParsedGraphSet parsed = finished(builder);
    QTEST(QString::fromStdString(edgeText(parsed.graphs.topology)), "edges");
    QTEST(QString::fromStdString(ledgerText(parsed.ledger)), "ledger");
    QCOMPARE(parsed.graphs.topology.directed, directed);
    QCOMPARE(cells(parsed.graphs.edges.find("order")), directed ? "integer 1 2 4 5" : "integer 1 4");
}

void TestGraphSetBuilder::loopsAreKept() {
    GraphSetBuilder builder("g", 100);
    builder.beginGraph(1, false);
    builder.addNode("0", 2);
    builder.addEdge("0", "0", 3);
    builder.addEdge("0", "0", 4);
    builder.endGraph(5);
    const ParsedGraphSet parsed = finished(builder);
    QCOMPARE(edgeText(parsed.graphs.topology), "0-0");
    QCOMPARE(ledgerText(parsed.ledger), "marked 2  | Edge from a node to itself, kept; paths pass over it 3 4\n"
                                        "merged 1  | Parallel edge, the first is kept 4\n");
}

void TestGraphSetBuilder::twiceNamedNodesKeepTheFirst() {
    GraphSetBuilder builder("g", 100);
    const auto kind = builder.attribute(GraphPart::node, "kind", ColumnType::text);
    builder.beginGraph(1, false);
    for (const char* kindText : {"first", "second"}) {
        builder.addNode("a", 2);
        builder.setText(kind, kindText, 2);
    }
    builder.addNode("b", 4);
    builder.setText(kind, "third", 4);
    builder.setText(kind, "fourth", 5);
    builder.endGraph(5);
    const ParsedGraphSet parsed = finished(builder);
    QCOMPARE(cells(parsed.graphs.nodes.find("kind")), "text first third");
    QCOMPARE(ledgerText(parsed.ledger), "merged 1  | Node id that stands twice in its graph, the first is kept 2\n"
                                        "merged 1 kind | Attribute that stands twice, the first value is kept 5\n"
                                        "marked 1 kind | Taken as the label of the nodes, the file names none\n");
}

void TestGraphSetBuilder::mixedDirectionsBecomeArcs() {
    GraphSetBuilder builder("g", 100);
    const auto order = builder.attribute(GraphPart::edge, "order");
    builder.beginGraph(1, false);
    for (const char* id : {"0", "1", "2"})
        builder.addNode(id, 1);
    builder.addEdge("0", "1", 2, true);
    builder.set(order, std::int64_t{1}, 2);
    builder.addEdge("1", "2", 3);
    builder.set(order, std::int64_t{2}, 3);
    builder.endGraph(4);
    const ParsedGraphSet parsed = finished(builder);
    QVERIFY(parsed.graphs.topology.directed);
    QCOMPARE(edgeText(parsed.graphs.topology), "0-1 1-2 2-1");
    QCOMPARE(cells(parsed.graphs.edges.find("order")), "integer 1 2 2");
    QCOMPARE(ledgerText(parsed.ledger), "changed 1  | Edge without direction among directed ones, taken as two 3\n");
}

void TestGraphSetBuilder::undirectedGraphsAmongDirectedOnesBecomeArcs() {
    GraphSetBuilder builder("g", 100);
    for (const bool directed : {false, true}) {
        builder.beginGraph(1, directed);
        builder.addNode("0", 2);
        builder.addNode("1", 2);
        builder.addEdge("0", "1", 3);
        builder.endGraph(4);
    }
    const ParsedGraphSet parsed = finished(builder);
    QVERIFY(parsed.graphs.topology.directed);
    QCOMPARE(edgeText(parsed.graphs.topology), "0-1 1-0 | 0-1");
    QCOMPARE(ledgerText(parsed.ledger), "changed 1  | Edge without direction among directed ones, taken as two\n");
}

void TestGraphSetBuilder::declaredTypesHold() {
    GraphSetBuilder builder("g", 100);
    const auto truth = builder.attribute(GraphPart::node, "truth", ColumnType::boolean);
    const auto whole = builder.attribute(GraphPart::node, "whole", ColumnType::integer);
    const auto real = builder.attribute(GraphPart::node, "real", ColumnType::real);
    const auto text = builder.attribute(GraphPart::node, "text", ColumnType::text);
    builder.beginGraph(1, false);
    const std::vector<std::array<const char*, 4>> rows{
        {"true", "1", "2", "0"}, {"0", " 2 ", "NaN", ""}, {"maybe", "x", "-INF", "a\nb"}, {"", "2.5", "1e999", " c "}};
    std::int64_t line = 1;
    for (const auto& row : rows) {
        ++line;
        builder.addNode(std::to_string(line - 2), line);
        builder.setText(truth, row[0], line);
        builder.setText(whole, row[1], line);
        builder.setText(real, row[2], line);
        builder.setText(text, row[3], line);
    }
    builder.endGraph(9);
    const ParsedGraphSet parsed = finished(builder);
    QCOMPARE(cells(parsed.graphs.nodes.find("truth")), "boolean true false ? ?");
    QCOMPARE(cells(parsed.graphs.nodes.find("whole")), "real 1 2 ? 2.5");
    QCOMPARE(cells(parsed.graphs.nodes.find("real")), "real 2 nan -inf ?");
    QCOMPARE(cells(parsed.graphs.nodes.find("text")), "text 0  a\nb  c ");
    QCOMPARE(ledgerText(parsed.ledger),
             "marked 1 truth | Value that is not of the type boolean, taken as missing 4\n"
             "marked 1 whole | Value that is not of the type integer, taken as missing 4\n"
             "marked 1 truth | Empty value taken as missing 5\n"
             "coerced 1 whole | Whole numbers and reals in one attribute, all taken as reals 5\n"
             "marked 1 real | Number too large for a real number, taken as missing 5\n"
             "marked 1 real | Infinite value, kept 4\n"
             "marked 1 real | NaN, kept as a value 3\n"
             "marked 1 text | Taken as the label of the nodes, the file names none\n");
}

void TestGraphSetBuilder::valuesWidenTheirColumn() {
    GraphSetBuilder builder("g", 100);
    const auto a = builder.attribute(GraphPart::node, "a");
    const auto b = builder.attribute(GraphPart::node, "b");
    const auto c = builder.attribute(GraphPart::node, "c");
    builder.beginGraph(1, false);
    std::int64_t line = 1;
    const std::vector<std::array<AttributeValue, 3>> rows{
        {true, std::int64_t{1}, std::int64_t{9'007'199'254'740'993}}, {std::int64_t{3}, 0.5, 0.5}, {false, "x", 1.0}};
    for (const auto& row : rows) {
        ++line;
        builder.addNode(std::to_string(line - 2), line);
        builder.set(a, row[0], line);
        builder.set(b, row[1], line);
        builder.set(c, row[2], line);
    }
    builder.endGraph(9);
    const ParsedGraphSet parsed = finished(builder);
    QCOMPARE(cells(parsed.graphs.nodes.find("a")), "integer 1 3 0");
    QCOMPARE(cells(parsed.graphs.nodes.find("b")), "text 1 0.5 x");
    QCOMPARE(cells(parsed.graphs.nodes.find("c")), "real 9007199254740992 0.5 1");
    QCOMPARE(ledgerText(parsed.ledger),
             "coerced 2 a | Truth values and numbers in one attribute, taken as 0 and 1 3 4\n"
             "coerced 1 b | Whole numbers and reals in one attribute, all taken as reals 3\n"
             "coerced 1 c | Whole numbers and reals in one attribute, all taken as reals 3\n"
             "coerced 1 b | Values of several types in one attribute, all taken as text 4\n"
             "marked 1 a | Taken as the label of the nodes, the file names none\n");
}

void TestGraphSetBuilder::typesAreFoundInTexts() {
    GraphSetBuilder builder("g", 100);
    const std::vector<std::pair<const char*, std::array<const char*, 3>>> columns{{"b", {"true", "", "False"}},
                                                                                  {"i", {"1", "-3", "NA"}},
                                                                                  {"r", {"1", "2.50", "1e3"}},
                                                                                  {"t", {"1", "2.50", "x"}},
                                                                                  {"padded", {"007", "1", "2"}}};
    builder.beginGraph(1, false);
    for (std::size_t row = 0; row < 3; ++row) {
        builder.addNode(std::to_string(row), 1);
        for (const auto& [name, texts] : columns)
            builder.setText(builder.attribute(GraphPart::node, name), texts[row], 1);
    }
    builder.endGraph(9);
    const ParsedGraphSet parsed = finished(builder);
    QCOMPARE(cells(parsed.graphs.nodes.find("b")), "boolean true ? false");
    QCOMPARE(cells(parsed.graphs.nodes.find("i")), "integer 1 -3 ?");
    QCOMPARE(cells(parsed.graphs.nodes.find("r")), "real 1 2.5 1000");
    QCOMPARE(cells(parsed.graphs.nodes.find("t")), "text 1 2.50 x");
    QCOMPARE(cells(parsed.graphs.nodes.find("padded")), "text 007 1 2");
}

void TestGraphSetBuilder::fallbackFillsIn() {
    GraphSetBuilder builder("g", 100);
    const auto color = builder.attribute(GraphPart::node, "color", ColumnType::text, std::string("yellow"));
    builder.beginGraph(1, false);
    builder.addNode("0", 1);
    builder.addNode("1", 2);
    builder.setText(color, "red", 2);
    builder.addNode("2", 3);
    builder.endGraph(4);
    const ParsedGraphSet parsed = finished(builder);
    QCOMPARE(cells(parsed.graphs.nodes.find("color")), "text yellow red yellow");
}

void TestGraphSetBuilder::idsThatCountAreNotKept_data() {
    QTest::addColumn<QString>("ids");
    QTest::addColumn<QString>("column");
    const auto row = [](const char* claim, const char* ids, const char* column) {
        QTest::newRow(claim) << ids << column;
    };
    row("from 0, in each graph anew", "0 1 2 | 0 1", "no column");
    row("from 1", "1 2 | 1 2", "no column");
    row("through the file", "n0 n1 | n2 n3", "no column");
    row("another order", "0 1 | 1 0", "text 0 1 1 0");
    row("counting stops in the second graph", "1 2 | 1 x", "text 1 2 1 x");
    row("counting through stops", "n0 n1 | n2 n9", "text n0 n1 n2 n9");
    row("names", "Zachary Officer", "text Zachary Officer");
    row("a prefix that may mean something", "C0 C1", "text C0 C1");
    row("padded", "00 01", "text 00 01");
    row("from 7", "7 8", "text 7 8");
}

void TestGraphSetBuilder::idsThatCountAreNotKept() {
    QFETCH(QString, ids);
    GraphSetBuilder builder("g", 100);
    builder.beginGraph(1, false);
    for (const QString& id : ids.split(QLatin1Char(' '))) {
        if (id != QStringLiteral("|")) {
            builder.addNode(id.toStdString(), 1);
            continue;
        }
        builder.endGraph(1);
        builder.beginGraph(1, false);
    }
    builder.endGraph(1);
    const ParsedGraphSet parsed = finished(builder);
    QTEST(QString::fromStdString(cells(parsed.graphs.nodes.find("id"))), "column");
    QCOMPARE(parsed.graphs.labelAttribute, "");
}

void TestGraphSetBuilder::rolesAreGuessed() {
    GraphSetBuilder builder("g", 100);
    builder.beginGraph(1, false);
    builder.set(builder.attribute(GraphPart::graph, "smiles"), std::string("C"), 1);
    builder.set(builder.attribute(GraphPart::graph, "y"), -0.9, 1);
    builder.set(builder.attribute(GraphPart::graph, "id"), std::string("Methane"), 1);
    builder.addNode("0", 1);
    builder.set(builder.attribute(GraphPart::node, "atomic_number"), std::int64_t{6}, 1);
    builder.endGraph(2);
    const ParsedGraphSet parsed = finished(builder);
    QCOMPARE(parsed.graphs.structureColumn, "smiles");
    QCOMPARE(parsed.graphs.targetColumn, "y");
    QCOMPARE(parsed.graphs.idColumn, "id");
    QCOMPARE(parsed.graphs.labelAttribute, "atomic_number");
    QCOMPARE(cells(parsed.graphs.graphs.find("row")), "integer 0");
    QCOMPARE(parsed.ledger.recordsRead, 1);
    QCOMPARE(ledgerText(parsed.ledger), "");
}

void TestGraphSetBuilder::thePlanOrdersAndNames() {
    GraphSetPlan plan;
    plan.name = "Set";
    plan.labelAttribute = "kind";
    plan.targetColumn = "gap";
    plan.nodes = {{"kind", ColumnType::text, "", "What it is"}, {"empty", ColumnType::integer, "", ""}};
    plan.graphs = {{"gap", ColumnType::real, "eV", ""}};
    GraphSetBuilder builder("g", 100);
    builder.attribute(GraphPart::node, "empty", ColumnType::integer);
    builder.attribute(GraphPart::node, "unused", ColumnType::integer);
    builder.beginGraph(1, false);
    builder.addNode("0", 1);
    builder.setText(builder.attribute(GraphPart::node, "kind", ColumnType::text), "x", 1);
    builder.set(builder.attribute(GraphPart::graph, "gap"), 1.5, 1);
    builder.endGraph(2);
    auto parsed = builder.finish(plan);
    QVERIFY(parsed.ok());
    const GraphSet& graphs = parsed->graphs;
    QCOMPARE(graphs.name, "Set");
    QCOMPARE(graphs.labelAttribute, "kind");
    QCOMPARE(graphs.targetColumn, "gap");
    QCOMPARE(graphs.nodes.columns.size(), 2U);
    QCOMPARE(graphs.nodes.columns[0].name, "kind");
    QCOMPARE(graphs.nodes.columns[0].description, "What it is");
    QCOMPARE(cells(graphs.nodes.find("empty")), "integer ?");
    QCOMPARE(graphs.graphs.columns.size(), 1U);
    QCOMPARE(graphs.graphs.columns[0].unit, "eV");
    QCOMPARE(ledgerText(parsed->ledger), "read 1 unused | Attribute without a single value, left out\n");
}

void TestGraphSetBuilder::emptyCellsAreBounded() {
    GraphSetBuilder builder("g.gml", 1000);
    builder.beginGraph(1, false);
    bool good = builder.addNode("0", 1);
    for (int i = 0; good && i < 20'000; ++i)
        good = builder.set(builder.attribute(GraphPart::node, "a" + std::to_string(i)), 1.0, 1);
    QVERIFY(!good);
    QCOMPARE(builder.error()->message, "g.gml: more than 10000 different attributes of the nodes");
    GraphSetBuilder wide("g.gml", 1000);
    wide.beginGraph(1, false);
    for (int node = 0; node < 9'000; ++node) {
        wide.addNode(std::to_string(node), 1);
        wide.set(wide.attribute(GraphPart::node, "a" + std::to_string(node)), 1.0, 1);
    }
    wide.endGraph(1);
    const auto parsed = wide.finish();
    QVERIFY(!parsed.ok());
    QCOMPARE(parsed.error().message, "g.gml: too many different attributes: most of their cells would be empty");
}

QTEST_GUILESS_MAIN(TestGraphSetBuilder)
#include "tst_graph_set_builder.moc"
