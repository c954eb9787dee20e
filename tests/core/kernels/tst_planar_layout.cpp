#include "core/kernels/graph/planar_layout.h"

#include <QTest>

#include <cmath>

using namespace vitrine;
using Edges = std::vector<std::pair<std::int32_t, std::int32_t>>;

namespace {

double distance(const PlanePoint& a, const PlanePoint& b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

Edges ring(int n) {
    Edges edges;
    for (int i = 0; i < n; ++i)
        edges.emplace_back(i, (i + 1) % n);
    return edges;
}

} // namespace

class TestPlanarLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ringIsRound() {
        const auto points = planarLayout(6, ring(6));
        for (int i = 0; i < 6; ++i)
            QVERIFY(std::abs(distance(points[std::size_t(i)], points[std::size_t((i + 1) % 6)]) - 1.0) < 0.25);
        QVERIFY(distance(points[0], points[3]) > 1.6);
    }
    void pathIsStraight() {
        Edges edges;
        for (int i = 0; i + 1 < 8; ++i)
            edges.emplace_back(i, i + 1);
        const auto points = planarLayout(8, edges);
        QVERIFY(std::abs(distance(points.front(), points.back()) - 7.0) < 0.2);
    }
    void leavesOfAStarStandApart() {
        Edges edges;
        for (int i = 1; i <= 6; ++i)
            edges.emplace_back(0, i);
        const auto points = planarLayout(7, edges);
        for (std::size_t i = 1; i < 7; ++i)
            for (std::size_t j = i + 1; j < 7; ++j)
                QVERIFY2(distance(points[i], points[j]) > 0.6, "two leaves overlap");
    }
    void componentsDoNotOverlap() {
        Edges edges = ring(5);
        for (const auto& [from, to] : ring(5))
            edges.emplace_back(from + 5, to + 5);
        const auto points = planarLayout(12, edges); // two rings, two single nodes
        for (std::size_t i = 0; i < points.size(); ++i)
            for (std::size_t j = i + 1; j < points.size(); ++j)
                QVERIFY(distance(points[i], points[j]) > 0.5);
    }
    void sameGraphSameBytes() {
        const auto first = planarLayout(9, ring(9));
        const auto second = planarLayout(9, ring(9));
        for (std::size_t i = 0; i < 9; ++i)
            QVERIFY(first[i].x == second[i].x && first[i].y == second[i].y);
    }
    void oddInput() {
        QVERIFY(planarLayout(0, {}).empty());
        QCOMPARE(planarLayout(1, {}).size(), std::size_t(1));
        const auto points = planarLayout(2, Edges{{0, 0}, {0, 1}, {1, 0}});
        QVERIFY(std::isfinite(points[0].x) && std::isfinite(points[1].y));
        QVERIFY(distance(points[0], points[1]) > 0.9);
    }
    void largeGraphStaysFinite() {
        const int n = 20000;
        const auto points = planarLayout(n, ring(n));
        for (const PlanePoint& point : points)
            QVERIFY(std::isfinite(point.x) && std::isfinite(point.y));
        QVERIFY(distance(points[0], points[n / 2]) > 100.0);
    }
    void stopRequestEndsEarly() {
        std::stop_source source;
        source.request_stop();
        const auto points = planarLayout(300, ring(300), source.get_token());
        QCOMPARE(points.size(), std::size_t(300));
    }
};

QTEST_APPLESS_MAIN(TestPlanarLayout)
#include "tst_planar_layout.moc"
