#include "core/plugin/plugin_info.h"
#include "plugins/pathboost/compute/outputs.h"

#include <QtTest>

#include <fstream>

using namespace vitrine;
using namespace vitrine::pathboost;

/// The ids that code and views use are the ones the plugin declares.
class TestPluginJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void idsAreDeclared();
};

void TestPluginJson::idsAreDeclared() {
    std::ifstream file(VITRINE_SOURCE_DIR "/plugins/pathboost/plugin.json");
    const auto info = PluginInfo::fromJson(nlohmann::json::parse(file));
    QVERIFY2(info.ok(), info.ok() ? "" : info.error().message.c_str());
    QCOMPARE(info->id, std::string(kPluginId));
    const std::vector<std::pair<const char*, std::vector<const char*>>> expected{
        {kTrain,
         {kMetrics, kTrainError, kImportance, kImportanceDefinitionsOutput, kPredictions, kSelectedPaths, kBaselines,
          kModel}},
        {kCrossValidate, {kMetrics, kGrid, kFolds, kPredictions, kBaselines}},
        {kPredict, {kMetrics, kPredictions}},
        {kExplain, {kContributions, kPredictions}}};
    QCOMPARE(info->experiments.size(), expected.size());
    for (const auto& [experiment, outputs] : expected) {
        const ExperimentInfo* found = info->experiment(experiment);
        QVERIFY2(found, experiment);
        QCOMPARE(found->outputs.size(), outputs.size());
        for (const char* output : outputs)
            QVERIFY2(found->output(output), output);
        QVERIFY(found->input(kGraphsInput));
    }
    QVERIFY(info->experiment(kTrain)->input(kSplitInput)->optional);
    QCOMPARE(info->experiment(kPredict)->input(kModelInput)->modelFormat, std::string(kModelFormat));
}

QTEST_GUILESS_MAIN(TestPluginJson)
#include "tst_plugin_json.moc"
