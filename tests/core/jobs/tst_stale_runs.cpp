#include "core/jobs/stale_runs.h"

#include <QtTest>

using namespace vitrine;

/// Which results are older than their data, and why.
class TestStaleRuns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsStaleAtFirst();
    void otherContentIsNamed();
    void aChangedFileIsNamed();
    void whatIsMadeOfAStaleRunIsStale();
    void whatIsGoneSaysNothing();

private:
    static RunRecord run(RunId id, const std::string& reference, const std::string& hash) {
        RunRecord record;
        record.id = id;
        record.inputs.push_back({"data", reference, "esol", hash, {}, {}});
        return record;
    }
    static std::vector<DatasetRecord> datasets(const std::string& hash) {
        DatasetRecord record;
        record.id = 3;
        record.title = "esol";
        record.contentHash = hash;
        return {record};
    }
};

void TestStaleRuns::nothingIsStaleAtFirst() {
    const std::vector runs{run(1, "dataset:3", "new"), run(2, "/a/path.csv", "x"), run(3, "dataset:3", "")};
    QVERIFY(staleRuns(runs, datasets("new"), {}).empty());
    QVERIFY(staleRuns({}, {}, {3}).empty());
}

void TestStaleRuns::otherContentIsNamed() {
    const std::vector runs{run(2, "dataset:3", "new"), run(1, "dataset:3", "old")};
    const auto stale = staleRuns(runs, datasets("new"), {});
    QCOMPARE(stale.size(), std::size_t{1});
    QCOMPARE(stale.at(1), std::string("The data set \"esol\" has other content now than this run used."));
}

void TestStaleRuns::aChangedFileIsNamed() {
    const std::vector runs{run(1, "dataset:3", "new")};
    const auto stale = staleRuns(runs, datasets("new"), {3});
    QCOMPARE(stale.at(1), std::string("The file of the data set \"esol\" has changed since this run used it."));
    QVERIFY(staleRuns(runs, datasets("new"), {4}).empty());
}

void TestStaleRuns::whatIsMadeOfAStaleRunIsStale() {
    // Latest first, as a project lists them.
    const std::vector runs{run(9, "run:5/model", "m"), run(5, "run:1/model", "m"), run(2, "run:7/model", "m"),
                           run(1, "dataset:3", "old")};
    const auto stale = staleRuns(runs, datasets("new"), {});
    QCOMPARE(stale.at(5), std::string("Its input comes from run 1, which is stale."));
    QCOMPARE(stale.at(9), std::string("Its input comes from run 5, which is stale."));
    QVERIFY(!stale.contains(2));
}

void TestStaleRuns::whatIsGoneSaysNothing() {
    const std::vector runs{run(1, "dataset:8", "old")};
    QVERIFY(staleRuns(runs, datasets("new"), {8}).empty());
}

QTEST_GUILESS_MAIN(TestStaleRuns)
#include "tst_stale_runs.moc"
