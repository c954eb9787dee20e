#include "core/jobs/run_executor.h"
#include "core/values/value_codec.h"
#include "plugins/rival_game/compute/outputs.h"
#include "plugins/rival_game/compute/simulate_experiment.h"
#include "tests/support/memory_sink.h"

#include <QTest>

using namespace vitrine;
using namespace vitrine::rival_game;
using vitrine::test::MemorySink;

namespace {

RunInputs smallInputs() {
    RunInputs inputs;
    inputs.parameters = ParameterSet::fromJson({{"cells", {"vanilla", "coop", "adv"}},
                                                {"seeds", {5, 6}},
                                                {"problems", 64},
                                                {"held_out", 32},
                                                {"steps", 12},
                                                {"batch", 4},
                                                {"rollouts", 4},
                                                {"bonus", 1.0},
                                                {"format", 0.5},
                                                {"tie", 0.5},
                                                {"norm", "population"},
                                                {"skill_rate", 0.05},
                                                {"zeta", 1.5},
                                                {"gap", 0.0},
                                                {"trust", 2.0}});
    return inputs;
}

RunSettings settings(int threads) {
    RunSettings settings;
    const auto add = [&](const char* id, ValueKind kind) {
        OutputDescription output;
        output.id = id;
        output.kind = kind;
        settings.outputs.push_back(output);
    };
    add(kMetrics, ValueKind::scalars);
    for (const char* id : {kCellsOutput, kRunsOutput, kSteps, kMilestones})
        add(id, ValueKind::table);
    add(kCurves, ValueKind::series);
    add(kSkillsOutput, ValueKind::series);
    settings.threads = threads;
    return settings;
}

} // namespace

/// The experiment as the runner sees it.
class TestSimulate : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sameBytesOnAnyNumberOfThreads() {
        std::map<std::string, std::string> hashes;
        for (const int threads : {1, 2, 8}) {
            MemorySink sink;
            SimulateExperiment experiment;
            const RunOutcome outcome = executeRun(experiment, smallInputs(), settings(threads), sink);
            QVERIFY2(outcome.state == RunState::finished, outcome.message.c_str());
            for (const auto& [id, value] : sink.artifacts) {
                const std::string hash = contentSha256(value);
                QCOMPARE(hashes.try_emplace(id, hash).first->second, hash);
            }
        }
        QCOMPARE(hashes.size(), std::size_t(7));
    }
    void effectsArePairedBySeed() {
        MemorySink sink;
        SimulateExperiment experiment;
        QCOMPARE(executeRun(experiment, smallInputs(), settings(2), sink).state, RunState::finished);
        const auto metrics = sink.as<Scalars>(kMetrics);
        const auto runs = sink.as<Table>(kRunsOutput);
        QCOMPARE(runs->rowCount(), std::size_t(6));
        double sum = 0.0;
        for (std::size_t row = 0; row < 6; ++row) {
            const std::string& cell = runs->find("cell")->texts()[row];
            const double final = runs->find("final")->number(row);
            sum += cell == "coop" ? final : cell == "vanilla" ? -final : 0.0;
        }
        QVERIFY(std::abs(metrics->find("exchange")->value - sum / 2.0) < 1e-12);
        QCOMPARE(metrics->find("exchange")->interval->n, std::int64_t(2));
        QVERIFY(!metrics->find("refinement"));                              // one of its cells is not there
        QCOMPARE(sink.as<Table>(kCellsOutput)->rowCount(), std::size_t(4)); // and the untrained pair
    }
    void tooMuchWorkIsRefusedAtItsField() {
        RunInputs inputs = smallInputs();
        inputs.parameters.set("steps", 20000);
        inputs.parameters.set("batch", 512);
        inputs.parameters.set("rollouts", 64);
        const Inspection inspection = SimulateExperiment().inspect(inputs);
        QCOMPARE(inspection.problems.size(), std::size_t(1));
        QCOMPARE(inspection.problems.front().parameter, std::string("steps"));
    }
};

QTEST_GUILESS_MAIN(TestSimulate)
#include "tst_simulate.moc"
