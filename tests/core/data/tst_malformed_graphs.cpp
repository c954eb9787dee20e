#include "core/data/reader.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace vitrine;

/// Graph files that are damaged, hostile or not what they seem: each gives one exact sentence, soon and in little
/// memory.
class TestMalformedGraphs : public QObject {
    Q_OBJECT

private slots:
    void refusedWithOneSentence_data();
    void refusedWithOneSentence();
    void deepNestingIsRefused_data();
    void deepNestingIsRefused();
    void widePaddingIsRefused_data();
    void widePaddingIsRefused();
};

namespace {

QString messageOf(const std::string& path) {
    const auto dataset = ReaderRegistry::withBuiltins().read(path);
    return dataset ? QStringLiteral("read") : QString::fromStdString(dataset.error().message);
}

} // namespace

void TestMalformedGraphs::refusedWithOneSentence_data() {
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* file, const char* sentence) { QTest::newRow(file) << sentence; };

    row("attribute_class.gexf", ":3: attributes of the class \"edges\", expected \"node\" or \"edge\"");
    row("attribute_without_id.gexf", ":3: an attribute without an \"id\"");
    row("bad_nesting.gexf", ":3: this is not well-formed XML: Opening and ending tag mismatch");
    row("cut_off.gexf", ":4: the XML text ends too early, the file is cut off");
    row("edge_without_source.gexf", ":3: an edge without the attribute \"source\"");
    row("laughs.gexf",
        ":12: the entities of the document type grow too large or contain each other, expected plain text");
    row("node_without_id.gexf", ":3: a node without the attribute \"id\"");
    row("other_root.gexf", ":1: expected the element \"gexf\", found \"xml\"");
    row("page.gexf", ": this is an HTML page, perhaps saved in place of the file behind it; download the file itself");
    row("value_without_for.gexf", ":3: a value without the attribute \"for\"");
    row("bad_number.gml", ":2: expected a name, a number, a text in quotes or a bracket, found \"1.2.3\"");
    row("cut_off.gml", ":4: the text ends inside of a list that begins in line 2, the file is cut off");
    row("cut_off_name.gml", ":3: the text ends behind the name \"directed\", the file is cut off");
    row("cut_off_text.gml", ":2: a text in quotes that does not end, the file is cut off: \"\"never?ends ]?]?\"");
    row("directed.gml", ":2: \"directed\" must be 0 or 1");
    row("edge_without_source.gml", ":3: an edge without the field \"source\"");
    row("empty.gml", ": the file is empty");
    row("huge_id.gml", ":2: a number that is too large for a double: \"1e999\"");
    row("list_without_name.gml", ":2: expected the name of a field, found \"[\"");
    row("name_without_value.gml",
        ":2: expected a number, a text in quotes or a list in brackets behind \"id\", found \"label\"");
    row("no_graph.gml", ": there is no graph in the file");
    row("node_without_id.gml", ":2: a node without the field \"id\"");
    row("stray_bracket.gml", ":4: a bracket \"]\" that closes nothing");
    row("value_without_name.gml", ":3: expected the name of a field, found \"17\"");
    row("zero_byte.gml", ":2: a zero byte, this is not a text file");
    row("bad_nesting.graphml", ":4: this is not well-formed XML: Opening and ending tag mismatch");
    row("control.graphml", ":3: this is not well-formed XML: Invalid character reference");
    row("cut_off.graphml", ":4: the XML text ends too early, the file is cut off");
    row("edge_without_target.graphml", ":4: an edge without the attribute \"target\"");
    row("empty.graphml", ": the file is empty");
    row("external_entity.graphml",
        ":3: the document type names another file as a part of the text, expected all text in this one");
    row("graph_in_graph.graphml",
        ":3: a graph directly inside of a graph, expected it inside of a node or beside the other");
    row("key_without_id.graphml", ":2: a key without the attribute \"id\"");
    row("laughs.graphml",
        ":14: the entities of the document type grow too large or contain each other, expected plain text");
    row("laughs_in_text.graphml",
        ":14: the entities of the document type grow too large or contain each other, expected plain text");
    row("lfs.graphml",
        ": this is a Git LFS pointer, not the data it stands for; run \"git lfs pull\" and open the file again");
    row("no_graph.graphml", ": there is no graph in the file");
    row("node_without_id.graphml", ":3: a node without the attribute \"id\"");
    row("not_utf8.graphml", ":3: the text does not fit its encoding, expected UTF-8 or what the first line says");
    row("other_root.graphml", ":1: expected the element \"graphml\", found \"svg\"");
    row("page.graphml",
        ": this is an HTML page, perhaps saved in place of the file behind it; download the file itself");
    row("self_entity.graphml",
        ":6: the entities of the document type grow too large or contain each other, expected plain text");
    row("twice.graphml", ":3: this is not well-formed XML: Attribute 'id' redefined");
    row("two_roots.graphml", ":4: this is not well-formed XML: Extra content at end of document");
    row("unknown_entity.graphml", ":3: this is not well-formed XML: Entity 'nbsp' not declared");
    row("value_without_key.graphml", ":4: a value without the attribute \"key\"");
}

void TestMalformedGraphs::refusedWithOneSentence() {
    QFETCH(QString, sentence);
    const std::string name = QTest::currentDataTag();
    const std::string path = std::string(VITRINE_TEST_DATA "/readers/graphs/") + name;
    QCOMPARE(messageOf(path), QString::fromStdString(name) + sentence);
    // The plan says the same before anything is read.
    const auto preview = ReaderRegistry::withBuiltins().preview(path);
    QVERIFY(!preview.ok());
    QCOMPARE(QString::fromStdString(preview.error().message), QString::fromStdString(name) + sentence);
}

void TestMalformedGraphs::deepNestingIsRefused_data() {
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<QByteArray>("level");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* file, const char* start, const char* level, const char* sentence) {
        QTest::newRow(file) << QByteArray(start) << QByteArray(level) << sentence;
    };
    row("deep.graphml", "<graphml><graph>", "<node id='a'><graph>", ":1: elements nested deeper than 1000 levels");
    row("text.graphml", "<graphml>", "<data key='a'>", ":1: elements nested deeper than 1000 levels");
    row("deep.gexf", "<gexf><graph><nodes>", "<node id='a'><nodes>", ":1: elements nested deeper than 1000 levels");
    row("deep.gml", "graph [ ", "a [ ", ":1: lists nested deeper than 100 levels");
    row("beside.gml", "Creator \"x\" graph [ ] ", "a [ ", ":1: lists nested deeper than 100 levels");
}

void TestMalformedGraphs::deepNestingIsRefused() {
    QFETCH(QByteArray, start);
    QFETCH(QByteArray, level);
    QFETCH(QString, sentence);
    const QTemporaryDir folder;
    const QString name = QLatin1String(QTest::currentDataTag());
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(start + level.repeated(1'000'000));
    file.close();
    QCOMPARE(messageOf(file.fileName().toStdString()), name + sentence);
}

void TestMalformedGraphs::widePaddingIsRefused_data() {
    QTest::addColumn<bool>("gml");
    QTest::newRow("every node an attribute of its own") << true;
    QTest::newRow("a long default for every node") << false;
}

/// Small files that would take gigabytes of cells that do not stand in them.
void TestMalformedGraphs::widePaddingIsRefused() {
    QFETCH(bool, gml);
    QByteArray text;
    if (gml) {
        text = "graph [\n";
        for (int i = 0; i < 9'000; ++i)
            text += "node [ id " + QByteArray::number(i) + " a" + QByteArray::number(i) + " 1 ]\n";
        text += "]\n";
    } else {
        text = "<graphml><key id='k' for='node' attr.name='x' attr.type='string'><default>" +
               QByteArray(1'000'000, 'x') + "</default></key><graph edgedefault='undirected'>\n";
        for (int i = 0; i < 100'000; ++i)
            text += "<node id='" + QByteArray::number(i) + "'/>";
        text += "</graph></graphml>\n";
    }
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("wide")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    QCOMPARE(messageOf(file.fileName().toStdString()),
             QStringLiteral("wide") + (gml ? QStringLiteral(":4811") : QString()) +
                 QStringLiteral(": too many different attributes: most of their cells would be empty"));
}

QTEST_GUILESS_MAIN(TestMalformedGraphs)
#include "tst_malformed_graphs.moc"
