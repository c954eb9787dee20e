#include "core/data/reader.h"
#include "tests/support/data_folder.h"

#include <QTest>

using namespace vitrine;

/// Data sets of several files that are damaged, hostile or not what they seem: each gives one exact sentence, in the
/// plan and in the reading.
class TestMalformedDatasets : public QObject {
    Q_OBJECT

private slots:
    void tuDatasets_data();
    void tuDatasets() { compare(); }
    void lists_data();
    void lists() { compare(); }
    void nodeLink_data();
    void nodeLink() { compare(); }
    void deepNestingIsRefused();

private:
    void compare() {
        QFETCH(QByteArray, files);
        QFETCH(QString, sentence);
        samples::DataFolder folder;
        const std::string path = folder.writeAll(files);
        const auto dataset = m_registry.read(path);
        const auto preview = m_registry.preview(path);
        QCOMPARE(dataset.ok() ? QStringLiteral("read") : QString::fromStdString(dataset.error().message), sentence);
        QCOMPARE(preview.ok() ? QStringLiteral("shown") : QString::fromStdString(preview.error().message), sentence);
    }
    const ReaderRegistry m_registry = ReaderRegistry::withBuiltins();
};

void TestMalformedDatasets::tuDatasets_data() {
    QTest::addColumn<QByteArray>("files");
    QTest::addColumn<QString>("sentence");
    const QByteArray graphs = "\n== X_graph_indicator.txt\n1\n1\n2\n2\n== X_graph_labels.txt\n1\n-1";
    const auto row = [](const char* claim, const QByteArray& files, const char* sentence) {
        QTest::newRow(claim) << files << QString::fromUtf8(sentence);
    };
    const auto edges = [&](const char* claim, const char* adjacency, const char* sentence) {
        row(claim, QByteArray("== X_A.txt\n") + adjacency + graphs, sentence);
    };
    edges("node 0", "0,1\n1,0", "X_A.txt:1: node 0, but there are 4 nodes, counted from 1");
    edges("dangling edge", "1,2\n2,1\n3,5", "X_A.txt:3: node 5, but there are 4 nodes, counted from 1");
    edges("negative node", "1,2\n2,-1", "X_A.txt:2: node -1, but there are 4 nodes, counted from 1");
    edges("node of a file of terabytes", "1,999999999999999999",
          "X_A.txt:1: node 999999999999999999, but there are 4 nodes, counted from 1");
    edges("node beyond 64 bits", "1,99999999999999999999",
          "X_A.txt:1: expected the number of a node, a whole number, found \"99999999999999999999\"");
    edges("edge between graphs", "1,2\n2,1\n2,3", "X_A.txt:3: an edge from node 2 of graph 1 to node 3 of graph 2");
    edges("three numbers", "1,2,1\n", "X_A.txt:1: expected 2 values, found 3");
    edges("spaces instead of commas", "1,2\n2 1", "X_A.txt:2: expected 2 values, found 1");
    edges("no number", "1,2\n2,a", "X_A.txt:2: expected the number of a node, a whole number, found \"a\"");
    edges("broken number", "1,2\n2,1.5", "X_A.txt:2: expected the number of a node, a whole number, found \"1.5\"");
    edges("blank line", "1,2\n\n2,1", "X_A.txt:2: expected 2 values, found 1");
    edges("pointer of Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 10",
          "X_A.txt: this is a Git LFS pointer, not the data it stands for; run \"git lfs pull\" and open the file "
          "again");

    const auto indicator = [&](const char* claim, const char* lines, const char* sentence) {
        row(claim, QByteArray("== X_A.txt\n1,2\n2,1\n== X_graph_labels.txt\n1\n-1\n== X_graph_indicator.txt\n") + lines,
            sentence);
    };
    indicator("unsorted indicator", "1\n2\n1\n2",
              "X_graph_indicator.txt:3: graph 1 behind graph 2, expected the nodes in the order of their graphs");
    indicator("graphs counted from 0", "0\n0\n1\n1",
              "X_graph_indicator.txt:1: graph 0, expected graphs counted from 1");
    indicator("graph without a label", "1\n1\n2\n3",
              "X_graph_labels.txt: 2 lines, but X_graph_indicator.txt names graph 3");
    indicator("a billion graphs", "1\n1\n1000000000",
              "X_graph_labels.txt: 2 lines, but X_graph_indicator.txt names graph 1000000000");
    indicator("page inside", "<!DOCTYPE html><p>404",
              "X_graph_indicator.txt: this is an HTML page, perhaps saved in place of the file behind it; download the "
              "file itself");
    indicator("words", "one\ntwo",
              "X_graph_indicator.txt:1: expected the number of a graph, a whole number, found \"one\"");
    indicator("indicator too short", "1", "X_A.txt:1: node 2, but there is 1 node, counted from 1");
    indicator("no indicator at all", "\n", "X_graph_indicator.txt: there are no nodes in the file");
    row("a billion graphs without labels", "== X_A.txt\n1,2\n2,1\n== X_graph_indicator.txt\n1\n1000000000",
        "X_graph_indicator.txt:2: graph 1000000000, expected graph 2");
    row("first graph is missing", "== X_A.txt\n1,2\n2,1\n== X_graph_indicator.txt\n2\n2",
        "X_graph_indicator.txt:1: graph 2, expected graph 1");
    row("no adjacency", "== X_graph_indicator.txt\n1\n== X_graph_labels.txt\n1",
        "X_A.txt: there is no such file beside the others of the data set");
    row("no graph indicator", "== X_A.txt\n1,2\n== X_graph_labels.txt\n1",
        "X_graph_indicator.txt: there is no such file beside the others of the data set");

    const auto with = [&](const char* claim, const char* part, const char* lines, const char* sentence) {
        row(claim, "== X_A.txt\n1,2\n2,1" + graphs + "\n== X_" + part + ".txt\n" + lines, sentence);
    };
    with("node labels too few", "node_labels", "1\n2\n3",
         "X_node_labels.txt: 3 lines for 4 nodes of X_graph_indicator.txt");
    with("node labels too many", "node_labels", "1\n2\n3\n4\n5",
         "X_node_labels.txt: 5 lines for 4 nodes of X_graph_indicator.txt");
    with("node labels of blanks", "node_labels", " \n",
         "X_node_labels.txt: 0 lines for 4 nodes of X_graph_indicator.txt");
    with("node labels are words", "node_labels", "C\nN\nO\nC",
         "X_node_labels.txt:1: expected a node label, a whole number, found \"C\"");
    with("node label is NaN", "node_labels", "1\nnan\n3\n4",
         "X_node_labels.txt:2: expected a node label, a whole number, found \"nan\"");
    with("edge labels too few", "edge_labels", "1", "X_edge_labels.txt: 1 line for 2 edges of X_A.txt");
    with("ragged attributes", "node_attributes", "1,2\n1,2\n1\n1,2",
         "X_node_attributes.txt:3: expected 2 values, found 1");
    with("attribute is a word", "node_attributes", "1.5\n2.5\nlong\n3",
         "X_node_attributes.txt:3: expected a number, found \"long\"");
    with("empty attribute", "node_attributes", "1,\n1,2\n1,2\n1,2",
         "X_node_attributes.txt:1: expected a number, found \"\"");
    with("graph attributes too few", "graph_attributes", "0.5", "X_graph_attributes.txt: 1 line for 2 graphs");
}

void TestMalformedDatasets::lists_data() {
    QTest::addColumn<QByteArray>("files");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* claim, const QByteArray& files, const char* sentence) {
        QTest::newRow(claim) << files << QString::fromUtf8(sentence);
    };
    row("one field", "== a.edges\na b\nc\n", "a.edges:2: expected the two nodes of an edge, found 1 field");
    row("one field in the first line", "== a.edges\na\n",
        "a.edges:1: expected the two nodes of an edge, found 1 field");
    row("too many fields", "== a.edges\na b 1\nb c 1 2\n", "a.edges:2: expected 3 fields, found 4");
    row("nameless node", "== a.csv\nsource,target\na,b\n,c\n", "a.csv:3: the name of a node is empty");
    row("header alone", "== a.csv\nsource,target\n", "a.csv: there are no edges in the file");
    row("comments alone", "== a.edges\n# a b\n", "a.edges: text of a kind that no reader knows");
    row("page under an edge list's name", "== a.edges\n<html><body>404</body></html>\n",
        "a.edges: this is an HTML page, perhaps saved in place of the file behind it; download the file itself");
    row("pointer under an edge list's name", "== a.edges\nversion https://git-lfs.github.com/spec/v1\noid sha256:0\n",
        "a.edges: this is a Git LFS pointer, not the data it stands for; run \"git lfs pull\" and open the file again");

    const QByteArray nodes = "== nodes.csv\ngraph_id,id,x\n1,a,2\n1,b,3\n";
    row("edges without a graph", nodes + "== edges.csv\nsource,target\na,b\n",
        "edges.csv: expected a column \"graph_id\", which nodes.csv has");
    row("nodes without a graph", "== nodes.csv\nid\na\n== edges.csv\ngraph,source,target\n1,a,a\n",
        "nodes.csv: expected a column \"graph_id\", which edges.csv has");
    row("edge of another graph", nodes + "== edges.csv\ngraph_id,source,target\n1,a,b\n7,a,b\n",
        "edges.csv:3: the graph \"7\" is not in nodes.csv");
    row("edge without a target", nodes + "== edges.csv\ngraph_id,source,target\n1,a,\n",
        "edges.csv:2: the target is missing");
    row("node without an id", "== nodes.csv\nid,x\na,1\n,2\n== edges.csv\nsource,target\na,a\n",
        "nodes.csv:3: the id of the node is missing");
    row("node without a graph", "== nodes.csv\nid,graph_id\na,1\nb,\n== edges.csv\ngraph_id,source,target\n1,a,a\n",
        "nodes.csv:3: the name of the graph is missing");
    row("graph twice", nodes + "== edges.csv\ngraph_id,source,target\n1,a,b\n== graphs.csv\ngraph_id,y\n1,2\n1,3\n",
        "graphs.csv:3: the graph \"1\" stands twice in the file");
    row("graphs without a name", nodes + "== edges.csv\ngraph_id,source,target\n1,a,b\n== graphs.csv\ny,z\n1,2\n",
        "graphs.csv: expected a column \"graph_id\"");
    row("ragged edges", nodes + "== edges.csv\ngraph_id,source,target\n1,a,b\n1,a\n",
        "edges.csv:3: expected 3 columns, found 2");
}

void TestMalformedDatasets::nodeLink_data() {
    QTest::addColumn<QByteArray>("files");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* claim, const char* text, const char* sentence) {
        QTest::newRow(claim) << QByteArray("== a.json\n") + text
                             << QStringLiteral("a.json: ") + QString::fromUtf8(sentence);
    };
    row("nodes are no list", "{\"nodes\": 1, \"links\": []}", "graph 0: there is no list \"nodes\"");
    row("links are no list", "{\"nodes\": [], \"links\": {}}", "graph 0: there is no list \"links\" or \"edges\"");
    row("a node is a number", "{\"nodes\": [{\"id\": 1}, 2], \"links\": []}", "graph 0: node 1 is no object");
    row("a node without id", "{\"nodes\": [{\"id\": 1}, {}], \"links\": []}", "graph 0: node 1 has no \"id\"");
    row("an id that is an object", "{\"nodes\": [{\"id\": {}}], \"links\": []}",
        "graph 0: node 0 has an \"id\" that is no text and no number");
    row("a link is text", "{\"nodes\": [{\"id\": 1}], \"links\": [\"1-1\"]}", "graph 0: link 0 is no object");
    row("a link without target", "{\"nodes\": [{\"id\": 1}], \"links\": [{\"source\": 1}]}",
        "graph 0: link 0 has no \"target\"");
    row("a link from nothing", "{\"nodes\": [{\"id\": 1}], \"links\": [{\"source\": null, \"target\": 1}]}",
        "graph 0: link 0 has a \"source\" that is no text and no number");
    row("directed is a word", "{\"directed\": \"yes\", \"nodes\": [], \"links\": []}",
        "graph 0: \"directed\" must be true or false");
    row("attributes are a number", "{\"nodes\": [{\"id\": 1}], \"links\": [], \"graph\": 3}",
        "graph 0: \"graph\" must hold attributes with their names");
    row("a graph of a list is a number", "[{\"nodes\": [{\"id\": 1}], \"links\": []}, 5]",
        "graph 1: expected an object with the lists \"nodes\" and \"links\"");
    row("no graphs", "[ {\"nodes\": [], \"links\": [] ]", "the JSON text is not valid at line 1, column 29");
}

void TestMalformedDatasets::deepNestingIsRefused() {
    samples::DataFolder folder;
    const std::string path =
        folder.write(QStringLiteral("deep.json"), "{\"nodes\":[],\"links\":" + QByteArray("[").repeated(1'000'000));
    const auto dataset = m_registry.read(path);
    QVERIFY(!dataset.ok());
    QCOMPARE(QString::fromStdString(dataset.error().message),
             QStringLiteral("deep.json: the JSON text is nested deeper than 200 levels"));
}

QTEST_GUILESS_MAIN(TestMalformedDatasets)
#include "tst_malformed_datasets.moc"
