#include "core/data/graph/gml_parser.h"
#include "tests/core/data/graph_dump.h"

#include <QTest>

using namespace vitrine;

/// GML: what becomes of each part of a file, and what the ledger says about it.
class TestGmlReader : public QObject {
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void isRecognised_data();
    void isRecognised();
    void latin1();
    void cancels();
};

void TestGmlReader::reads_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* claim, const char* text, const char* expected) {
        QTest::newRow(claim) << text << expected;
    };
    row("types, missing values and comments",
        "# made by hand\nCreator \"somebody\"\ngraph [ directed 1 name \"G\"\n#comment ]\n"
        "node [ id 0 n 1 r .5 t \"a\" ]\nnode [ id 1 r -1.5E+2 ]\nedge [ source 1 target 0 w NAN ]\n]\n",
        "directed | 2: 1-0\nnodes | n integer: 1, ? | r real: 0.5, -150 | t text: a, ?\nedges | w real: nan\n"
        "graphs | row integer: 0 | name text: G\n"
        "marked 1 w| NaN, kept as a value 7\n"
        "marked 1 n| Taken as the label of the nodes, the file names none\n");
    row("attributes before the id, edges before the nodes",
        "graph [ edge [ w 2 target 5 source 3 ] node [ label \"x\" id 3 ] node [ label \"y\" id 5 ] directed 0 ]",
        "undirected | 2: 0-1\nnodes | id text: 3, 5 | label text: x, y\nedges | w integer: 2\ngraphs | row integer: "
        "0\n");
    row("lists inside of elements",
        "graph [\nnode [ id 0 graphics [ x 1.5 fill \"#fff\" line [ point [ x 1 ] point [ x 2 ] ] ] ]\n"
        "meta [ author [ name \"A\" ] ] ]",
        "undirected | 1:\n"
        "nodes | graphics.x real: 1.5 | graphics.fill text: #fff | graphics.line.point.x text: [1,2]\nedges\n"
        "graphs | row integer: 0 | meta.author.name text: A\n"
        "coerced 1 graphics.line.point.x| Several values under one name, kept as a list in text 2\n"
        "marked 1 graphics.fill| Taken as the label of the nodes, the file names none\n");
    row("places of nodes, some without", "graph [\nnode [ id 0 graphics [ x 1 y -2.5 w 9.5 ] ]\nnode [ id 1 x 3 ]\n]",
        "undirected | 2:\nnodes | graphics.w real: 9.5, ? | x integer: ?, 3\nedges\ngraphs | row integer: 0\n"
        "layout | x real: 1, ? | y real: -2.5, ?\n"
        "changed 1 graphics.x| Taken with \"graphics.y\" as the places of the nodes, not as attributes\n"
        "marked 1 x| Taken as the label of the nodes, the file names none\n");
    row("a place that is no number", "graph [\nnode [ id 0 graphics [ x NAN y 1.0 ] ]\n]",
        "undirected | 1:\nnodes\nedges\ngraphs | row integer: 0\nlayout | x real: ? | y real: 1\n"
        "marked 1 graphics.x| Place that is no finite number, taken as missing\n"
        "changed 1 graphics.x| Taken with \"graphics.y\" as the places of the nodes, not as attributes\n");
    row("x and y of the nodes themselves", "graph [\nnode [ id 0 x 1 y 2 ]\nnode [ id 1 x 3 y 4.5 ]\n]",
        "undirected | 2:\nnodes\nedges\ngraphs | row integer: 0\nlayout | x real: 1, 3 | y real: 2, 4.5\n"
        "coerced 1 y| Whole numbers and reals in one attribute, all taken as reals 3\n"
        "changed 1 x| Taken with \"y\" as the places of the nodes, not as attributes\n");
    row("several values under one name", "graph [\nnode [ id 0 tag 1 tag \"two\\\" tag 2.5 ]\nnode [ id 1 tag 3 ]\n]",
        "undirected | 2:\nnodes | tag text: [1,\"two\\\\\",2.5], 3\nedges\ngraphs | row integer: 0\n"
        "coerced 1 tag| Several values under one name, kept as a list in text 2\n"
        "coerced 1 tag| Values of several types in one attribute, all taken as text 3\n"
        "marked 1 tag| Taken as the label of the nodes, the file names none\n");
    row("entities in texts",
        "graph [ node [ id 0 label \"&quot;a&quot; &amp;&lt;&gt; &#228;&#x4E2D;&eacute;&nosuch; &\" ] ]",
        "undirected | 1:\nnodes | label text: \"a\" &<> \xC3\xA4\xE4\xB8\xAD\xC3\xA9&nosuch; &\nedges\n"
        "graphs | row integer: 0\n");
    row("labels that repeat the ids are not kept", "graph [ node [ id 4 label \"4\" ] node [ id 7 label \"7\" ] ]",
        "undirected | 2:\nnodes | id text: 4, 7\nedges\ngraphs | row integer: 0\n"
        "read 1 label| Labels that repeat the ids, not kept\n");
    row("ids twice, edges to nowhere, parallel edges and loops",
        "graph [\nnode [ id 0 ]\nnode [ id 0 ]\nnode [ id 1 id 9 ]\nedge [ source 0 target 2 ]\n"
        "edge [ source 0 target 1 ]\nedge [ source 1 target 0 ]\nedge [ source 1 target 1 ]\n]",
        "undirected | 2: 0-1 1-1\nnodes\nedges\ngraphs | row integer: 0\n"
        "merged 1 | Node id that stands twice in its graph, the first is kept 3\n"
        "merged 1 id| Attribute that stands twice, the first value is kept 4\n"
        "dropped 1 | Edge to a node that is not in its graph 5\n"
        "marked 1 | Edge from a node to itself, kept; paths pass over it 8\n"
        "merged 1 | Parallel edge, the first is kept 7\n");
    row("what stands outside of the graphs",
        "Version 1\nlegend [ graph [ node [ id 0 ] ] ]\nscale 2\ngraph [ node [ id 0 ] ]\ngraph [ ]\n",
        "undirected | 1: | 0:\nnodes\nedges\ngraphs | row integer: 0, 1\n"
        "dropped 1 | List outside of the graphs, not read 2\n"
        "dropped 1 | Field outside of the graphs, not read 3\n"
        "marked 1 | Graph without nodes 5\n");
    row("whole numbers beyond 64 bits become reals",
        "graph [ node [ id 0 n 18446744073709551616 ] node [ id 1 n +3 ] ]",
        "undirected | 2:\nnodes | n real: 18446744073709551616, 3\nedges\ngraphs | row integer: 0\n");
    row("a description of the columns that is none", "vitrine \"{\" graph [ node [ id 0 label \"a\" k_x 1 ] ]",
        "undirected | 1:\nnodes | label text: a | k_x integer: 1\nedges\ngraphs | row integer: 0\n"
        "dropped 1 | Description of the columns that cannot be read 1\n");
    row("lines of old computers", "graph [\rnode [ id 0 label \"a\" ]\r#x\r]\r",
        "undirected | 1:\nnodes | label text: a\nedges\ngraphs | row integer: 0\n");
}

void TestGmlReader::reads() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto parsed = parseGml(text.toStdString(), "x.gml", {});
    const std::string found = parsed ? test::dump(parsed->graphs) + test::dump(parsed->ledger) : parsed.error().message;
    QVERIFY2(found == expected.toStdString(), (found + "\nexpected\n" + expected.toStdString()).c_str());
}

void TestGmlReader::isRecognised_data() {
    QTest::addColumn<QString>("head");
    QTest::addColumn<int>("score");
    const auto row = [](const char* claim, const char* head, int score) { QTest::newRow(claim) << head << score; };
    row("a graph", "graph [", 90);
    row("behind a preface", "\xEF\xBB\xBF# x\nCreator \"y\"\nVersion 1\ngraph\n[\n node", 90);
    row("behind a list", "Creator \"y\" colours [ a 1 b [ c 2 ] ] graph [ node", 90);
    row("a preface that is cut off", "Creator \"y\" vitrine \"{ and so on", 60);
    row("a Graphviz file", "graph {\n a -- b;\n}", 0);
    row("a table", "name,mass\na,1\n", 0);
    row("a sentence", "graph theory is a field of mathematics", 0);
    row("nothing", "", 0);
}

void TestGmlReader::isRecognised() {
    QFETCH(QString, head);
    QFETCH(int, score);
    QCOMPARE(kGml.score({"x.txt", head.size(), head.toStdString()}), score);
}

void TestGmlReader::latin1() {
    const auto parsed = parseGml("graph [ node [ id 0 label \"\xE9\" ] ]", "x.gml", {});
    QVERIFY(parsed.ok());
    QCOMPARE(parsed->graphs.nodes.find("label")->texts()[0], "\xC3\xA9");
    QVERIFY2(test::dump(parsed->ledger).find("Windows-1252") != std::string::npos, test::dump(parsed->ledger).c_str());
}

void TestGmlReader::cancels() {
    std::stop_source stop;
    ReadContext context;
    context.stop = stop.get_token();
    context.progress = [&](double, const std::string&) { stop.request_stop(); };
    std::string text = "graph [\n";
    for (int i = 0; i < 100'000; ++i)
        text += "node [ id " + std::to_string(i) + " ]\n";
    const auto parsed = parseGml(text + "]", "x.gml", context);
    QVERIFY(!parsed.ok());
    QCOMPARE(parsed.error().code, ErrorCode::cancelled);
    QVERIFY2(parsed.error().message.ends_with(": reading was cancelled"), parsed.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestGmlReader)
#include "tst_gml_reader.moc"
