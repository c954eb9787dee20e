#include "core/data/reader.h"
#include "tests/core/data/graph_dump.h"
#include "tests/support/data_folder.h"

#include <QTest>

using namespace vitrine;

/// Edge lists, tables of nodes and edges, and node-link JSON.
class TestGraphLists : public QObject {
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void recognised_data();
    void recognised();
    void directionCanBeChosen();
    void anyOfTheTablesIsTheDataset();
    void titleIsThatOfTheFiles();
    void cancelled_data();
    void cancelled();

private:
    samples::DataFolder m_folder;
    const ReaderRegistry m_registry = ReaderRegistry::withBuiltins();
};

void TestGraphLists::reads_data() {
    QTest::addColumn<QByteArray>("files");
    QTest::addColumn<QByteArray>("graphs");
    QTest::addColumn<QByteArray>("ledger");
    const auto row = [](const char* claim, const char* files, const char* graphs, const char* ledger) {
        QTest::newRow(claim) << QByteArray(files) << QByteArray(graphs) << QByteArray(ledger);
    };
    row("plain edge list", "== a.edges\n0 1\n1 2\n", "undirected | 3: 0-1 1-2\nnodes\nedges\ngraphs | row integer: 0\n",
        "");
    row("names and weights", "== a.edgelist\na b 1\nb c 2.5\n",
        "undirected | 3: 0-1 1-2\nnodes | id text: a, b, c\nedges | weight real: 1, 2.5\ngraphs | row integer: 0\n",
        "");
    row("spaces, tabs and comments", "== a.edges\n# made by x\n% and y\n  a \t b\n\nb   c  \n",
        "undirected | 3: 0-1 1-2\nnodes | id text: a, b, c\nedges\ngraphs | row integer: 0\n",
        "read 2 | Comment line passed over 1 2\nread 1 | Blank line passed over\n");
    row("commas and a header", "== a.csv\nsource,target,kind,weight\na,b,x,1\nb,\"c d\",y,\n",
        "undirected | 3: 0-1 1-2\nnodes | id text: a, b, c d\nedges | kind text: x, y | weight integer: 1, ?\n"
        "graphs | row integer: 0\n",
        "read 1 | Header line with the names of the columns 1\n");
    row("header in another order", "== a.edges\nweight\tto\tfrom\n5\tb\ta\n",
        "undirected | 2: 0-1\nnodes | id text: a, b\nedges | weight integer: 5\ngraphs | row integer: 0\n",
        "read 1 | Header line with the names of the columns 1\n");
    row("header in a comment", "== a.txt\n# Nodes: 3\n# FromNodeId\tToNodeId\n7\t8\n8\t9\n",
        "undirected | 3: 0-1 1-2\nnodes | id text: 7, 8, 9\nedges\ngraphs | row integer: 0\n",
        "read 2 | Comment line passed over 1 2\n");
    row("direction in a comment", "== out.x\n% asym positive\n1 2\n2 1\n",
        "directed | 2: 0-1 1-0\nnodes\nedges\ngraphs | row integer: 0\n", "read 1 | Comment line passed over 1\n");
    row("dictionaries of Python", "== a.edgelist\n0 1 {}\n1 2 {'weight': 3, 'kind': 'x', 'on': True}\n2 3 {'a': [}\n",
        "undirected | 4: 0-1 1-2 2-3\nnodes\nedges | kind text: ?, x, ? | on boolean: ?, true, ? | weight integer: ?, "
        "3, ?\n"
        "graphs | row integer: 0\n",
        "dropped 1 | Attributes in braces that cannot be read, left out 3\n");
    row("parallel edges and loops", "== a.edges\na b\nb a\nb b\n",
        "undirected | 2: 0-1 1-1\nnodes | id text: a, b\nedges\ngraphs | row integer: 0\n",
        "marked 1 | Edge from a node to itself, kept; paths pass over it 3\nmerged 1 | Parallel edge, the first is "
        "kept 2\n");
    row("many graphs", "== a.csv\ngraph,source,target\ng2,a,b\ng1,x,y\ng2,b,c\n",
        "undirected | 3: 0-1 1-2 | 2: 0-1\nnodes | id text: a, b, c, x, y\nedges\ngraphs | row integer: 0, 1 | id "
        "text: g2, g1\n",
        "read 1 | Header line with the names of the columns 1\n");

    row("nodes and edges",
        "== s/x_nodes.csv\nid,element,charge\na,C,0\nb,N,1\nc,O,\n== "
        "s/x_edges.csv\nsource,target,order\na,b,1.5\nb,c,2\n",
        "undirected | 3: 0-1 1-2\nnodes | id text: a, b, c | element text: C, N, O | charge integer: 0, 1, ?\n"
        "edges | order real: 1.5, 2\ngraphs | row integer: 0\n",
        "marked 1 x_nodes.csv: charge| Empty cell, value missing 4\n"
        "marked 1 element| Taken as the label of the nodes, the file names none\n");
    row("many graphs in tables",
        "== m/nodes.csv\ngraph_id,node_id,label\nb,0,7\na,0,8\nb,1,9\n== m/edges.csv\ngraph_id,source,target\nb,1,0\n"
        "== m/graphs.csv\ngraph_id,y\na,0.5\nb,1.5\n",
        "undirected | 1: | 2: 1-0\nnodes | label integer: 8, 7, 9\nedges\n"
        "graphs | row integer: 0, 1 | y real: 0.5, 1.5 | graph_id text: a, b\n",
        "");
    row("names of graphs that count with a gap",
        "== k/nodes.csv\ngraph,id\n0,a\n2,b\n== k/edges.csv\ngraph,source,target\n0,a,a\n",
        "undirected | 1: 0-0 | 1:\nnodes | id text: a, b\nedges\n"
        "graphs | row integer: 0, 1 | graph_id text: 0, 2\n",
        "marked 1 | Edge from a node to itself, kept; paths pass over it 2\n");
    row("types of edges as Gephi writes them",
        "== g/nodes.csv\nId,Label\n1,x\n2,y\n== "
        "g/edges.csv\nSource,Target,Type,Weight\n1,2,Directed,1\n2,1,Directed,2\n",
        "directed | 2: 0-1 1-0\nnodes | Label text: x, y\nedges | Weight integer: 1, 2\ngraphs | row integer: 0\n",
        "marked 1 Label| Taken as the label of the nodes, the file names none\n");
    row("dangling edges in tables", "== d/nodes.csv\nid\n1\n2\n== d/edges.csv\nfrom,to\n1,2\n2,9\n",
        "undirected | 2: 0-1\nnodes\nedges\ngraphs | row integer: 0\n",
        "dropped 1 | Edge to a node that is not in its graph 3\n");

    row("node-link of NetworkX",
        "== a.json\n{\"directed\": true, \"multigraph\": false, \"graph\": {\"name\": \"G\", \"y\": 1.5}, \"nodes\": "
        "[{\"kind\": \"x\", \"id\": \"a\"}, {\"size\": 3, \"id\": \"b\"}], \"links\": [{\"weight\": 0.5, \"source\": "
        "\"a\", \"target\": \"b\"}]}\n",
        "directed | 2: 0-1\nnodes | id text: a, b | kind text: x, ? | size integer: ?, 3\nedges | weight real: 0.5\n"
        "graphs | row integer: 0 | name text: G | y real: 1.5\n",
        "marked 1 kind| Taken as the label of the nodes, the file names none\n");
    row("a list of graphs, edges, numbers as ids",
        "== a.json\n[{\"nodes\": [{\"id\": 0}, {\"id\": 1}], \"edges\": [{\"source\": 1, \"target\": 0}]},\n"
        " {\"nodes\": [{\"id\": 0}], \"links\": [], \"graph\": [[\"y\", 2]]}]\n",
        "undirected | 2: 1-0 | 1:\nnodes\nedges\ngraphs | row integer: 0, 1 | y integer: ?, 2\n",
        "marked 1 y| Missing value\n");
    row("nodes by their place, values of all kinds",
        "== a.json\n{\"nodes\": [{\"name\": \"p\", \"at\": [1, 2], \"on\": true}, {\"name\": \"q\", \"at\": null, "
        "\"v\": "
        "NaN}], \"links\": [{\"source\": 0, \"target\": 1, \"w\": -Infinity, \"s\": \"NaN \\\" Infinity\", "
        "\"l\": [NaN, 1]}]}\n",
        "undirected | 2: 0-1\nnodes | at text: [1,2], ? | name text: p, q | on boolean: true, ? | v real: ?, nan\n"
        "edges | l text: [NaN,1] | s text: NaN \" Infinity | w real: -inf\ngraphs | row integer: 0\n",
        "coerced 1 at| List or object kept as text 1\n"
        "coerced 1 l| List or object kept as text 1\n"
        "marked 1 v| NaN, kept as a value 2\n"
        "marked 1 w| Infinite value, kept 1\n"
        "marked 1 at| Taken as the label of the nodes, the file names none\n");
    row("numbers that are too large are missing in JSON",
        "== a.json\n{\"nodes\": [{\"id\": 0, \"v\": 1e999}, {\"id\": 1, \"v\": -2.5e+1}],\n\"links\": []}\n",
        "undirected | 2:\nnodes | v real: ?, -25\nedges\ngraphs | row integer: 0\n",
        "marked 1 | Number too large for a real number, taken as missing 1\n");
    row("numbers that are too large are missing in edge lists", "== a.edges\na b 1.5\nc d 1e999\ne f inf\ng h nan\n",
        "undirected | 8: 0-1 2-3 4-5 6-7\nnodes | id text: a, b, c, d, e, f, g, h\n"
        "edges | weight real: 1.5, ?, inf, nan\ngraphs | row integer: 0\n",
        "marked 1 weight| Number too large for a real number, taken as missing 2\n"
        "marked 1 weight| Infinite value, kept 3\n"
        "marked 1 weight| NaN, kept as a value 4\n");
    row("a large number in a column of text stays text", "== a.edges\na b x\nc d 1e999\n",
        "undirected | 4: 0-1 2-3\nnodes | id text: a, b, c, d\nedges | attribute_1 text: x, 1e999\n"
        "graphs | row integer: 0\n",
        "");
    row("numbers that are too large are missing in GML",
        "== a.gml\ngraph [\nnode [ id 0 m 1e999 ]\nnode [ id 1 m 2.5 ]\nnode [ id 2 m -INF ]\n]\n",
        "undirected | 3:\nnodes | m real: ?, 2.5, -inf\nedges\ngraphs | row integer: 0\n",
        "marked 1 m| Number too large for a real number, taken as missing 2\n"
        "marked 1 m| Infinite value, kept 4\n");
    row("numbers that are too large are missing in tables",
        "== p/nodes.csv\nid,m\n0,1e999\n1,2.5\n== p/edges.csv\nsource,target\n0,1\n",
        "undirected | 2: 0-1\nnodes | m real: ?, 2.5\nedges\ngraphs | row integer: 0\n",
        "marked 1 nodes.csv: m| Number too large for a real number, taken as missing 2\n");
    row("a deep list in braces", "== a.edges\na b {'w': [[[[1]]]]}\nc d {'w': 1}\n",
        "undirected | 4: 0-1 2-3\nnodes | id text: a, b, c, d\nedges | w text: [[[[1]]]], 1\n"
        "graphs | row integer: 0\n",
        "");
    row("places in JSON",
        "== a.json\n{\"nodes\": [{\"id\": 0, \"x\": 1, \"y\": 0.5}, {\"id\": 1, \"x\": 2, \"y\": 1}], \"links\": []}\n",
        "undirected | 2:\nnodes\nedges\ngraphs | row integer: 0\nlayout | x real: 1, 2 | y real: 0.5, 1\n",
        "changed 1 x| Taken with \"y\" as the places of the nodes, not as attributes\n");
    row("places in tables", "== p/nodes.csv\nid,x,y\n0,1,0.5\n1,2,1\n== p/edges.csv\nsource,target\n0,1\n",
        "undirected | 2: 0-1\nnodes\nedges\ngraphs | row integer: 0\nlayout | x real: 1, 2 | y real: 0.5, 1\n",
        "changed 1 x| Taken with \"y\" as the places of the nodes, not as attributes\n");
    row("multigraph",
        "== a.json\n{\"multigraph\": true, \"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\"}], \"links\": [{\"source\": "
        "\"a\", \"target\": \"b\", \"key\": 0}, {\"source\": \"a\", \"target\": \"b\", \"key\": 1}]}\n",
        "undirected | 2: 0-1\nnodes | id text: a, b\nedges\ngraphs | row integer: 0\n",
        "merged 1 | Parallel edge, the first is kept 2\n");
}

void TestGraphLists::reads() {
    QFETCH(QByteArray, files);
    QFETCH(QByteArray, graphs);
    QFETCH(QByteArray, ledger);
    const std::string path = m_folder.writeAll(files);
    const auto dataset = m_registry.read(path);
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(QByteArray::fromStdString(test::dump(*valueAs<GraphSet>(dataset->value))), graphs);
    QCOMPARE(QByteArray::fromStdString(test::dump(dataset->ledger)), ledger);
    const auto preview = m_registry.preview(path);
    QVERIFY(preview.ok());
    QCOMPARE(preview->records, static_cast<std::int64_t>(valueAs<GraphSet>(dataset->value)->graphCount()));
}

void TestGraphLists::recognised_data() {
    QTest::addColumn<QByteArray>("files");
    QTest::addColumn<QString>("reader");
    const auto row = [](const char* claim, const char* files, const char* reader) {
        QTest::newRow(claim) << QByteArray(files) << QString::fromUtf8(reader);
    };
    row("two columns of numbers are a table", "== a.csv\n1,2\n2,3\n", "csv");
    row("wind is a table", "== a.csv\nu,v\n1,2\n", "csv");
    row("periods are a table", "== a.csv\nfrom,to,x\n1,2,3\n", "csv");
    row("source and target are edges", "== a.tsv\nsource\ttarget\n1\t2\n", "edge_list");
    row("nodes without edges are a table", "== a/nodes.csv\nid,x\n1,2\n", "csv");
    row("edges without ends are a table", "== b/nodes.csv\nid,x\n1,2\n== b/edges.csv\nx,y\n1,2\n", "csv");
    row("graphset-1", "== a.json\n{\"format\":\"graphset-1\",\"graphs\":[{\"nodes\":[[]],\"edges\":[]}]}\n",
        "graphset");
    row("links of D3", "== a.json\n{\"links\":[],\"nodes\":[{\"id\":1}]}\n", "node_link");
}

void TestGraphLists::recognised() {
    QFETCH(QByteArray, files);
    QFETCH(QString, reader);
    const auto dataset = m_registry.read(m_folder.writeAll(files));
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(QString::fromStdString(dataset->source.readerId), reader);
}

void TestGraphLists::directionCanBeChosen() {
    for (const char* files :
         {"== a.edges\na b\nb a\n", "== p/nodes.csv\nid\na\nb\n== p/edges.csv\nsource,target\na,b\nb,a\n"}) {
        const std::string path = m_folder.writeAll(files);
        const auto plan = m_registry.preview(path);
        QVERIFY(plan.ok());
        QCOMPARE(plan->problems.size(), std::size_t{1});
        QCOMPARE(plan->problems[0].title, std::string("Parallel edge, the first is kept"));
        QCOMPARE(plan->problems[0].chosen, std::size_t{0});
        const nlohmann::json choice = plan->problems[0].choices[1].options;
        const auto directed = m_registry.read(path, choice);
        QVERIFY(directed.ok());
        QVERIFY(valueAs<GraphSet>(directed->value)->topology.directed);
        QCOMPARE(valueAs<GraphSet>(directed->value)->topology.edgeCount(), std::int64_t{2});
        const auto back = m_registry.preview(path, choice);
        QCOMPARE(back->problems[0].chosen, std::size_t{1});
        QCOMPARE(m_registry.read(path, {{"directed", 3}})
                     .error()
                     .message.substr(1 + m_registry.read(path)->source.fileName.size()),
                 std::string(" the option \"directed\" must be true or false"));
    }
}

void TestGraphLists::anyOfTheTablesIsTheDataset() {
    m_folder.writeAll(
        "== t/X_nodes.csv\nid\n1\n== t/X_edges.csv\nsource,target\n1,1\n== t/X_graphs.csv\ngraph_id\n0\n");
    m_folder.write(QStringLiteral("t/X_nodes.csv"), "graph_id,id\n0,1\n");
    m_folder.write(QStringLiteral("t/X_edges.csv"), "graph_id,source,target\n0,1,1\n");
    std::string hash;
    for (const char* file : {"", "/X_nodes.csv", "/X_edges.csv", "/X_graphs.csv"}) {
        const auto dataset = m_registry.read(m_folder.path() + "/t" + file);
        QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
        QCOMPARE(dataset->source.fileName, std::string("X_nodes.csv"));
        QVERIFY(hash.empty() || hash == dataset->source.fileSha256);
        hash = dataset->source.fileSha256;
    }
}

void TestGraphLists::titleIsThatOfTheFiles() {
    const char* tables = "nodes.csv\nid\n1\n== %1edges.csv\nsource,target\n1,1\n";
    const auto titled = [&](const QString& prefix) {
        const auto dataset = m_registry.read(
            m_folder.writeAll((QStringLiteral("== ") + prefix + QString::fromUtf8(tables).arg(prefix)).toUtf8()));
        return dataset ? dataset->title : dataset.error().message;
    };
    QCOMPARE(titled(QStringLiteral("fine_set/")), std::string("fine_set"));
    QCOMPARE(titled(QStringLiteral("q/fine_")), std::string("fine"));
}

void TestGraphLists::cancelled_data() {
    QTest::addColumn<QByteArray>("files");
    QTest::newRow("tables") << QByteArray("== c/nodes.csv\nid\n1\n2\n== c/edges.csv\nsource,target\n1,2\n");
    QTest::newRow("node-link") << QByteArray("== a.json\n{\"nodes\":[{\"id\":1}],\"links\":[]}\n");
    QTest::newRow("edge list") << "== a.edges\n" + QByteArray("1 2\n").repeated(40'000);
}

void TestGraphLists::cancelled() {
    QFETCH(QByteArray, files);
    std::stop_source source;
    source.request_stop();
    ReadContext context;
    context.stop = source.get_token();
    const auto dataset = m_registry.read(m_folder.writeAll(files), {}, context);
    QVERIFY(!dataset.ok());
    QVERIFY(dataset.error().code == ErrorCode::cancelled);
}

QTEST_GUILESS_MAIN(TestGraphLists)
#include "tst_graph_lists.moc"
