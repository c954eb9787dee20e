#include "widgets/charts/figure_export.h"

#include <QtTest>

using namespace vitrine;

namespace {

FigureSpec onePoint(Beyond beyond) {
    FigureSpec spec;
    spec.x.minimum = spec.y.minimum = 0.0;
    spec.x.maximum = spec.y.maximum = 2.0;
    FigureMark mark;
    mark.kind = MarkKind::points;
    mark.slot = 1;
    mark.markers = true;
    mark.beyond = beyond;
    mark.x = mark.y = {1.0};
    spec.marks.push_back(std::move(mark));
    return spec;
}

/// Columns that the marker inks, by how far they are from the middle column of all of them.
std::vector<int> inkByColumn(Beyond beyond) {
    const QImage with = renderImage(onePoint(beyond), {}, 300);
    FigureSpec empty = onePoint(beyond);
    empty.marks.front().x = empty.marks.front().y = {5.0}; // out of sight
    const QImage without = renderImage(empty, {}, 300);
    std::vector<int> ink;
    for (int x = 0; x < with.width(); ++x) {
        int count = 0;
        for (int y = 0; y < with.height(); ++y)
            count += with.pixel(x, y) != without.pixel(x, y) ? 1 : 0;
        if (count > 0)
            ink.push_back(count);
    }
    return ink;
}

} // namespace

/// Points whose true place lies beyond an end are arrows towards it.
class TestCensoredPoints : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void arrowsPointToTheirSide() {
        const std::vector<int> left = inkByColumn(Beyond::left), right = inkByColumn(Beyond::right);
        QVERIFY(left.size() > 10);
        const auto heaviest = [](const std::vector<int>& ink) {
            return static_cast<double>(std::ranges::max_element(ink) - ink.begin()) / static_cast<double>(ink.size());
        };
        // The head is widest behind its tip, about the middle of the arrow; from there it thins towards the tip.
        QVERIFY(left.front() < left[left.size() / 4]);
        QVERIFY(right.back() < right[right.size() - 1 - right.size() / 4]);
        QVERIFY(heaviest(left) <= 0.6 && heaviest(right) >= 0.4);
        QVERIFY(inkByColumn(Beyond::nowhere).size() < left.size());
    }
    void latexHasThemToo() {
        const auto tex = [](Beyond beyond) { return renderPgfplots(onePoint(beyond), {}, "d.csv").tex; };
        QVERIFY(tex(Beyond::left).find("rotate=90}") != std::string::npos);
        QVERIFY(tex(Beyond::right).find("rotate=-90}") != std::string::npos);
        QVERIFY(tex(Beyond::nowhere).find("rotate") == std::string::npos);
    }
};

QTEST_MAIN(TestCensoredPoints)
#include "tst_censored_points.moc"
