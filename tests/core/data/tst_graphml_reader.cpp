#include "core/data/graph/gexf_parser.h"
#include "core/data/graph/graphml_parser.h"
#include "tests/core/data/graph_dump.h"

#include <QTest>

using namespace vitrine;

/// GraphML and GEXF: what becomes of each part of a file, and what the ledger says about it.
class TestGraphMlReader : public QObject {
    Q_OBJECT

private slots:
    void graphMl_data();
    void graphMl();
    void gexf_data();
    void gexf();
    void utf16AndLatin1();
    void cancelsWithinALongText();
};

namespace {

std::string document(const std::string& inner, const char* keys = "") {
    return std::string("<graphml>\n") + keys + "<graph edgedefault='undirected'>\n" + inner + "</graph></graphml>";
}

std::string result(Result<ParsedGraphSet> parsed) {
    return parsed ? test::dump(parsed->graphs) + test::dump(parsed->ledger) : parsed.error().message;
}

void compare(const std::string& found, const QString& expected) {
    QVERIFY2(found == expected.toStdString(), (found + "\nexpected\n" + expected.toStdString()).c_str());
}

} // namespace

void TestGraphMlReader::graphMl_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* claim, const std::string& text, const char* expected) {
        QTest::newRow(claim) << QString::fromStdString(text) << expected;
    };
    row("types, defaults and missing values",
        document("<node id='a'><data key='b'>true</data><data key='i'>3</data><data key='t'> x </data></node>\n"
                 "<node id='b'><data key='d'>INF</data></node>\n",
                 "<key id='b' for='node' attr.name='flag' attr.type='boolean'/>"
                 "<key id='i' for='node' attr.name='count' attr.type='int'><default>7</default></key>"
                 "<key id='d' for='node' attr.name='mass' attr.type='double'/>"
                 "<key id='t' for='node' attr.name='note' attr.type='string'/>"
                 "<key id='u' for='node' attr.name='unused' attr.type='string'/>"
                 "<key id='e' for='edge' attr.name='w' attr.type='float'><default>1</default></key>"),
        "undirected | 2:\n"
        "nodes | id text: a, b | flag boolean: true, ? | count integer: 3, 7 | note text:  x , ? | mass real: ?, inf\n"
        "edges\n"
        "graphs | row integer: 0\n"
        "marked 1 mass| Infinite value, kept 4\n"
        "read 1 w| Attribute without a single value, left out\n"
        "marked 1 count| Taken as the label of the nodes, the file names none\n");
    const char* places = "<key id='u' for='node' attr.name='x' attr.type='float'/>"
                         "<key id='v' for='node' attr.name='y' attr.type='double'/>"
                         "<key id='w' for='node' attr.name='z' attr.type='int'/>";
    row("x and y on all nodes are their places",
        document("<node id='0'><data key='u'>0.5</data><data key='v'>2</data></node>\n"
                 "<node id='1'><data key='u'>1</data><data key='v'>-1</data><data key='w'>3</data></node>\n",
                 places),
        "undirected | 2:\nnodes | z integer: ?, 3\nedges\ngraphs | row integer: 0\nlayout | x real: 0.5, 1 | y real: "
        "2, "
        "-1\n"
        "changed 1 x| Taken with \"y\" as the places of the nodes, not as attributes\n"
        "marked 1 z| Taken as the label of the nodes, the file names none\n");
    row("z too, where all nodes have it",
        document("<node id='0'><data key='u'>0.5</data><data key='v'>2</data><data key='w'>3</data></node>\n", places),
        "undirected | 1:\nnodes\nedges\ngraphs | row integer: 0\nlayout | x real: 0.5 | y real: 2 | z real: 3\n"
        "changed 1 x| Taken with \"y\" and \"z\" as the places of the nodes, not as attributes\n");
    row("a place that one node lacks is an attribute",
        document("<node id='0'><data key='u'>0.5</data><data key='v'>2</data></node>\n"
                 "<node id='1'><data key='u'>1</data></node>\n",
                 places),
        "undirected | 2:\nnodes | x real: 0.5, 1 | y real: 2, ?\nedges\ngraphs | row integer: 0\n");
    row("so is one that is no number",
        document("<node id='0'><data key='u'>NaN</data><data key='v'>2</data></node>\n", places),
        "undirected | 1:\nnodes | x real: nan | y real: 2\nedges\ngraphs | row integer: 0\n"
        "marked 1 x| NaN, kept as a value 3\n");
    row("and x without y", document("<node id='0'><data key='u'>1</data></node>\n", places),
        "undirected | 1:\nnodes | x real: 1\nedges\ngraphs | row integer: 0\n");
    row("and text",
        document("<node id='0'><data key='s'>left</data><data key='v'>1</data></node>\n",
                 "<key id='s' for='node' attr.name='x' attr.type='string'/>"
                 "<key id='v' for='node' attr.name='y' attr.type='double'/>"),
        "undirected | 1:\nnodes | x text: left | y real: 1\nedges\ngraphs | row integer: 0\n"
        "marked 1 x| Taken as the label of the nodes, the file names none\n");
    row("a key for all parts has a column in each that uses it",
        document("<data key='k'>g</data><node id='0'><data key='k'>n</data></node><node id='1'/>\n"
                 "<edge source='0' target='1'><data key='k'>e</data></edge>\n",
                 "<key id='k' for='all' attr.name='label' attr.type='string'/>"),
        "undirected | 2: 0-1\nnodes | label text: n, ?\nedges | label text: e\ngraphs | row integer: 0 | label text: "
        "g\n");
    row("several graphs with names and values",
        "<graphml><key id='y' for='graph' attr.name='y' attr.type='double'/>"
        "<graph id='one' edgedefault='directed'><data key='y'>1</data><node id='n0'/></graph>"
        "<graph id='two' edgedefault='directed'><node id='n0'/><node id='n1'/><edge source='n1' target='n0'/></graph>"
        "</graphml>",
        "directed | 1: | 2: 1-0\nnodes\nedges\ngraphs | row integer: 0, 1 | id text: one, two | y real: 1, ?\n"
        "marked 1 y| Missing value\n");
    row("values that are not of the declared type",
        document("<node id='0'><data key='i'>1.5</data></node>\n<node id='1'><data key='i'>many</data></node>\n"
                 "<node id='2'><data key='i'></data></node>\n<node id='3'><data key='i'>NaN</data></node>\n"
                 "<node id='4'><data key='i'>1</data><data key='i'>2</data></node>\n",
                 "<key id='i' for='node' attr.name='n' attr.type='int'/>"),
        "undirected | 5:\nnodes | n real: 1.5, ?, ?, nan, 1\nedges\ngraphs | row integer: 0\n"
        "coerced 1 n| Whole numbers and reals in one attribute, all taken as reals 3\n"
        "marked 1 n| Value that is not of the type integer, taken as missing 4\n"
        "marked 1 n| Empty value taken as missing 5\n"
        "merged 1 n| Attribute that stands twice, the first value is kept 7\n"
        "marked 1 n| NaN, kept as a value 6\n");
    row("keys that are not declared, or for something else",
        document("<node id='0'><data key='w'>1</data></node>\n<node id='1'><data key='w'>2.5</data></node>\n"
                 "<edge source='0' target='1'><data key='m'>1</data></edge>\n",
                 "<key id='m' for='node' attr.name='mass' attr.type='double'/>"),
        "undirected | 2: 0-1\nnodes | w real: 1, 2.5\nedges | mass real: 1\ngraphs | row integer: 0\n"
        "marked 2 w| Key that is not declared, its id taken as the name of an attribute 3 4\n"
        "marked 1 mass| Value where its key is not declared for, read all the same 5\n");
    row("types that are not known, keys declared twice",
        document("<node id='0'><data key='v'>1 2 3</data></node>\n",
                 "<key id='v' for='node' attr.name='v' attr.type='vector_double'/>\n"
                 "<key id='v' for='node' attr.name='w' attr.type='int'/>\n"),
        "undirected | 1:\nnodes | v text: 1 2 3\nedges\ngraphs | row integer: 0\n"
        "coerced 1 | Type of an attribute that is not known, taken as text 2\n"
        "merged 1 | Key that is declared twice, the first is kept 3\n"
        "marked 1 v| Taken as the label of the nodes, the file names none\n");
    row("hyperedges, ports, drawings and descriptions are named",
        document("<desc>Text</desc>\n<node id='0'><port name='p'/>\n"
                 "<data key='g'><y:ShapeNode xmlns:y='urn:y'><y:Fill color='#1'/></y:ShapeNode></data></node>\n"
                 "<node id='1'/>\n<edge source='0' target='1' sourceport='p'/>\n"
                 "<hyperedge><endpoint node='0'/><endpoint node='1'/></hyperedge>\n",
                 "<key id='g' for='node' yfiles.type='nodegraphics'/>"),
        "undirected | 2: 0-1\nnodes\nedges\ngraphs | row integer: 0\n"
        "dropped 1 | Element that is not read 3\n"
        "dropped 1 | Port of a node, not read 4\n"
        "dropped 1 | Value with elements inside, not read 5\n"
        "dropped 1 | Port of an edge, not read 7\n"
        "dropped 1 | Edge of more than two nodes, not read 8\n");
    row("graphs inside of nodes are joined to the graph around them",
        document("<node id='0'><data key='k'>x</data><graph edgedefault='undirected'>\n"
                 "<data key='k'>lost</data><node id='1'><data key='k'>y</data></node>\n"
                 "</graph><data key='k'>late</data></node>\n<edge source='0' target='1'/>\n",
                 "<key id='k' for='node' attr.name='label' attr.type='string'/>"),
        "undirected | 2: 0-1\nnodes | label text: x, y\nedges\ngraphs | row integer: 0\n"
        "changed 1 | Graph inside of a node, joined to the graph around it 3\n"
        "dropped 1 | Value of a graph inside of a node, not read 4\n"
        "dropped 1 | Value of a node behind the graph inside of it, not read 5\n");
    row("ids twice, edges to nowhere, edges with directions of their own",
        document("<node id='a'/><node id='b'/>\n<node id='a'/>\n<edge source='a' target='c'/>\n"
                 "<edge source='a' target='b' directed='true'/>\n<edge source='b' target='b'/>\n"),
        "directed | 2: 0-1 1-1\nnodes | id text: a, b\nedges\ngraphs | row integer: 0\n"
        "merged 1 | Node id that stands twice in its graph, the first is kept 4\n"
        "dropped 1 | Edge to a node that is not in its graph 5\n"
        "marked 1 | Edge from a node to itself, kept; paths pass over it 7\n"
        "changed 1 | Edge without direction among directed ones, taken as two 7\n");
    row("entities, CDATA and other prefixes",
        "<?xml version='1.0'?><!DOCTYPE g:graphml [<!ENTITY who 'me &amp; you'>]>"
        "<g:graphml xmlns:g='urn:g'><g:key id='k' for='node' attr.name='label' attr.type='string'/>"
        "<g:graph edgedefault='undirected'><g:node id='0'><g:data key='k'>&who;<![CDATA[<&>]]>&#228;</g:data></g:node>"
        "</g:graph></g:graphml>",
        "undirected | 1:\nnodes | label text: me & you<&>\xC3\xA4\nedges\ngraphs | row integer: 0\n");
    row("a default that is no value, a value of the file",
        document("<node id='0'/>\n", "<key id='k' for='node' attr.name='n' attr.type='int'><default>x</default></key>\n"
                                     "<data key='k'>1</data>\n"),
        "undirected | 1:\nnodes\nedges\ngraphs | row integer: 0\n"
        "dropped 1 n| Default value that is not of the declared type 2\n"
        "dropped 1 | Value of the file as a whole, not read 3\n");
    row("a description of the columns that is none",
        "<graphml><key id='v' for='graphml' attr.name='vitrine' attr.type='string'/>\n<data key='v'>[[[</data>\n"
        "<graph edgedefault='undirected'><node id='0'/></graph></graphml>",
        "undirected | 1:\nnodes\nedges\ngraphs | row integer: 0\n"
        "dropped 1 | Description of the columns that cannot be read 2\n");
    row("a graph without nodes", document(""),
        "undirected | 0:\nnodes\nedges\ngraphs | row integer: 0\nmarked 1 | Graph without nodes 3\n");
}

void TestGraphMlReader::graphMl() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    compare(result(parseGraphMl(text.toStdString(), "x.graphml", {})), expected);
}

void TestGraphMlReader::gexf_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* claim, const std::string& inner, const char* expected) {
        QTest::newRow(claim) << QString::fromStdString("<gexf xmlns='http://gexf.net/1.3' version='1.3'>\n" + inner +
                                                       "</gexf>")
                             << expected;
    };
    row("types, defaults, labels and weights",
        "<meta lastmodifieddate='2009-03-20'><creator>Gexf.net</creator></meta>\n"
        "<graph defaultedgetype='directed'><attributes class='node'>\n"
        "<attribute id='0' title='url' type='string'/><attribute id='1' title='indegree' type='float'/>\n"
        "<attribute id='2' title='frog' type='boolean'><default>true</default></attribute></attributes>\n"
        "<nodes count='2'><node id='0' label='Gephi'><attvalues><attvalue for='0' value='https://gephi.org'/>"
        "<attvalue for='1' value='1'/></attvalues></node>\n"
        "<node id='1' label='Webatlas'><attvalues><attvalue id='2' value='false'/></attvalues></node></nodes>\n"
        "<edges><edge id='0' source='0' target='1' weight='2.5' label='links'/><edge id='1' source='1' target='0'/>"
        "</edges></graph>\n",
        "directed | 2: 0-1 1-0\n"
        "nodes | label text: Gephi, Webatlas | url text: https://gephi.org, ? | indegree real: 1, ? | frog boolean: "
        "true, false\n"
        "edges | label text: links, ? | weight real: 2.5, ?\ngraphs | row integer: 0\n");
    row("labels that repeat the ids are not kept",
        "<graph><nodes><node id='b' label='b'/><node id='a' label='a'/></nodes></graph>\n",
        "undirected | 2:\nnodes | id text: b, a\nedges\ngraphs | row integer: 0\n"
        "read 1 label| Labels that repeat the ids, not kept\n");
    row("times, drawing and groups are named",
        "<graph mode='dynamic' timeformat='date'>\n<attributes class='node' mode='dynamic'>"
        "<attribute id='p' title='price' type='float'/></attributes>\n"
        "<nodes><node id='0' start='2009-01-01'><viz:color xmlns:viz='urn:viz' r='1'/>\n"
        "<attvalues><attvalue for='p' value='1' end='1'/>\n<attvalue for='p' value='2' start='1'/></attvalues>\n"
        "<spells><spell end='2009'/></spells></node>\n<node id='1' pid='0'/></nodes></graph>\n",
        "undirected | 2:\nnodes | price real: 1, ?\nedges\ngraphs | row integer: 0\n"
        "dropped 6 | Times of a graph that changes, not read 2 3 4 5 6 7\n"
        "dropped 1 | Drawing of a node or an edge, not read 4\n"
        "merged 1 price| Attribute that stands twice, the first value is kept 6\n"
        "dropped 1 | Node that stands for a group, the group is not read 8\n");
    row("positions of nodes",
        "<graph><nodes><node id='0'><viz:position xmlns:viz='urn:viz' x='1.5' y='-2' z='0.0'/></node>\n"
        "<node id='1'><viz:position xmlns:viz='urn:viz' x='3' y='left'/></node></nodes></graph>\n",
        "undirected | 2:\nnodes\nedges\ngraphs | row integer: 0\nlayout | x real: 1.5, 3 | y real: -2, ? | z real: 0, "
        "?\n"
        "marked 1 position.y| Value that is not of the type real, taken as missing 3\n"
        "changed 1 position.x| Taken with \"position.y\" and \"position.z\" as the places of the nodes, not as "
        "attributes\n");
    row("nodes inside of nodes are joined",
        "<graph><nodes><node id='0'>\n<nodes><node id='1'/></nodes>\n<attvalues/></node></nodes>\n"
        "<edges><edge source='0' target='1' type='mutual'/></edges></graph>\n",
        "undirected | 2: 0-1\nnodes\nedges\ngraphs | row integer: 0\n"
        "changed 1 | Node inside of another, joined to the graph around both 3\n"
        "dropped 1 | Values of a node behind the nodes inside of it, not read 4\n");
    row("what is not declared or not known",
        "<graph defaultedgetype='sideways'>\n<attributes class='node'><attribute id='c' title='c' type='complex'/>\n"
        "<attribute id='c' title='d' type='int'/></attributes>\n"
        "<nodes><node id='0'><attvalues><attvalue for='x' value='7'/>\n<attvalue for='c' value='1+i'/></attvalues>"
        "</node></nodes></graph>\n",
        "undirected | 1:\nnodes | x integer: 7 | c text: 1+i\nedges\ngraphs | row integer: 0\n"
        "coerced 1 | Kind of edge that is not known, taken as undirected 2\n"
        "coerced 2 | Type of an attribute that is not known, taken as text 3 4\n"
        "merged 1 | Attribute that is declared twice, the first is kept 4\n"
        "marked 1 x| Attribute that is not declared, its id taken as its name 5\n"
        "marked 1 x| Taken as the label of the nodes, the file names none\n");
}

void TestGraphMlReader::gexf() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    compare(result(parseGexf(text.toStdString(), "x.gexf", {})), expected);
}

void TestGraphMlReader::utf16AndLatin1() {
    const QString text =
        QStringLiteral("<graphml><graph edgedefault='undirected'><node id='\u00E9'/></graph></graphml>");
    const std::u16string wide = u"\uFEFF" + text.toStdU16String();
    const std::string_view bytes(reinterpret_cast<const char*>(wide.data()), wide.size() * 2);
    QCOMPARE(kGraphMl.score({"x", 1, std::string(bytes)}), 90);
    const char* expected = "undirected | 1:\nnodes | id text: \xC3\xA9\nedges\ngraphs | row integer: 0\n";
    compare(result(parseGraphMl(bytes, "x", {})), QString::fromUtf8(expected));
    const QByteArray latin = "<?xml version='1.0' encoding='ISO-8859-1'?>" + text.toLatin1();
    compare(result(parseGraphMl({latin.constData(), static_cast<std::size_t>(latin.size())}, "x", {})),
            QString::fromUtf8(expected));
}

void TestGraphMlReader::cancelsWithinALongText() {
    std::stop_source stop;
    stop.request_stop();
    ReadContext context;
    context.stop = stop.get_token();
    const auto parsed = parseGraphMl(document("<desc>" + std::string(10'000'000, 'x')), "x.graphml", context);
    QVERIFY(!parsed.ok());
    QCOMPARE(parsed.error().code, ErrorCode::cancelled);
    QVERIFY2(parsed.error().message.ends_with(": reading was cancelled"), parsed.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestGraphMlReader)
#include "tst_graphml_reader.moc"
