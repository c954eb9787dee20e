#include "core/base/rng.h"
#include "core/kernels/graph/path_index.h"
#include "core/kernels/graph/path_walk.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <set>

using namespace vitrine;

/// Labelled paths against hand-worked graphs and against a walk from every node.
class TestPathIndex : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void loopsAndParallelEdgesAreLeftOut();
    void directedGraphsAreWalkedForwards();
    void triangleGivesBothDirections();
    void nodesWithoutLabelAreNeverOnAPath();
    void emptyGraphsAndNoGraphs();
    void everyPathIsFoundAsByWalking_data();
    void everyPathIsFoundAsByWalking();
    void numberingOfNodesChangesNoCount();
    void capIsRefusedWithTheNumber();
    void stopTokenEndsAnExtension();
};

namespace {

void addGraph(GraphTopology& topology, std::int64_t nodes, const std::vector<std::pair<int, int>>& edges) {
    topology.nodeOffsets.push_back(topology.nodeOffsets.back() + nodes);
    for (const auto& [from, to] : edges) {
        topology.edgeSource.push_back(from);
        topology.edgeTarget.push_back(to);
    }
    topology.edgeOffsets.push_back(static_cast<std::int64_t>(topology.edgeSource.size()));
}

// Random graphs with labels 0..labels-1; the seed decides everything.
GraphTopology randomGraphs(std::uint64_t seed, int graphs, std::vector<std::int32_t>& labels,
                           std::uint32_t labelCount) {
    GraphTopology topology;
    const Rng rng(seed, "path index test");
    for (int g = 0; g < graphs; ++g) {
        const auto graph = static_cast<std::uint64_t>(g);
        const auto nodes = 1 + static_cast<int>(rng.index(9, graph, 0));
        std::vector<std::pair<int, int>> edges;
        for (int node = 1; node < nodes; ++node)
            edges.emplace_back(node, static_cast<int>(rng.index(static_cast<std::uint32_t>(node), graph, 1,
                                                                static_cast<std::uint64_t>(node))));
        for (std::uint64_t extra = 0; extra < 3; ++extra)
            edges.emplace_back(static_cast<int>(rng.index(static_cast<std::uint32_t>(nodes), graph, 2, extra)),
                               static_cast<int>(rng.index(static_cast<std::uint32_t>(nodes), graph, 3, extra)));
        addGraph(topology, nodes, edges);
        for (int node = 0; node < nodes; ++node)
            labels.push_back(
                static_cast<std::int32_t>(rng.index(labelCount, graph, 4, static_cast<std::uint64_t>(node))));
    }
    return topology;
}

using Counts = std::map<std::vector<std::int32_t>, std::map<std::int32_t, std::int32_t>>;

void collect(const LabelledPath& path, Counts& counts) {
    for (std::size_t i = 0; i < path.graphs().size(); ++i)
        counts[path.labels()][path.graphs()[i]] = path.offsets()[i + 1] - path.offsets()[i];
    for (const auto& child : path.children())
        collect(*child, counts);
}

Counts allCounts(const PathIndex& index, int length) {
    Counts counts;
    for (const auto& root : index.roots()) {
        if (!index.extendAll(*root, length).ok())
            return {};
        collect(*root, counts);
    }
    return counts;
}

} // namespace

void TestPathIndex::loopsAndParallelEdgesAreLeftOut() {
    GraphTopology topology;
    addGraph(topology, 3, {{0, 1}, {1, 1}, {1, 0}, {1, 2}, {0, 1}});
    const Adjacency adjacency(topology);
    QCOMPARE(adjacency.neighbours(0).size(), std::size_t{1});
    QCOMPARE(adjacency.neighbours(0)[0].edge, 0); // the first of the parallel ones
    QCOMPARE(adjacency.neighbours(1).size(), std::size_t{2});
    QCOMPARE(adjacency.neighbours(1)[0].node, 0);
    QCOMPARE(adjacency.neighbours(1)[1].node, 2);
    QCOMPARE(adjacency.neighbours(2).size(), std::size_t{1});
}

void TestPathIndex::directedGraphsAreWalkedForwards() {
    GraphTopology topology;
    topology.directed = true;
    addGraph(topology, 2, {{0, 1}});
    const PathIndex index(Adjacency(topology), {5, 7});
    const std::vector<std::int32_t> forwards{5, 7};
    const std::vector<std::int32_t> backwards{7, 5};
    QVERIFY(*index.find(forwards) != nullptr);
    QVERIFY(*index.find(backwards) == nullptr);
}

void TestPathIndex::triangleGivesBothDirections() {
    GraphTopology topology;
    addGraph(topology, 3, {{0, 1}, {0, 2}, {1, 2}});
    const PathIndex index(Adjacency(topology), {1, 2, 2});
    const std::vector<std::int32_t> labels{1, 2, 2};
    const auto path = index.find(labels);
    QVERIFY(path.ok() && *path != nullptr);
    QCOMPARE((*path)->occurrenceCount(), std::int64_t{2});
    QCOMPARE((*path)->nodesOf(0), (std::vector<std::int32_t>{0, 1, 2}));
    QCOMPARE((*path)->nodesOf(1), (std::vector<std::int32_t>{0, 2, 1}));
    QVERIFY(index.extend(**path).ok());
    QVERIFY((*path)->children().empty()); // a cycle is walked but never closed
}

void TestPathIndex::nodesWithoutLabelAreNeverOnAPath() {
    GraphTopology topology;
    addGraph(topology, 3, {{0, 1}, {1, 2}});
    const PathIndex index(Adjacency(topology), {1, -1, 1});
    QCOMPARE(index.roots().size(), std::size_t{1});
    QCOMPARE(index.root(1)->occurrenceCount(), std::int64_t{2});
    QVERIFY(index.extend(*index.root(1)).ok());
    QVERIFY(index.root(1)->children().empty());
}

void TestPathIndex::emptyGraphsAndNoGraphs() {
    const PathIndex none(Adjacency(GraphTopology{}), {});
    QVERIFY(none.roots().empty());
    GraphTopology topology;
    addGraph(topology, 0, {});
    addGraph(topology, 1, {});
    const PathIndex index(Adjacency(topology), {3});
    QCOMPARE(index.root(3)->graphs().size(), std::size_t{1});
    QCOMPARE(index.root(3)->graphs()[0], 1);
    QVERIFY(index.root(2) == nullptr);
}

void TestPathIndex::everyPathIsFoundAsByWalking_data() {
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 5; ++seed)
        QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << seed;
}

void TestPathIndex::everyPathIsFoundAsByWalking() {
    QFETCH(quint64, seed);
    std::vector<std::int32_t> labels;
    const Adjacency adjacency(randomGraphs(seed, 40, labels, 3));
    const PathIndex index(adjacency, labels);
    const Counts counts = allCounts(index, 4);
    QVERIFY(counts.size() > 30);
    std::int64_t occurrences = 0;
    for (const auto& [path, perGraph] : counts) {
        for (std::int32_t graph = 0; graph < adjacency.graphCount(); ++graph) {
            const auto walked = pathOccurrences(adjacency, labels, graph, path, 1'000'000);
            const auto found = perGraph.find(graph);
            QCOMPARE(walked.size(), found == perGraph.end() ? std::size_t{0} : static_cast<std::size_t>(found->second));
            occurrences += static_cast<std::int64_t>(walked.size());
            const std::set<std::vector<std::int32_t>> distinct(walked.begin(), walked.end());
            QCOMPARE(distinct.size(), walked.size());
        }
    }
    QCOMPARE(index.occurrenceCount(), occurrences);
}

void TestPathIndex::numberingOfNodesChangesNoCount() {
    std::vector<std::int32_t> labels;
    const GraphTopology topology = randomGraphs(11, 30, labels, 3);
    GraphTopology renumbered = topology;
    std::vector<std::int32_t> moved = labels;
    for (std::size_t g = 0; g < topology.graphCount(); ++g) {
        const auto base = static_cast<std::size_t>(topology.nodeOffsets[g]);
        const auto count = static_cast<std::uint32_t>(topology.nodeOffsets[g + 1] - topology.nodeOffsets[g]);
        const auto to = rng::permutation(3, 1, g, count);
        for (std::size_t node = 0; node < count; ++node)
            moved[base + to[node]] = labels[base + node];
        const auto first = static_cast<std::size_t>(topology.edgeOffsets[g]);
        const auto last = static_cast<std::size_t>(topology.edgeOffsets[g + 1]);
        for (std::size_t edge = first; edge < last; ++edge) { // edges backwards and turned round
            const std::size_t from = first + last - 1 - edge;
            renumbered.edgeSource[edge] =
                static_cast<std::int32_t>(to[static_cast<std::size_t>(topology.edgeTarget[from])]);
            renumbered.edgeTarget[edge] =
                static_cast<std::int32_t>(to[static_cast<std::size_t>(topology.edgeSource[from])]);
        }
    }
    const Counts before = allCounts(PathIndex(Adjacency(topology), labels), 5);
    QVERIFY(before.size() > 30);
    QVERIFY(before == allCounts(PathIndex(Adjacency(renumbered), moved), 5));
}

void TestPathIndex::capIsRefusedWithTheNumber() {
    GraphTopology topology;
    std::vector<std::pair<int, int>> edges;
    for (int a = 0; a < 12; ++a)
        for (int b = 0; b < a; ++b)
            edges.emplace_back(a, b);
    addGraph(topology, 12, edges);
    const PathIndex index(Adjacency(topology), std::vector<std::int32_t>(12, 1), 1000);
    const auto extended = index.extendAll(*index.root(1), 4);
    QVERIFY(!extended.ok());
    QVERIFY(extended.error().code == ErrorCode::outOfRange);
    QCOMPARE(QString::fromStdString(extended.error().message),
             QStringLiteral("these graphs hold more than 1000 path occurrences; a shorter maximum path length or fewer "
                            "anchors would be right"));
    QVERIFY(index.occurrenceCount() <= 1000);
}

void TestPathIndex::stopTokenEndsAnExtension() {
    GraphTopology topology;
    addGraph(topology, 2, {{0, 1}});
    const PathIndex index(Adjacency(topology), {1, 1});
    std::stop_source source;
    source.request_stop();
    const auto extended = index.extend(*index.root(1), source.get_token());
    QVERIFY(!extended.ok());
    QVERIFY(extended.error().code == ErrorCode::cancelled);
    QVERIFY(!index.root(1)->isExtended());
    QVERIFY(index.extend(*index.root(1)).ok()); // and it can be taken up again
    QCOMPARE(index.root(1)->children().size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(TestPathIndex)
#include "tst_path_index.moc"
