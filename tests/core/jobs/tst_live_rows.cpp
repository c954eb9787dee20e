#include "core/jobs/live_rows.h"

#include <QtTest>

#include <thread>

using namespace vitrine;

class TestLiveRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void joinsTables();
    void keepsMissingCells();
    void continuesLinesById();
    void refusesWhatDoesNotContinue();
    void givesTheSameSnapshotUntilRowsCome();
    void leavesOldSnapshotsAlone();
    void takesRowsWhileItIsRead();
};

namespace {

Table table(std::vector<double> x, std::vector<std::string> names) {
    Table made;
    made.columns.emplace_back("x", std::move(x));
    made.columns.emplace_back("name", std::move(names));
    made.columns[0].unit = "mm";
    return made;
}

Value series(const char* id, std::vector<double> x, bool band = false) {
    Series made;
    SeriesLine line;
    line.id = id;
    line.y = x;
    if (band)
        line.lower = line.upper = x;
    line.x = std::move(x);
    made.lines.push_back(line);
    return makeValue(std::move(made));
}

} // namespace

void TestLiveRows::joinsTables() {
    LiveRows rows;
    QVERIFY(!rows.snapshot());
    QVERIFY(rows.append(makeValue(table({1, 2}, {"a", "b"}))).ok());
    QVERIFY(rows.append(makeValue(table({}, {}))).ok());
    QVERIFY(rows.append(makeValue(table({3}, {"c"}))).ok());
    QCOMPARE(rows.rowCount(), std::int64_t(3));
    const auto joined = valueAs<Table>(*rows.snapshot());
    QCOMPARE(joined->rowCount(), std::size_t(3));
    QCOMPARE(joined->columns[0].reals()[2], 3.0);
    QCOMPARE(joined->columns[0].unit, std::string("mm"));
    QCOMPARE(joined->columns[1].texts()[1], std::string("b"));
    QVERIFY(joined->columns[0].validity().empty());
}

void TestLiveRows::keepsMissingCells() {
    LiveRows rows;
    const std::size_t many = 70; // over one word of the validity bits
    QVERIFY(rows.append(makeValue(table(std::vector<double>(many, 1.0), std::vector<std::string>(many, "n")))).ok());
    Table more = table({5, 6}, {"a", "b"});
    more.columns[0].setMissing(1);
    QVERIFY(rows.append(makeValue(std::move(more))).ok());
    const auto joined = valueAs<Table>(*rows.snapshot());
    QCOMPARE(joined->columns[0].missingCount(), std::size_t(1));
    QVERIFY(joined->columns[0].isValid(many));
    QVERIFY(!joined->columns[0].isValid(many + 1));
}

void TestLiveRows::continuesLinesById() {
    LiveRows rows;
    for (const Value& part : {series("train", {0}), series("test", {0, 1}), series("train", {1, 2})})
        QVERIFY(rows.append(part).ok());
    const auto joined = valueAs<Series>(*rows.snapshot());
    QCOMPARE(joined->lines.size(), std::size_t(2));
    QCOMPARE(joined->lines[0].x, (std::vector<double>{0, 1, 2}));
    QCOMPARE(joined->lines[1].y, (std::vector<double>{0, 1}));
}

void TestLiveRows::refusesWhatDoesNotContinue() {
    LiveRows rows;
    QVERIFY(rows.append(series("train", {0})).ok());
    QVERIFY(!rows.append(makeValue(table({1}, {"a"}))).ok());
    QVERIFY(!rows.append(series("train", {1}, true)).ok()); // suddenly with a band
    QVERIFY(!rows.append(makeValue(Document{"text"})).ok());
    LiveRows other;
    QVERIFY(!other.append(makeValue(Document{"text"})).ok());
    QVERIFY(!other.snapshot());
    QCOMPARE(valueAs<Series>(*rows.snapshot())->lines[0].x.size(), std::size_t(1));
}

void TestLiveRows::givesTheSameSnapshotUntilRowsCome() {
    LiveRows rows;
    QVERIFY(rows.append(series("a", {0})).ok());
    const auto first = valueAs<Series>(*rows.snapshot());
    QCOMPARE(valueAs<Series>(*rows.snapshot()).get(), first.get());
}

void TestLiveRows::leavesOldSnapshotsAlone() {
    LiveRows rows;
    QVERIFY(rows.append(series("a", {0})).ok());
    const auto old = valueAs<Series>(*rows.snapshot());
    QVERIFY(rows.append(series("a", {1})).ok());
    QCOMPARE(valueAs<Series>(*rows.snapshot())->lines[0].x.size(), std::size_t(2));
    QCOMPARE(old->lines[0].x.size(), std::size_t(1));
}

void TestLiveRows::takesRowsWhileItIsRead() {
    LiveRows rows;
    constexpr int kRows = 5000;
    std::jthread writer([&] {
        for (int i = 0; i < kRows; ++i)
            (void)rows.append(series("a", {static_cast<double>(i)}));
    });
    std::size_t seen = 0;
    while (seen < kRows) {
        const auto snapshot = rows.snapshot();
        const std::size_t size = snapshot ? valueAs<Series>(*snapshot)->lines[0].x.size() : 0;
        QVERIFY(size >= seen);
        seen = size;
    }
    const auto all = valueAs<Series>(*rows.snapshot())->lines[0].x;
    QVERIFY(std::is_sorted(all.begin(), all.end()));
}

QTEST_GUILESS_MAIN(TestLiveRows)
#include "tst_live_rows.moc"
