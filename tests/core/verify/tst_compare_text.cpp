#include "core/verify/compare_text.h"

#include <QtTest>

using namespace vitrine;

/// Numbers of two exported texts side by side.
class TestCompareText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalTextsAreTheSame();
    void numbersAreCountedWhereTheyAreNumbers_data();
    void numbersAreCountedWhereTheyAreNumbers();
    void toleranceIsRelative();
    void firstDifferenceIsNamed();
    void textBetweenNumbersCounts();
    void linesMoreAndLess();
    void signsAndZeros();
};

void TestCompareText::equalTextsAreTheSame() {
    const std::string text = "a,b\n1,2.5e-3\n-4,x\n";
    const auto result = compareText(text, text, 0.0);
    QVERIFY(result.isSame());
    QCOMPARE(result.numbers, std::int64_t{3});
    QVERIFY(result.firstDifference.empty());
    QVERIFY(compareText("", "", 0.0).isSame());
}

void TestCompareText::numbersAreCountedWhereTheyAreNumbers_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("count");
    QTest::newRow("columns") << QByteArray("1,2,3") << 3;
    QTest::newRow("exponents") << QByteArray("1e5 -2.5E-3 7e+2") << 3;
    QTest::newRow("names hold none") << QByteArray("C60,x1,1a,6-6-17") << 3;
    QTest::newRow("a hash is a name") << QByteArray("39500aefff8d") << 0;
    QTest::newRow("JSON") << QByteArray("{\"n\":[1,-2,0.5],\"t\":\"a\"}") << 3;
    QTest::newRow("a point at the end is text") << QByteArray("3.") << 1;
    QTest::newRow("an e without digits is a name") << QByteArray("3e") << 0;
    QTest::newRow("letters of other languages") << QByteArray("\xc3\xa4"
                                                              "5 5\xc3\xa4 5")
                                                << 1;
}

void TestCompareText::numbersAreCountedWhereTheyAreNumbers() {
    QFETCH(QByteArray, text);
    QFETCH(int, count);
    QCOMPARE(compareText(text.toStdString(), text.toStdString(), 0.0).numbers, std::int64_t{count});
}

void TestCompareText::toleranceIsRelative() {
    const auto close = compareText("1000,0.001\n", "1000.5,0.001\n", 1e-3);
    QCOMPARE(close.close, std::int64_t{1});
    QCOMPARE(close.different, std::int64_t{0});
    QVERIFY(close.largestDeviation > 4.9e-4 && close.largestDeviation < 5.1e-4);
    QVERIFY(!close.isSame());
    QCOMPARE(compareText("1000\n", "1000.5\n", 1e-4).different, std::int64_t{1});
    QCOMPARE(compareText("0\n", "1e-300\n", 0.5).different, std::int64_t{1});
}

void TestCompareText::firstDifferenceIsNamed() {
    const auto result = compareText("a,b\n1,2\n3,4\n", "a,b\n1,2\n3,5\n", 0.0);
    QCOMPARE(result.numbers, std::int64_t{4});
    QCOMPARE(result.different, std::int64_t{1});
    QCOMPARE(result.firstDifference, std::string("line 3: 4 is kept, 5 was computed"));
}

void TestCompareText::textBetweenNumbersCounts() {
    const auto result = compareText("C-O,1\n", "C-N,1\n", 1.0);
    QCOMPARE(result.different, std::int64_t{1});
    QCOMPARE(result.firstDifference, std::string("line 1: C-O, is kept, C-N, was computed"));
    QVERIFY(compareText("1,\n", "1,2\n", 0.0).different > 0); // a missing cell is no number
    QVERIFY(compareText("nan\n", "1\n", 1.0).different > 0);
}

void TestCompareText::linesMoreAndLess() {
    QCOMPARE(compareText("1\n2\n3\n", "1\n", 0.0).firstDifference,
             std::string("2 lines more are kept than were computed"));
    QCOMPARE(compareText("1\n", "1\n2", 0.0).firstDifference, std::string("1 line more were computed than are kept"));
    QVERIFY(compareText("", "1\n", 0.0).different > 0);
}

void TestCompareText::signsAndZeros() {
    QCOMPARE(compareText("-0\n", "0\n", 0.0).close, std::int64_t{1}); // equal numbers, not equal bytes
    QCOMPARE(compareText("-1\n", "1\n", 0.5).different, std::int64_t{1});
}

QTEST_GUILESS_MAIN(TestCompareText)
#include "tst_compare_text.moc"
