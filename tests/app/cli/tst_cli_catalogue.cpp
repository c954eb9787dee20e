#include "tests/app/cli/cli_process.h"

#include <QtTest>

using namespace vitrine;
using namespace vitrine::test;

/// Help, list, describe and plugins.
class TestCliCatalogue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void failsWhenItsOutputIsLost();
    void namesTheSamplesThereAre();
    void helpsAndNamesItsVersion();
    void refusesWhatItDoesNotKnow_data();
    void refusesWhatItDoesNotKnow();
    void listsExperiments();
    void describesAnExperiment();
    void showsBrokenPluginsWithTheirReason();
};

void TestCliCatalogue::helpsAndNamesItsVersion() {
    CliProcess help({QStringLiteral("--help")});
    QCOMPARE(help.finish(), 0);
    for (const char* command : {"plugins", "list", "describe", "import", "run"})
        QVERIFY2(help.out().contains(QString::fromUtf8(command)), command);
    CliProcess version({QStringLiteral("--version")});
    QCOMPARE(version.finish(), 0);
    QCOMPARE(version.out(), QStringLiteral("vitrine " VITRINE_VERSION "\n"));
}

void TestCliCatalogue::refusesWhatItDoesNotKnow_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("neither command nor file")
        << QStringList{QStringLiteral("frobnicate")}
        << QStringLiteral("vitrine: \"frobnicate\" is neither a command nor a file");
    QTest::newRow("unknown option") << QStringList{QStringLiteral("list"), QStringLiteral("--colour")}
                                    << QStringLiteral("vitrine: The following argument was not expected: --colour");
    QTest::newRow("run without experiment")
        << QStringList{QStringLiteral("run")} << QStringLiteral("vitrine: experiment is required");
    QTest::newRow("unknown experiment") << QStringList{QStringLiteral("describe"), QStringLiteral("template/other")}
                                        << QStringLiteral(
                                               "vitrine: there is no experiment \"template/other\"; there are: ");
    QTest::newRow("unknown plugin") << QStringList{QStringLiteral("describe"), QStringLiteral("nobody/run")}
                                    << QStringLiteral("vitrine: there is no experiment \"nobody/run\"; there are: ");
    QTest::newRow("no threads") << QStringList{QStringLiteral("run"), QStringLiteral("template/summary"),
                                               QStringLiteral("--threads"), QStringLiteral("0")}
                                << QStringLiteral("vitrine: --threads: ");
}

void TestCliCatalogue::refusesWhatItDoesNotKnow() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    CliProcess process(arguments);
    QCOMPARE(process.finish(), 2);
    QVERIFY2(process.err().startsWith(message), qPrintable(process.err()));
    QCOMPARE(process.out(), QString());
}

void TestCliCatalogue::listsExperiments() {
    CliProcess text({QStringLiteral("list")});
    QCOMPARE(text.finish(), 0);
    QVERIFY(text.out().contains(QStringLiteral("template/summary ")));
    CliProcess json({QStringLiteral("list"), QStringLiteral("--json")});
    QCOMPARE(json.finish(), 0);
    bool found = false;
    for (const auto& line : json.lines()) {
        QVERIFY(line.is_object() && !line.at("title").get<std::string>().empty());
        found = found || line.at("experiment") == "template/summary";
    }
    QVERIFY(found);
}

void TestCliCatalogue::describesAnExperiment() {
    CliProcess text({QStringLiteral("describe"), QStringLiteral("template/summary")});
    QCOMPARE(text.finish(), 0);
    QVERIFY(text.out().contains(QStringLiteral("bins                   int, default 20, ≥ 1, ≤ 500")));
    QVERIFY(text.out().contains(QStringLiteral("convergence            series, when interval == bootstrap")));
    QVERIFY(text.out().contains(QStringLiteral("Seed (--seed N), default 1")));
    CliProcess help({QStringLiteral("run"), QStringLiteral("--help")});
    QCOMPARE(help.finish(), 0);
    QVERIFY(help.out().simplified().contains(QStringLiteral("Seed of all random numbers (default 1)")));
    CliProcess json({QStringLiteral("describe"), QStringLiteral("template/summary"), QStringLiteral("--json")});
    QCOMPARE(json.finish(), 0);
    QCOMPARE(json.lines().size(), std::size_t(1));
    const auto object = json.lines().front();
    QCOMPARE(object.at("inputs").at(0).at("kinds").at(0).get<std::string>(), std::string("table"));
    QCOMPARE(object.at("parameters").at(1).at("id").get<std::string>(), std::string("bins"));
    QCOMPARE(object.at("parameters").at(1).at("max").get<double>(), 500.0);
    QCOMPARE(object.at("outputs").size(), std::size_t(3));
    QCOMPARE(object.at("default_seed").get<int>(), 1);
}

void TestCliCatalogue::showsBrokenPluginsWithTheirReason() {
    QTemporaryDir folder;
    writeFile(folder.filePath(QStringLiteral("broken.so")), "no module at all");
    CliProcess text({QStringLiteral("plugins")}, {}, {{QStringLiteral("VITRINE_PLUGIN_PATH"), folder.path()}});
    QCOMPARE(text.finish(), 0);
    QVERIFY(text.out().contains(QStringLiteral("broken.so")));
    QVERIFY(text.out().contains(QStringLiteral("the file is no plugin")));
    CliProcess json({QStringLiteral("plugins"), QStringLiteral("--json")}, {},
                    {{QStringLiteral("VITRINE_PLUGIN_PATH"), folder.path()}});
    QCOMPARE(json.finish(), 0);
    QCOMPARE(json.lines().front().at("state").get<std::string>(), std::string("rejected"));
    bool works = false;
    for (const auto& line : json.lines())
        works = works || (line.at("id") == "template" && line.at("state") == "available");
    QVERIFY(works);
}

void TestCliCatalogue::failsWhenItsOutputIsLost() {
    if (!QFile::exists(QStringLiteral("/dev/full")))
        QSKIP("there is no /dev/full");
    for (const char* typed : {"list", "plugins --json", "describe template/summary", "--help", "--version"}) {
        QProcess shell;
        shell.start(QStringLiteral("/bin/sh"),
                    {QStringLiteral("-c"),
                     QStringLiteral("exec '" VITRINE_PROGRAM "' %1 > /dev/full").arg(QString::fromUtf8(typed))});
        QVERIFY(shell.waitForFinished());
        const QString err = QString::fromUtf8(shell.readAllStandardError());
        QVERIFY2(shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 1, typed);
        QCOMPARE(err, QStringLiteral("vitrine: standard output cannot be written: No space left on device\n"));
    }
}

void TestCliCatalogue::namesTheSamplesThereAre() {
    CliProcess window({QStringLiteral("--sample"), QStringLiteral("nope")}, {},
                      {{QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen")}});
    QCOMPARE(window.finish(), 2);
    QVERIFY2(window.err().startsWith(QStringLiteral("vitrine: --sample nope: there is no such sample; there are: ")) &&
                 window.err().contains(QStringLiteral("pathboost")),
             qPrintable(window.err()));
}

QTEST_GUILESS_MAIN(TestCliCatalogue)
#include "tst_cli_catalogue.moc"
