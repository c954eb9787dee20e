#include "core/data/reader.h"
#include "core/jobs/run_executor.h"
#include "core/plugin/plugin_info.h"
#include "plugins/intruder_threshold/compute/budget_experiment.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/compute/spike_budget.h"
#include "tests/plugins/intruder_threshold/reference_cases.h"
#include "tests/support/memory_sink.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

namespace {

Value sampleWeights(const std::string& folder) {
    return ReaderRegistry::withBuiltins()
        .read(std::string(VITRINE_SOURCE_DIR "/plugins/intruder_threshold/samples/toy_llama/") + folder)
        ->value;
}

RunOutcome cut(const std::string& adapter, const QString& folder, const nlohmann::json& set,
               vitrine::test::MemorySink& sink) {
    std::ifstream file(VITRINE_SOURCE_DIR "/plugins/intruder_threshold/plugin.json");
    const auto info = PluginInfo::fromJson(nlohmann::json::parse(file));
    const ExperimentInfo& described = *info->experiment(kBudget);
    RunInputs inputs;
    inputs.items[kBaseInput] = {sampleWeights("base"), "base", ""};
    inputs.items[kAdapterInput] = {sampleWeights("adapters/" + adapter), adapter, ""};
    nlohmann::json parameters = set;
    parameters["folder"] = folder.toStdString();
    inputs.parameters = ParameterSet::fromJson(parameters).complete(described.parameters);
    RunSettings settings;
    settings.outputs = described.outputs;
    BudgetExperiment experiment;
    return executeRun(experiment, inputs, settings, sink);
}

} // namespace

/// A milder copy of an adapter.
class TestSpikeBudget : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scaleShrinksTheWhole();
    void clipKeepsWhatIsWithin();
    void writtenAdapterKeepsItsBudget_data();
    void writtenAdapterKeepsItsBudget();
    void folderThatHoldsSomethingIsRefused();
};

void TestSpikeBudget::scaleShrinksTheWhole() {
    const ReferenceCase& c = referenceCases()[1];
    const auto factors = intruder::loraFactors(c.b, c.a);
    const double limit = 0.5 * c.gamma * factors->largest();
    const BudgetedFactors milder = budgeted(c.b, c.a, *factors, c.gamma, limit, BudgetMode::scale);
    QVERIFY(milder.changed);
    QVERIFY((milder.b * milder.a - 0.5 * c.b * c.a).norm() <= 1e-14 * (c.b * c.a).norm());
    QVERIFY(!budgeted(c.b, c.a, *factors, c.gamma, 3.0 * limit, BudgetMode::scale).changed);
}

void TestSpikeBudget::clipKeepsWhatIsWithin() {
    for (const ReferenceCase& c : referenceCases()) {
        const auto factors = intruder::loraFactors(c.b, c.a);
        if (factors->effectiveRank() < 2)
            continue;
        const double limit = c.gamma * (factors->theta(0) + factors->theta(1)) / 2.0;
        const BudgetedFactors milder = budgeted(c.b, c.a, *factors, c.gamma, limit, BudgetMode::clip);
        QCOMPARE(milder.b.cols(), c.b.cols());
        const auto after = intruder::loraFactors(milder.b, milder.a);
        QVERIFY(close(c.gamma * after->theta(0), limit, 1e-12, c.name));
        for (Eigen::Index j = 1; j < factors->effectiveRank(); ++j)
            QVERIFY(close(after->theta(j), factors->theta(j), 1e-11, c.name, factors->theta(0)));
    }
}

void TestSpikeBudget::writtenAdapterKeepsItsBudget_data() {
    QTest::addColumn<QByteArray>("adapter");
    QTest::addColumn<QByteArray>("mode");
    QTest::newRow("F32, clip") << QByteArray("sum_r4_hot") << QByteArray("clip");
    QTest::newRow("F32, scale") << QByteArray("sum_r4_hot") << QByteArray("scale");
    QTest::newRow("BF16, clip") << QByteArray("sum_r16") << QByteArray("clip");
    QTest::newRow("F16, scale") << QByteArray("rec_r8_qv") << QByteArray("scale");
}

void TestSpikeBudget::writtenAdapterKeepsItsBudget() {
    QFETCH(QByteArray, adapter);
    QFETCH(QByteArray, mode);
    QTemporaryDir place;
    const QString folder = place.filePath(QStringLiteral("milder"));
    vitrine::test::MemorySink sink;
    const RunOutcome outcome = cut(adapter.toStdString(), folder, {{"mode", mode.toStdString()}}, sink);
    QVERIFY2(outcome.state == RunState::finished, outcome.message.c_str());
    const auto table = valueAs<Table>(sink.artifacts.at(kBudgetTable));
    const Column* before = table->find("margin_before");
    const Column* after = table->find("margin_after");
    const Column* factor = table->find("factor");
    int over = 0;
    for (std::size_t row = 0; row < table->rowCount(); ++row) {
        QVERIFY2(after->number(row) <= 1.0 + 1e-12, table->find("layer")->cellText(row).c_str());
        over += before->number(row) > 1.0 ? 1 : 0;
        QCOMPARE(factor->number(row) < 1.0, before->number(row) > 1.0);
        if (before->number(row) <= 1.0)
            QCOMPARE(after->number(row), before->number(row)); // not touched
    }
    QVERIFY(over > 0);
    // Made again, it is the same; the folder is left as it is.
    vitrine::test::MemorySink again;
    QVERIFY(cut(adapter.toStdString(), folder, {{"mode", mode.toStdString()}}, again).state == RunState::finished);
    // A fresh reading sees the same layout, the same configuration, and the rule.
    const auto written = valueAs<Tensors>(ReaderRegistry::withBuiltins().read(folder.toStdString())->value);
    const auto source = valueAs<Tensors>(sampleWeights("adapters/" + adapter.toStdString()));
    QCOMPARE(written->form, std::string("lora_adapter"));
    QCOMPARE(written->config, source->config);
    QVERIFY(written->metadata.at("vitrine_spike_budget").find("edge full") != std::string::npos);
    for (const Tensor& item : source->items) {
        const Tensor* found = written->find(item.name);
        QVERIFY(found && found->dtype == item.dtype && found->shape == item.shape);
    }
}

void TestSpikeBudget::folderThatHoldsSomethingIsRefused() {
    QTemporaryDir place;
    QFile held(place.filePath(QStringLiteral("notes.txt")));
    QVERIFY(held.open(QIODevice::WriteOnly));
    held.write("mine");
    held.close();
    vitrine::test::MemorySink sink;
    const RunOutcome outcome = cut("sum_r1", place.path(), {}, sink);
    QVERIFY(outcome.state == RunState::failed);
    QVERIFY(outcome.message.find("the folder holds something already") != std::string::npos);
    QCOMPARE(QDir(place.path()).entryList(QDir::Files).size(), 1);
}

QTEST_GUILESS_MAIN(TestSpikeBudget)
#include "tst_spike_budget.moc"
