#include "core/base/rng.h"
#include "core/figure/reduce.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <map>
#include <set>

using namespace vitrine;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> randomValues(std::uint64_t seed, std::size_t count, double nanShare) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto word = rng::draw(seed, i);
        values[i] = static_cast<double>(word >> 11) * 0x1p-53;
        if (static_cast<double>(rng::draw(seed, i, 1) >> 11) * 0x1p-53 < nanShare)
            values[i] = kNan;
    }
    return values;
}

std::vector<double> ramp(std::size_t count) {
    std::vector<double> x(count);
    for (std::size_t i = 0; i < count; ++i)
        x[i] = static_cast<double>(i);
    return x;
}

} // namespace

class TestReduce : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void extremesMatchTheSlowWay();
    void everyColumnKeepsFirstLowestHighestLast_data();
    void everyColumnKeepsFirstLowestHighestLast();
    void gapsStayVisible();
    void manyGapsDoNotGrowTheLine();
    void shortLinesAreKeptWhole();
    void rangesOnlyTouchTheVisiblePart();
    void curvesGoBackAndForth();
    void scatterKeepsTheOutermostPoints();
    void emptyInputGivesNothing();
};

void TestReduce::extremesMatchTheSlowWay() {
    const std::vector<double> values = randomValues(7, 5000, 0.05);
    const ExtremesIndex index(values);
    for (std::uint64_t trial = 0; trial < 500; ++trial) {
        const std::size_t a = rng::draw(1, trial) % 5001;
        const std::size_t b = rng::draw(2, trial) % 5001;
        const std::size_t first = std::min(a, b);
        const std::size_t last = std::max(a, b);
        const ExtremesIndex::Extremes found = index.find(first, last);
        double low = HUGE_VAL;
        double high = -HUGE_VAL;
        for (std::size_t i = first; i < last; ++i)
            if (std::isfinite(values[i])) {
                low = std::min(low, values[i]);
                high = std::max(high, values[i]);
            }
        QCOMPARE(found.any, std::isfinite(low));
        if (found.any) {
            QCOMPARE(values[found.minimum], low);
            QCOMPARE(values[found.maximum], high);
        }
    }
}

void TestReduce::everyColumnKeepsFirstLowestHighestLast_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("pointsPerColumn");
    QTest::newRow("far more points than columns") << 200000 << 250.0;
    QTest::newRow("a few points in each") << 10000 << 7.3;
    QTest::newRow("fewer points than columns") << 100 << 0.2;
}

void TestReduce::everyColumnKeepsFirstLowestHighestLast() {
    QFETCH(int, count);
    QFETCH(double, pointsPerColumn);
    const std::vector<double> x = ramp(std::size_t(count));
    const std::vector<double> y = randomValues(3, x.size(), 0.0);
    const auto column = [pointsPerColumn](double at) { return std::int64_t(std::floor(at / pointsPerColumn)); };
    const std::vector<std::size_t> kept = reduceLine(x, ExtremesIndex(y), column, 0, x.size());
    struct Slow {
        std::size_t first = 0, last = 0, low = 0, high = 0;
    };
    std::map<std::int64_t, Slow> columns;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto [place, added] = columns.try_emplace(column(x[i]), Slow{i, i, i, i});
        Slow& slow = place->second;
        slow.last = i;
        if (y[i] < y[slow.low])
            slow.low = i;
        if (y[i] > y[slow.high])
            slow.high = i;
    }
    std::set<std::size_t> expected;
    for (const auto& [at, slow] : columns)
        expected.insert({slow.first, slow.last, slow.low, slow.high});
    QVERIFY(std::is_sorted(kept.begin(), kept.end()));
    QVERIFY(std::vector<std::size_t>(expected.begin(), expected.end()) == kept);
}

void TestReduce::gapsStayVisible() {
    std::vector<double> y = randomValues(4, 1000, 0.0);
    y[500] = kNan;
    y[700] = std::numeric_limits<double>::infinity();
    const std::vector<double> x = ramp(y.size());
    const auto kept = reduceLine(
        x, ExtremesIndex(y), [](double at) { return std::int64_t(at / 50); }, 0, x.size());
    QCOMPARE(std::count(kept.begin(), kept.end(), kLineGap), 2);
    QVERIFY(std::find(kept.begin(), kept.end(), 500) == kept.end());
    const auto gap = std::find(kept.begin(), kept.end(), kLineGap);
    QVERIFY(*(gap - 1) < 500 && *(gap + 1) > 500);
}

void TestReduce::manyGapsDoNotGrowTheLine() {
    std::vector<double> y = randomValues(5, 100000, 0.0);
    for (std::size_t i = 0; i < y.size(); i += 2)
        y[i] = kNan;
    const std::vector<double> x = ramp(y.size());
    const auto kept = reduceLine(
        x, ExtremesIndex(y), [](double at) { return std::int64_t(at / 1000); }, 0, x.size());
    QVERIFY(kept.size() <= 100 * 4);
    QVERIFY(kept.size() >= 100 * 2);
}

void TestReduce::shortLinesAreKeptWhole() {
    const std::vector<double> x{0, 1, 2};
    const std::vector<double> y{5, 4, 6};
    const auto kept = reduceLine(
        x, ExtremesIndex(y), [](double at) { return std::int64_t(at * 100); }, 0, 3);
    QCOMPARE(kept, (std::vector<std::size_t>{0, 1, 2}));
}

void TestReduce::rangesOnlyTouchTheVisiblePart() {
    const std::vector<double> x = ramp(1000);
    const std::vector<double> y = randomValues(6, 1000, 0.0);
    const auto kept = reduceLine(
        x, ExtremesIndex(y), [](double at) { return std::int64_t(at / 10); }, 200, 300);
    QCOMPARE(kept.front(), std::size_t(200));
    QCOMPARE(kept.back(), std::size_t(299));
}

void TestReduce::curvesGoBackAndForth() {
    std::vector<double> x, y;
    for (int i = 0; i < 10000; ++i) {
        x.push_back(std::cos(i * 0.01));
        y.push_back(std::sin(i * 0.013));
    }
    const auto column = [](double at) { return std::int64_t(std::floor(at * 20)); };
    const auto kept = reduceCurve(x, y, column);
    QVERIFY(kept.size() < x.size() / 2);
    QCOMPARE(kept.front(), std::size_t(0));
    QCOMPARE(kept.back(), x.size() - 1);
    QVERIFY(std::is_sorted(kept.begin(), kept.end()));
}

void TestReduce::scatterKeepsTheOutermostPoints() {
    const std::vector<double> x = randomValues(8, 50000, 0.0);
    const std::vector<double> y = randomValues(9, 50000, 0.0);
    const auto cell = [&](std::size_t i) { return std::int64_t(x[i] * 40) * 40 + std::int64_t(y[i] * 40); };
    const auto kept = reducePoints(x.size(), 1600, cell, 3);
    QCOMPARE(kept.size(), std::size_t(4800));
    std::map<std::int64_t, int> perCell;
    for (std::size_t i : kept)
        ++perCell[cell(i)];
    QCOMPARE(perCell.size(), std::size_t(1600));
    for (const auto& [place, count] : perCell)
        QCOMPARE(count, 3);
    QVERIFY(reducePoints(
                10, 4, [](std::size_t) { return std::int64_t(-1); }, 3)
                .empty());
}

void TestReduce::emptyInputGivesNothing() {
    const std::vector<double> none;
    QVERIFY(reduceLine(
                none, ExtremesIndex(none), [](double) { return std::int64_t(0); }, 0, 0)
                .empty());
    QVERIFY(reduceCurve(none, none, [](double) { return std::int64_t(0); }).empty());
    QVERIFY(!ExtremesIndex(none).find(0, 0).any);
}

QTEST_GUILESS_MAIN(TestReduce)
#include "tst_reduce.moc"
