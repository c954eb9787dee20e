#include "tests/app/cli/cli_process.h"

#include <QDirIterator>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::test;

/// Places that a command would write to are looked at before anything is done.
class TestCliTargets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void refusesBeforeTheRun_data();
    void refusesBeforeTheRun();
    void refusesAWriteProtectedPlace();
    void allowsAReportAmongTheResults();
    void importAndReportLookFirst();

private:
    QString path(const char* name) const { return m_folder->filePath(QString::fromUtf8(name)); }
    QStringList filled(QStringList arguments) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

/// Every file with its content.
std::map<QString, QByteArray> contentOf(const QString& folder) {
    std::map<QString, QByteArray> content;
    QDirIterator entries(folder, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString path = entries.next();
        content[path] = readFile(path);
    }
    return content;
}

} // namespace

void TestCliTargets::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    writeFile(path("lengths.csv"), lengthsCsv(50));
    for (const char* folder : {"results", "notes", "empty", "old", "old/data"})
        QVERIFY(QDir().mkpath(path(folder)));
    writeFile(path("results/lengths.csv"), lengthsCsv(50));
    writeFile(path("notes/mine.txt"), "mine");
    writeFile(path("old/report.md"), "# Old\n");
    writeFile(path("old/data/thesis.tex"), "mine");
}

QStringList TestCliTargets::filled(QStringList arguments) const {
    for (QString& argument : arguments)
        argument.replace(QStringLiteral("{}"), m_folder->path());
    return arguments;
}

void TestCliTargets::refusesBeforeTheRun_data() {
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("message"); // {} stands for the folder
    const auto row = [](const char* name, const char* input, const char* typed, const char* message) {
        QTest::newRow(name) << QString::fromUtf8(input) << QString::fromUtf8(typed) << QString::fromUtf8(message);
    };
    const char* table = "{}/lengths.csv";
    row("input in out", "{}/results/lengths.csv", "--out|{}/results",
        "--input table={}/results/lengths.csv lies in the folder of --out {}/results");
    row("input in out by another name", "{}/notes/../results/lengths.csv", "--out|{}/results/.", "lies in the folder");
    row("input is report", table, "--report|{}/lengths.csv", "name the same path");
    row("input is project", table, "--project|{}/lengths.csv", "name the same path");
    row("report is project", table, "--report|{}/a.html|--project|{}/a.html",
        "--project {}/a.html and --report {}/a.html name the same path");
    row("report is out", table, "--report|{}/new|--out|{}/new", "--report {}/new and --out {}/new name the same path");
    row("project in out", table, "--project|{}/empty/a.vitrine|--out|{}/empty", "lies in the folder of --out");
    row("out in report", table, "--report|{}/new|--out|{}/new/out", "lies in the folder of --report");
    row("no folder of report", table, "--report|{}/no/r.html",
        "--report {}/no/r.html: the folder {}/no does not exist");
    row("no folder of report folder", table, "--report|{}/no/r", "the folder {}/no does not exist");
    row("unknown ending", table, "--report|{}/r.docx", "--report {}/r.docx: the ending .docx is unknown");
    row("report on other files", table, "--report|{}/notes", "holds other files (mine.txt)");
    row("report on more than a report", table, "--report|{}/old", "holds other files (data)");
    row("no folder of project", table, "--project|{}/no/a.vitrine",
        "--project {}/no/a.vitrine: the folder {}/no does not exist");
    row("project is a folder", table, "--project|{}/empty", "this is a folder");
    row("out on other files", table, "--out|{}/notes", "--out {}/notes: the folder holds other files (mine.txt)");
    row("out below a file", table, "--out|{}/lengths.csv/out", "--out {}/lengths.csv/out: ");
    row("out on other files with a project", table, "--out|{}/notes|--project|{}/a.vitrine|--report|{}/r.html",
        "holds other files");
}

void TestCliTargets::refusesBeforeTheRun() {
    QFETCH(QString, input);
    QFETCH(QString, typed);
    QFETCH(QString, message);
    const auto before = contentOf(m_folder->path());
    CliProcess run(
        filled(QStringList{QStringLiteral("run"), QStringLiteral("template/summary"), QStringLiteral("--input"),
                           QStringLiteral("table=") + input, QStringLiteral("--set"), QStringLiteral("column=length")} +
               typed.split(QLatin1Char('|'))));
    QCOMPARE(run.finish(), 2);
    QVERIFY2(run.err().startsWith(QStringLiteral("vitrine: ")) && run.err().count(QLatin1Char('\n')) == 1 &&
                 run.err().contains(filled({message}).front()),
             qPrintable(run.err()));
    QVERIFY(contentOf(m_folder->path()) == before);
}

void TestCliTargets::refusesAWriteProtectedPlace() {
    const QString locked = QStringLiteral("/sys/kernel");
    QFile probe(locked + QStringLiteral("/vitrine-test"));
    if (!QFileInfo(locked).isDir() || probe.open(QIODevice::WriteOnly))
        QSKIP("there is no folder that nobody can write");
    for (const char* typed : {"--project|/sys/kernel/a.vitrine", "--report|/sys/kernel/a.html",
                              "--report|/sys/kernel/a", "--out|/sys/kernel/out"}) {
        CliProcess run(filled(QStringList{QStringLiteral("run"), QStringLiteral("template/summary"),
                                          QStringLiteral("--input"), QStringLiteral("table={}/lengths.csv")} +
                              QString::fromUtf8(typed).split(QLatin1Char('|'))));
        QCOMPARE(run.finish(), 2);
        QVERIFY2(run.err().contains(QStringLiteral("cannot be ")), qPrintable(run.err()));
        QVERIFY2(!run.err().contains(QStringLiteral("read-only; ")), qPrintable(run.err()));
    }
}

void TestCliTargets::allowsAReportAmongTheResults() {
    for (const char* folder : {"{}/empty", "{}/made"}) {
        const QString out = QString::fromUtf8(folder);
        const QString report = out + QStringLiteral("/r.html");
        CliProcess run(
            filled({QStringLiteral("run"), QStringLiteral("template/summary"), QStringLiteral("--input"),
                    QStringLiteral("table={}/lengths.csv"), QStringLiteral("--set"), QStringLiteral("column=length"),
                    QStringLiteral("--out"), out, QStringLiteral("--report"), report}));
        QVERIFY2(run.finish() == 0, qPrintable(run.err()));
        QVERIFY(QFile::exists(filled({report}).front()));
    }
}

void TestCliTargets::importAndReportLookFirst() {
    CliProcess import(filled({QStringLiteral("import"), QStringLiteral("{}/lengths.csv"), QStringLiteral("--project"),
                              QStringLiteral("{}/no/a.vitrine")}));
    QCOMPARE(import.finish(), 2);
    QVERIFY2(import.err().contains(QStringLiteral("the folder ") + path("no") + QStringLiteral(" does not exist")),
             qPrintable(import.err()));
    CliProcess report(filled({QStringLiteral("report"), QStringLiteral("{}/a.vitrine"), QStringLiteral("--out"),
                              QStringLiteral("{}/r.docx")}));
    QCOMPARE(report.finish(), 2);
    QVERIFY2(report.err().contains(QStringLiteral("the ending .docx is unknown")), qPrintable(report.err()));
}

QTEST_GUILESS_MAIN(TestCliTargets)
#include "tst_cli_targets.moc"
