#include "core/kernels/statistics/paired_test.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace vitrine;

class TestPairedTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneToFive();
    void probabilitiesOfTables_data();
    void probabilitiesOfTables();
    void fewOrEqualPairs();
};

namespace {
bool isNear(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}
} // namespace

void TestPairedTest::oneToFive() {
    // Mean 3, sample deviation sqrt(2.5), standard error sqrt(0.5), t = 3 sqrt(2). With 4 degrees of freedom the
    // distribution has a closed form, p = 1 - 3/4 u (1 - t^2 / (12 (1 + t^2/4))), u = t / sqrt(1 + t^2/4).
    const auto test = pairedTTest(std::vector<double>{1, 2, 3, 4, 5});
    QVERIFY(test.has_value());
    QCOMPARE(test->n, std::int64_t(5));
    QCOMPARE(test->mean, 3.0);
    QVERIFY(isNear(test->t, 3.0 * std::sqrt(2.0), 1e-14));
    const double u = test->t / std::sqrt(1.0 + 18.0 / 4.0);
    QVERIFY(isNear(test->p, 1.0 - 0.75 * u * (1.0 - 18.0 / (12.0 * 5.5)), 1e-12));
    QVERIFY(isNear(test->p, 0.0132356, 1e-6));
    // 2.7764451 is the 97.5 % quantile for 4 degrees of freedom.
    QVERIFY(isNear(test->lower, 3.0 - 2.7764451052 * std::sqrt(0.5), 1e-9));
    QVERIFY(isNear(test->upper, 3.0 + 2.7764451052 * std::sqrt(0.5), 1e-9));
}

void TestPairedTest::probabilitiesOfTables_data() {
    QTest::addColumn<double>("freedom");
    QTest::addColumn<double>("t");
    QTest::addColumn<double>("p");
    // Printed tables of Student's distribution, two-sided.
    QTest::newRow("1, Cauchy") << 1.0 << 1.0 << 0.5;
    QTest::newRow("1, 12.706") << 1.0 << 12.7062047362 << 0.05;
    QTest::newRow("2, 4.303") << 2.0 << 4.3026527297 << 0.05;
    QTest::newRow("10, 2.228") << 10.0 << 2.2281388520 << 0.05;
    QTest::newRow("30, 2.750") << 30.0 << 2.7499956536 << 0.01;
    QTest::newRow("225, 1.971") << 225.0 << 1.9705634655 << 0.05;
    QTest::newRow("zero") << 7.0 << 0.0 << 1.0;
}

void TestPairedTest::probabilitiesOfTables() {
    QFETCH(double, freedom);
    QFETCH(double, t);
    QFETCH(double, p);
    QVERIFY2(isNear(studentTwoSided(t, freedom), p, 1e-7), qPrintable(QString::number(studentTwoSided(t, freedom))));
    QCOMPARE(studentTwoSided(-t, freedom), studentTwoSided(t, freedom));
    if (p < 1.0)
        QVERIFY(isNear(studentCritical(p, freedom), t, 1e-6));
}

void TestPairedTest::fewOrEqualPairs() {
    QVERIFY(!pairedTTest({}).has_value());
    QVERIFY(!pairedTTest(std::vector<double>{1.0}).has_value());
    const auto none = pairedTTest(std::vector<double>{0, 0, 0});
    QCOMPARE(none->p, 1.0);
    QCOMPARE(none->lower, 0.0);
    const auto same = pairedTTest(std::vector<double>{-2, -2});
    QCOMPARE(same->p, 0.0);
    QVERIFY(std::isinf(same->t) && same->t < 0.0);
    QCOMPARE(same->upper, -2.0);
}

QTEST_APPLESS_MAIN(TestPairedTest)
#include "tst_paired_test.moc"
