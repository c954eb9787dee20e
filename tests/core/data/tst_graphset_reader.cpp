#include "core/data/graphset_parser.h"
#include "core/data/reader.h"
#include "core/values/value_codec.h"
#include "core/values/value_export.h"
#include "tests/core/data/graph_dump.h"
#include "tests/support/data_folder.h"

#include <QTest>

using namespace vitrine;

namespace {

Result<ParsedGraphSet> parse(const std::string& text) {
    return parseGraphSet(text, "t.json", ReadContext{});
}

QString message(const std::string& text) {
    const auto parsed = parse(text);
    return parsed ? QStringLiteral("read") : QString::fromStdString(parsed.error().message);
}

std::shared_ptr<const GraphSet> readFixture(const char* name) {
    const auto dataset = ReaderRegistry::withBuiltins().read(std::string(VITRINE_TEST_DATA "/graphs/") + name);
    return dataset ? valueAs<GraphSet>(dataset->value) : nullptr;
}

constexpr const char* kHead = R"({"format":"graphset-1","node_attributes":["a"],"edge_attributes":[],"graphs":[)";

} // namespace

class TestGraphSetReader : public QObject {
    Q_OBJECT

private slots:
    void esol();
    void syntheticNamesItsLabel();
    void writtenTextReadsBackEqual();
    void cellTypes();
    void missingFieldsBecomeMissingCells();
    void targetTakesItsName();
    void sparseFieldsAreBounded();
    void layout_data();
    void layout();
    void manyLabelsAreNamed();
    void cancelled();
    void sourceIsFilled();
    void splitEntry();
    void splitOfThreeParts();
};

void TestGraphSetReader::esol() {
    const auto graphs = readFixture("esol_graphs.json");
    QVERIFY(graphs);
    QCOMPARE(graphs->graphCount(), std::size_t{1128});
    QCOMPARE(graphs->topology.nodeCount(), std::int64_t{14991});
    QCOMPARE(graphs->topology.edgeCount(), std::int64_t{15428});
    QCOMPARE(graphs->labelAttribute, std::string("atomic_number"));
    QCOMPARE(graphs->targetColumn, std::string("measured log solubility (mol/L)"));
    QCOMPARE(graphs->idColumn, std::string("id"));
    QCOMPARE(graphs->structureColumn, std::string("smiles"));
    QCOMPARE(graphs->nodes.columns[4].name, std::string("mass"));
    QCOMPARE(graphs->nodes.columns[4].type(), ColumnType::real);
    QCOMPARE(graphs->nodes.columns[5].type(), ColumnType::integer);
    QCOMPARE(graphs->graphs.find(graphs->targetColumn)->reals()[0], -0.77);
    QCOMPARE(graphs->graphs.find("row")->integers()[1127], std::int64_t{1127});
    QCOMPARE(graphs->topology.nodeOffsets[935] - graphs->topology.nodeOffsets[934], std::int64_t{1});
}

void TestGraphSetReader::syntheticNamesItsLabel() {
    const auto dataset = ReaderRegistry::withBuiltins().read(VITRINE_TEST_DATA "/graphs/synthetic_paths_graphs.json");
    QVERIFY(dataset.ok());
    QCOMPARE(valueAs<GraphSet>(dataset->value)->labelAttribute, std::string("type"));
    QCOMPARE(dataset->ledger.recordsRead, std::int64_t{300});
    QCOMPARE(dataset->ledger.entries().size(), std::size_t{1});
    QCOMPARE(dataset->ledger.entries()[0].column, std::string("truth"));
    QCOMPARE(dataset->title, std::string("synthetic_paths"));
}

void TestGraphSetReader::writtenTextReadsBackEqual() {
    const auto graphs = readFixture("freesolv_graphs.json");
    QVERIFY(graphs);
    const auto again = parse(graphSetJson(*graphs));
    QVERIFY(again.ok());
    QCOMPARE(contentSha256(makeValue(again->graphs)), contentSha256(Value(graphs)));
}

void TestGraphSetReader::cellTypes() {
    const auto parsed = parse(R"({"format":"graphset-1","node_attributes":["i","r","b","t","none"],
"edge_attributes":[],"graphs":[{"nodes":[[1,1,true,"C",null],[null,0.5,false,"N",null]],"edges":[]}]})");
    QVERIFY(parsed.ok());
    const auto& columns = parsed->graphs.nodes.columns;
    QCOMPARE(columns[0].type(), ColumnType::integer);
    QVERIFY(!columns[0].isValid(1));
    QCOMPARE(columns[1].type(), ColumnType::real);
    QCOMPARE(columns[1].reals()[0], 1.0);
    QCOMPARE(columns[2].type(), ColumnType::boolean);
    QCOMPARE(columns[3].texts()[1], std::string("N"));
    QCOMPARE(columns[4].missingCount(), std::size_t{2});
}

void TestGraphSetReader::missingFieldsBecomeMissingCells() {
    const auto parsed = parse(std::string(kHead) + R"({"nodes":[[1]],"edges":[]},
{"nodes":[[1]],"edges":[],"logP":2.5},{"nodes":[[1]],"edges":[]}]})");
    QVERIFY(parsed.ok());
    const Column* column = parsed->graphs.graphs.find("logP");
    QVERIFY(column);
    QCOMPARE(column->missingCount(), std::size_t{2});
    QCOMPARE(column->number(1), 2.5);
    QCOMPARE(parsed->ledger.count(LedgerAction::marked), std::int64_t{3}); // two cells and the label that was guessed
    QCOMPARE(parsed->graphs.graphs.columns[0].name, std::string("row"));
}

void TestGraphSetReader::targetTakesItsName() {
    const auto plain = parse(std::string(kHead) + R"({"y":1,"nodes":[[1]],"edges":[]}]})");
    QVERIFY(plain.ok());
    QCOMPARE(plain->graphs.targetColumn, std::string("y"));
    const auto none = parse(R"({"format":"graphset-1","target":"absent","graphs":[]})");
    QVERIFY(none.ok());
    QCOMPARE(none->graphs.targetColumn, std::string());
    const auto own = parse(R"({"format":"graphset-1","target":"t","graphs":[{"t":1,"y":2,"nodes":[],"edges":[]}]})");
    QVERIFY(own.ok());
    QCOMPARE(own->graphs.graphs.find("y")->integers()[0], std::int64_t{2});
    QCOMPARE(own->graphs.targetColumn, std::string("t"));
}

void TestGraphSetReader::sparseFieldsAreBounded() {
    std::string text = std::string(kHead);
    for (int g = 0; g < 4000; ++g)
        text += R"({"nodes":[],"edges":[]},)";
    text += R"({"nodes":[],"edges":[])";
    for (int f = 0; f < 900; ++f)
        text += ",\"f" + std::to_string(f) + "\":1";
    QCOMPARE(message(text + "}]}"),
             QStringLiteral("t.json:1: too many different fields in the graphs: most of their cells would be empty"));
}

void TestGraphSetReader::layout_data() {
    QTest::addColumn<QString>("graphs");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* claim, const char* graphs, const char* expected) {
        QTest::newRow(claim) << graphs << expected;
    };
    row("in the plane, before the nodes", R"({"layout":[[1,0.5],[2,null]],"nodes":[[1],[2]],"edges":[]})",
        "layout | x real: 1, 2 | y real: 0.5, ?\n");
    row("in space, in some of the graphs",
        R"({"nodes":[[1]],"edges":[]},{"nodes":[[1]],"edges":[],"layout":[[1,2,3]]},{"nodes":[[1]],"edges":[]})",
        "layout | x real: ?, 1, ? | y real: ?, 2, ? | z real: ?, 3, ?\n");
    row("too few", R"({"nodes":[[1],[2]],"edges":[],"layout":[[1,2]]})",
        "t.json:1: graph 0: the layout has 1 place for 2 nodes");
    row("another width", R"({"nodes":[[1],[2]],"edges":[],"layout":[[1,2],[1,2,3]]})",
        "t.json:1: graph 0: expected 2 numbers of a place, found 3");
    row("one number", R"({"nodes":[[1]],"edges":[],"layout":[[1]]})",
        "t.json:1: graph 0: expected two or three numbers of a place, found 1");
    row("many numbers", R"({"nodes":[[1]],"edges":[],"layout":[[1,2,3,4,5,6,7,8,9,10,11,12]]})",
        "t.json:1: graph 0: expected two or three numbers of a place, found 12");
    row("text", R"({"nodes":[[1]],"edges":[],"layout":[["a",2]]})", "t.json:1: graph 0: a place must be numbers");
    row("no list of places", R"({"nodes":[[1]],"edges":[],"layout":[1,2]})",
        "t.json:1: graph 0: expected a list of numbers for the place of each node");
    row("a word is a graph column", R"({"nodes":[[1]],"edges":[],"layout":"circle"})", "");
}

void TestGraphSetReader::layout() {
    QFETCH(QString, graphs);
    QFETCH(QString, expected);
    const auto parsed = parse(kHead + graphs.toStdString() + "]}");
    if (!parsed) {
        QCOMPARE(QString::fromStdString(parsed.error().message), expected);
        return;
    }
    QVERIFY(checkValue(makeValue(GraphSet(parsed->graphs))).ok());
    const Table& layout = parsed->graphs.layout;
    QCOMPARE(layout.columns.empty() ? QString() : QString::fromStdString(test::tableText("layout", layout)), expected);
}

void TestGraphSetReader::manyLabelsAreNamed() {
    const auto textOf = [](int labels) {
        std::string text = kHead + std::string(R"({"edges":[],"nodes":[[0])");
        for (int i = 1; i < 3000; ++i)
            text += ",[" + std::to_string(i % labels) + ']';
        return text + "]}]}";
    };
    const auto few = parse(textOf(1000));
    QVERIFY(few.ok());
    QVERIFY(test::dump(few->ledger).find("different labels") == std::string::npos);
    const auto many = parse(textOf(2000));
    QVERIFY(many.ok());
    QVERIFY2(test::dump(many->ledger)
                     .find("marked 1 a| 2,000 different labels of the nodes: hardly any path repeats, and a "
                           "model keeps each of them\n") != std::string::npos,
             test::dump(many->ledger).c_str());
    samples::DataFolder folder;
    const auto preview = ReaderRegistry::withBuiltins().preview(
        folder.write(QStringLiteral("many.json"), QByteArray::fromStdString(textOf(2000))));
    QVERIFY(preview.ok());
    QCOMPARE(preview->problems.size(), std::size_t{1});
}

void TestGraphSetReader::cancelled() {
    std::stop_source source;
    source.request_stop();
    ReadContext context;
    context.stop = source.get_token();
    std::string text = std::string(kHead) + R"({"nodes":[[1])";
    for (int i = 0; i < 70000; ++i)
        text += ",[1]";
    const auto parsed = parseGraphSet(text + R"(],"edges":[]}]})", "t.json", context);
    QVERIFY(!parsed.ok());
    QCOMPARE(parsed.error().code, ErrorCode::cancelled);
}

void TestGraphSetReader::sourceIsFilled() {
    const auto dataset = ReaderRegistry::withBuiltins().read(VITRINE_TEST_DATA "/graphs/../graphs/esol_graphs.json");
    QVERIFY(dataset.ok());
    QCOMPARE(dataset->source.path, std::string(VITRINE_TEST_DATA "/graphs/esol_graphs.json"));
    QCOMPARE(dataset->source.fileName, std::string("esol_graphs.json"));
    QCOMPARE(dataset->source.fileBytes, std::int64_t{563476});
    QCOMPARE(dataset->source.readerId, std::string("graphset"));
    QCOMPARE(dataset->source.fileSha256.size(), std::size_t{64});
    QCOMPARE(dataset->contentHash, contentSha256(dataset->value));
    QCOMPARE(dataset->title, std::string("esol"));
}

void TestGraphSetReader::splitEntry() {
    const auto registry = ReaderRegistry::withBuiltins();
    const auto dataset = registry.read(VITRINE_TEST_DATA "/pathboost_reference/splits.json", {{"entry", "esol"}});
    QVERIFY(dataset.ok());
    const auto table = valueAs<Table>(dataset->value);
    QVERIFY(table);
    QCOMPARE(table->rowCount(), std::size_t{1128});
    QCOMPARE(table->columns[0].name, std::string("row"));
    QCOMPARE(table->columns[1].name, std::string("part"));
    QCOMPARE(table->columns[0].integers()[9], std::int64_t{9});
    QCOMPARE(table->columns[1].texts()[9], std::string("test"));
    QCOMPARE(table->columns[1].texts()[8], std::string("train"));
    const auto absent = registry.read(VITRINE_TEST_DATA "/pathboost_reference/splits.json", {{"entry", "tmqmg"}});
    QCOMPARE(QString::fromStdString(absent.error().message),
             QStringLiteral("splits.json: the file holds the splits \"esol\", \"freesolv\", \"mutag\", "
                            "\"qm9_sample\", \"synthetic_paths\", but no \"tmqmg\""));
}

void TestGraphSetReader::splitOfThreeParts() {
    const auto registry = ReaderRegistry::withBuiltins();
    const auto dataset = registry.read(VITRINE_TEST_DATA "/readers/split_three.json");
    QVERIFY(dataset.ok());
    const auto table = valueAs<Table>(dataset->value);
    const std::vector<std::string> parts(table->columns[1].texts().begin(), table->columns[1].texts().end());
    QCOMPARE(parts, (std::vector<std::string>{"test", "train", "validation"}));
    QCOMPARE(dataset->ledger.count(LedgerAction::marked), std::int64_t{2}); // of five rows two stand nowhere
}

QTEST_GUILESS_MAIN(TestGraphSetReader)
#include "tst_graphset_reader.moc"
