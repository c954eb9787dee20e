#include "core/values/scalars.h"
#include "core/values/table.h"
#include "core/values/value_codec.h"
#include "tests/plugins/intruder_threshold/reference_cases.h"
#include "tests/plugins/intruder_threshold/toy_runs.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

namespace {

RunInputs comparison() {
    return runs::inputsOf(kCompareFull, {{kBaseInput, "base"}, {kTunedInput, "full_sum"}});
}

nlohmann::json expectedLayers() {
    std::ifstream file(VITRINE_TEST_DATA "/intruder_reference/toy_llama.json");
    return nlohmann::json::parse(file).at("full_sum").at("layers");
}

} // namespace

/// A fully fine-tuned model next to its base, from the files to the outputs of the run.
class TestCompareFull : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLayerIsAsComputedElsewhere();
    void cardsTellTheDistance();
    void threadsDoNotChangeABit();
    void cancelKeepsFinishedLayers();
    void otherModelsAreRefused();
    void baseItselfIsWarnedOf();
};

void TestCompareFull::everyLayerIsAsComputedElsewhere() {
    test::MemorySink sink;
    QVERIFY(runs::execute(kCompareFull, comparison(), sink).state == RunState::finished);
    const auto table = sink.as<Table>(kLayers);
    const nlohmann::json expected = expectedLayers();
    QCOMPARE(table->rowCount(), expected.size());
    const Column& names = *table->find(column::kLayer);
    for (const nlohmann::json& one : expected) {
        const auto name = one.at("module").get<std::string>();
        const auto row = static_cast<std::size_t>(std::ranges::find(names.texts(), name) - names.texts().begin());
        QVERIFY2(row < table->rowCount(), name.c_str());
        const auto cell = [&](const char* id) { return table->find(id)->number(row); };
        QVERIFY(close(cell(column::kUpdate), one.at("sigma1_delta"), 1e-9, name));
        QVERIFY(close(cell(column::kStableRank), one.at("stable_rank_delta"), 1e-9, name));
        QVERIFY(close(cell(column::kMargin), one.at("ratio_full"), 1e-6, name));
        QVERIFY(close(cell(column::kOverlapMin), one.at("min_maxcos"), 1e-8, name));
        QCOMPARE(cell(column::kIntruders), one.at("intruders").get<double>());
    }
}

void TestCompareFull::cardsTellTheDistance() {
    test::MemorySink sink;
    QVERIFY(runs::execute(kCompareFull, comparison(), sink).state == RunState::finished);
    const auto metrics = sink.as<Scalars>(kMetrics);
    const auto value = [&](const std::string& id) {
        const auto found = std::ranges::find(metrics->items, id, &Scalar::id);
        return found == metrics->items.end() ? std::nan("") : found->value;
    };
    QVERIFY(std::abs(value("median_margin") - 0.34) < 0.005);
    QVERIFY(std::abs(value("largest_margin") - 0.57) < 0.005);
    QCOMPARE(value("supercritical"), 0.0);
    QCOMPARE(value("bearing"), 0.0);
}

void TestCompareFull::threadsDoNotChangeABit() {
    std::map<std::string, std::string> first;
    for (const int threads : {1, 2, 8}) {
        test::MemorySink sink;
        QVERIFY(runs::execute(kCompareFull, comparison(), sink, threads).state == RunState::finished);
        for (const auto& [id, value] : sink.artifacts)
            QVERIFY2(first.try_emplace(id, contentSha256(value)).first->second == contentSha256(value), id.c_str());
    }
    QCOMPARE(first.size(), std::size_t(9));
}

void TestCompareFull::cancelKeepsFinishedLayers() {
    test::MemorySink sink;
    std::stop_source stop;
    sink.onProgress = [&](double fraction) {
        if (fraction > 0.3)
            stop.request_stop();
    };
    QVERIFY(runs::execute(kCompareFull, comparison(), sink, 2, stop.get_token()).state == RunState::cancelled);
    const auto table = sink.as<Table>(kLayers);
    QVERIFY(table && table->rowCount() > 0 && table->rowCount() < expectedLayers().size());
    QVERIFY(sink.partials.at(kLayers));
}

void TestCompareFull::otherModelsAreRefused() {
    RunInputs inputs = comparison();
    inputs.items[kTunedInput].value = runs::sampleWeights("adapters/sum_r1");
    QCOMPARE(readSetup(inputs).error().message,
             std::string("the fine-tuned model is a LoRA adapter; the experiment Intruder scan is made for it"));
    inputs.items[kTunedInput].value = runs::sampleWeights("eval_tokens.safetensors");
    QCOMPARE(readSetup(inputs).error().message, std::string("no matrix of the fine-tuned model has one of its name and "
                                                            "shape in the base; is it the right base?"));
}

void TestCompareFull::baseItselfIsWarnedOf() {
    RunInputs inputs = comparison();
    QVERIFY(LayerExperiment().inspect(inputs).problems.empty());
    inputs.items[kTunedInput] = inputs.items[kBaseInput];
    const auto problems = LayerExperiment().inspect(inputs).problems;
    QCOMPARE(problems.size(), std::size_t(1));
    QVERIFY(problems.front().isWarning &&
            problems.front().message.starts_with("the fine-tuned model is the base itself"));
}

QTEST_GUILESS_MAIN(TestCompareFull)
#include "tst_compare_full.moc"
