#include "core/base/number_sort.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace vitrine;

class TestNumberSort : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sortsAsComparisonDoes_data();
    void sortsAsComparisonDoes();
    void zerosAndInfinities();
};

void TestNumberSort::sortsAsComparisonDoes_data() {
    QTest::addColumn<int>("count");
    for (const int count : {0, 1, 2, 63, 64, 65, 1000, 2047, 2048, 100'000})
        QTest::addRow("%d", count) << count;
}

void TestNumberSort::sortsAsComparisonDoes() {
    QFETCH(int, count);
    std::mt19937_64 random(11);
    std::vector<double> values;
    for (int i = 0; i < count; ++i) {
        const double mantissa = static_cast<double>(static_cast<std::int64_t>(random()));
        values.push_back(i % 3 == 0 ? std::round(mantissa * 1e-17)
                                    : std::ldexp(mantissa, static_cast<int>(random() % 2000) - 1060));
    }
    std::vector<double> expected = values;
    std::sort(expected.begin(), expected.end());
    sortNumbers(values);
    QVERIFY(values == expected);
}

void TestNumberSort::zerosAndInfinities() {
    for (const std::size_t times : {std::size_t{1}, std::size_t{1000}}) {
        std::vector<double> values;
        for (std::size_t i = 0; i < times; ++i)
            for (const double value : {0.0, -std::numeric_limits<double>::infinity(), 1.0, -0.0,
                                       std::numeric_limits<double>::infinity(), -1.0})
                values.push_back(value);
        sortNumbers(values);
        QVERIFY(std::is_sorted(values.begin(), values.end()));
        QVERIFY(std::isinf(values.front()) && std::isinf(values.back()));
        QVERIFY(values[2 * times] == 0.0 && values[4 * times - 1] == 0.0);
    }
}

QTEST_GUILESS_MAIN(TestNumberSort)
#include "tst_number_sort.moc"
