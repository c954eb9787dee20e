#include "core/base/rng.h"
#include "core/kernels/graph/graph_layout.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>
#include <set>
#include <thread>

using namespace vitrine;

namespace {

std::vector<NodePair> ring(int count) {
    std::vector<NodePair> edges;
    for (int i = 0; i < count; ++i)
        edges.emplace_back(i, (i + 1) % count);
    return edges;
}

/// Every node is joined to an earlier one, and as many edges again join any two.
std::vector<NodePair> randomGraph(int count, int edgeCount, std::uint64_t seed) {
    const Rng rng(seed, "test graph");
    std::vector<NodePair> edges;
    for (int i = 1; i < count; ++i)
        edges.emplace_back(i, static_cast<std::int32_t>(rng.index(static_cast<std::uint32_t>(i), 0, i)));
    for (int i = static_cast<int>(edges.size()); i < edgeCount; ++i)
        edges.emplace_back(static_cast<std::int32_t>(rng.index(static_cast<std::uint32_t>(count), 1, i)),
                           static_cast<std::int32_t>(rng.index(static_cast<std::uint32_t>(count), 2, i)));
    return edges;
}

double distance(const SpacePoint& a, const SpacePoint& b) {
    return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

double meanEdge(const GraphLayout& layout, const std::vector<NodePair>& edges) {
    double sum = 0.0;
    for (const auto& [from, to] : edges)
        sum += distance(layout.points[std::size_t(from)], layout.points[std::size_t(to)]);
    return sum / double(edges.size());
}

GraphLayout laidOut(std::size_t count, const std::vector<NodePair>& edges, const LayoutRequest& request) {
    auto layout = layoutGraph(count, edges, request);
    if (!layout)
        qFatal("%s", layout.error().message.c_str());
    return *layout;
}

} // namespace

Q_DECLARE_METATYPE(vitrine::LayoutMethod)

class TestGraphLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyMethodPlacesEveryNode_data() {
        QTest::addColumn<LayoutMethod>("method");
        QTest::addColumn<int>("dimensions");
        for (const int dimensions : {2, 3}) {
            const auto row = [dimensions](const char* name, LayoutMethod method) {
                QTest::addRow("%s in %d dimensions", name, dimensions) << method << dimensions;
            };
            row("spring", LayoutMethod::spring);
            row("Kamada-Kawai", LayoutMethod::kamadaKawai);
            row("tree", LayoutMethod::tree);
            row("circle", LayoutMethod::circle);
        }
        QTest::addRow("distances") << LayoutMethod::distances << 2;
    }
    void everyMethodPlacesEveryNode() {
        QFETCH(LayoutMethod, method);
        QFETCH(int, dimensions);
        // Two components, a loop, a double and a node alone.
        std::vector<NodePair> edges = randomGraph(40, 60, 3);
        edges.emplace_back(4, 4);
        edges.emplace_back(edges.front());
        edges.emplace_back(41, 42);
        const LayoutRequest request{method, dimensions, 7};
        const GraphLayout layout = laidOut(44, edges, request);
        QVERIFY(layout.complete);
        QVERIFY(layout.iterations > 0);
        QCOMPARE(layout.points.size(), std::size_t(44));
        bool deep = false;
        std::set<std::tuple<double, double, double>> places;
        for (const SpacePoint& point : layout.points) {
            QVERIFY(std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z));
            deep = deep || point.z != 0.0;
            places.insert({point.x, point.y, point.z});
        }
        QCOMPARE(deep, dimensions == 3);
        QCOMPARE(places.size(), std::size_t(44)); // no two nodes on one place
        QVERIFY(laidOut(44, edges, request).points == layout.points);
        QVERIFY(layout.points == layoutGraph(44, edges, request)->points);
    }
    void theSeedChoosesTheLayout() {
        const auto edges = randomGraph(60, 90, 1);
        const auto spring = [&edges](std::uint64_t seed) {
            return laidOut(60, edges, {LayoutMethod::spring, 2, seed}).points;
        };
        QVERIFY(spring(1) != spring(2));
        QVERIFY(spring(5) == spring(5));
    }
    void threadsDoNotDisturbEachOther() {
        const auto edges = randomGraph(400, 700, 2);
        const LayoutRequest request{LayoutMethod::spring, 2, 11};
        const auto alone = laidOut(400, edges, request).points;
        std::vector<SpacePoint> together[3];
        {
            std::vector<std::jthread> threads;
            for (auto& points : together)
                threads.emplace_back([&] { points = laidOut(400, edges, request).points; });
        }
        for (const auto& points : together)
            QVERIFY(points == alone);
    }
    void neighboursStandOneUnitApart() {
        for (const int dimensions : {2, 3})
            for (const auto method : {LayoutMethod::spring, LayoutMethod::kamadaKawai}) {
                const auto edges = ring(30);
                const auto layout = laidOut(30, edges, {method, dimensions, 1});
                QVERIFY(std::abs(meanEdge(layout, edges) - 1.0) < 1e-9);
                // A ring is drawn open: opposite nodes are far from each other.
                QVERIFY2(distance(layout.points[0], layout.points[15]) > 5.0,
                         qPrintable(QString::number(distance(layout.points[0], layout.points[15]))));
            }
    }
    void aTreeStandsOnLevels() {
        const std::vector<NodePair> edges{{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}};
        const auto layout = laidOut(6, edges, {LayoutMethod::tree, 2, 1});
        const auto& at = layout.points;
        QCOMPARE(at[1].y, at[2].y);
        QCOMPARE(at[3].y, at[5].y);
        QVERIFY(at[0].y < at[1].y && at[1].y < at[3].y); // the root, from where edges go, is at the top
    }
    void componentsDoNotOverlap() {
        std::vector<NodePair> edges = ring(12);
        for (const auto& [from, to] : ring(10))
            edges.emplace_back(from + 12, to + 12);
        const auto at = laidOut(22, edges, {LayoutMethod::spring, 2, 1}).points;
        for (std::size_t i = 0; i < 12; ++i)
            for (std::size_t j = 12; j < 22; ++j)
                QVERIFY(distance(at[i], at[j]) > 1.0);
    }
    void nothingAndOneNode() {
        QVERIFY(laidOut(0, {}, {}).points.empty());
        QCOMPARE(laidOut(1, {}, {LayoutMethod::kamadaKawai, 3, 1}).points.size(), std::size_t(1));
        QCOMPARE(laidOut(3, {{0, 0}}, {LayoutMethod::tree, 2, 1}).points.size(), std::size_t(3));
    }
    void whatCannotBeDoneIsSaid() {
        const auto message = [](std::size_t count, const std::vector<NodePair>& edges, const LayoutRequest& request) {
            const auto layout = layoutGraph(count, edges, request);
            return layout ? std::string() : layout.error().message;
        };
        QCOMPARE(message(2, {{0, 1}, {1, 2}}, {}), "Edge 1 joins 1 and 2, but there are 2 nodes");
        QCOMPARE(message(2, {{-1, 1}}, {}), "Edge 0 joins -1 and 1, but there are 2 nodes");
        QCOMPARE(message(2, {}, {LayoutMethod::spring, 4, 1}), "A layout has 2 or 3 dimensions, not 4");
        QCOMPARE(message(1001, ring(1001), {LayoutMethod::kamadaKawai, 2, 1}),
                 "Kamada-Kawai works on every pair of nodes and is done up to 1000 connected nodes; here are 1001");
        QCOMPARE(message(200001, {}, {}),
                 "Graphs of up to 200000 nodes and 1000000 edges are drawn; this one has 200001 and 0");
        std::vector<NodePair> chain;
        for (int i = 0; i + 1 < 20000; ++i)
            chain.emplace_back(i, i + 1);
        QCOMPARE(message(20000, chain, {LayoutMethod::tree, 2, 1}),
                 "As a tree this graph would be 20000 levels deep; trees are drawn down to 5000 levels");
    }
    void progressGrowsToOne() {
        std::vector<double> told;
        const auto edges = randomGraph(500, 800, 4);
        QVERIFY(layoutGraph(500, edges, {}, [&told](double fraction) { told.push_back(fraction); }).ok());
        QVERIFY(told.size() > 3);
        for (std::size_t i = 1; i < told.size(); ++i)
            QVERIFY(told[i] > told[i - 1]);
        QVERIFY(told.front() > 0.0);
        QCOMPARE(told.back(), 1.0);
    }
    void aStopIsObeyedAndKeepsWhatIsThere_data() {
        QTest::addColumn<int>("dimensions");
        QTest::addRow("plane") << 2;
        QTest::addRow("space") << 3;
    }
    void aStopIsObeyedAndKeepsWhatIsThere() {
        QFETCH(int, dimensions);
        const auto edges = randomGraph(10000, 50000, 5);
        std::stop_source stop;
        QElapsedTimer sinceStop;
        const auto layout = layoutGraph(
            10000, edges, {LayoutMethod::spring, dimensions, 1},
            [&](double) {
                if (!sinceStop.isValid())
                    sinceStop.start();
                stop.request_stop();
            },
            stop.get_token());
        QVERIFY(sinceStop.elapsed() < 3000); // three times the promise
        QVERIFY(layout.ok());
        QVERIFY(!layout->complete);
        QCOMPARE(layout->points.size(), std::size_t(10000));
        QVERIFY(std::isfinite(meanEdge(*layout, edges)));
    }
    void theForecastGrowsWithTheGraph() {
        const LayoutRequest request;
        QVERIFY(forecastLayout(100, 200, request).seconds < forecastLayout(10000, 50000, request).seconds);
        QVERIFY(forecastLayout(10000, 50000, request).seconds < 60.0);
        QVERIFY(forecastLayout(10000, 50000, request).refusal.empty());
        QVERIFY(!forecastLayout(10, 1000001, request).refusal.empty());
    }
};

QTEST_GUILESS_MAIN(TestGraphLayout)
#include "tst_graph_layout.moc"
