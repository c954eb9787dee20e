#include "core/data/reader.h"
#include "tests/support/dialect_files.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace vitrine;

namespace {

/// "name:type name:type", then the cells of each row between bars, ~ where one is missing.
QString tableText(const Table& table) {
    QString text;
    for (const Column& column : table.columns)
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromStdString(column.name) +
                QLatin1Char(':') + QString::fromStdString(std::string(columnTypeName(column.type())));
    text += QLatin1Char('\n');
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        QStringList cells;
        for (const Column& column : table.columns)
            cells << (column.isValid(row) ? QString::fromStdString(column.cellText(row)) : QStringLiteral("~"));
        text += cells.join(QLatin1Char('|')) + QLatin1Char('\n');
    }
    return text;
}

/// "action count [column]: reason @lines"
QString ledgerText(const Ledger& ledger) {
    QString text;
    for (const LedgerEntry& entry : ledger.entries()) {
        text += QString::fromStdString(std::string(ledgerActionName(entry.action))) +
                QStringLiteral(" %1 [").arg(entry.count) + QString::fromStdString(entry.column + "]: " + entry.reason);
        for (std::size_t i = 0; i < entry.lines.size(); ++i)
            text += (i == 0 ? QStringLiteral(" @") : QStringLiteral(",")) + QString::number(entry.lines[i]);
        text += QLatin1Char('\n');
    }
    return text;
}

} // namespace

/// Tables as spreadsheets, instruments and other people's programs write them.
class TestTableDialects : public QObject {
    Q_OBJECT

private slots:
    void init() { QVERIFY(m_folder.isValid()); }
    void readsExactly_data();
    void readsExactly();
    void numbersWithMarksCanBeChosen();
    void raggedRowsCanBeLeftOut();
    void columnLosesItsOnlyValue();
    void fourThousandColumns();
    void optionsOverrideWhatIsDetected();
    void onlyTheFirstRowsAreRead();
    void wrongOptionsAreNamed_data();
    void wrongOptionsAreNamed();

private:
    std::string write(const std::string& name, const std::string& bytes) {
        const std::string path = m_folder.path().toStdString() + '/' + name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    QString readTable(const std::string& path, const nlohmann::json& options = {}) {
        const auto dataset = m_registry.read(path, options);
        if (!dataset)
            return QString::fromStdString(dataset.error().message);
        const auto table = valueAs<Table>(dataset->value);
        return table ? tableText(*table) : QStringLiteral("no table");
    }
    QTemporaryDir m_folder;
    const ReaderRegistry m_registry = ReaderRegistry::withBuiltins();
};

void TestTableDialects::readsExactly_data() {
    QTest::addColumn<int>("index");
    const auto files = samples::dialectFiles();
    for (std::size_t i = 0; i < files.size(); ++i)
        QTest::newRow(files[i].name) << static_cast<int>(i);
}

void TestTableDialects::readsExactly() {
    QFETCH(int, index);
    const auto files = samples::dialectFiles();
    const samples::DialectFile& file = files[static_cast<std::size_t>(index)];
    const std::string path = write(file.name, file.bytes);
    const auto preview = m_registry.preview(path);
    QVERIFY2(preview.ok(), preview ? "" : preview.error().message.c_str());
    QCOMPARE(QString::fromStdString(preview->recognisedAs), QString::fromUtf8(file.recognised));
    const auto dataset = m_registry.read(path);
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    const auto table = valueAs<Table>(dataset->value);
    QVERIFY(table);
    QCOMPARE(tableText(*table), QString::fromUtf8(file.table));
    QCOMPARE(ledgerText(dataset->ledger), QString::fromUtf8(file.ledger));
    QCOMPARE(preview->records, static_cast<std::int64_t>(table->rowCount()));
    // The options of the plan read the same as none.
    const auto planned = m_registry.read(path, preview->options);
    QVERIFY2(planned.ok(), planned ? "" : planned.error().message.c_str());
    QCOMPARE(planned->contentHash, dataset->contentHash);
}

void TestTableDialects::numbersWithMarksCanBeChosen() {
    const std::string points = write("points.csv", "name;x\na;1.234.567,5\nb;2.500,25\nc;7\n");
    const auto plan = m_registry.preview(points);
    QVERIFY(plan.ok());
    QCOMPARE(plan->problems.size(), std::size_t{1});
    QCOMPARE(plan->problems[0].title, std::string("Numbers with thousands marks"));
    QCOMPARE(plan->problems[0].detail, std::string("For example \"2.500,25\"."));
    QCOMPARE(plan->problems[0].choices[1].label, std::string("Points mark thousands"));
    nlohmann::json options = plan->options;
    options.merge_patch(plan->problems[0].choices[1].options);
    QCOMPARE(readTable(points, options), QStringLiteral("name:text x:real\na|1234567.5\nb|2500.25\nc|7\n"));
    const std::string commas = write("commas.csv", "name;x\na;1,234,567\nb;2,500\n");
    const auto other = m_registry.preview(commas);
    QVERIFY(other.ok());
    options = other->options;
    options.merge_patch(other->problems[0].choices[1].options);
    QCOMPARE(readTable(commas, options), QStringLiteral("name:text x:integer\na|1234567\nb|2500\n"));
    // "1,234" alone can be either; the plan asks, and both answers work.
    const std::string either = write("either.csv", "name;x\na;1,234\nb;2,500\n");
    const auto question = m_registry.preview(either);
    QVERIFY(question.ok());
    QCOMPARE(question->problems[0].title, std::string("Decimal comma or thousands?"));
    QCOMPARE(readTable(either), QStringLiteral("name:text x:real\na|1.234\nb|2.5\n"));
    options = question->options;
    options.merge_patch(question->problems[0].choices[1].options);
    QCOMPARE(readTable(either, options), QStringLiteral("name:text x:integer\na|1234\nb|2500\n"));
}

void TestTableDialects::raggedRowsCanBeLeftOut() {
    const std::string path = write("ragged.csv", "a,b,c\n1,2,3\n4,5\n6,7,8\n9,10,11,12\n");
    QCOMPARE(readTable(path), QStringLiteral("ragged.csv:3: expected 3 columns, found 2"));
    const auto plan = m_registry.preview(path);
    QVERIFY(plan.ok());
    QCOMPARE(plan->problems.size(), std::size_t{1});
    QCOMPARE(plan->problems[0].title, std::string("2 rows cannot be read"));
    QCOMPARE(plan->problems[0].detail,
             std::string("Expected 3 columns, found 2: Line 3. Expected 3 columns, found 4: Line 5."));
    const auto dataset = m_registry.read(path, {{"on_bad_row", "drop"}});
    QVERIFY(dataset.ok());
    QCOMPARE(tableText(*valueAs<Table>(dataset->value)),
             QStringLiteral("a:integer b:integer c:integer\n1|2|3\n6|7|8\n"));
    QCOMPARE(ledgerText(dataset->ledger), QStringLiteral("dropped 1 []: Expected 3 columns, found 2 @3\n"
                                                         "dropped 1 []: Expected 3 columns, found 4 @5\n"));
    QCOMPARE(dataset->ledger.recordsRead, std::int64_t{4});
    QCOMPARE(dataset->ledger.recordsDropped, std::int64_t{2});
}

/// The row that is left out has the only value of its column.
void TestTableDialects::columnLosesItsOnlyValue() {
    const std::string path = write("lost.csv", "a,b\n\"x\"y,1.5\nc,\nd,\n");
    const auto dataset = m_registry.read(path, {{"on_bad_row", "drop"}});
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(tableText(*valueAs<Table>(dataset->value)), QStringLiteral("a:text b:text\nc|~\nd|~\n"));
    QVERIFY(m_registry.preview(path).ok());
}

void TestTableDialects::fourThousandColumns() {
    constexpr int kWide = 4000;
    std::string text;
    for (int row = -1; row < 3; ++row)
        for (int c = 0; c < kWide; ++c)
            text +=
                (row < 0 ? "c" + std::to_string(c) : std::to_string(row * kWide + c)) + (c + 1 < kWide ? ',' : '\n');
    const auto dataset = m_registry.read(write("wide.csv", text));
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    const auto table = valueAs<Table>(dataset->value);
    QCOMPARE(table->columns.size(), std::size_t{kWide});
    QCOMPARE(table->rowCount(), std::size_t{3});
    QCOMPARE(table->columns[3999].name, std::string("c3999"));
    QCOMPARE(table->columns[3999].integers()[2], std::int64_t{11999});
}

void TestTableDialects::optionsOverrideWhatIsDetected() {
    const std::string path = write("chosen.txt", "made by x\na;b\n1,5;\"2\"\n");
    QCOMPARE(readTable(path, {{"skip_lines", 1}, {"separator", ";"}, {"decimal", ","}, {"quote", ""}}),
             QStringLiteral("a:real b:text\n1.5|\"2\"\n"));
    const std::string marks = write("marks.txt", "a b\n1,5 2.500\n");
    QCOMPARE(readTable(marks, {{"thousands", "."}}), QStringLiteral("a:real b:integer\n1.5|2500\n"));
    QCOMPARE(readTable(marks, {{"decimal", ","}}), QStringLiteral("a:real b:text\n1.5|2.500\n"));
    const std::string latin = write("latin.csv", "a,b\n\xC3\xA4,1\n");
    QCOMPARE(readTable(latin, {{"encoding", "windows-1252"}}), QStringLiteral("a:text b:integer\n\u00c3\u00a4|1\n"));
    const std::string typed = write("typed.csv", "a,b,c\n007,1,x\n8,0,2.5\n");
    QCOMPARE(readTable(typed, {{"types", {{"a", "integer"}, {"b", "boolean"}, {"c", "real"}}}}),
             QStringLiteral("a:integer b:boolean c:real\n7|true|~\n8|false|2.5\n"));
    const std::string words = write("words.csv", "a,b\n?,1\n5,-\n");
    QCOMPARE(readTable(words, {{"missing", {"?", "-"}}}), QStringLiteral("a:integer b:integer\n~|1\n5|~\n"));
}

void TestTableDialects::onlyTheFirstRowsAreRead() {
    std::string text = "a,b\n\n1,\"x\ny\"\n2,z\n3,w\n";
    const std::string path = write("first.csv", text);
    QCOMPARE(readTable(path, {{"rows", "2"}}), QStringLiteral("a:integer b:text\n1|x\ny\n2|z\n"));
    QCOMPARE(readTable(path, {{"rows", 3}}), readTable(path, {{"rows", "all"}}));
    const auto two = m_registry.read(path, {{"rows", "2"}});
    QVERIFY(two.ok());
    const auto& entries = two->ledger.entries();
    QVERIFY(std::ranges::any_of(entries, [](const LedgerEntry& entry) {
        return entry.reason == "Only the first 2 rows are read, as the options say";
    }));
    QCOMPARE(two->source.options["rows"].dump(), std::string("\"2\""));
    // The plan says how many there will be, also of a file that is judged by its beginning.
    for (int row = 0; row < 800'000; ++row)
        text += "4,plain text\n";
    const std::string large = write("large.csv", text);
    const auto some = m_registry.preview(large, {{"rows", "500000"}});
    QVERIFY(some.ok());
    QCOMPARE(some->records, std::int64_t{500'000});
    const auto few = m_registry.preview(large, {{"rows", "1000"}});
    QVERIFY(few.ok());
    QCOMPARE(few->records, std::int64_t{1000});
    const auto read = m_registry.read(large, {{"rows", "500000"}});
    QVERIFY(read.ok());
    QCOMPARE(valueAs<Table>(read->value)->rowCount(), std::size_t{500'000});
}

void TestTableDialects::wrongOptionsAreNamed_data() {
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* options, const char* sentence) {
        QTest::newRow(options) << QString::fromUtf8(options) << QString::fromUtf8(sentence);
    };
    row("[]", "the options of a reader must be an object");
    row("{\"separatr\": \",\"}", "there is no option \"separatr\"");
    row("{\"separator\": \"ab\"}", "the option \"separator\" must be one of , ; tab | space");
    row("{\"decimal\": 1}", "the option \"decimal\" must be one of . ,");
    row("{\"separator\": \",\", \"decimal\": \",\"}", "the separator and the decimal mark cannot both be a comma");
    row("{\"thousands\": \".\", \"decimal\": \".\"}", "the thousands mark and the decimal mark cannot be the same");
    row("{\"rows\": 0}", "the option \"rows\" must be \"all\" or a number of rows from 1");
    row("{\"rows\": \"many\"}", "the option \"rows\" must be \"all\" or a number of rows from 1");
    row("{\"skip_lines\": -1}", "the option \"skip_lines\" must be a number of lines from 0 to 1000000");
    row("{\"encoding\": \"ebcdic\"}", "the option \"encoding\" must be one of utf-8 utf-16le utf-16be windows-1252");
    row("{\"types\": {\"a\": \"date\"}}", "the option \"types\" must be one of boolean integer real text");
    row("{\"missing\": [1]}", "the option \"missing\" must be a list of texts");
    row("{\"roles\": {\"z\": \"target\"}}", "there is no column \"z\" for the role target");
    row("{\"encoding\": \"utf-16le\"}", "UTF-16 text with an odd number of bytes, the file is cut off");
    row("{\"skip_lines\": 2}", "there are no records in the file");
    row("{\"roles\": {\"a\": \"ignore\", \"b\": \"ignore\"}}", "every column has the role ignore");
}

void TestTableDialects::wrongOptionsAreNamed() {
    QFETCH(QString, options);
    QFETCH(QString, sentence);
    const std::string path = write("table.csv", "a,b\n10,2\n");
    QCOMPARE(readTable(path, nlohmann::json::parse(options.toStdString())), QStringLiteral("table.csv: ") + sentence);
}

QTEST_GUILESS_MAIN(TestTableDialects)
#include "tst_table_dialects.moc"
