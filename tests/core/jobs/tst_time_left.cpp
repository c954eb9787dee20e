#include "core/jobs/time_left.h"

#include <QtTest>

using namespace vitrine;

class TestTimeLeft : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysNothingTooEarly();
    void isExactForASteadyPace();
    void countsDownBetweenReports();
    void followsAChangeOfPace();
    void isZeroAtTheEnd();
};

void TestTimeLeft::saysNothingTooEarly() {
    TimeLeft left;
    QCOMPARE(left.remaining(1.0), -1.0);
    left.report(0.0, 0.0);
    QCOMPARE(left.remaining(10.0), -1.0); // no progress seen
    left.report(0.1, 0.5);
    QCOMPARE(left.remaining(0.1), -1.0); // too soon
}

void TestTimeLeft::isExactForASteadyPace() {
    TimeLeft left;
    for (int i = 0; i <= 40; ++i)
        left.report(0.1 * i, 0.01 * i);
    QVERIFY2(std::abs(left.remaining(4.0) - 6.0) < 0.05, qPrintable(QString::number(left.remaining(4.0))));
}

void TestTimeLeft::countsDownBetweenReports() {
    TimeLeft left;
    for (int i = 0; i <= 10; ++i)
        left.report(i, 0.05 * i);
    QVERIFY(std::abs(left.remaining(10.0) - left.remaining(13.0) - 3.0) < 1e-9);
    QCOMPARE(left.remaining(1000.0), 0.0);
}

void TestTimeLeft::followsAChangeOfPace() {
    TimeLeft left;
    for (int i = 0; i <= 10; ++i)
        left.report(i, 0.05 * i); // 5 % a second
    for (int i = 1; i <= 20; ++i)
        left.report(10 + i, 0.5 + 0.01 * i); // 1 % a second
    // 30 % left: 30 s at the present pace, 13 s at the mean pace
    QVERIFY2(left.remaining(30.0) > 17.0 && left.remaining(30.0) < 30.0,
             qPrintable(QString::number(left.remaining(30))));
}

void TestTimeLeft::isZeroAtTheEnd() {
    TimeLeft left;
    left.report(0.0, 0.0);
    left.report(2.0, 1.0);
    QCOMPARE(left.remaining(2.0), 0.0);
}

QTEST_GUILESS_MAIN(TestTimeLeft)
#include "tst_time_left.moc"
