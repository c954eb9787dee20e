#include "plugins/prefix_controller/compute/simulator.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace vitrine;
using namespace vitrine::prefix_controller;

namespace {

const nlohmann::json& small() {
    static const nlohmann::json numbers = [] {
        std::ifstream file(VITRINE_TEST_DATA "/controller_reference/simulator_small.json");
        return nlohmann::json::parse(file);
    }();
    return numbers;
}

SimSetup smallSetup() {
    SimSetup setup;
    setup.problems = 256;
    setup.heldOut = 64;
    setup.steps = 40;
    setup.window = 5;
    setup.batch = 16;
    setup.budget = 1e17;
    setup.seed = 11;
    return setup;
}

bool near(double actual, const nlohmann::json& expected) {
    if (expected.is_null())
        return std::isnan(actual);
    return std::abs(actual - expected.get<double>()) <= 1e-9 * std::max(1.0, std::abs(expected.get<double>()));
}

} // namespace

/// The simulator against an independent implementation, integer for integer.
class TestPolicySimulator : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void population() {
        const auto problems = makePopulation({}, 11, 0, 256);
        const auto& expected = small().at("population");
        for (std::size_t i = 0; i < 8; ++i) {
            QCOMPARE(problems[i].easy, expected.at("easy")[i].get<bool>());
            QCOMPARE(problems[i].dips, expected.at("nm")[i].get<bool>());
            QVERIFY(near(problems[i].midpoint, expected.at("mu")[i]));
            QVERIFY(near(problems[i].scale, expected.at("s")[i]));
            QVERIFY(near(problems[i].transfer, expected.at("a")[i]));
            QVERIFY(near(problems[i].dipCentre, expected.at("dc")[i]));
            QVERIFY(near(problems[i].referenceTokens, expected.at("Lref")[i]));
            QVERIFY(near(problems[i].unaidedTokens, expected.at("Lgen")[i]));
        }
        for (const char* table : {"kappa_probe", "kappa_nonmonotone"})
            for (const auto& one : small().at(table))
                QVERIFY(near(successAt(problems[one.at("problem").get<std::size_t>()], one.at("rho"), 0.0),
                             one.at("kappa")));
    }
    void everyMethod_data() {
        QTest::addColumn<QByteArray>("key");
        for (const auto& [key, numbers] : small().at("methods").items())
            QTest::newRow(key.c_str()) << QByteArray(key.c_str());
    }
    void everyMethod() {
        QFETCH(QByteArray, key);
        const std::string name = key.toStdString();
        const std::size_t slash = name.find('/');
        SimSetup setup = smallSetup();
        setup.until = name.substr(0, slash) == "steps" ? RunUntil::steps : RunUntil::budget;
        const auto start = startSimulation(setup);
        const auto result = simulate(setup, *start, *methodOf(name.substr(slash + 1)));
        QVERIFY(result.ok());
        const auto& expected = small().at("methods").at(name);
        QCOMPARE(result->steps.size(), expected.at("steps").get<std::size_t>());
        for (std::size_t i = 0; i < result->steps.size(); ++i) {
            QCOMPARE(result->steps[i].correct, expected.at("k_sum")[i].get<std::size_t>());
            QVERIFY(near(result->steps[i].meanRatio, expected.at("rho_mean")[i]));
        }
        QVERIFY(near(result->evaluations.back().pass1, expected.at("final_pass1")));
        QVERIFY(near(result->evaluations.back().pass16, expected.at("final_pass16")));
        QVERIFY(near(result->steps.back().flops, expected.at("flops")));
        QVERIFY(near(start->cold.dead, expected.at("dead")));
        QVERIFY(near(result->deadSolved, expected.at("dead_solved")));
        QVERIFY(near(result->prefixShare, expected.at("prefix_fraction")));
    }
    void adaToTheLastUpdate() {
        SimSetup setup = smallSetup();
        setup.until = RunUntil::steps;
        const auto start = startSimulation(setup);
        const auto result = simulate(setup, *start, Method::ada);
        const auto& expected = small().at("methods").at("steps/ada");
        QVERIFY(near(start->cold.ratio, expected.at("rho0")));
        QVERIFY(near(start->cold.violations, expected.at("violation_rate")));
        for (std::size_t g = 0; g < start->cold.success.size(); ++g)
            QVERIFY(near(start->cold.success[g], expected.at("calibration_mean")[g]));
        for (std::size_t i = 0; i < expected.at("probe_quarters").size(); ++i)
            QCOMPARE(start->cold.probe[i], expected["probe_quarters"][i].get<int>());
        for (std::size_t i = 0; i < result->steps.size(); ++i) {
            QCOMPARE(result->steps[i].histogram, expected.at("hist")[i].get<std::vector<std::size_t>>());
            QVERIFY(near(result->steps[i].envelope, expected.at("envelope")[i]));
            for (std::size_t c = 0; c < kCohorts; ++c) {
                QVERIFY(near(result->steps[i].cohorts[c].ratio, expected.at("cohort_rho")[i][c]));
                QVERIFY(near(result->steps[i].cohorts[c].rate, expected.at("cohort_rate")[i][c]));
            }
        }
        QCOMPARE(result->updates.size(), expected.at("updates").size());
        for (std::size_t i = 0; i < result->updates.size(); ++i) {
            QVERIFY(near(result->updates[i].ratioNext, expected["updates"][i].at("rho_next")));
            QCOMPARE(std::string(reasonId(result->updates[i].reason)),
                     expected["updates"][i].at("reason").get<std::string>());
        }
        QCOMPARE(result->evaluations.size(), expected.at("evaluations").size());
        for (std::size_t i = 0; i < result->evaluations.size(); ++i)
            QVERIFY(near(result->evaluations[i].pass1, expected["evaluations"][i].at("pass1")));
    }
    void stops() {
        const auto start = startSimulation(smallSetup());
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(simulate(smallSetup(), *start, Method::ada, stop.get_token()).error().code, ErrorCode::cancelled);
    }
};

QTEST_GUILESS_MAIN(TestPolicySimulator)
#include "tst_policy_simulator.moc"
