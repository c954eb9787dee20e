#include "core/data/reader.h"
#include "core/store/project_store.h"
#include "tests/core/data/graph_dump.h"
#include "tests/support/data_folder.h"

#include <QFileInfo>
#include <QtTest>

#include <chrono>
#include <sqlite3.h>
#include <thread>

using namespace vitrine;

/// Tables and views of SQLite databases, which are read and never changed.
class TestSqliteReader : public QObject {
    Q_OBJECT
private slots:
    void typesAreThoseOfTheValues();
    void aTableIsChosen();
    void previewShowsBothEnds();
    void structuresMakeMolecules();
    void theFileIsNotTouched();
    void changesBesideItAreTold();
    void hostile_data();
    void hostile();
    void damaged_data();
    void damaged();
    void aProjectIsNoTable();
    void anEndlessViewStops();

private:
    /// A database made by these statements.
    std::string make(const char* name, const QByteArray& statements) {
        const std::string path = m_folder.write(QString::fromUtf8(name), {});
        sqlite3* database = nullptr;
        char* problem = nullptr;
        if (sqlite3_open(path.c_str(), &database) != SQLITE_OK ||
            sqlite3_exec(database, statements.constData(), nullptr, nullptr, &problem) != SQLITE_OK)
            qFatal("%s", problem ? problem : "cannot make a database");
        sqlite3_close(database);
        return path;
    }
    static QByteArray bytesOf(const std::string& path) {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    samples::DataFolder m_folder;
    const ReaderRegistry m_registry = ReaderRegistry::withBuiltins();
};

void TestSqliteReader::typesAreThoseOfTheValues() {
    const std::string path = make("t.db", "CREATE TABLE t (i, r REAL, s TEXT, b BLOB, m, n);"
                                          "INSERT INTO t VALUES (1, 0.5, 'x', x'00ff10', 1, NULL);"
                                          "INSERT INTO t VALUES (-2, 3, '', x'', 'y', NULL);"
                                          "INSERT INTO t VALUES (NULL, 9e999, 'z', NULL, 2.5, NULL);");
    const auto dataset = m_registry.read(path);
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(dataset->source.readerId, std::string("sqlite"));
    QCOMPARE(dataset->title, std::string("t, t"));
    QCOMPARE(test::tableText("t", *valueAs<Table>(dataset->value)),
             std::string("t | i integer: 1, -2, ? | r real: 0.5, 3, inf | s text: x, , z | b integer: 3, 0, ? | m "
                         "text: 1, y, 2.5 | n real: ?, ?, ?\n"));
    QCOMPARE(test::dump(dataset->ledger),
             std::string("coerced 2 b| Binary data, its length in bytes kept 1 2\n"
                         "coerced 2 m| Values of several types in one attribute, all taken as text 2 3\n"
                         "marked 1 i| Missing value\n"
                         "marked 1 r| Infinite value, kept 3\n"
                         "marked 1 b| Missing value\n"
                         "marked 3 n| Missing value\n"));
}

void TestSqliteReader::aTableIsChosen() {
    const std::string path = make("c.sqlite", "CREATE VIEW v AS SELECT a + 1 AS b FROM \"two words\";"
                                              "CREATE TABLE \"two words\" (a); INSERT INTO \"two words\" VALUES (1);"
                                              "CREATE TABLE \"quo\"\"te\" (c); INSERT INTO \"quo\"\"te\" VALUES (7);");
    const auto preview = m_registry.preview(path);
    QVERIFY2(preview.ok(), preview ? "" : preview.error().message.c_str());
    QCOMPARE(preview->recognisedAs, std::string("SQLite, table \"two words\""));
    QCOMPARE(preview->problems[0].title, std::string("3 tables in the database"));
    QCOMPARE(preview->problems[0].choices[0].label, std::string("View \"v\""));
    QCOMPARE(preview->problems[0].chosen, std::size_t{1});
    const auto text = [&](const nlohmann::json& options) {
        const auto dataset = m_registry.read(path, options);
        return dataset ? test::tableText("t", *valueAs<Table>(dataset->value)) : dataset.error().message;
    };
    QCOMPARE(text(preview->options), std::string("t | a integer: 1\n"));
    QCOMPARE(text(preview->problems[0].choices[0].options), std::string("t | b integer: 2\n"));
    QCOMPARE(text({{"table", "quo\"te"}}), std::string("t | c integer: 7\n"));
    QCOMPARE(text({{"table", "none"}}), std::string("c.sqlite: there is no table or view \"none\", there are \"v\", "
                                                    "\"two words\", \"quo\"te\""));
    QCOMPARE(text({{"table", 1}}), std::string("c.sqlite: the option \"table\" must be a name"));
    QCOMPARE(text({{"colour", 1}}), std::string("c.sqlite: there is no option \"colour\""));
}

void TestSqliteReader::previewShowsBothEnds() {
    const std::string path = make("p.db", "CREATE TABLE t (a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                                          "FROM n WHERE i < 5000) INSERT INTO t SELECT i FROM n;");
    const auto preview = m_registry.preview(path);
    QVERIFY(preview.ok());
    QCOMPARE(preview->records, std::int64_t{5000});
    QCOMPARE(preview->firstRows.front(), std::vector<std::string>{"1"});
    QCOMPARE(preview->lastRows.size(), std::size_t{5});
    QCOMPARE(preview->lastRows.back(), std::vector<std::string>{"5000"});
}

void TestSqliteReader::structuresMakeMolecules() {
    const std::string path = make("m.db", "CREATE TABLE t (smiles, y); INSERT INTO t VALUES ('CCO', 0.5), "
                                          "('c1ccccc1', 1.5), ('CC(=O)O', 2.5), ('CCN', 3.5);");
    const auto preview = m_registry.preview(path);
    QVERIFY(preview.ok());
    QCOMPARE(preview->kind, ValueKind::graphSet);
    const auto dataset = m_registry.read(path, preview->options);
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(valueAs<GraphSet>(dataset->value)->graphCount(), std::size_t{4});
}

void TestSqliteReader::theFileIsNotTouched() {
    const std::string path = make("a ?#%.db", "PRAGMA journal_mode=WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1);");
    const QByteArray before = bytesOf(path);
    const QStringList files = QDir(QString::fromStdString(m_folder.path())).entryList(QDir::Files);
    const auto dataset = m_registry.read(path);
    QVERIFY2(dataset.ok(), dataset ? "" : dataset.error().message.c_str());
    QCOMPARE(bytesOf(path), before);
    QCOMPARE(QDir(QString::fromStdString(m_folder.path())).entryList(QDir::Files), files);
}

void TestSqliteReader::changesBesideItAreTold() {
    const std::string path = make("w.db", "CREATE TABLE t (a); INSERT INTO t VALUES (1);");
    m_folder.write(QStringLiteral("w.db-wal"), "changes");
    const auto dataset = m_registry.read(path);
    QVERIFY(dataset.ok());
    QCOMPARE(test::dump(dataset->ledger),
             std::string("marked 1 | Changes in the file \"-wal\" beside it, not yet in the database, not read\n"));
}

void TestSqliteReader::hostile_data() {
    QTest::addColumn<QByteArray>("statements");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* claim, const char* statements, const char* sentence) {
        QTest::newRow(claim) << QByteArray(statements) << QString::fromUtf8(sentence);
    };
    row("no table", "CREATE TABLE t (a); DROP TABLE t;", "there is no table in the database");
    row("no rows", "CREATE TABLE t (a);", "there are no rows in \"t\"");
    row("a view of what is not there", "CREATE VIEW v AS SELECT * FROM gone;", "the database refuses to be read");
    row("a view of itself", "CREATE VIEW v AS SELECT * FROM v;", "the database refuses to be read");
    row("a view that reads a file", "CREATE VIEW v AS SELECT readfile('/etc/passwd');",
        "the database refuses to be read");
    row("a view that loads code", "CREATE VIEW v AS SELECT load_extension('x');", "the database refuses to be read");
    row("a view with a value of a gigabyte", "CREATE VIEW v AS SELECT zeroblob(1000000000);",
        "takes more memory than there is");
    row("a view of many columns",
        "CREATE VIEW v AS SELECT * FROM (SELECT 1), (SELECT 2) WHERE abs(-9223372036854775808) > 0;",
        "the database refuses to be read");
    row("a virtual table that is not there",
        "CREATE TABLE t (a); PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = 'CREATE VIRTUAL TABLE t USING "
        "nothing(x)' WHERE name = 't';",
        "");
    row("a schema that is no SQL",
        "CREATE TABLE t (a); PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = 'hello' WHERE name = 't';",
        "the database is damaged or cut off");
    row("a root page that is not there",
        "CREATE TABLE t (a); PRAGMA writable_schema=ON; UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 't';",
        "the database is damaged or cut off");
}

void TestSqliteReader::hostile() {
    QFETCH(QByteArray, statements);
    QFETCH(QString, sentence);
    const std::string path = make("h.db", statements);
    const auto dataset = m_registry.read(path);
    QVERIFY(!dataset.ok());
    QVERIFY2(QString::fromStdString(dataset.error().message).contains(sentence), dataset.error().message.c_str());
    QVERIFY(dataset.error().message.starts_with("h.db: "));
    QVERIFY(!m_registry.preview(path).ok());
    QVERIFY(QFile::remove(QString::fromStdString(path)));
}

void TestSqliteReader::damaged_data() {
    QTest::addColumn<int>("keep");
    QTest::addColumn<int>("flip");
    QTest::addColumn<bool>("mayRead");
    QTest::newRow("only the magic") << 16 << -1 << false;
    QTest::newRow("half of the header") << 50 << -1 << false;
    QTest::newRow("the header only") << 100 << -1 << false;
    QTest::newRow("cut off in the second page") << 5000 << -1 << false;
    QTest::newRow("a wrong size of pages") << -1 << 16 << false;
    QTest::newRow("a wrong kind of page") << -1 << 100 << false;
    QTest::newRow("a wrong number of cells") << -1 << 104 << true;
    QTest::newRow("a wrong place of a cell") << -1 << 108 << true;
    QTest::newRow("a wrong page of rows") << -1 << 4096 << false;
    QTest::newRow("a wrong place of the rows") << -1 << 4101 << true;
    QTest::newRow("a wrong encoding") << -1 << 59 << true;
}

void TestSqliteReader::damaged() {
    QFETCH(int, keep);
    QFETCH(int, flip);
    QFETCH(bool, mayRead);
    const std::string path =
        make("d.db", "CREATE TABLE t (a, b); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + "
                     "1 FROM n WHERE i < 2000) INSERT INTO t SELECT i, 'some text ' || i FROM n;");
    QByteArray bytes = bytesOf(path);
    QVERIFY(QFile::remove(QString::fromStdString(path)));
    if (keep >= 0)
        bytes.truncate(keep);
    if (flip >= 0)
        bytes[flip] = static_cast<char>(bytes[flip] ^ 0x5A);
    const auto dataset = m_registry.read(m_folder.write(QStringLiteral("d.db"), bytes));
    if (mayRead && dataset.ok()) // what is damaged need not be looked at
        return;
    QVERIFY(!dataset.ok());
    QVERIFY(dataset.error().message.starts_with("d.db: "));
    QVERIFY(QFile::remove(QString::fromStdString(m_folder.path() + "/d.db")));
}

void TestSqliteReader::aProjectIsNoTable() {
    const std::string path = m_folder.path() + "/p.vitrine";
    {
        const auto store = ProjectStore::create(path);
        QVERIFY2(store.ok(), store ? "" : store.error().message.c_str());
    }
    const auto dataset = m_registry.read(path);
    QVERIFY(!dataset.ok());
    QCOMPARE(dataset.error().message, std::string("p.vitrine: this is a Vitrine project; open it as a project"));
}

/// Rows without end and a count without rows: only the person can end them.
void TestSqliteReader::anEndlessViewStops() {
    for (const char* view :
         {"CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;",
          "CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < "
          "0;"}) {
        const std::string path = make("e.db", view);
        std::stop_source source;
        ReadContext context;
        context.stop = source.get_token();
        std::chrono::steady_clock::time_point asked;
        std::thread person([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            asked = std::chrono::steady_clock::now();
            source.request_stop();
        });
        const auto dataset = m_registry.read(path, {}, context);
        const auto ended = std::chrono::steady_clock::now();
        person.join();
        QVERIFY(!dataset.ok());
        QCOMPARE(dataset.error().code, ErrorCode::cancelled);
        QVERIFY(ended - asked < std::chrono::seconds(1));
        QVERIFY(QFile::remove(QString::fromStdString(path)));
    }
}

QTEST_GUILESS_MAIN(TestSqliteReader)
#include "tst_sqlite_reader.moc"
