#include "core/base/parallel_for.h"
#include "plugins/prefix_controller/compute/simulator.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>

using namespace vitrine::prefix_controller;

namespace {

constexpr std::size_t kSeeds = 24;

/// What the bars look at.
struct Numbers {
    double final = 0.0, tracking = 0.0, closeTracking = 0.0, dead = 0.0, saturated = 0.0, central = 0.0;
    double deadSolved = 0.0, easy = 0.0, prefix = 0.0, fallback = 0.0, violations = 0.0;
};

Numbers numbersOf(const SimResult& result, const SimSetup& setup) {
    Numbers numbers;
    numbers.final = result.evaluations.back().pass1;
    numbers.tracking = trackingShare(result, setup, 0.1);
    numbers.closeTracking = trackingShare(result, setup, 0.05);
    double groups = 0.0, middle = 0.0;
    for (const SimStep& step : result.steps) {
        numbers.dead += static_cast<double>(step.dead());
        numbers.saturated += static_cast<double>(step.saturated());
        groups += static_cast<double>(setup.batch);
    }
    const std::size_t half = result.steps.size() / 2;
    for (std::size_t i = half - 5; i < half + 5; ++i)
        for (std::size_t k = 2; k + 2 < result.steps[i].histogram.size(); ++k)
            middle += static_cast<double>(result.steps[i].histogram[k]);
    numbers.dead /= groups;
    numbers.saturated /= groups;
    numbers.central = middle / (10.0 * static_cast<double>(setup.batch));
    numbers.deadSolved = result.deadSolved;
    numbers.easy = result.easySolved;
    numbers.prefix = result.prefixShare;
    numbers.violations = result.start.violations;
    double fallback = 0.0, moved = 0.0;
    for (const ControllerUpdate& update : result.updates) {
        moved += update.reason != Reason::held ? 1.0 : 0.0;
        fallback += update.reason != Reason::held && update.reason != Reason::none ? 1.0 : 0.0;
    }
    numbers.fallback = moved > 0.0 ? fallback / moved : 0.0;
    return numbers;
}

template <class Change>
std::vector<Numbers> overSeeds(Method method, Change&& change) {
    std::vector<Numbers> all(kSeeds);
    vitrine::parallelFor(kSeeds, static_cast<int>(std::thread::hardware_concurrency()), [&](std::size_t i) {
        SimSetup setup;
        setup.seed = 101 + i;
        change(setup);
        const auto start = startSimulation(setup);
        all[i] = numbersOf(*simulate(setup, *start, method), setup);
    });
    return all;
}

std::vector<Numbers> overSeeds(Method method) {
    return overSeeds(method, [](SimSetup&) {});
}

double median(const std::vector<Numbers>& all, double Numbers::*number) {
    std::vector<double> values;
    for (const Numbers& one : all)
        values.push_back(one.*number);
    std::ranges::sort(values);
    return (values[kSeeds / 2 - 1] + values[kSeeds / 2]) / 2.0;
}

} // namespace

/// What holds in each of 24 seeds at full size, with equal compute.
class TestControllerBars : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void methodsSideBySide() {
        std::map<Method, std::vector<Numbers>> all;
        for (const Method method :
             {Method::vanilla, Method::vanilla16, Method::filter, Method::prefixRl, Method::prefixRlAnneal,
              Method::decay, Method::baseOnly, Method::ada, Method::adaBisect})
            all[method] = overSeeds(method);
        for (std::size_t i = 0; i < kSeeds; ++i) {
            const Numbers& ada = all[Method::ada][i];
            const auto of = [&](Method method) { return all[method][i]; };
            const auto lead = [&](Method method) { return ada.final - of(method).final; };
            QVERIFY(ada.tracking >= 0.95);
            QVERIFY(ada.closeTracking >= 0.85);
            QVERIFY(of(Method::prefixRl).tracking <= 0.40);
            QVERIFY(of(Method::decay).tracking <= 0.30);
            QVERIFY(of(Method::vanilla).tracking <= 0.05);
            QVERIFY(lead(Method::vanilla) >= 0.12);
            QVERIFY(lead(Method::filter) >= 0.05);
            QVERIFY(lead(Method::decay) >= 0.05);
            QVERIFY(lead(Method::baseOnly) >= 0.05);
            QVERIFY(lead(Method::prefixRl) > 0.0);
            QVERIFY(lead(Method::prefixRlAnneal) > 0.0);
            QVERIFY(std::abs(lead(Method::adaBisect)) <= 0.02);
            const double wider = of(Method::vanilla16).final - of(Method::vanilla).final;
            QVERIFY(wider >= -0.03 && wider <= 0.01);
            QVERIFY(of(Method::vanilla).dead >= 0.65 && ada.dead <= 0.20 && of(Method::prefixRl).dead <= 0.05);
            QVERIFY(of(Method::prefixRl).saturated >= 0.28 && of(Method::decay).saturated >= 0.28);
            QVERIFY(ada.saturated <= 0.18);
            QVERIFY(ada.central >= 0.43);
            QVERIFY(of(Method::baseOnly).central <= 0.44 && of(Method::prefixRl).central <= 0.45);
            QVERIFY(of(Method::vanilla).central <= 0.20);
            QVERIFY(ada.deadSolved >= 0.17 && ada.deadSolved <= 0.25);
            QVERIFY(of(Method::vanilla).deadSolved <= 0.03);
            QVERIFY(ada.easy >= 0.92);
            QVERIFY(ada.prefix >= 0.13 && ada.prefix <= 0.18);
            QVERIFY(ada.violations >= 0.03 && ada.violations <= 0.07);
            QVERIFY(ada.fallback >= 0.15 && ada.fallback <= 0.70);
        }
    }
    void staleBracketsJamTheLoop() {
        const auto jammed = overSeeds(Method::ada, [](SimSetup& setup) {
            setup.controller.life = 1'000'000'000;
            setup.controller.leastWidth = -1.0;
        });
        QVERIFY(median(jammed, &Numbers::tracking) <= 0.65);
    }
    void targetsFarOffTheMiddleTeachLess() {
        std::map<double, double> finals;
        for (const double target : {0.125, 0.5, 0.625, 0.875})
            finals[target] =
                median(overSeeds(Method::ada, [target](SimSetup& setup) { setup.controller.target = target; }),
                       &Numbers::final);
        QVERIFY(std::abs(finals[0.5] - finals[0.625]) <= 0.02);
        QVERIFY(finals[0.5] - finals[0.125] >= 0.10);
        QVERIFY(finals[0.5] - finals[0.875] >= 0.10);
    }
};

QTEST_GUILESS_MAIN(TestControllerBars)
#include "tst_controller_bars.moc"
