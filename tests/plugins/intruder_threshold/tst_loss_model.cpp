#include "core/values/scalars.h"
#include "core/values/series.h"
#include "plugins/intruder_threshold/compute/loss_model.h"
#include "tests/plugins/intruder_threshold/toy_runs.h"

#include <QTest>

#include <stop_token>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

namespace {

RunInputs inputsOf(const std::string& adapter, const nlohmann::json& parameters = nlohmann::json::object()) {
    return runs::inputsOf(
        kLossCurve,
        {{kBaseInput, "base"}, {kAdapterInput, "adapters/" + adapter}, {kTokensInput, "eval_tokens.safetensors"}},
        parameters);
}

/// Model, update and margins of a sample adapter.
struct Loaded {
    LossModel losses;
    LlamaUpdate update;
    std::vector<double> margins;
};

Loaded loaded(const std::string& adapter) {
    const RunInputs inputs = inputsOf(adapter);
    const RunSetup setup = *readSetup(inputs);
    const LayerInputs sources = *openInputs(setup, {});
    const auto tokens = *TensorSource::open(valueAs<Tensors>(inputs.items.at(kTokensInput).value));
    Loaded all{*readLossModel(*sources.base, *tokens, {}), {}, {}};
    all.update = *readUpdate(sources, setup.plan, all.losses.model, {});
    for (const Layer& layer : setup.plan.layers)
        all.margins.push_back(analyseLayer(setup, sources, layer, {})->margin());
    return all;
}

/// Increase of the base loss by one half of the layers at the norm of the one with less of it.
double increaseOf(const Loaded& all, bool moreCritical) {
    double norm = 1e300;
    for (const bool more : {true, false})
        norm = std::min(norm, 1.0 / keptHalf(all.update, all.margins, more, 1.0).factor);
    const KeptHalf half = keptHalf(all.update, all.margins, moreCritical, norm);
    const auto tuned = updatedModel(all.losses.model, all.update, half.strengths);
    return all.losses.lossesOf(tuned, {})->base - all.losses.lossesOf(all.losses.model, {})->base;
}

} // namespace

/// Texts, knee and halves of a loss curve, and the run that shows them.
class TestLossModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textsAreFoundByWhatTheyDo();
    void textsAreTakenByName();
    void kneeIsInterpolated();
    void halvesHaveOneNorm();
    void halvesDoWhatWasMeasuredElsewhere_data();
    void halvesDoWhatWasMeasuredElsewhere();
    void runShowsCurveThresholdsAndHalves();
    void stoppedRunKeepsWhatWasFinished();
    void otherModelsAreRefusedBeforeTheRun();
};

void TestLossModel::textsAreFoundByWhatTheyDo() {
    for (const auto& [adapter, task] : {std::pair{"sum_r1", "sum"}, {"rec_r8_qv", "rec"}}) {
        Loaded all = loaded(adapter);
        QVERIFY(chooseTexts(all.losses, all.update, {}, {}, {}).ok());
        QCOMPARE(all.losses.baseName(), std::string("shakespeare"));
        QCOMPARE(all.losses.taskName(), std::string(task));
    }
}

void TestLossModel::textsAreTakenByName() {
    Loaded all = loaded("sum_r1");
    QVERIFY(chooseTexts(all.losses, all.update, "rec", "shakespeare", {}).ok());
    QCOMPARE(all.losses.baseName(), std::string("rec"));
    QCOMPARE(all.losses.taskName(), std::string("shakespeare"));
    const auto unknown = chooseTexts(all.losses, all.update, "novel", {}, {});
    QCOMPARE(unknown.error().message, std::string("there is no text \"novel\"; the file holds shakespeare, sum, rec"));
    QVERIFY(!chooseTexts(all.losses, all.update, "sum", "sum", {}));
    all.losses.texts.resize(1);
    QVERIFY(!chooseTexts(all.losses, all.update, {}, {}, {}));
}

void TestLossModel::kneeIsInterpolated() {
    const auto knee = lossKnee({0.0, 0.5, 1.0}, {2.0, 2.05, 2.25});
    QVERIFY(knee && std::abs(*knee - 0.625) < 1e-12);
    QVERIFY(!lossKnee({0.0, 0.5, 1.0}, {2.0, 2.05, 2.1}));
    QVERIFY(!lossKnee({0.0}, {2.0}));
}

void TestLossModel::halvesHaveOneNorm() {
    LlamaUpdate update;
    for (const double size : {1.0, 2.0, 3.0, 4.0, 5.0}) {
        update.places.push_back(update.deltas.size());
        update.deltas.emplace_back(Eigen::MatrixXd::Constant(1, 1, size));
    }
    const KeptHalf more = keptHalf(update, {0.5, 4.0, std::nan(""), 3.0, 1.0}, true, 10.0);
    const KeptHalf less = keptHalf(update, {0.5, 4.0, std::nan(""), 3.0, 1.0}, false, 10.0);
    QCOMPARE(more.layers, std::size_t{2});
    QVERIFY(std::abs(more.factor - 10.0 / std::sqrt(20.0)) < 1e-12);
    QCOMPARE(more.strengths, (std::vector<double>{0.0, more.factor, 0.0, more.factor, 0.0}));
    QCOMPARE(less.strengths, (std::vector<double>{less.factor, 0.0, less.factor, 0.0, 0.0}));
    QVERIFY(std::abs(update.norm(more.strengths) - 10.0) < 1e-12);
    QVERIFY(std::abs(update.norm(less.strengths) - 10.0) < 1e-12);
}

void TestLossModel::halvesDoWhatWasMeasuredElsewhere_data() {
    QTest::addColumn<QByteArray>("adapter");
    for (const char* name : {"sum_r1", "sum_r4", "sum_r4_hot", "sum_r16", "rec_r8_rs", "rec_r8_qv"})
        QTest::newRow(name) << QByteArray(name);
}

// The reference gives the range of the ratios, and that one adapter alone is above 1.
void TestLossModel::halvesDoWhatWasMeasuredElsewhere() {
    QFETCH(QByteArray, adapter);
    Loaded all = loaded(adapter.toStdString());
    QVERIFY(chooseTexts(all.losses, all.update, {}, {}, {}).ok());
    const double ratio = increaseOf(all, true) / increaseOf(all, false);
    QVERIFY2(ratio > 0.2 && ratio < 1.5, QByteArray::number(ratio));
    QCOMPARE(ratio > 1.0, adapter == "sum_r4_hot");
}

void TestLossModel::runShowsCurveThresholdsAndHalves() {
    const RunInputs inputs = inputsOf("sum_r4", {{"strengths", {1.0, 0.25, 0.5}}});
    vitrine::test::MemorySink sink;
    const RunOutcome outcome = runs::execute(kLossCurve, inputs, sink);
    QVERIFY2(outcome.state == RunState::finished, outcome.message.c_str());
    const auto loss = sink.as<Series>(kLoss);
    QCOMPARE(loss->lines.front().x, (std::vector<double>{0.0, 0.25, 0.5, 1.0}));
    QVERIFY(std::abs(loss->lines.front().y.back() - 3.44612) < 2e-5);
    QVERIFY(std::abs(loss->lines.back().y.back() - 1.8781) < 2e-5);
    const auto metrics = sink.as<Scalars>(kMetrics);
    const double knee = 0.25 + 0.25 * (1.05 * 1.57209 - 1.60884) / (1.85723 - 1.60884);
    QVERIFY(std::abs(metrics->find(kKnee)->value - knee) < 1e-4);
    QCOMPARE(sink.as<Table>(kHalves)->rowCount(), std::size_t{3});
    QCOMPARE(sink.as<Table>(kLayers)->rowCount(), std::size_t{28});
    QVERIFY(metrics->find("half_ratio")->value < 1.0);
}

void TestLossModel::stoppedRunKeepsWhatWasFinished() {
    const RunInputs inputs = inputsOf("sum_r1", {{"strengths", {0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0}}});
    std::stop_source stop;
    vitrine::test::MemorySink sink;
    sink.onProgress = [&](double fraction) {
        if (fraction > 0.5)
            stop.request_stop();
    };
    QCOMPARE(runs::execute(kLossCurve, inputs, sink, 2, stop.get_token()).state, RunState::cancelled);
    const auto loss = sink.as<Series>(kLoss);
    QVERIFY(loss);
    QVERIFY(loss->lines.front().x.size() >= 2);
    QVERIFY(loss->lines.front().x.size() < 9);
    QVERIFY(std::ranges::is_sorted(loss->lines.front().x));
    QVERIFY(sink.partials[kLoss]);
    QVERIFY(sink.as<Table>(kLayers));
    QVERIFY(!sink.as<Table>(kHalves));
}

void TestLossModel::otherModelsAreRefusedBeforeTheRun() {
    RunInputs inputs = inputsOf("sum_r1");
    Tensors other = *valueAs<Tensors>(inputs.items[kBaseInput].value);
    other.config.clear();
    inputs.items[kBaseInput].value = makeValue(std::move(other));
    const Inspection inspection = LossExperiment().inspect(inputs);
    QCOMPARE(inspection.problems.size(), std::size_t{1});
    QCOMPARE(inspection.problems.front().message,
             std::string("the loss can be computed of a small decoder of the Llama kind only: its folder has no "
                         "config.json"));
    RunInputs swapped = inputsOf("sum_r1");
    swapped.items[kTokensInput] = swapped.items[kBaseInput];
    QCOMPARE(
        LossExperiment().inspect(swapped).problems.front().message,
        std::string("the text \"model.embed_tokens.weight\" is 96 x 128 of F32: a text is windows x tokens of whole "
                    "numbers, up to 1025 tokens a window"));
}

QTEST_GUILESS_MAIN(TestLossModel)
#include "tst_loss_model.moc"
