#include "core/values/text_counts.h"

#include <QtTest>

#include <map>
#include <random>

using namespace vitrine;

class TestTextCounts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsAsAMapDoes_data();
    void countsAsAMapDoes();
    void equalsAreOrderedByText();
    void nothingToCount();
};

void TestTextCounts::countsAsAMapDoes_data() {
    QTest::addColumn<int>("kinds");
    for (const int kinds : {1, 7, 600, 50'000})
        QTest::addRow("%d", kinds) << kinds;
}

void TestTextCounts::countsAsAMapDoes() {
    QFETCH(int, kinds);
    std::mt19937 random(5);
    std::vector<std::string> texts;
    for (int i = 0; i < 60'000; ++i)
        texts.push_back("a text that is long enough " + std::to_string(random() % static_cast<unsigned>(kinds)));
    Column column("text", texts);
    std::map<std::string, std::int64_t> counts;
    for (std::size_t row = 0; row < texts.size(); ++row)
        if (row % 13 == 0)
            column.setMissing(row);
        else
            ++counts[texts[row]];
    std::vector<std::pair<std::string, std::int64_t>> expected(counts.begin(), counts.end());
    std::stable_sort(expected.begin(), expected.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    expected.resize(std::min<std::size_t>(expected.size(), 12));
    const TextCounts found = countTexts(column, 12);
    QCOMPARE(found.distinct, static_cast<std::int64_t>(counts.size()));
    QVERIFY(found.frequent == expected);
}

void TestTextCounts::equalsAreOrderedByText() {
    const TextCounts found = countTexts(Column("text", Column::Texts{"c", "a", "b", "b", "", "a"}), 3);
    QCOMPARE(found.distinct, std::int64_t{4});
    const std::vector<std::pair<std::string, std::int64_t>> expected{{"a", 2}, {"b", 2}, {"", 1}};
    QVERIFY(found.frequent == expected);
}

void TestTextCounts::nothingToCount() {
    QCOMPARE(countTexts(Column("text", Column::Texts{}), 12).distinct, std::int64_t{0});
    Column missing("text", Column::Texts{"a"});
    missing.setMissing(0);
    QVERIFY(countTexts(missing, 12).frequent.empty());
}

QTEST_GUILESS_MAIN(TestTextCounts)
#include "tst_text_counts.moc"
