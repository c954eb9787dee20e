#include "plugins/prefix_controller/compute/setup_parameters.h"

#include <QTest>

using namespace vitrine;
using namespace vitrine::prefix_controller;

namespace {

ParameterSet usual() {
    return ParameterSet::fromJson({{"methods", {"ada", "vanilla"}},
                                   {"seeds", {1}},
                                   {"until", "budget"},
                                   {"budget", 6.0},
                                   {"steps", 240},
                                   {"tau", 0.5},
                                   {"beta", 0.7},
                                   {"step", 0.05},
                                   {"rho_max", 0.9},
                                   {"eps", 0.002},
                                   {"gain", 2.0},
                                   {"signal", "ema"},
                                   {"reopen", true},
                                   {"freeze", true},
                                   {"span", 0.15},
                                   {"w", 0.8},
                                   {"cold_start", nullptr},
                                   {"decay", "linear"},
                                   {"rollouts", 8},
                                   {"batch", 64},
                                   {"window", 10},
                                   {"problems", 7168},
                                   {"held_out", 1000},
                                   {"curve_width", 0.1},
                                   {"drift", 0.006},
                                   {"difficulty", 0.5},
                                   {"dips", 0.12}});
}

} // namespace

/// What a simulation may be asked for.
class TestPrefixRequests : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void budgetPaysForAboutAsManySteps() {
        const auto request = simRequestOf(usual());
        QVERIFY(request.ok());
        const double expected = expectedSteps(request->setup);
        const auto start = startSimulation(request->setup);
        const auto steps = static_cast<double>(simulate(request->setup, *start, Method::ada)->steps.size());
        QVERIFY2(expected > 0.5 * steps && expected < 2.0 * steps, qPrintable(QString::number(expected)));
    }
    void whatMemoryCannotHoldIsRefusedAtItsField() {
        ParameterSet many = usual();
        many.set("budget", 100.0);
        many.set("batch", 1);
        many.set("rollouts", 2);
        nlohmann::json seeds = nlohmann::json::array();
        for (int seed = 0; seed < 50; ++seed)
            seeds.push_back(seed);
        many.set("seeds", seeds);
        const auto request = simRequestOf(many);
        QVERIFY(!request);
        QVERIFY2(request.error().message.starts_with("budget: about "), request.error().message.c_str());
    }
    void nothingChosenIsSaid() {
        ParameterSet none = usual();
        none.set("methods", nlohmann::json::array());
        QCOMPARE(simRequestOf(none).error().message, std::string("methods: choose at least one"));
        none = usual();
        none.set("cold_start", 0.95);
        QCOMPARE(simRequestOf(none).error().message, std::string("cold_start: at most the largest ratio, 0.9"));
    }
    void withoutReopeningNoBoundIsEverDropped() {
        ParameterSet jammed = usual();
        jammed.set("reopen", false);
        const ControllerSettings settings = simRequestOf(jammed)->setup.controller;
        QVERIFY(settings.leastWidth < 0.0 && settings.life > 1'000'000);
    }
};

QTEST_GUILESS_MAIN(TestPrefixRequests)
#include "tst_prefix_requests.moc"
