#include "plugins/rival_game/compute/game_simulator.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace vitrine;
using namespace vitrine::rival_game;

namespace {

const nlohmann::json& small() {
    static const nlohmann::json numbers = [] {
        std::ifstream file(VITRINE_TEST_DATA "/agon_reference/simulator_small.json");
        return nlohmann::json::parse(file);
    }();
    return numbers;
}

GameSetup smallSetup() {
    GameSetup setup;
    setup.problems = 64;
    setup.heldOut = 32;
    setup.steps = 12;
    setup.batch = 4;
    setup.rollouts = 4;
    setup.seed = 5;
    return setup;
}

bool near(double actual, double expected) {
    return std::abs(actual - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
}

bool samePolicy(const Policy& policy, const nlohmann::json& expected, const std::string& name) {
    for (std::size_t k = 0; k < kSkills; ++k)
        if (!near(policy.skills[k], expected.at("theta_" + name)[k]))
            return false;
    return near(policy.trust, expected.at("trust_" + name)) &&
           near(policy.logLengthDraft, expected.at("loglen_draft_" + name)) &&
           near(policy.logLengthAnswer, expected.at("loglen_chal_" + name));
}

} // namespace

/// The simulator against an independent implementation, to the last policy.
class TestGameSimulator : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void population() {
        const auto& expected = small();
        const auto problems = makeProblems(5, 0, 64);
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t k = 0; k < kSkills; ++k)
                QVERIFY(near(problems[i].demand[k], expected.at("z_first4")[i][k]));
            QVERIFY(near(problems[i].difficulty, expected.at("b_first4")[i]));
        }
    }
    void everyCell_data() {
        QTest::addColumn<QByteArray>("cell");
        for (const auto& [id, numbers] : small().at("cells").items())
            QTest::newRow(id.c_str()) << QByteArray(id.c_str());
    }
    void everyCell() {
        QFETCH(QByteArray, cell);
        const std::string id = cell.toStdString();
        const auto& expected = small().at("cells").at(id);
        const Cell which = *cellOf(id);
        const auto result = simulateGame(smallSetup(), which);
        QVERIFY(result.ok());
        const Evaluation& outcome = result->outcome(which);
        QVERIFY(samePolicy(result->a, expected, "A"));
        QVERIFY(samePolicy(result->b, expected, "B"));
        QVERIFY(near(result->base, expected.at("base")));
        QVERIFY(near(outcome.final, expected.at("final")));
        QVERIFY(near(outcome.tokens, expected.at("len")));
        if (expected.contains("self_cascade"))
            QVERIFY(near(result->aDrafts.final, expected.at("self_cascade")));
        if (!expected.contains("conv"))
            return;
        QVERIFY(near(outcome.draft, expected.at("draft")));
        QVERIFY(near(outcome.converted, expected.at("conv")));
        QVERIFY(near(outcome.regressed, expected.at("regr")));
        QVERIFY(near(outcome.conversionRate, expected.at("conv_rate")));
        QVERIFY(near(outcome.keepRate, expected.at("keep")));
    }
    void hiddenOpponentIsInert() {
        GameSetup setup = smallSetup();
        const double with = simulateGame(setup, Cell::shared)->single.final;
        setup.bonus = 0.0;
        const double without = simulateGame(setup, Cell::shared)->single.final;
        QVERIFY(std::abs(with - without) <= 1e-12);
        QVERIFY(near(without, small().at("shared_bonus0_final")));
        QVERIFY(near(untrainedPair(setup).final, small().at("moa_final")));
    }
    void milestonesEndWithTheResult() {
        GameSetup setup = smallSetup();
        setup.evaluateEvery = 5;
        const auto result = simulateGame(setup, Cell::adv);
        QCOMPARE(result->milestones.size(), std::size_t(4)); // 0, 5, 10, 12
        QCOMPARE(result->milestones.back().step, std::size_t(12));
        QCOMPARE(result->milestones.back().aDrafts.final, result->aDrafts.final);
        QCOMPARE(result->steps.size(), std::size_t(12));
    }
    void stopsAndRefuses() {
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(simulateGame(smallSetup(), Cell::adv, stop.get_token()).error().code, ErrorCode::cancelled);
        GameSetup large = smallSetup();
        large.problems = 200'000'000; // would take a minute to make
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(simulateGame(large, Cell::adv, stop.get_token()).error().code, ErrorCode::cancelled);
        QVERIFY(timer.elapsed() < 3000);
        GameSetup empty = smallSetup();
        empty.rollouts = 1;
        QCOMPARE(simulateGame(empty, Cell::adv).error().code, ErrorCode::invalidArgument);
    }
};

QTEST_GUILESS_MAIN(TestGameSimulator)
#include "tst_game_simulator.moc"
