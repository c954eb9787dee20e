#include "core/values/text.h"
#include "plugins/pathboost/views/path_occurrences.h"
#include "plugins/pathboost/views/run_paths.h"
#include "tests/plugins/pathboost/views/esol_run.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::pathboost;

/// Where the paths occur, against the counts that the training reports.
class TestPathOccurrences : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_run = runs::esolRun(); }
    void countsAgreeWithTheTraining();
    void countsAreNumbersOfSequences();
    void panesShareOneObject();
    void oldPathsAreForgotten();
    void aStopEndsTheWalk();
    void unknownPathsOccurNowhere();
    void aHundredThousandMoleculesAreCountedQuickly();

private:
    std::shared_ptr<RunData> m_run;
};

void TestPathOccurrences::countsAgreeWithTheTraining() {
    const auto paths = PathOccurrences::of(*m_run);
    const RunPaths rows(*m_run);
    for (const PathRow& row : rows.rows()) {
        QVERIFY(!paths->known(row.key));
        const auto found = paths->count(row.key, {});
        QCOMPARE(static_cast<std::int64_t>(found->graphs.size()), *row.graphsAll);
        QCOMPARE(paths->count(row.key, {}), found);
    }
}

void TestPathOccurrences::countsAreNumbersOfSequences() {
    const auto paths = PathOccurrences::of(*m_run);
    const QString key = QStringLiteral("6-6-17");
    const auto found = paths->count(key, {});
    const HighlightFunction lit = PathOccurrences::highlights(paths, {key});
    std::int64_t total = 0;
    for (int graph = 0; graph < static_cast<int>(paths->graphs()->graphCount()); ++graph) {
        const auto sequences = lit(graph, {});
        QCOMPARE(static_cast<std::int32_t>(sequences.size()), found->countIn(graph));
        for (const NodeSequence& sequence : sequences)
            QCOMPARE(sequence.size(), std::size_t{3});
        total += static_cast<std::int64_t>(sequences.size());
    }
    QCOMPARE(total, found->total);
    QVERIFY(total > 0);
    QVERIFY(!PathOccurrences::highlights(paths, {}));
}

void TestPathOccurrences::panesShareOneObject() {
    const auto first = PathOccurrences::of(*m_run);
    RunData again = *m_run;
    QCOMPARE(PathOccurrences::of(again), first);
    again.run.parameters.set("label_attribute", "degree");
    QVERIFY(PathOccurrences::of(again) != first);
    again.inputs.clear();
    QVERIFY(!PathOccurrences::of(again));
}

void TestPathOccurrences::oldPathsAreForgotten() {
    PathOccurrences paths(inputGraphs(*m_run), {});
    paths.count(QStringLiteral("6"), {});
    for (int i = 0; i < static_cast<int>(PathOccurrences::kKeptPaths); ++i)
        paths.count(QStringLiteral("none%1").arg(i), {});
    QVERIFY(!paths.known(QStringLiteral("6")));
    QVERIFY(paths.known(QStringLiteral("none5")));
}

void TestPathOccurrences::aStopEndsTheWalk() {
    PathOccurrences paths(inputGraphs(*m_run), {});
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!paths.count(QStringLiteral("6-6"), stop.get_token()));
    QVERIFY(!paths.known(QStringLiteral("6-6")));
}

void TestPathOccurrences::unknownPathsOccurNowhere() {
    const auto paths = PathOccurrences::of(*m_run);
    for (const char* key : {"", "92-92", "6--6", "\\", "no label"}) {
        const auto found = paths->count(QString::fromLatin1(key), {});
        QVERIFY(found && found->graphs.empty());
    }
}

GraphSet copies(const GraphSet& one, int times) {
    GraphSet many;
    many.labelAttribute = one.labelAttribute;
    const Column& labels = *one.nodes.find(one.labelAttribute);
    Column::Integers all;
    for (int copy = 0; copy < times; ++copy) {
        const std::int64_t nodes = many.topology.nodeCount();
        const std::int64_t edges = many.topology.edgeCount();
        for (std::size_t graph = 1; graph <= one.graphCount(); ++graph) {
            many.topology.nodeOffsets.push_back(nodes + one.topology.nodeOffsets[graph]);
            many.topology.edgeOffsets.push_back(edges + one.topology.edgeOffsets[graph]);
        }
        const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
        append(many.topology.edgeSource, one.topology.edgeSource);
        append(many.topology.edgeTarget, one.topology.edgeTarget);
        append(all, labels.integers());
    }
    many.nodes.columns.emplace_back(one.labelAttribute, std::move(all));
    return many;
}

void TestPathOccurrences::aHundredThousandMoleculesAreCountedQuickly() {
    constexpr int kTimes = 90;
    const auto one = PathOccurrences::of(*m_run);
    PathOccurrences many(std::make_shared<const GraphSet>(copies(*one->graphs(), kTimes)), {});
    QElapsedTimer clock;
    clock.start();
    const auto first = many.count(QStringLiteral("6-6-6-6-17"), {});
    const qint64 withAdjacency = clock.restart();
    const auto second = many.count(QStringLiteral("6-6-6-6-6"), {});
    qInfo("%zu graphs: first path %lld ms, next %lld ms", many.graphs()->graphCount(), withAdjacency, clock.elapsed());
    QCOMPARE(first->total, kTimes * one->count(QStringLiteral("6-6-6-6-17"), {})->total);
    QCOMPARE(second->total, kTimes * one->count(QStringLiteral("6-6-6-6-6"), {})->total);
    QVERIFY2(withAdjacency + clock.elapsed() < 20'000, "far from what a background task may take");
}

QTEST_MAIN(TestPathOccurrences)
#include "tst_path_occurrences.moc"
