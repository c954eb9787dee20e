#include "core/base/number_text.h"

#include "core/base/rng.h"

#include <QtTest>

#include <bit>
#include <cmath>
#include <limits>
#include <locale>

using namespace vitrine;

namespace {

/// Stands in for a German desktop, also where no such locale is installed.
class CommaNumbers : public std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

} // namespace

class TestNumberText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textIsShortest_data();
    void textIsShortest();
    void everyDoubleComesBack();
    void numbersAreRead_data();
    void numbersAreRead();
    void otherTextIsRefused_data();
    void otherTextIsRefused();
    void theLocaleDoesNotMatter();
};

void TestNumberText::textIsShortest_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("one") << 1.0 << QByteArray("1");
    QTest::newRow("a tenth") << 0.1 << QByteArray("0.1");
    QTest::newRow("negative zero keeps its sign") << -0.0 << QByteArray("-0");
    QTest::newRow("a third") << 1.0 / 3.0 << QByteArray("0.3333333333333333");
    QTest::newRow("large") << 1e300 << QByteArray("1e+300");
    QTest::newRow("smallest") << std::numeric_limits<double>::denorm_min() << QByteArray("5e-324");
    QTest::newRow("largest") << std::numeric_limits<double>::max() << QByteArray("1.7976931348623157e+308");
    QTest::newRow("not a number") << std::nan("") << QByteArray("nan");
    QTest::newRow("infinity") << HUGE_VAL << QByteArray("inf");
    QTest::newRow("minus infinity") << -HUGE_VAL << QByteArray("-inf");
}

void TestNumberText::textIsShortest() {
    QFETCH(double, value);
    QFETCH(QByteArray, text);
    QCOMPARE(numberText(value), text.toStdString());
}

void TestNumberText::everyDoubleComesBack() {
    for (std::uint64_t i = 0; i < 100'000; ++i) {
        const auto value = std::bit_cast<double>(rng::draw(1, 2, i));
        if (!std::isfinite(value))
            continue;
        const auto back = parseNumber(numberText(value));
        QVERIFY(back.has_value());
        QCOMPARE(std::bit_cast<std::uint64_t>(*back), std::bit_cast<std::uint64_t>(value));
    }
}

void TestNumberText::numbersAreRead_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("value");
    QTest::newRow("plus sign") << QByteArray("+2.5") << 2.5;
    QTest::newRow("exponent") << QByteArray("1E-3") << 0.001;
    QTest::newRow("leading point") << QByteArray(".5") << 0.5;
    QTest::newRow("trailing point") << QByteArray("5.") << 5.0;
    QTest::newRow("beyond the range is infinite") << QByteArray("1e999") << HUGE_VAL;
    QTest::newRow("below the range is zero") << QByteArray("1e-999") << 0.0;
    QTest::newRow("capital INF") << QByteArray("INF") << HUGE_VAL;
    QTest::newRow("minus infinity") << QByteArray("-Infinity") << -HUGE_VAL;
}

void TestNumberText::numbersAreRead() {
    QFETCH(QByteArray, text);
    QFETCH(double, value);
    const auto read = parseNumber(text.toStdString());
    QVERIFY(read.has_value());
    QVERIFY(*read == value);
}

void TestNumberText::otherTextIsRefused_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"", " ", " 1", "1 ", "1,5", "1.5.2", "+-1", "++1", "0x10", "1e", "e5", "one", "1_000"})
        QTest::newRow(text[0] != '\0' ? text : "empty") << QByteArray(text);
}

void TestNumberText::otherTextIsRefused() {
    QFETCH(QByteArray, text);
    QVERIFY(!parseNumber(text.toStdString()).has_value());
}

void TestNumberText::theLocaleDoesNotMatter() {
    const std::locale former = std::locale::global(std::locale(std::locale(), new CommaNumbers));
    // Where a German locale is installed the C library follows it too.
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    const std::string text = numberText(1234567.25);
    const auto read = parseNumber("1234567.25");
    const auto comma = parseNumber("1,5");
    const auto overflow = parseNumber("1e999");
    std::locale::global(former);
    std::setlocale(LC_ALL, "C");
    QLocale::setDefault(QLocale::c());
    QCOMPARE(text, std::string("1234567.25"));
    QCOMPARE(read.value_or(0.0), 1234567.25);
    QVERIFY(!comma.has_value());
    QCOMPARE(overflow.value_or(0.0), HUGE_VAL);
}

QTEST_GUILESS_MAIN(TestNumberText)
#include "tst_number_text.moc"
