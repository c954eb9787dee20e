#include "core/base/rng.h"
#include "core/data/follow/append_rows.h"
#include "core/data/follow/growing_table.h"
#include "core/values/value_codec.h"
#include "tests/support/data_folder.h"

#include <QtTest>

#include <filesystem>

using namespace vitrine;
namespace fs = std::filesystem;

/// A table that is read while its file grows: always what reading the file at once up to the last complete line gives.
class TestGrowingTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void growsAsIfReadAtOnce_data();
    void growsAsIfReadAtOnce();
    void aHalfLineWaits();
    void badRecordsAreInTheLedgerWithTheirLine();
    void whatCannotBeReadYetWaits();
    void endsWithASentence_data();
    void endsWithASentence();
    void onlyTablesOfLinesAreFollowed();
    void onlyTheNewLinesAreRead();
    void stops();

private:
    std::string write(const QByteArray& bytes) { return m_folder.write(m_name, bytes); }
    void append(const QByteArray& bytes) {
        QFile file(QString::fromStdString(m_folder.path()) + QLatin1Char('/') + m_name);
        QVERIFY(file.open(QIODevice::Append));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    GrowingTable follow(const std::string& path, const nlohmann::json& options = nlohmann::json::object()) {
        DatasetSource source;
        source.path = path;
        source.corrections = options;
        return GrowingTable(m_readers, source);
    }
    static std::size_t rows(const GrowingTable& table) { return valueAs<Table>(table.dataset().value)->rowCount(); }

    samples::DataFolder m_folder;
    QString m_name;
    std::shared_ptr<const ReaderRegistry> m_readers =
        std::make_shared<const ReaderRegistry>(ReaderRegistry::withBuiltins());
};

void TestGrowingTable::growsAsIfReadAtOnce_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* claim, const char* name, const QByteArray& bytes) {
        QTest::newRow(claim) << QString::fromLatin1(name) << bytes;
    };
    row("numbers", "a.csv", "step,loss\n1,0.5\n2,0.25\n3,0.125\n4,1e-3\n5,7\n");
    row("whole numbers become reals", "b.csv", "step,loss\n1,1\n2,2\n3,0.5\n4,4\n");
    row("numbers become text", "c.csv", "step,loss\n1,1\n2,2\n3,low\n4,5.50\n5,6\n");
    row("text stays text", "d.csv", "id,mark\na,x\nb,1.50\nc,007\nd,2\n");
    row("a column that is empty at first", "e.csv", "step,loss,acc\n1,1,\n2,2,\n3,3,0.5\n4,4,\n5,,0.25\n");
    row("quoted line ends", "f.csv", "id,text\n1,\"two\nlines\"\n2,\"a \"\"b\"\"\nc\"\n3,d\n4,\"e\n\nf\"\n");
    row("tabs and comments", "g.tsv", "# made today\na\tb\n1\t2\n3\t4\n5\t6\n");
    row("no header", "h.csv", "1,2\n3,4\n5,6\n7,8.5\n");
    row("decimal commas", "i.csv", "a;b\n1,5;2\n2,5;3\n3,5;4,25\n");
    row("bad rows", "j.csv", "a,b\n1,2\n3\n4,5\n6,7,8\n9,10\n");
    row("Windows line ends and umlauts", "k.csv", "a,b\r\n1,k\xFCrz\r\n2,lang\r\n3,\xE4\r\n");
    row("true and false", "l.csv", "a,b\n1,true\n2,false\n3,true\n4,perhaps\n");
    row("JSON Lines", "m.jsonl",
        "{\"step\": 1, \"loss\": 0.5}\n{\"step\": 2, \"loss\": 1}\n{\"step\": 3, \"loss\": NaN}\n{\"step\": 4}\n");
    row("JSON Lines with missing values", "mm.jsonl",
        "{\"step\": 1, \"loss\": 0.5}\n{\"step\": 2}\n{\"step\": 3, \"loss\": 2}\n"
        "{\"step\": 4, \"loss\": null}\n{\"step\": 5, \"loss\": null}\n{\"step\": 6, \"loss\": 7}\n");
    row("JSON Lines with a new name", "n.jsonl",
        "{\"step\": 1}\n{\"step\": 2}\n{\"step\": 3, \"eval\": 1}\n{\"step\": 4}\n{\"step\": \"end\"}\n");
    row("JSON Lines that are none", "o.jsonl",
        "{\"step\": 1}\n{\"step\": 2}\nTraceback:\n{\"step\": 3}\n\n{\"s\": 4}\n");
}

void TestGrowingTable::growsAsIfReadAtOnce() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    m_name = name;
    // Complete lines first, then pieces that end anywhere.
    qsizetype done = bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1;
    if (name.startsWith(QLatin1Char('f')))
        done = bytes.indexOf("\"\n") + 2;
    if (name.startsWith(QLatin1Char('g')))
        done = bytes.indexOf('\n', done) + 1;
    GrowingTable table = follow(write(bytes.left(done)));
    const auto first = table.step({}, 1);
    QVERIFY2(first, first ? "" : first.error().message.c_str());
    QVERIFY2(first->hasGrown, first->obstacle.c_str());
    while (done < bytes.size()) {
        const auto piece = static_cast<qsizetype>(1 + rng::index(9, 7, 0, static_cast<std::uint64_t>(done)));
        append(bytes.mid(done, piece));
        done += piece;
        const auto step = table.step({}, 2);
        QVERIFY2(step, step ? "" : step.error().message.c_str());
    }
    const auto whole = m_readers->read(m_folder.path() + '/' + name.toStdString(), {{"on_bad_row", "drop"}});
    QVERIFY2(whole, whole ? "" : whole.error().message.c_str());
    QCOMPARE(rows(table), valueAs<Table>(whole->value)->rowCount());
    QCOMPARE(table.dataset().contentHash, whole->contentHash);
    QCOMPARE(table.dataset().source.fileSha256, whole->source.fileSha256);
    QCOMPARE(table.dataset().source.fileBytes, std::int64_t{bytes.size()});
    QCOMPARE(table.dataset().ledger.recordsRead, whole->ledger.recordsRead);
    QCOMPARE(table.dataset().ledger.recordsDropped, whole->ledger.recordsDropped);
    QStringList told = samples::ledgerText(table.dataset().ledger).split(QLatin1Char('\n'));
    QStringList expected = samples::ledgerText(whole->ledger).split(QLatin1Char('\n'));
    told.sort(); // what comes later is told later
    expected.sort();
    QCOMPARE(told, expected);
}

void TestGrowingTable::aHalfLineWaits() {
    m_name = QStringLiteral("half.csv");
    GrowingTable table = follow(write("a,b\n1,2\n3,"));
    QVERIFY(table.step({}, 1)->hasGrown);
    QCOMPARE(rows(table), std::size_t{1});
    append("4");
    const auto waiting = table.step({}, 1);
    QVERIFY(!waiting->hasGrown);
    QCOMPARE(waiting->waitingBytes, std::int64_t{3});
    append("5\n");
    QVERIFY(table.step({}, 1)->hasGrown);
    QCOMPARE(valueAs<Table>(table.dataset().value)->columns[1].integers()[1], std::int64_t{45});
    QVERIFY(!table.step({}, 1)->hasGrown);
}

void TestGrowingTable::badRecordsAreInTheLedgerWithTheirLine() {
    m_name = QStringLiteral("bad.csv");
    GrowingTable table = follow(write("a,b\n1,2\n3,4\n"));
    QVERIFY(table.step({}, 1)->hasGrown);
    append("5,6\n7\n8,9\n");
    QVERIFY(table.step({}, 1)->hasGrown);
    QCOMPARE(rows(table), std::size_t{4});
    const Ledger& ledger = table.dataset().ledger;
    QCOMPARE(ledger.recordsDropped, std::int64_t{1});
    QVERIFY2(samples::ledgerText(ledger).contains(QStringLiteral("@5\n")), qPrintable(samples::ledgerText(ledger)));
    // The same way again gives the same: what following left out, reading again leaves out.
    QVERIFY(m_readers->read(m_folder.path() + "/bad.csv", table.dataset().source.corrections));
}

void TestGrowingTable::whatCannotBeReadYetWaits() {
    m_name = QStringLiteral("quote.csv");
    GrowingTable table = follow(write("a,b\n1,x\n2,y\n"));
    QVERIFY(table.step({}, 1)->hasGrown);
    append("3,\"first\n");
    const auto open = table.step({}, 1);
    QVERIFY(open);
    QVERIFY(!open->hasGrown);
    QVERIFY(!open->obstacle.empty());
    QCOMPARE(rows(table), std::size_t{2});
    append("second\"\n");
    const auto closed = table.step({}, 1);
    QVERIFY(closed->hasGrown);
    QVERIFY(closed->obstacle.empty());
    QCOMPARE(valueAs<Table>(table.dataset().value)->columns[1].texts()[2], std::string("first\nsecond"));
}

void TestGrowingTable::endsWithASentence_data() {
    QTest::addColumn<int>("what");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("gone") << 0 << QStringLiteral("end.csv is gone");
    QTest::newRow("shorter") << 1 << QStringLiteral("end.csv has become shorter");
    QTest::newRow("another file") << 2 << QStringLiteral("another file stands in the place of end.csv");
    QTest::newRow("written anew") << 3 << QStringLiteral("end.csv was written anew");
    QTest::newRow("another kind") << 4 << QStringLiteral("end.csv is no plain file");
}

void TestGrowingTable::endsWithASentence() {
    QFETCH(int, what);
    QFETCH(QString, sentence);
    m_name = QStringLiteral("end.csv");
    const std::string path = m_folder.path() + "/end.csv";
    fs::remove_all(path);
    write("a,b\n1,2\n3,4\n");
    GrowingTable table = follow(path);
    QVERIFY(table.step({}, 1)->hasGrown);
    if (what == 0)
        fs::remove(path);
    if (what == 1)
        fs::resize_file(path, 8);
    if (what == 2) {
        m_folder.write(QStringLiteral("new.csv"), "a,b\n1,2\n3,4\n5,6\n");
        fs::rename(m_folder.path() + "/new.csv", path);
    }
    if (what == 3) {
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadWrite)); // in place: the same file by number
        file.write("a,b\n9,9\n9,9\n9,9\n");
    }
    if (what == 4) {
        fs::remove(path);
        fs::create_directory(path);
    }
    const auto step = table.step({}, 1);
    QVERIFY(!step);
    QCOMPARE(QString::fromStdString(step.error().message), sentence);
    QCOMPARE(rows(table), std::size_t{2}); // what was read stays
}

void TestGrowingTable::onlyTablesOfLinesAreFollowed() {
    DatasetSource source;
    source.fileName = "a.csv";
    source.readerId = "csv";
    source.options = {{"encoding", "utf-8"}};
    QCOMPARE(whyNotFollowed(source, ValueKind::table, *m_readers), std::string());
    QVERIFY(!whyNotFollowed(source, ValueKind::graphSet, *m_readers).empty());
    source.options["rows"] = "all";
    QCOMPARE(whyNotFollowed(source, ValueKind::table, *m_readers), std::string());
    source.options["rows"] = "1000";
    QVERIFY(!whyNotFollowed(source, ValueKind::table, *m_readers).empty());
    source.options["rows"] = "all";
    source.options["encoding"] = "utf-16le";
    QVERIFY(!whyNotFollowed(source, ValueKind::table, *m_readers).empty());
    source.options = nullptr;
    source.fileName = "a.csv.gz";
    QVERIFY(!whyNotFollowed(source, ValueKind::table, *m_readers).empty());
    source.fileName = "a.npy";
    source.readerId = "npy";
    QVERIFY(!whyNotFollowed(source, ValueKind::table, *m_readers).empty());
    ReadContext part;
    part.window.to = 5;
    const auto refused =
        m_readers->read(m_folder.write(QStringLiteral("a.gml"), "graph [ node [ id 1 ] ]\n"), {}, part);
    QCOMPARE(refused.error().code, ErrorCode::unsupported);
}

void TestGrowingTable::onlyTheNewLinesAreRead() {
    // A window reads what it names and nothing else, with the lines of the whole file.
    const QByteArray head = "a,b\n1,2\n";
    const std::string path = m_folder.write(QStringLiteral("part.csv"), head + "3,4\nx\n5,6\n");
    ReadContext context;
    context.window = {head.size(), head.size() + 6};
    const auto part = m_readers->read(path, {{"on_bad_row", "drop"}}, context);
    QVERIFY2(part, part ? "" : part.error().message.c_str());
    QCOMPARE(valueAs<Table>(part->value)->rowCount(), std::size_t{1});
    QCOMPARE(valueAs<Table>(part->value)->columns[0].integers()[0], std::int64_t{3});
    QVERIFY2(samples::ledgerText(part->ledger).contains(QStringLiteral("@4\n")),
             qPrintable(samples::ledgerText(part->ledger)));
}

void TestGrowingTable::stops() {
    m_name = QStringLiteral("stop.csv");
    GrowingTable table = follow(write("a,b\n" + QByteArray("1,2\n").repeated(100000)));
    std::stop_source stop;
    stop.request_stop();
    const auto step = table.step(stop.get_token(), 1);
    QVERIFY(!step);
    QCOMPARE(step.error().code, ErrorCode::cancelled);
    QVERIFY(table.step({}, 1)->hasGrown); // and goes on where it was
    QCOMPARE(rows(table), std::size_t{100000});
}

QTEST_GUILESS_MAIN(TestGrowingTable)
#include "tst_growing_table.moc"
