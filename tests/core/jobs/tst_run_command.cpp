#include "core/jobs/run_command.h"

#include "core/values/text.h"

#include <QProcess>
#include <QtTest>

using namespace vitrine;

class TestRunCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void quotesForAShell_data();
    void quotesForAShell();
    void leavesDefaultsOut();
    void namesTheProjectForReferences();
    void repeatsReaderOptions();
};

namespace {

ParameterSchema schema() {
    return *ParameterSchema::fromJson(nlohmann::json::parse(R"([
        {"id": "n_iter", "type": "int", "default": 100, "label": "n", "help": "h"},
        {"id": "rate", "type": "real", "default": 0.1, "label": "r", "help": "h"},
        {"id": "patience", "type": "int", "optional": true, "label": "p", "help": "h"},
        {"id": "note", "type": "text", "default": "", "label": "t", "help": "h"} ])"));
}

RunRecord record() {
    RunRecord run;
    run.plugin = "fake";
    run.experiment = "train";
    run.seed = 18446744073709551615ULL;
    run.parameters = ParameterSet{}.complete(schema());
    return run;
}

} // namespace

void TestRunCommand::quotesForAShell_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"plain", "", "with space", "it's", "$HOME `id` \\ \"x\"", "a\nb", "ünï*?"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestRunCommand::quotesForAShell() {
    QFETCH(QString, text);
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), QStringLiteral("printf %s ") + toQString(shellQuoted(toStd(text)))});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), text);
}

void TestRunCommand::leavesDefaultsOut() {
    const ParameterSchema s = schema();
    RunRecord run = record();
    QCOMPARE(runCommand(run, &s), std::string("vitrine run fake/train --seed 18446744073709551615"));
    run.parameters.set("rate", 0.05);
    run.parameters.set("patience", 3);
    run.parameters.set("note", "two words");
    QCOMPARE(runCommand(run, &s), std::string("vitrine run fake/train --set 'note=two words' --set patience=3 "
                                              "--set rate=0.05 --seed 18446744073709551615"));
    // Without the plugin everything is said.
    QVERIFY(runCommand(run, nullptr).find("--set n_iter=100") != std::string::npos);
}

void TestRunCommand::namesTheProjectForReferences() {
    const ParameterSchema s = schema();
    RunRecord run = record();
    run.inputs.push_back({"model", "run:7/model", "model", "", "", {}});
    QCOMPARE(runCommand(run, &s, "my project.vitrine"),
             std::string("vitrine run fake/train --input model=run:7/model --project 'my project.vitrine' "
                         "--seed 18446744073709551615"));
    run.inputs.front().path = "model.json";
    QVERIFY(runCommand(run, &s, "p.vitrine").find("--project") == std::string::npos);
}

void TestRunCommand::repeatsReaderOptions() {
    const ParameterSchema s = schema();
    RunRecord run = record();
    run.inputs.push_back({"graphs", "dataset:1", "esol.csv", "", "esol.csv", {{"target", "log S"}, {"skip", 2}}});
    QCOMPARE(runCommand(run, &s), std::string("vitrine run fake/train --input graphs=esol.csv --input-option "
                                              "graphs.skip=2 --input-option 'graphs.target=log S' "
                                              "--seed 18446744073709551615"));
    const Fingerprint fingerprint = runFingerprint(run, &s);
    QCOMPARE(fingerprint.command, runCommand(run, &s));
    QCOMPARE(fingerprint.parameters.at("n_iter").get<int>(), 100);
}

QTEST_GUILESS_MAIN(TestRunCommand)
#include "tst_run_command.moc"
