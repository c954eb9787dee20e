#include "core/report/number_display.h"

#include "core/values/text.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace vitrine;

using Reals = std::vector<double>;
Q_DECLARE_METATYPE(Reals)

class TestNumberDisplay : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void columnsShareTheirDecimals_data();
    void columnsShareTheirDecimals();
    void singleNumbers_data();
    void singleNumbers();
    void scalarsFollowTheirInterval();
    void countsBytesTimesAndDates();
    void localeChangesNothing();
};

void TestNumberDisplay::columnsShareTheirDecimals_data() {
    QTest::addColumn<Reals>("values");
    QTest::addColumn<QStringList>("texts");
    const auto row = [](const char* name, const Reals& values, const std::vector<const char*>& texts) {
        QStringList list;
        for (const char* text : texts)
            list << QString::fromUtf8(text);
        QTest::newRow(name) << values << list;
    };
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInf = std::numeric_limits<double>::infinity();
    row("three digits of a typical value", {21.76355, 10.7285, 0.24513}, {"21.8", "10.7", "0.2"});
    row("no more than the data have", {0.5, 1.5, 100.0}, {"0.5", "1.5", "100.0"});
    row("whole numbers", {1128, 3, 0}, {"1128", "3", "0"});
    row("true minus", {-3.25, 2.5, 0.0}, {"−3.25", "2.50", "0.00"});
    row("too small to show", {50.25, 0.125, 0.0000001, -0.0000001}, {"50.250", "0.125", "<0.001", ">−0.001"});
    row("very small throughout", {1.25e-6, -3e-7}, {"1.25 × 10⁻⁶", "−3.00 × 10⁻⁷"});
    row("very large", {1.5e16, 2.0e15}, {"1.50 × 10¹⁶", "2.00 × 10¹⁵"});
    row("not finite", {kNan, kInf, -kInf, 1.5}, {"NaN", "∞", "−∞", "1.5"});
    row("nothing to go by", {kNan, 0.0}, {"NaN", "0"});
    row("negative zero", {-0.0, 1.0}, {"0", "1"});
}

void TestNumberDisplay::columnsShareTheirDecimals() {
    QFETCH(Reals, values);
    QFETCH(QStringList, texts);
    const NumberStyle style = columnStyle(values);
    QStringList shown;
    for (const double value : values)
        shown << toQString(displayNumber(value, style));
    QCOMPARE(shown, texts);
}

void TestNumberDisplay::singleNumbers_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("whole") << 1128.0 << QStringLiteral("1,128");
    QTest::newRow("four digits") << 3.14159265 << QStringLiteral("3.142");
    QTest::newRow("short") << 0.1 << QStringLiteral("0.1");
    QTest::newRow("negative") << -12.3456 << QStringLiteral("−12.35");
    QTest::newRow("small") << 0.00012345 << QStringLiteral("1.234 × 10⁻⁴");
    QTest::newRow("large") << 123456789.5 << QStringLiteral("1.235 × 10⁸");
}

void TestNumberDisplay::singleNumbers() {
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(toQString(displayNumber(value)), text);
}

void TestNumberDisplay::scalarsFollowTheirInterval() {
    Scalar scalar{"e", "Error", 0.8994, "log mol/L", Interval{0.781, 1.0203, "95 % bootstrap", 226},
                  "",  "",      true,   true};
    QCOMPARE(toQString(displayScalar(scalar).joined()), QStringLiteral("0.899\u00A0log mol/L [0.781, 1.020]"));
    QCOMPARE(toQString(displayScalar(scalar).kind), QStringLiteral("95 % bootstrap, n = 226"));
    scalar.interval = Interval{0.5, 0.5, "", 0}; // no width to go by
    QCOMPARE(toQString(displayScalar(scalar).value), QStringLiteral("0.899"));
    scalar.interval.reset();
    QCOMPARE(toQString(displayScalar(scalar).joined()), QStringLiteral("0.899\u00A0log mol/L"));
    scalar.value = 1410;
    QCOMPARE(toQString(displayScalar(scalar).value), QStringLiteral("1,410"));
    scalar.interval = Interval{1200, 1700, "range of 5 seeds", 5};
    QCOMPARE(toQString(displayScalar(scalar).joined()), QStringLiteral("1410\u00A0log mol/L [1200, 1700]"));
}

void TestNumberDisplay::countsBytesTimesAndDates() {
    QCOMPARE(displayCount(-1234567), std::string("−1,234,567"));
    QCOMPARE(displayCount(999), std::string("999"));
    QCOMPARE(toQString(displayBytes(96241)), QStringLiteral("96\u00A0kB"));
    QCOMPARE(toQString(displayBytes(1900)), QStringLiteral("1.9\u00A0kB"));
    QCOMPARE(toQString(displaySeconds(0.094)), QStringLiteral("0.09\u00A0s"));
    QCOMPARE(toQString(displaySeconds(200)), QStringLiteral("3\u00A0min 20\u00A0s"));
    QCOMPARE(toQString(displaySeconds(7500)), QStringLiteral("2\u00A0h 5\u00A0min"));
    QCOMPARE(displayDate("2026-11-30"), std::string("30 November 2026"));
    QCOMPARE(displayDate("2026-11-30T10:22:05Z"), std::string("30 November 2026, 10:22 UTC"));
    for (const char* other : {"", "yesterday", "2026-13-01", "2026-1-1", "2026/11/30"})
        QCOMPARE(displayDate(other), std::string(other));
}

void TestNumberDisplay::localeChangesNothing() {
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    QCOMPARE(toQString(displayNumber(1234567.0)), QStringLiteral("1,234,567"));
    QCOMPARE(toQString(displayNumber(0.25)), QStringLiteral("0.25"));
    QLocale::setDefault(before);
}

QTEST_GUILESS_MAIN(TestNumberDisplay)
#include "tst_number_display.moc"
