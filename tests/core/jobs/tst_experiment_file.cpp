#include "core/jobs/experiment_file.h"

#include "core/params/sweep.h"
#include "core/values/text.h"

#include <QDir>
#include <QtTest>

using namespace vitrine;
using nlohmann::json;

class TestExperimentFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void roundTripsThroughAFile();
    void keepsPathsRelative();
    void keepsReferencesToAProject();
    void namesThePlaceOfAProblem_data();
    void namesThePlaceOfAProblem();
    void refusesUnreadableFiles();
};

namespace {

ExperimentRecord record() {
    ExperimentRecord experiment;
    experiment.title = "Solubility";
    experiment.plugin = "fake";
    experiment.experiment = "train";
    experiment.parameters = ParameterSet::fromJson({{"rate", 0.1}, {"names", {"a", "b"}}, {"patience", nullptr}});
    experiment.inputs.push_back({"graphs", "", "", "", "/data/esol.csv", {{"target", "log S"}}});
    experiment.inputs.push_back({"split", "", "", "", "/data/split.json", {}});
    experiment.seed = 18446744073709551615ULL;
    setSweepTexts(experiment.parameters, {{"rate", "0.1..0.3 step 0.1"}, {"depth", "1, 2"}});
    return experiment;
}

} // namespace

void TestExperimentFile::roundTripsThroughAFile() {
    QTemporaryDir folder;
    const std::string path = toStd(folder.filePath(QStringLiteral("e.json")));
    ExperimentRecord seeded = record();
    SweepTexts texts = sweepTexts(seeded.parameters);
    texts[kSeedsId] = "1, 2, 3";
    setSweepTexts(seeded.parameters, texts);
    QVERIFY(writeExperimentFile(seeded, path).ok());
    QCOMPARE(sweepTexts(readExperimentFile(path)->parameters), texts);
    QVERIFY(writeExperimentFile(record(), path).ok());
    const auto read = readExperimentFile(path);
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
    QCOMPARE(read->title, record().title);
    QCOMPARE(read->plugin, record().plugin);
    QCOMPARE(read->experiment, record().experiment);
    QVERIFY(read->parameters == record().parameters);
    QCOMPARE(read->seed, record().seed);
    QCOMPARE(sweepTexts(read->parameters).size(), std::size_t(2));
    QCOMPARE(read->inputs.size(), std::size_t(2));
    QCOMPARE(read->inputs[0].path, std::string("/data/esol.csv"));
    QCOMPARE(read->inputs[0].readerOptions, record().inputs[0].readerOptions);
    QCOMPARE(read->inputs[1].inputId, std::string("split"));
}

void TestExperimentFile::keepsPathsRelative() {
    QTemporaryDir folder;
    ExperimentRecord experiment = record();
    experiment.inputs.resize(1);
    experiment.inputs[0].path = toStd(folder.filePath(QStringLiteral("data/esol.csv")));
    const QString first = folder.filePath(QStringLiteral("first"));
    const QString moved = first + QStringLiteral("/e.json");
    QDir().mkpath(first);
    QVERIFY(writeExperimentFile(experiment, toStd(folder.filePath(QStringLiteral("e.json")))).ok());
    QFile file(folder.filePath(QStringLiteral("e.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("\"data/esol.csv\""));
    QVERIFY(file.rename(moved)); // moved, with its data or without
    QCOMPARE(toQString(readExperimentFile(toStd(moved))->inputs[0].path), first + QStringLiteral("/data/esol.csv"));
}

void TestExperimentFile::keepsReferencesToAProject() {
    QTemporaryDir folder;
    const std::string path = toStd(folder.filePath(QStringLiteral("e.json")));
    ExperimentRecord experiment = record();
    experiment.inputs.resize(1);
    experiment.inputs[0] = {"model", "run:7/model", "model", "", "", {}};
    QVERIFY(writeExperimentFile(experiment, path).ok());
    const auto read = readExperimentFile(path);
    QCOMPARE(read->inputs[0].reference, std::string("run:7/model"));
    QCOMPARE(read->inputs[0].path, std::string());
    QVERIFY(isProjectReference("dataset:3") && !isProjectReference("data/runs.csv"));
}

void TestExperimentFile::namesThePlaceOfAProblem_data() {
    QTest::addColumn<QString>("patch");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* patch, const char* message) {
        QTest::newRow(name) << QString::fromUtf8(patch) << QString::fromUtf8(message);
    };
    row("no version", R"([{"op":"remove","path":"/vitrine_experiment"}])",
        "/vitrine_experiment: expected the version of the form, 1");
    row("newer", R"([{"op":"replace","path":"/vitrine_experiment","value":2}])",
        "/vitrine_experiment: the file was written by a newer program, this one reads up to version 1");
    row("unknown key", R"([{"op":"add","path":"/sed","value":1}])",
        "/sed: this key is unknown; known are experiment, inputs, parameters, seed, seeds, sweep, title, "
        "vitrine_experiment");
    row("no slash", R"([{"op":"replace","path":"/experiment","value":"train"}])",
        "/experiment: expected PLUGIN/EXPERIMENT");
    row("input without path", R"([{"op":"replace","path":"/inputs/split","value":{"options":{}}}])",
        "/inputs/split: expected the path of a file");
    row("input with unknown key", R"([{"op":"replace","path":"/inputs/split","value":{"file":"x"}}])",
        "/inputs/split/file: this key is unknown; known are options, path");
    row("options no object", R"([{"op":"replace","path":"/inputs/split","value":{"path":"x","options":1}}])",
        "/inputs/split/options: expected an object");
    row("parameters no object", R"([{"op":"replace","path":"/parameters","value":[]}])",
        "/parameters: expected an object");
    row("sweep no object", R"([{"op":"replace","path":"/sweep","value":[]}])", "/sweep: expected an object");
    row("sweep no text", R"([{"op":"replace","path":"/sweep/rate","value":[0.1, 0.2]}])",
        "/sweep/rate: expected values as a text, such as \"0.05, 0.1, 0.2\"");
    row("negative seed", R"([{"op":"replace","path":"/seed","value":-1}])",
        "/seed: expected a whole number from 0 to 18446744073709551615");
    row("title no text", R"([{"op":"replace","path":"/title","value":1}])", "/title: expected a text");
}

void TestExperimentFile::namesThePlaceOfAProblem() {
    QFETCH(QString, patch);
    QFETCH(QString, message);
    const auto read = experimentFromJson(experimentToJson(record()).patch(json::parse(toStd(patch))));
    QVERIFY(!read.ok());
    QCOMPARE(toQString(read.error().message), message);
}

void TestExperimentFile::refusesUnreadableFiles() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("e.json"));
    QCOMPARE(readExperimentFile(toStd(path)).error().code, ErrorCode::io);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"vitrine_experiment\": 1,");
    file.close();
    QCOMPARE(toQString(readExperimentFile(toStd(path)).error().message),
             path + QStringLiteral(": the JSON text ends too early, it is cut off"));
}

QTEST_GUILESS_MAIN(TestExperimentFile)
#include "tst_experiment_file.moc"
