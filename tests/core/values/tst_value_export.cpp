#include "core/values/value_export.h"

#include "tests/core/values/sample_values.h"

#include <QtTest>

#include <locale>

using namespace vitrine;

class TestValueExport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tablesBecomeCsv();
    void seriesBecomeLongCsv();
    void matricesBecomeCsvWithLabels();
    void graphsBecomeGraphsetText();
    void otherKindsHaveTheirSuffix();
    void theReferenceGraphsKeepTheirForm();
};

void TestValueExport::tablesBecomeCsv() {
    QCOMPARE(tableCsv(samples::table()), std::string("flag,count,Löslichkeit,name\n"
                                                     "true,-5,0.1,\"\"\n"
                                                     "false,,nan,\"β-carotene, \"\"red\"\"\"\n"
                                                     "true,9223372036854775807,-inf,\"line\nbreak\"\n"));
    QCOMPARE(tableCsv(Table{}), std::string("\n"));
}

void TestValueExport::seriesBecomeLongCsv() {
    QCOMPARE(seriesCsv(samples::series()), std::string("line,x,y,lower,upper\n"
                                                       "ensemble/train,0,3,,\n"
                                                       "ensemble/train,1,nan,,\n"
                                                       "ensemble/train,2,1,,\n"
                                                       "ensemble/test,0,3,2,4\n"
                                                       "ensemble/test,1,2,1,inf\n"));
}

void TestValueExport::matricesBecomeCsvWithLabels() {
    QCOMPARE(matrixCsv(samples::matrix()), std::string("task,x,y,z\na,1,2,3\nb,4,nan,6\n"));
    Matrix plain;
    plain.rows = 1;
    plain.columns = 2;
    plain.cells = {0.5, 1e-7};
    QCOMPARE(matrixCsv(plain), std::string("row,0,1\n0,0.5,1e-07\n"));
}

void TestValueExport::graphsBecomeGraphsetText() {
    GraphSet graphs = samples::graphSet();
    QCOMPARE(graphSetJson(graphs),
             std::string("{\"format\":\"graphset-1\",\"name\":\"two\",\"target\":\"solubility\","
                         "\"node_attributes\":[\"atomic_number\",\"mass\"],\"edge_attributes\":[\"bond_order\"],"
                         "\"label_attribute\":\"atomic_number\",\"columns\":{"
                         "\"edges\":[{\"name\":\"bond_order\",\"type\":\"real\"}],\"format\":\"vitrine-columns-1\","
                         "\"graphs\":[{\"name\":\"id\",\"type\":\"text\"},{\"name\":\"smiles\",\"type\":\"text\"},"
                         "{\"name\":\"solubility\",\"type\":\"real\",\"unit\":\"log mol/L\"}],"
                         "\"id\":\"id\",\"label\":\"atomic_number\",\"name\":\"two\","
                         "\"nodes\":[{\"name\":\"atomic_number\",\"type\":\"integer\"},"
                         "{\"name\":\"mass\",\"type\":\"real\"}],\"structure\":\"smiles\",\"target\":\"solubility\"},"
                         "\"directed\":false,\"graphs\":[\n"
                         "{\"row\":0,\"id\":\"ethanol\",\"smiles\":\"CCO\",\"y\":1.1,"
                         "\"nodes\":[[6,12.011],[6,12.011],[8,15.999]],\"edges\":[[0,1,1.0],[1,2,1.5]]},\n"
                         "{\"row\":1,\"id\":\"methane\",\"smiles\":\"C\",\"y\":-2.0,\"nodes\":[[6,12.0]],\"edges\":[]}"
                         "\n]}\n"));
    graphs.graphs.columns[2].setMissing(0);
    graphs.nodes.columns[1].setMissing(0);
    const auto json = nlohmann::json::parse(graphSetJson(graphs));
    QVERIFY(!json["graphs"][0].contains("y"));
    QVERIFY(json["graphs"][0]["nodes"][0][1].is_null());
    QCOMPARE(nlohmann::json::parse(graphSetJson(GraphSet{}))["graphs"].size(), std::size_t{0});
}

void TestValueExport::otherKindsHaveTheirSuffix() {
    QCOMPARE(exportValue(makeValue(samples::table())).suffix, std::string(".csv"));
    QCOMPARE(exportValue(makeValue(Document{"# α\n"})).suffix, std::string(".md"));
    QCOMPARE(exportValue(makeValue(Document{"# α\n"})).text, std::string("# α\n"));
    const auto scalars = nlohmann::json::parse(exportValue(makeValue(samples::scalars())).text);
    QCOMPARE(scalars[0]["value"].get<double>(), 0.75);
    QCOMPARE(scalars[0]["interval"]["n"].get<int>(), 226);
    QCOMPARE(scalars[1]["value"].get<std::string>(), std::string("nan"));
    QCOMPARE(scalars[2]["interval"]["lower"].get<std::string>(), std::string("-inf"));
    const auto model = nlohmann::json::parse(exportValue(makeValue(samples::model())).text);
    QVERIFY(model["document"] == samples::model().document);
    const auto files = nlohmann::json::parse(exportValue(makeValue(Files{"/f", {"a"}})).text);
    QCOMPARE(files["names"][0].get<std::string>(), std::string("a"));
}

/// A graph set of the reference data, built from its text and written again: nothing may be lost on the way.
void TestValueExport::theReferenceGraphsKeepTheirForm() {
    QFile file(QStringLiteral(VITRINE_TEST_DATA "/graphs/freesolv_graphs.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto reference = nlohmann::json::parse(file.readAll().toStdString());
    GraphSet graphs;
    graphs.name = reference["name"];
    graphs.targetColumn = reference["target"];
    graphs.idColumn = "id";
    graphs.structureColumn = "smiles";
    Column::Texts ids;
    Column::Texts smiles;
    Column::Reals target;
    std::vector<Column::Reals> nodes(reference["node_attributes"].size());
    Column::Reals bonds;
    for (const auto& graph : reference["graphs"]) {
        ids.push_back(graph["id"]);
        smiles.push_back(graph["smiles"]);
        target.push_back(graph["y"]);
        for (const auto& node : graph["nodes"])
            for (std::size_t i = 0; i < nodes.size(); ++i)
                nodes[i].push_back(node[i]);
        for (const auto& edge : graph["edges"]) {
            graphs.topology.edgeSource.push_back(edge[0]);
            graphs.topology.edgeTarget.push_back(edge[1]);
            bonds.push_back(edge[2]);
        }
        graphs.topology.nodeOffsets.push_back(static_cast<std::int64_t>(nodes[0].size()));
        graphs.topology.edgeOffsets.push_back(static_cast<std::int64_t>(bonds.size()));
    }
    for (std::size_t i = 0; i < nodes.size(); ++i)
        graphs.nodes.columns.emplace_back(reference["node_attributes"][i], std::move(nodes[i]));
    graphs.edges.columns.emplace_back("bond_order", std::move(bonds));
    graphs.graphs.columns.emplace_back("id", std::move(ids));
    graphs.graphs.columns.emplace_back("smiles", std::move(smiles));
    graphs.graphs.columns.emplace_back(graphs.targetColumn, std::move(target));
    const auto written = nlohmann::json::parse(graphSetJson(graphs));
    QCOMPARE(written["graphs"].size(), std::size_t{642});
    for (std::size_t g = 0; g < 642; ++g)
        for (const char* key : {"row", "id", "smiles", "y", "nodes", "edges"})
            QVERIFY(written["graphs"][g][key] == reference["graphs"][g][key]);
    for (const char* key : {"format", "name", "target", "node_attributes", "edge_attributes", "directed"})
        QVERIFY(written[key] == reference[key]);
}

QTEST_GUILESS_MAIN(TestValueExport)
#include "tst_value_export.moc"
