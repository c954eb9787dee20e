#include "core/data/reader.h"
#include "tests/core/data/graph_dump.h"
#include "tests/support/data_folder.h"

#include <QtTest>

using namespace vitrine;

/// JSON Lines: an object in each line becomes a row.
class TestJsonLines : public QObject {
    Q_OBJECT
private slots:
    void reads_data();
    void reads();
    void refused_data();
    void refused();
    void badLinesCanBeLeftOut();
    void isRecognisedByContent_data();
    void isRecognisedByContent();
    void structuresMakeMolecules();
    void rolesAreChosen();
    void longFilesShowBothEnds();
    void stops();
    void manyDifferentNamesAreRefused();

private:
    samples::DataFolder m_folder;
    const ReaderRegistry m_registry = ReaderRegistry::withBuiltins();
};

void TestJsonLines::reads_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<QByteArray>("ledger");
    const auto row = [](const char* claim, const char* text, const char* table, const char* ledger) {
        QTest::newRow(claim) << QByteArray(text) << QByteArray(table) << QByteArray(ledger);
    };
    row("values of all kinds",
        "{\"a\": 1, \"b\": 0.5, \"c\": true, \"d\": \"x\"}\n{\"a\": -2, \"b\": 1e3, \"c\": false, \"d\": \"\"}\n",
        "t | a integer: 1, -2 | b real: 0.5, 1000 | c boolean: true, false | d text: x, \n", "");
    row("other order, missing names and null", "{\"a\": 1, \"b\": 2}\n{\"b\": null, \"a\": 3}\n{\"c\": 4}\n",
        "t | a integer: 1, 3, ? | b integer: 2, ?, ? | c integer: ?, ?, 4\n",
        "marked 1 a| Missing value\nmarked 2 b| Missing value\nmarked 2 c| Missing value\n");
    row("NaN and infinities", "{\"a\": NaN}\n{\"a\": -Infinity}\n{\"a\": Infinity}\n{\"a\": 1e999}\n",
        "t | a real: nan, -inf, inf, ?\n",
        "marked 1 a| Number too large for a real number, taken as missing 4\n"
        "marked 2 a| Infinite value, kept 2 3\n"
        "marked 1 a| NaN, kept as a value 1\n"
        "marked 1 a| Missing value\n");
    row("lists and objects are text", "{\"a\": [1, {\"b\": [\"]\"]}], \"o\": {}}\n{\"a\": 2, \"o\": 1}\n",
        "t | a text: [1, {\"b\": [\"]\"]}], 2 | o text: {}, 1\n",
        "coerced 1 a| List or object kept as text 1\n"
        "coerced 1 o| List or object kept as text 1\n"
        "coerced 1 a| Values of several types in one attribute, all taken as text 2\n"
        "coerced 1 o| Values of several types in one attribute, all taken as text 2\n");
    row("escapes", "{\"a\": \"q\\\" \\\\ \\n \\u00e9 \\ud83d\\ude00\"}\n{\"a\": \"\\ud83d\"}\n",
        "t | a text: q\" \\ \n \xC3\xA9 \xF0\x9F\x98\x80, \xEF\xBF\xBD\n",
        "changed 1 a| Half of a character pair, replaced by U+FFFD 2\n");
    row("blank lines, spaces, carriage returns and a mark", "\xEF\xBB\xBF { \"a\" : 1 } \r\n\r\n  {\"a\":2}",
        "t | a integer: 1, 2\n", "read 1 | Blank line passed over 2\n");
    row("a name twice", "{\"a\": 1, \"a\": 2}\n{\"a\": 3}\n", "t | a integer: 1, 3\n",
        "merged 1 a| Attribute that stands twice, the first value is kept 1\n");
    row("whole numbers beyond 64 bits", "{\"a\": 12345678901234567890}\n{\"a\": 1}\n",
        "t | a real: 12345678901234567168, 1\n", "coerced 1 a| More digits than a real number keeps, rounded 1\n");
    row("an empty object", "{}\n{\"a\": 1}\n", "t | a integer: ?, 1\n", "marked 1 a| Missing value\n");
}

void TestJsonLines::reads() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, table);
    QFETCH(QByteArray, ledger);
    const auto dataset = m_registry.read(m_folder.write(QStringLiteral("t.jsonl"), text));
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(dataset->source.readerId, std::string("json_lines"));
    const auto read = valueAs<Table>(dataset->value);
    QVERIFY(read);
    QCOMPARE(QByteArray::fromStdString(test::tableText("t", *read)), table);
    QCOMPARE(QByteArray::fromStdString(test::dump(dataset->ledger)), ledger);
}

void TestJsonLines::refused_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* claim, const QByteArray& line, const char* sentence) {
        QTest::newRow(claim) << line << QString::fromUtf8(sentence);
    };
    row("a list", "[1, 2]", "expected an object in braces, found \"[1, 2]\"");
    row("cut off in a text", "{\"a\": \"b", "a text in quotes does not end, the line is cut off");
    row("cut off behind a value", "{\"a\": 1", "the line ends inside of the object, it is cut off");
    row("cut off before a value", "{\"a\":", "the line ends before a value, it is cut off");
    row("no comma", "{\"a\": 1 \"b\": 2}", "expected a comma or a closing brace, found \"\"b\": 2}\"");
    row("a comma too many", "{\"a\": 1,}", "expected a name in double quotes, found \"}\"");
    row("single quotes", "{'a': 1}", "expected a name in double quotes, found \"'a': 1}\"");
    row("no colon", "{\"a\" 1}", "expected a colon behind the name \"a\"");
    row("a word of another language", "{\"a\": None}", "expected a value, found \"None\"");
    row("a zero before a number", "{\"a\": 007}", "expected a number, found \"007\"");
    row("a number that is none", "{\"a\": 1.}", "expected a number, found \"1.\"");
    row("an unknown escape", "{\"a\": \"\\x41\"}",
        "a backslash before what JSON does not know, expected \\n, \\\", \\u0041 or the like");
    row("a control character", "{\"a\": \"\t\"}", "a control character in a text, expected it written as \\u");
    row("two objects in a line", "{\"a\": 1} {\"a\": 2}", "text behind the object: \"{\"a\": 2}\"");
    row("bytes of another encoding", "{\"a\": \"\xE9\"}", "a byte that is not valid UTF-8");
    row("a zero byte", QByteArray("{\"a\": \"\0\"}", 10), "a zero byte, this is not a text file");
    row("a hundred thousand brackets", "{\"a\": " + QByteArray(100'000, '['), "lists nested deeper than 200 levels");
    row("a list that does not end", "{\"a\": [1, 2", "the line ends inside of a list or object, it is cut off");
    row("a wrong bracket", "{\"a\": [1}]}", "expected a comma or a closing bracket, found \"}]}\"");
}

void TestJsonLines::refused() {
    QFETCH(QByteArray, line);
    QFETCH(QString, sentence);
    const std::string path = m_folder.write(QStringLiteral("bad.jsonl"), "{\"a\": 1}\n\n" + line + "\n{\"a\": 2}\n");
    // A zero byte in the head is refused before the reader is asked.
    if (line.contains('\0'))
        sentence = QStringLiteral("a zero byte, this is not a text file");
    const auto dataset = m_registry.read(path);
    QVERIFY(!dataset.ok());
    QCOMPARE(QString::fromStdString(dataset.error().message), QStringLiteral("bad.jsonl:3: ") + sentence);
}

void TestJsonLines::badLinesCanBeLeftOut() {
    const std::string path = m_folder.write(QStringLiteral("log.jsonl"), "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3");
    const auto preview = m_registry.preview(path);
    QVERIFY(preview.ok());
    QCOMPARE(preview->problems.size(), std::size_t{1});
    QCOMPARE(preview->problems[0].title, std::string("1 line is no record"));
    QCOMPARE(preview->problems[0].chosen, std::size_t{0});
    QCOMPARE(preview->firstRows.size(), std::size_t{2});
    QVERIFY(!m_registry.read(path).ok());
    nlohmann::json options = preview->options;
    options.merge_patch(preview->problems[0].choices[1].options);
    const auto dataset = m_registry.read(path, options);
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(valueAs<Table>(dataset->value)->rowCount(), std::size_t{2});
    QCOMPARE(dataset->ledger.summary(), std::string("3 read, 1 dropped"));
}

void TestJsonLines::isRecognisedByContent_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("reader");
    QTest::newRow("lines.txt") << QByteArray("{\"a\": 1}\n{\"a\": 2}\n") << QStringLiteral("json_lines");
    QTest::newRow("lines.json") << QByteArray("{\"train\": 1}\n{\"train\": 2}\n") << QStringLiteral("json_lines");
    QTest::newRow("one.jsonl") << QByteArray("{\"a\": 1}\n") << QStringLiteral("json_lines");
    QTest::newRow("split.json") << QByteArray("{\"train\": [0],\n\"test\": [1]}") << QStringLiteral("split");
    QTest::newRow("graph.json") << QByteArray("{\"nodes\": [{\"id\": 0}],\n\"links\": []}")
                                << QStringLiteral("node_link");
}

void TestJsonLines::isRecognisedByContent() {
    QFETCH(QByteArray, text);
    QFETCH(QString, reader);
    const auto dataset = m_registry.read(m_folder.write(QString::fromUtf8(QTest::currentDataTag()), text));
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(dataset->source.readerId, reader.toStdString());
}

void TestJsonLines::structuresMakeMolecules() {
    QByteArray text;
    for (const char* smiles : {"CCO", "c1ccccc1", "CC(=O)O", "CCN"})
        text += QByteArray("{\"smiles\": \"") + smiles + "\", \"y\": 0.5}\n";
    const std::string path = m_folder.write(QStringLiteral("m.jsonl"), text);
    const auto preview = m_registry.preview(path);
    QVERIFY(preview.ok());
    QCOMPARE(preview->kind, ValueKind::graphSet);
    const auto dataset = m_registry.read(path, preview->options);
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    const auto graphs = valueAs<GraphSet>(dataset->value);
    QVERIFY(graphs);
    QCOMPARE(graphs->graphCount(), std::size_t{4});
    QCOMPARE(graphs->structureColumn, std::string("smiles"));
}

void TestJsonLines::rolesAreChosen() {
    const std::string path = m_folder.write(QStringLiteral("r.jsonl"), "{\"a\": 1, \"b\": 2}\n{\"a\": 3, \"b\": 4}\n");
    const auto dataset = m_registry.read(path, {{"roles", {{"a", "ignore"}}}});
    QVERIFY(dataset.ok());
    QCOMPARE(test::tableText("t", *valueAs<Table>(dataset->value)), std::string("t | b integer: 2, 4\n"));
    const auto unknown = m_registry.read(path, {{"colour", 1}});
    QVERIFY(!unknown.ok());
    QCOMPARE(unknown.error().message, std::string("r.jsonl: there is no option \"colour\""));
}

void TestJsonLines::longFilesShowBothEnds() {
    QByteArray text;
    for (int i = 0; text.size() < (9 << 20); ++i)
        text += "{\"i\": " + QByteArray::number(i) + ", \"t\": \"some text to fill the line with\"}\n";
    const std::string path = m_folder.write(QStringLiteral("long.jsonl"), text);
    const auto preview = m_registry.preview(path);
    QVERIFY(preview.ok());
    const auto count = static_cast<std::int64_t>(text.count('\n'));
    QCOMPARE(preview->records, count);
    QCOMPARE(preview->firstRows.front().front(), std::string("0"));
    QCOMPARE(preview->lastRows.size(), std::size_t{5});
    QCOMPARE(preview->lastRows.back().front(), std::to_string(count - 1));
}

void TestJsonLines::stops() {
    const std::string path = m_folder.write(QStringLiteral("stop.jsonl"), QByteArray("{\"a\": 1}\n").repeated(10'000));
    std::stop_source source;
    ReadContext context;
    context.stop = source.get_token();
    int reports = 0;
    context.progress = [&](double, const std::string&) {
        if (++reports == 2)
            source.request_stop();
    };
    const auto dataset = m_registry.read(path, {}, context);
    QVERIFY(!dataset.ok());
    QCOMPARE(dataset.error().code, ErrorCode::cancelled);
}

/// A small file that would take gigabytes of cells that do not stand in it.
void TestJsonLines::manyDifferentNamesAreRefused() {
    QByteArray text;
    for (int i = 0; i < 9'000; ++i)
        text += "{\"a" + QByteArray::number(i) + "\":1}\n";
    const auto wide = m_registry.read(m_folder.write(QStringLiteral("wide.jsonl"), text));
    QVERIFY(!wide.ok());
    QCOMPARE(wide.error().code, ErrorCode::outOfRange);
    QVERIFY2(QString::fromStdString(wide.error().message).contains(QStringLiteral("most of their cells")),
             wide.error().message.c_str());
    QByteArray line = "{";
    for (int i = 0; i < 10'001; ++i)
        line += (i == 0 ? "\"b" : ",\"b") + QByteArray::number(i) + "\":1";
    const auto many = m_registry.read(m_folder.write(QStringLiteral("many.jsonl"), line + "}\n"));
    QVERIFY(!many.ok());
    QCOMPARE(many.error().message, std::string("many.jsonl: more than 10,000 different columns"));
}

QTEST_GUILESS_MAIN(TestJsonLines)
#include "tst_json_lines.moc"
