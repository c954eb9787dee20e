#include "core/values/scalars.h"
#include "core/values/table.h"
#include "tests/plugins/intruder_threshold/toy_runs.h"

#include <QTest>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

namespace {

RunInputs inputsOf(nlohmann::json parameters) {
    parameters["losses"] = true;
    return runs::inputsOf(
        kBudget,
        {{kBaseInput, "base"}, {kAdapterInput, "adapters/sum_r4_hot"}, {kTokensInput, "eval_tokens.safetensors"}},
        parameters);
}

} // namespace

/// Losses of a milder adapter next to the adapter itself and to a uniform shrink.
class TestBudgetLosses : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lossesAreAsMeasuredElsewhere();
    void layersThatWereNotAskedForStillCount();
    void missingTextIsSaidBeforeTheRun();
    void otherModelsAreRefusedBeforeTheRun();
};

// Reference: 6.313 to 3.316 on the base text, 1.863 to 3.318 on the task; shrunk as a whole 3.315 and 2.953.
void TestBudgetLosses::lossesAreAsMeasuredElsewhere() {
    vitrine::test::MemorySink sink;
    const RunOutcome outcome = runs::execute(kBudget, inputsOf({{"mode", "scale"}, {"edge", "full"}}), sink);
    QVERIFY2(outcome.state == RunState::finished, outcome.message.c_str());
    const auto table = sink.as<Table>(kLosses);
    const double expected[4][2] = {{1.572, 9.754}, {6.313, 1.863}, {3.316, 3.318}, {3.315, 2.953}};
    for (std::size_t row = 0; row < 4; ++row) {
        const double base = table->find("base_loss")->number(row), task = table->find("task_loss")->number(row);
        QVERIFY2(std::abs(base - expected[row][0]) < 2e-3, QByteArray::number(base));
        QVERIFY2(std::abs(task - expected[row][1]) < 2e-3, QByteArray::number(task));
    }
    const Column* norm = table->find("norm");
    QVERIFY(norm->number(2) < norm->number(1));
    QVERIFY(std::abs(norm->number(2) - norm->number(3)) < 1e-9);
    QCOMPARE(sink.as<Scalars>(kMetrics)->find("base_loss")->value, table->find("base_loss")->number(2));
}

void TestBudgetLosses::layersThatWereNotAskedForStillCount() {
    vitrine::test::MemorySink sink;
    const RunOutcome outcome = runs::execute(kBudget, inputsOf({{"only", "layers.0."}}), sink);
    QVERIFY2(outcome.state == RunState::finished, outcome.message.c_str());
    QCOMPARE(sink.as<Table>(kBudgetTable)->rowCount(), std::size_t{7});
    const auto table = sink.as<Table>(kLosses);
    QCOMPARE(table->find("layers")->number(1), 28.0);
    QVERIFY(std::abs(table->find("base_loss")->number(1) - 6.31287) < 2e-5);
}

void TestBudgetLosses::missingTextIsSaidBeforeTheRun() {
    RunInputs inputs = inputsOf({});
    inputs.items.erase(kTokensInput);
    vitrine::test::MemorySink sink;
    const RunOutcome outcome = runs::execute(kBudget, inputs, sink);
    QCOMPARE(outcome.state, RunState::failed);
    QCOMPARE(outcome.message, std::string("comparing the losses needs an evaluation text"));
    const Inspection inspection = BudgetExperiment().inspect(inputs);
    QVERIFY(std::ranges::any_of(inspection.problems, [](const ParameterProblem& problem) {
        return problem.parameter == "losses" && !problem.isWarning;
    }));
}

void TestBudgetLosses::otherModelsAreRefusedBeforeTheRun() {
    RunInputs inputs = inputsOf({});
    Tensors other = *valueAs<Tensors>(inputs.items[kBaseInput].value);
    other.config = nlohmann::json{{"model_type", "gpt2"}}.dump();
    inputs.items[kBaseInput].value = makeValue(std::move(other));
    vitrine::test::MemorySink sink;
    const RunOutcome outcome = runs::execute(kBudget, inputs, sink);
    QCOMPARE(outcome.message, std::string("the loss can be computed of a small decoder of the Llama kind only: "
                                          "model_type in config.json is \"gpt2\""));
}

QTEST_GUILESS_MAIN(TestBudgetLosses)
#include "tst_budget_losses.moc"
