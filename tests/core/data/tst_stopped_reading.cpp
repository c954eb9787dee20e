#include "core/data/reader.h"
#include "core/values/graph_set.h"
#include "core/values/text.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

using namespace vitrine;

namespace {

constexpr int kRows = 400'000;
constexpr int kMolecules = 3'000;

/// Integers in the beginning, which become reals far down: the part has a narrower type than the whole.
QByteArray numbers(int rows) {
    QByteArray text = "a,b,word\n";
    for (int i = 0; i < rows; ++i)
        text += QByteArray::number(i) + (i < rows - 5 ? "," : ",0.5") + QByteArray::number(i % 7) + ",\"w, " +
                QByteArray::number(i % 13) + "\"\n";
    return text;
}

QByteArray chain(int i) {
    return QByteArray(1 + i % 40, 'C') + (i % 3 == 0 ? "O" : "N");
}

QByteArray molecules(bool asTable) {
    QByteArray text = asTable ? "smiles,y\n" : "";
    for (int i = 0; i < kMolecules; ++i)
        text += (i % 50 == 7 ? QByteArray("C(C") : chain(i)) + (asTable ? "," : " m") + QByteArray::number(i) + "\n";
    return text;
}

QByteArray jsonLines() {
    QByteArray text;
    for (int i = 0; i < kRows; ++i)
        text += "{\"a\": " + QByteArray::number(i) + (i > kRows - 5 ? ", \"late\": 1.5}\n" : ", \"b\": \"x\"}\n");
    return text;
}

QByteArray sdf() {
    QByteArray text;
    for (int i = 0; i < kMolecules; ++i)
        text += "m" + QByteArray::number(i) +
                "\n  test\n\n  2  1  0  0  0  0  0  0  0  0999 V2000\n"
                "    0.0000    0.0000    0.0000 C   0  0\n    1.5000    0.0000    0.0000 " +
                (i % 2 ? "O" : "N") + "   0  0\n  1  2  1  0\nM  END\n> <y>\n" + QByteArray::number(i) + "\n\n$$$$\n";
    return text;
}

} // namespace

class TestStoppedReading : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsWhatIsComplete_data();
    void keepsWhatIsComplete();
    void keepsNothingOfNothing();
    void keepsNothingOfClosedFormats_data();
    void keepsNothingOfClosedFormats();
    void aStopThatComesTooLateKeepsAll();
    void rowsOfEveryRecordReader_data();
    void rowsOfEveryRecordReader();

private:
    std::string write(const QString& name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(name));
        const bool written = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        return written ? toStd(file.fileName()) : std::string();
    }
    std::string writeDatabase();
    void addFiles();

    QTemporaryDir m_folder;
    const ReaderRegistry m_readers = ReaderRegistry::withBuiltins();
};

std::string TestStoppedReading::writeDatabase() {
    const std::string path = toStd(m_folder.filePath(QStringLiteral("t.db")));
    sqlite3* database = nullptr;
    if (sqlite3_open(path.c_str(), &database) == SQLITE_OK)
        sqlite3_exec(database,
                     "CREATE TABLE IF NOT EXISTS t(a INTEGER, b TEXT); DELETE FROM t; WITH RECURSIVE n(i) AS (SELECT 0 "
                     "UNION ALL SELECT i + 1 FROM n WHERE i < 99999) INSERT INTO t SELECT i, 'x' || (i % 9) FROM n",
                     nullptr, nullptr, nullptr);
    sqlite3_close(database);
    return path;
}

void TestStoppedReading::addFiles() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("stage");
    const auto row = [](const char* name, const std::string& path, const char* stage) {
        QTest::newRow(name) << toQString(path) << QString::fromUtf8(stage);
    };
    row("table", write(QStringLiteral("t.csv"), numbers(kRows)), "Reading rows");
    row("molecules of a table", write(QStringLiteral("m.csv"), molecules(true)), "Reading molecules");
    row("SMILES", write(QStringLiteral("m.smi"), molecules(false)), "Reading molecules");
    row("JSON Lines", write(QStringLiteral("t.jsonl"), jsonLines()), "Reading records");
    row("SD file", write(QStringLiteral("m.sdf"), sdf()), "Reading records");
    row("SQLite", writeDatabase(), "Reading rows");
}

void TestStoppedReading::keepsWhatIsComplete_data() {
    addFiles();
}

void TestStoppedReading::keepsWhatIsComplete() {
    QFETCH(const QString, path);
    QFETCH(const QString, stage);
    // With two threads the first record may not be ready when the others are: then nothing is kept, and rightly so.
    constexpr int kTries = 50;
    for (int attempt = 0, threads = 1; threads <= 2 && attempt < kTries; ++attempt) {
        std::stop_source stop;
        ReadContext context;
        context.stop = stop.get_token();
        context.threads = threads;
        context.keep = std::make_shared<PartialRead>();
        std::atomic<int> calls{0};
        context.progress = [&](double, const std::string& now) {
            if (toQString(now) == stage && context.keep->seen > 0 && ++calls == 3)
                stop.request_stop();
        };
        const auto part = m_readers.read(toStd(path), {}, context);
        const bool isEmpty = !part && part.error().code == ErrorCode::cancelled;
        if (threads == 2 && attempt + 1 < kTries && isEmpty)
            continue;
        ++threads;
        QVERIFY2(part.ok(), part.ok() ? "" : part.error().message.c_str());
        const std::int64_t rows = context.keep->complete;
        QVERIFY(rows > 0);
        QVERIFY(context.keep->seen > 0);
        const auto whole = m_readers.read(toStd(path));
        QVERIFY(whole.ok());
        QVERIFY(rows < whole->ledger.recordsRead);
        QVERIFY(part->ledger.recordsRead <= rows);
        QVERIFY(part->ledger.recordsRead > 0);
        QVERIFY2(part->title.find(", first ") != std::string::npos, part->title.c_str());
        const auto& entries = part->ledger.entries();
        QCOMPARE(std::count_if(entries.begin(), entries.end(),
                               [](const auto& entry) { return entry.reason.starts_with("Reading was stopped, only"); }),
                 1);
        QCOMPARE(part->source.corrections.at("rows").get<std::string>(), std::to_string(rows));
        QCOMPARE(part->source.options.at("rows").get<std::string>(), std::to_string(rows));
        for (const nlohmann::json& options : {part->source.corrections, part->source.options}) {
            const auto again = m_readers.read(toStd(path), options);
            QVERIFY2(again.ok(), again.ok() ? "" : again.error().message.c_str());
            QCOMPARE(again->contentHash, part->contentHash);
        }
    }
}

void TestStoppedReading::keepsNothingOfNothing() {
    const std::string path = write(QStringLiteral("n.csv"), numbers(kRows));
    std::stop_source stop;
    stop.request_stop();
    ReadContext context;
    context.stop = stop.get_token();
    context.keep = std::make_shared<PartialRead>();
    const auto part = m_readers.read(path, {}, context);
    QVERIFY(!part.ok());
    QCOMPARE(part.error().code, ErrorCode::cancelled);
    QCOMPARE(part.error().message, std::string("n.csv: reading was cancelled; nothing of it is kept"));
}

void TestStoppedReading::keepsNothingOfClosedFormats_data() {
    QTest::addColumn<QString>("path");
    QByteArray graph = "<graphml><graph edgedefault=\"undirected\">\n";
    for (int i = 0; i < 60'000; ++i)
        graph += "<node id=\"n" + QByteArray::number(i) + "\"/>\n";
    QTest::newRow("GraphML") << toQString(write(QStringLiteral("g.graphml"), graph + "</graph></graphml>\n"));
    QByteArray lines;
    for (int i = 0; i < 200'000; ++i)
        lines += QByteArray::number(i) + ' ' + QByteArray::number(i + 1) + '\n';
    QTest::newRow("edge list") << toQString(write(QStringLiteral("g.edgelist"), lines));
}

void TestStoppedReading::keepsNothingOfClosedFormats() {
    QFETCH(const QString, path);
    std::stop_source stop;
    ReadContext context;
    context.stop = stop.get_token();
    context.keep = std::make_shared<PartialRead>();
    context.progress = [&](double fraction, const std::string&) {
        if (fraction > 0.1)
            stop.request_stop();
    };
    const auto part = m_readers.read(toStd(path), {}, context);
    QVERIFY(!part.ok());
    QCOMPARE(part.error().code, ErrorCode::cancelled);
    QVERIFY2(part.error().message.ends_with(": reading was cancelled; nothing of it is kept"),
             part.error().message.c_str());
}

void TestStoppedReading::aStopThatComesTooLateKeepsAll() {
    const std::string path = write(QStringLiteral("all.csv"), numbers(500));
    std::stop_source stop;
    ReadContext context;
    context.stop = stop.get_token();
    context.keep = std::make_shared<PartialRead>();
    context.progress = [&](double fraction, const std::string&) {
        if (fraction > 0.0)
            stop.request_stop();
    };
    const auto dataset = m_readers.read(path, {}, context);
    QVERIFY(dataset.ok());
    QCOMPARE(context.keep->complete, 0);
    QCOMPARE(dataset->title, std::string("all"));
    QCOMPARE(dataset->ledger.recordsRead, 500);
}

void TestStoppedReading::rowsOfEveryRecordReader_data() {
    addFiles();
}

void TestStoppedReading::rowsOfEveryRecordReader() {
    QFETCH(const QString, path);
    const auto some = m_readers.read(toStd(path), {{"rows", 60}});
    QVERIFY2(some.ok(), some.ok() ? "" : some.error().message.c_str());
    QCOMPARE(some->ledger.recordsRead, 60);
    QVERIFY(some->ledger.entries().front().reason.starts_with("Only the first 60 rows are read"));
    const auto preview = m_readers.preview(toStd(path), {{"rows", "60"}});
    QVERIFY(preview.ok());
    QCOMPARE(preview->options.at("rows").get<std::string>(), std::string("60"));
    const auto bad = m_readers.read(toStd(path), {{"rows", 0}});
    QVERIFY(!bad.ok());
    QCOMPARE(bad.error().code, ErrorCode::invalidArgument);
}

QTEST_GUILESS_MAIN(TestStoppedReading)
#include "tst_stopped_reading.moc"
