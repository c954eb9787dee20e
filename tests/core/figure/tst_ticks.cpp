#include "core/figure/ticks.h"

#include <QtTest>

#include <cmath>

using namespace vitrine;

class TestTicks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linearTicksAreRound_data();
    void linearTicksAreRound();
    void linearTicksHoldForManyRanges();
    void integersHaveNoHalfSteps();
    void logTicks_data();
    void logTicks();
    void symlogTicksShowBothSides();
    void transformsAreInvertible();
    void logHasNoPlaceForZero();
    void hugeAndTinyRangesEnd();
    void categoriesHaveOneTickEach();
    void niceRangeHoldsTheData();
};

void TestTicks::linearTicksAreRound_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<int>("decimals");
    QTest::newRow("hundred iterations") << 0.0 << 100.0 << QList<double>{0, 20, 40, 60, 80, 100} << 0;
    QTest::newRow("errors") << 0.45 << 2.35 << QList<double>{0.5, 1.0, 1.5, 2.0} << 1;
    QTest::newRow("unit interval") << 0.0 << 1.0 << QList<double>{0, 0.2, 0.4, 0.6, 0.8, 1.0} << 1;
    QTest::newRow("quarters") << 0.0 << 1.3 << QList<double>{0, 0.25, 0.5, 0.75, 1.0, 1.25} << 2;
    QTest::newRow("negative") << -11.6 << 1.58 << QList<double>{-10, -8, -6, -4, -2, 0} << 0;
}

void TestTicks::linearTicksAreRound() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(QList<double>, values);
    QFETCH(int, decimals);
    const Ticks ticks = linearTicks(low, high);
    QCOMPARE(ticks.values.size(), std::size_t(values.size()));
    for (int i = 0; i < values.size(); ++i)
        QVERIFY2(std::abs(ticks.values[std::size_t(i)] - values[i]) < 1e-9, qPrintable(QString::number(values[i])));
    QCOMPARE(ticks.decimals, decimals);
}

void TestTicks::linearTicksHoldForManyRanges() {
    for (int exponent = -12; exponent <= 12; ++exponent)
        for (double start : {-3.7, -1.0, 0.0, 0.31, 17.3})
            for (double span : {1.0, 1.7, 2.9, 4.4, 7.3, 9.9}) {
                const double unit = std::pow(10.0, exponent);
                const double low = start * unit;
                const double high = low + span * unit;
                const Ticks ticks = linearTicks(low, high);
                QVERIFY(ticks.values.size() >= 2 && ticks.values.size() <= 7);
                for (std::size_t i = 0; i < ticks.values.size(); ++i) {
                    QVERIFY(ticks.values[i] >= low - 1e-6 * span * unit);
                    QVERIFY(ticks.values[i] <= high + 1e-6 * span * unit);
                    if (i > 0)
                        QVERIFY(ticks.values[i] > ticks.values[i - 1]);
                }
            }
}

void TestTicks::integersHaveNoHalfSteps() {
    for (double high : {1.0, 2.0, 3.0, 7.0, 12.0, 13.0, 40.0, 101.0}) {
        const Ticks ticks = linearTicks(0, high, 6, true);
        QCOMPARE(ticks.decimals, 0);
        QVERIFY(ticks.values.size() >= 2);
        for (double value : ticks.values)
            QCOMPARE(value, std::round(value));
    }
}

void TestTicks::logTicks_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QList<double>>("values");
    QTest::newRow("one decade and a bit") << 0.2 << 10.0 << QList<double>{0.2, 0.5, 1, 2, 5, 10};
    QTest::newRow("many decades are thinned") << 1e-9 << 1e9 << QList<double>{1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9};
    QTest::newRow("few decades") << 1.0 << 1e4 << QList<double>{1, 10, 100, 1000, 10000};
}

void TestTicks::logTicks() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(QList<double>, values);
    const Ticks ticks = vitrine::logTicks(low, high);
    QCOMPARE(ticks.values.size(), std::size_t(values.size()));
    for (int i = 0; i < values.size(); ++i)
        QVERIFY(std::abs(ticks.values[std::size_t(i)] / values[i] - 1) < 1e-9);
}

void TestTicks::symlogTicksShowBothSides() {
    QVERIFY(symlogTicks(50, 99, 1.0).values.size() >= 3); // between two powers
    const Ticks ticks = symlogTicks(-1000, 10000, 1.0);
    QVERIFY(ticks.values.size() >= 3 && ticks.values.size() <= 9);
    QVERIFY(std::find(ticks.values.begin(), ticks.values.end(), 0.0) != ticks.values.end());
    QVERIFY(ticks.values.front() < 0);
    QVERIFY(ticks.values.back() > 0);
    QVERIFY(std::is_sorted(ticks.values.begin(), ticks.values.end()));
}

void TestTicks::transformsAreInvertible() {
    for (AxisScale scale : {AxisScale::linear, AxisScale::log, AxisScale::symlog, AxisScale::category}) {
        const AxisTransform transform(scale, 0.5);
        double before = -HUGE_VAL;
        for (double value : {0.001, 0.4, 0.6, 1.0, 42.0, 1e6}) {
            QVERIFY(std::abs(transform.inverse(transform.forward(value)) / value - 1) < 1e-9);
            QVERIFY(transform.forward(value) > before);
            before = transform.forward(value);
        }
    }
    QCOMPARE(AxisTransform(AxisScale::symlog).forward(-9.0), -AxisTransform(AxisScale::symlog).forward(9.0));
}

void TestTicks::logHasNoPlaceForZero() {
    const AxisTransform log(AxisScale::log);
    QVERIFY(std::isnan(log.forward(0.0)));
    QVERIFY(std::isnan(log.forward(-1.0)));
    QVERIFY(std::isnan(AxisTransform().forward(HUGE_VAL)));
    QVERIFY(vitrine::logTicks(-1, 10).values.empty());
}

void TestTicks::hugeAndTinyRangesEnd() {
    QVERIFY(linearTicks(-1e300, 1e300).values.size() <= 64);
    QVERIFY(linearTicks(1.0, 1.0 + 1e-15).values.size() <= 64);
    QVERIFY(linearTicks(1e15, 1e15 + 1).values.size() <= 64);
    QCOMPARE(linearTicks(5, 5).values.size(), std::size_t(1));
    QCOMPARE(linearTicks(0.17, 1.95, 4).values, (std::vector<double>{0.5, 1.0, 1.5})); // in a low pane
    QVERIFY(linearTicks(std::nan(""), 1).values.empty());
}

void TestTicks::categoriesHaveOneTickEach() {
    FigureAxis axis;
    axis.scale = AxisScale::category;
    axis.categories = {"q", "k", "v"};
    const Ticks ticks = axisTicks(axis, -0.5, 2.5);
    QCOMPARE(ticks.values, (std::vector<double>{0, 1, 2}));
    QCOMPARE(axisTicks(axis, 0.5, 1.5).values, (std::vector<double>{1}));
}

void TestTicks::niceRangeHoldsTheData() {
    for (double low : {-7.3, 0.0, 0.123, 55.0})
        for (double span : {0.01, 1.0, 37.0}) {
            const auto [from, to] = niceRange(low, low + span);
            QVERIFY(from <= low + 1e-9 && to >= low + span - 1e-9);
            QVERIFY(to - from < span * 2);
        }
}

QTEST_GUILESS_MAIN(TestTicks)
#include "tst_ticks.moc"
