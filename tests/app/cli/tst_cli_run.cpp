#include "tests/app/cli/cli_process.h"

#include <QDir>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::test;

/// `vitrine run` with files.
class TestCliRun : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void writesAFileForEveryOutput();
    void speaksJsonLines();
    void givesTheSameBytesOnAnyNumberOfThreads();
    void keepsThePointInEveryLocale();
    void runsASavedExperiment();
    void repeatsByItsOwnCommand();
    void leavesOutWhatTheParametersExclude();
    void replacesItsOwnFolderOnly();
    void refusesBeforeAnythingStarts_data();
    void refusesBeforeAnythingStarts();
    void failsWithTheReason();
    void namesFileAndLineOfBadData();
    void needsNoDisplay();

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
    QStringList arguments(const QStringList& more) const;

    QTemporaryDir m_folder;
};

void TestCliRun::initTestCase() {
    writeFile(path("lengths.csv"), lengthsCsv(200));
    writeFile(path("page.csv"), "<!DOCTYPE html>\n<html><body>404 Not found</body></html>\n");
    writeFile(path("graphs.json"), readFile(QStringLiteral(VITRINE_TEST_DATA "/graphs/synthetic_paths_graphs.json")));
}

QStringList TestCliRun::arguments(const QStringList& more) const {
    return QStringList{QStringLiteral("run"),     QStringLiteral("template/summary"),
                       QStringLiteral("--input"), QStringLiteral("table=") + path("lengths.csv"),
                       QStringLiteral("--set"),   QStringLiteral("column=length")} +
           more;
}

void TestCliRun::writesAFileForEveryOutput() {
    CliProcess run(
        arguments({QStringLiteral("--set"), QStringLiteral("bins=4"), QStringLiteral("--seed"), QStringLiteral("7"),
                   QStringLiteral("--threads"), QStringLiteral("2"), QStringLiteral("--out"), path("out")}));
    QCOMPARE(run.finish(), 0);
    QVERIFY2(run.out().contains(QStringLiteral("finished in ")), qPrintable(run.out()));
    QCOMPARE(QDir(path("out")).entryList(QDir::Files),
             (QStringList{QStringLiteral("convergence.csv"), QStringLiteral("histogram.csv"),
                          QStringLiteral("run.json"), QStringLiteral("summary.json")}));
    QCOMPARE(readFile(path("out/histogram.csv")).count('\n'), 5);
    QVERIFY(readFile(path("out/histogram.csv")).startsWith("bin,from,to,count\n1,50,"));

    const auto file = readJson(path("out/run.json"));
    QCOMPARE(file.at("state").get<std::string>(), std::string("finished"));
    QCOMPARE(file.at("experiment").get<std::string>(), std::string("template/summary"));
    QCOMPARE(file.at("vitrine").get<std::string>(), std::string(VITRINE_VERSION));
    QCOMPARE(file.at("seed").get<int>(), 7);
    QCOMPARE(file.at("threads").get<int>(), 2);
    QCOMPARE(file.at("device").get<std::string>(), std::string("cpu"));
    QCOMPARE(file.at("parameters").at("bins").get<int>(), 4);
    QCOMPARE(file.at("parameters").at("trim").get<double>(), 0.1); // defaults too
    QVERIFY(file.at("seconds").get<double>() > 0.0);
    QVERIFY(file.at("peak_memory_bytes").get<std::int64_t>() > 1'000'000);
    const auto& input = file.at("inputs").at(0);
    QCOMPARE(input.at("id").get<std::string>(), std::string("table"));
    QCOMPARE(input.at("file_sha256").get<std::string>().size(), std::size_t(64));
    QCOMPARE(input.at("ledger").at("records_read").get<int>(), 200);
    QCOMPARE(file.at("outputs").size(), std::size_t(3));
    bool mean = false;
    for (const auto& scalar : file.at("scalars"))
        mean = mean || (scalar.at("id") == "mean" && scalar.at("interval").at("n") == 1000);
    QVERIFY(mean);
}

void TestCliRun::speaksJsonLines() {
    CliProcess run(arguments({QStringLiteral("--json"), QStringLiteral("--out"), path("json")}));
    QCOMPARE(run.finish(), 0);
    std::map<std::string, std::string> hashes;
    double fraction = 0.0;
    for (const auto& line : run.lines()) {
        QVERIFY(line.is_object());
        const std::string event = line.at("event").get<std::string>();
        if (event == "progress") {
            QVERIFY(line.at("fraction").get<double>() >= fraction);
            fraction = line.at("fraction").get<double>();
            QVERIFY(!line.at("stage").get<std::string>().empty());
        } else if (event == "artifact") {
            QCOMPARE(line.at("partial").get<bool>(), false);
            QVERIFY(QFile::exists(path("json/") + toQString(line.at("file").get<std::string>())));
            hashes[line.at("output").get<std::string>()] = line.at("content_sha256").get<std::string>();
        } else {
            QVERIFY2(event == "log" || event == "done", event.c_str());
        }
    }
    QCOMPARE(fraction, 1.0);
    QCOMPARE(run.lines().back().at("event").get<std::string>(), std::string("done"));
    QCOMPARE(run.lines().back().at("exit").get<int>(), 0);
    QCOMPARE(hashes.size(), std::size_t(3));
    for (const auto& output : readJson(path("json/run.json")).at("outputs"))
        QCOMPARE(hashes.at(output.at("id").get<std::string>()), output.at("content_sha256").get<std::string>());
}

void TestCliRun::givesTheSameBytesOnAnyNumberOfThreads() {
    std::map<QString, QByteArray> first;
    for (const char* threads : {"1", "2", "8"}) {
        CliProcess run(arguments({QStringLiteral("--seed"), QStringLiteral("5"), QStringLiteral("--threads"),
                                  QString::fromUtf8(threads), QStringLiteral("--out"), path("threads")}));
        QCOMPARE(run.finish(), 0);
        for (const QString& name : QDir(path("threads")).entryList(QDir::Files))
            if (name != QLatin1String("run.json"))
                QCOMPARE(first.try_emplace(name, readFile(path("threads/") + name)).first->second,
                         readFile(path("threads/") + name));
    }
    QCOMPARE(first.size(), std::size_t(3));
}

void TestCliRun::keepsThePointInEveryLocale() {
    QVERIFY(CliProcess(arguments({QStringLiteral("--out"), path("point")})).finish() == 0);
    QProcess localedef;
    localedef.start(QStringLiteral("localedef"), {QStringLiteral("-i"), QStringLiteral("de_DE"), QStringLiteral("-f"),
                                                  QStringLiteral("UTF-8"), path("de_DE.UTF-8")});
    if (!localedef.waitForFinished() || localedef.exitCode() > 1 || !QFile::exists(path("de_DE.UTF-8/LC_NUMERIC")))
        QSKIP("the package locales is not installed");
    CliProcess german(
        arguments({QStringLiteral("--set"), QStringLiteral("trim=0.1"), QStringLiteral("--out"), path("komma")}), {},
        {{QStringLiteral("LC_ALL"), QStringLiteral("de_DE.UTF-8")}});
    QCOMPARE(german.finish(), 0);
    QCOMPARE(readFile(path("komma/histogram.csv")), readFile(path("point/histogram.csv")));
    QCOMPARE(readFile(path("komma/summary.json")), readFile(path("point/summary.json")));
}

void TestCliRun::runsASavedExperiment() {
    writeFile(path("saved.json"), R"({"vitrine_experiment": 1, "title": "Lengths", "experiment": "template/summary",
        "inputs": {"table": "lengths.csv"}, "parameters": {"column": "length", "bins": 3}, "seed": 11})");
    CliProcess run({QStringLiteral("run"), path("saved.json"), QStringLiteral("--set"), QStringLiteral("interval=none"),
                    QStringLiteral("--out"), path("saved")},
                   QDir::rootPath());
    QCOMPARE(run.finish(), 0);
    const auto file = readJson(path("saved/run.json"));
    QCOMPARE(file.at("title").get<std::string>(), std::string("Lengths"));
    QCOMPARE(file.at("seed").get<int>(), 11);
    QCOMPARE(file.at("parameters").at("bins").get<int>(), 3);
    QCOMPARE(file.at("parameters").at("interval").get<std::string>(), std::string("none")); // typed wins
}

void TestCliRun::repeatsByItsOwnCommand() {
    QVERIFY(CliProcess(arguments({QStringLiteral("--set"), QStringLiteral("bins=6"), QStringLiteral("--seed"),
                                  QStringLiteral("3"), QStringLiteral("--out"), path("once")}))
                .finish() == 0);
    const QString command = toQString(readJson(path("once/run.json")).at("command").get<std::string>());
    QVERIFY(command.startsWith(QStringLiteral("vitrine run template/summary --input ")));
    QStringList again = QProcess::splitCommand(command).mid(1);
    again += {QStringLiteral("--out"), path("again")};
    QCOMPARE(CliProcess(again).finish(), 0);
    for (const char* name : {"histogram.csv", "summary.json", "convergence.csv"})
        QCOMPARE(readFile(path("again/") + QString::fromUtf8(name)), readFile(path("once/") + QString::fromUtf8(name)));
}

void TestCliRun::leavesOutWhatTheParametersExclude() {
    QVERIFY(CliProcess(arguments({QStringLiteral("--set"), QStringLiteral("interval=none"), QStringLiteral("--out"),
                                  path("none")}))
                .finish() == 0);
    QVERIFY(!QFile::exists(path("none/convergence.csv")));
    QVERIFY(QFile::exists(path("none/summary.json")));
}

void TestCliRun::replacesItsOwnFolderOnly() {
    const QStringList out{QStringLiteral("--out"), path("mine")};
    QVERIFY(CliProcess(arguments(out)).finish() == 0);
    QVERIFY(
        CliProcess(arguments(out + QStringList{QStringLiteral("--set"), QStringLiteral("interval=none")})).finish() ==
        0);
    QVERIFY(!QFile::exists(path("mine/convergence.csv"))); // of the first run
    writeFile(path("mine/notes.txt"), "mine");
    CliProcess refused(arguments(out));
    QCOMPARE(refused.finish(), 2);
    QVERIFY(refused.err().contains(QStringLiteral("the folder holds other files")));
    QCOMPARE(readFile(path("mine/notes.txt")), QByteArray("mine"));
}

void TestCliRun::refusesBeforeAnythingStarts_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("message"); // {} stands for the folder
    const auto row = [](const char* name, const QByteArray& typed, int exitCode, const char* message) {
        QTest::newRow(name) << QString::fromUtf8(typed).split(QLatin1Char('|')) << exitCode
                            << QString::fromUtf8(message);
    };
    const char* input = "--input|table={}/lengths.csv|--set|column=length|";
    const auto with = [&](const char* more) -> QByteArray { return QByteArray(input) + more; };
    row("out of range", with("--set|bins=0"), 2, "vitrine: --set bins: 0 is not allowed; from 1 to 500\n");
    row("not a number", with("--set|bins=many"), 2, "vitrine: --set bins: \"many\" is not a whole number\n");
    row("decimal comma", with("--set|trim=0,2"), 2,
        "vitrine: --set trim: \"0,2\" is not a number; the decimal mark is a point\n");
    row("unknown option", with("--set|interval=jackknife"), 2, "vitrine: --set interval: ");
    row("unknown parameter", with("--set|bin=3"), 2,
        "vitrine: --set bin=3: there is no parameter \"bin\"; see vitrine describe template/summary\n");
    row("no value", with("--set|bins"), 2, "vitrine: --set bins: expected NAME=VALUE\n");
    row("unknown input", with("--input|tables=x.csv"), 2, "vitrine: there is no input \"tables\"; there are: table\n");
    row("input twice", with("--input|table={}/lengths.csv"), 2, "vitrine: the input \"table\" was given twice\n");
    row("missing input", "--set|bins=3", 2, "vitrine: the input \"table\" is missing: --input table=PATH (table)\n");
    row("missing file", "--input|table={}/nothing.csv", 2, "vitrine: --input table: there is no file {}/nothing.csv\n");
    row("look-alike", "--input|table={}/page.csv", 1, "vitrine: page.csv: ");
    row("other kind", "--input|table={}/graphs.json", 2,
        "vitrine: the input \"table\" takes a table, graphs.json holds a graph_set\n");
    row("reference without project", "--input|table=run:1/histogram", 2,
        "vitrine: --input table=run:1/histogram stands for a thing of a project; add --project\n");
    row("option of no input", with("--input-option|graph.sep=;"), 2,
        "vitrine: --input-option graph: no such input was given\n");
    row("broken option", with("--input-option|sep=;"), 2, "vitrine: --input-option sep=;: expected ID.KEY=VALUE\n");
    row("set twice", with("--set|bins=3|--set|bins=4"), 2,
        "vitrine: --set bins=4: the parameter \"bins\" was given twice\n");
    const std::string noSeed = "\" is not a whole number from 0 to 18446744073709551615\n";
    for (const std::string seed : {"-1", "", "18446744073709551616", "1.5"})
        row(("seed " + seed).c_str(), with(("--seed|" + seed).c_str()), 2,
            ("vitrine: --seed: \"" + seed + noSeed).c_str());
    for (const std::string option : {"--project", "--out", "--report"})
        row(("empty " + option).c_str(), with((option + '|').c_str()), 2,
            ("vitrine: " + option + ": the name is empty\n").c_str());
    row("out is a file", with("--out|{}/page.csv"), 2, "vitrine: --out {}/page.csv: this is a file");
}

void TestCliRun::refusesBeforeAnythingStarts() {
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, message);
    const QString here = m_folder.path();
    QStringList all{QStringLiteral("run"), QStringLiteral("template/summary")};
    for (QString argument : arguments)
        all += argument.replace(QStringLiteral("{}"), here);
    CliProcess run(all);
    QCOMPARE(run.finish(), exitCode);
    QString found = run.err();
    found.remove(QRegularExpression(QStringLiteral("^info: .*\\n"), QRegularExpression::MultilineOption));
    QVERIFY2(found.startsWith(message.replace(QStringLiteral("{}"), here)), qPrintable(found));
    QCOMPARE(run.out(), QString());
}

void TestCliRun::failsWithTheReason() {
    CliProcess run({QStringLiteral("run"), QStringLiteral("template/summary"), QStringLiteral("--input"),
                    QStringLiteral("table=") + path("lengths.csv"), QStringLiteral("--set"),
                    QStringLiteral("column=part"), QStringLiteral("--out"), path("failed"), QStringLiteral("--json")});
    QCOMPARE(run.finish(), 1);
    QVERIFY(run.err().contains(QStringLiteral("vitrine: column: \"part\" holds text, expected numbers")));
    QCOMPARE(run.lines().back().at("state").get<std::string>(), std::string("failed"));
    QCOMPARE(run.lines().back().at("exit").get<int>(), 1);
    const auto file = readJson(path("failed/run.json"));
    QCOMPARE(file.at("state").get<std::string>(), std::string("failed"));
    QCOMPARE(file.at("message").get<std::string>(), std::string("column: \"part\" holds text, expected numbers"));
}

void TestCliRun::namesFileAndLineOfBadData() {
    const auto train = [this](const QByteArray& split) {
        writeFile(path("split.csv"), split);
        return QStringList{QStringLiteral("run"),     QStringLiteral("pathboost/train"),
                           QStringLiteral("--input"), QStringLiteral("graphs=") + path("graphs.json"),
                           QStringLiteral("--input"), QStringLiteral("split=") + path("split.csv")};
    };
    // The blank line is none of the table, but one of the file.
    CliProcess row(train("row,part\n0,train\n\n1,test\n999999,test\n"));
    QCOMPARE(row.finish(), 1);
    QVERIFY2(row.err().contains(QStringLiteral("vitrine: ") + path("split.csv") +
                                QStringLiteral(": line 5 names row 999999; ")),
             qPrintable(row.err()));
    CliProcess columns(train("graph,fold\n0,train\n1,test\n"));
    QCOMPARE(columns.finish(), 1);
    QVERIFY2(columns.err().contains(QStringLiteral("vitrine: ") + path("split.csv") + QStringLiteral(": ")),
             qPrintable(columns.err()));
    QVERIFY(!columns.err().contains(QStringLiteral("--set")));
}

void TestCliRun::needsNoDisplay() {
    CliProcess run(arguments({}), {},
                   {{QStringLiteral("DISPLAY"), {}},
                    {QStringLiteral("WAYLAND_DISPLAY"), {}},
                    {QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb")}});
    QCOMPARE(run.finish(), 0);
    QVERIFY(run.out().contains(QStringLiteral("Mean ")));
}

QTEST_GUILESS_MAIN(TestCliRun)
#include "tst_cli_run.moc"
