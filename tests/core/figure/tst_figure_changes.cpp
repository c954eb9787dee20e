#include "core/figure/figure_changes.h"
#include "core/figure/visible_part.h"

#include <QtTest>

#include <cmath>

using namespace vitrine;

namespace {

FigureSpec curve() {
    FigureSpec spec;
    spec.x.label = {"Step", ""};
    spec.y.label = {"Loss", "nats"};
    FigureMark line;
    line.kind = MarkKind::line;
    line.label = "train";
    line.x = {0, 1, 2, 3};
    line.y = {8, -1, 0, std::nan("")};
    line.keys = {"a", "b", "c", "d"};
    spec.marks.push_back(line);
    return spec;
}

} // namespace

/// The user's axes: what is kept, what of a damaged file is taken, what a log axis leaves out, what is visible.
class TestFigureChanges : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void unitStaysWithANewTitle();
    void comeBackFromJson();
    void unusableJsonIsLeftOut();
    void categoriesKeepTheirScale();
    void logAxisCountsWhatItLeavesOut();
    void rangesAreChecked();
    void visiblePartHoldsWhatIsSeen();
    void visibleCellsKeepTheirNames();
};

void TestFigureChanges::unitStaysWithANewTitle() {
    FigureSpec spec = curve();
    FigureChanges changes;
    changes.y.title = "Error";
    changes.y.scale = AxisScale::log;
    changes.x.minimum = 1;
    applyChanges(spec, changes);
    QCOMPARE(axisTitle(spec.y), std::string("Error (nats, log)"));
    QCOMPARE(spec.x.minimum, std::optional(1.0));
    QVERIFY(!spec.x.maximum);
}

void TestFigureChanges::comeBackFromJson() {
    FigureChanges changes;
    QVERIFY(changes.toJson().is_null());
    changes.x.title = "τ";
    changes.x.minimum = -1e-300;
    changes.y.scale = AxisScale::symlog;
    changes.y.symlogThreshold = 0.01;
    changes.value.maximum = 7;
    QVERIFY(FigureChanges::fromJson(nlohmann::json::parse(changes.toJson().dump())) == changes);
}

void TestFigureChanges::unusableJsonIsLeftOut() {
    for (const char* text :
         {"[]", "null", "{\"x\": 3}", "{\"x\": {\"title\": 1, \"scale\": \"cubic\", \"min\": \"a\"}}",
          "{\"x\": {\"min\": 5, \"max\": 5}}", "{\"y\": {\"min\": 9, \"max\": 1}}", "{\"y\": {\"max\": 1e308}}",
          "{\"y\": {\"threshold\": 0}}", "{\"y\": {\"threshold\": -2}}", "{\"z\": {\"min\": 1}}"})
        QVERIFY2(FigureChanges::fromJson(nlohmann::json::parse(text)).isEmpty(), text);
    const nlohmann::json longTitle = {{"x", {{"title", std::string(100'000, 'x')}, {"max", 2}}}};
    QVERIFY(!FigureChanges::fromJson(longTitle).x.title);
    QCOMPARE(FigureChanges::fromJson(longTitle).x.maximum, std::optional(2.0));
}

void TestFigureChanges::categoriesKeepTheirScale() {
    FigureSpec spec = curve();
    spec.y.scale = AxisScale::category;
    FigureChanges changes;
    changes.y.scale = AxisScale::log;
    changes.y.minimum = 2;
    changes.y.title = "Layer";
    applyChanges(spec, changes);
    QVERIFY(spec.y.scale == AxisScale::category && !spec.y.minimum);
    QCOMPARE(spec.y.label.title, std::string("Layer"));
}

void TestFigureChanges::logAxisCountsWhatItLeavesOut() {
    FigureSpec spec = curve();
    QCOMPARE(countNotPositive(spec, AxisRole::y).unplaced, 2);
    QCOMPARE(countNotPositive(spec, AxisRole::y).total, 3); // NaN has its own count
    QCOMPARE(countNotPositive(spec, AxisRole::x).unplaced, 1);
    // Bars on their side: their places are no values.
    spec.marks.front().kind = MarkKind::bars;
    spec.marks.front().horizontal = true;
    QCOMPARE(countNotPositive(spec, AxisRole::x).unplaced, 2);
    spec.marks.front().start = {0, 5, 5, 5};
    QCOMPARE(countNotPositive(spec, AxisRole::x).unplaced, 0);
    auto matrix = std::make_shared<Matrix>();
    matrix->rows = 1;
    matrix->columns = 3;
    matrix->cells = {-1, 0, 4};
    spec.marks.front() = {};
    spec.marks.front().kind = MarkKind::cells;
    spec.marks.front().matrix = matrix;
    QCOMPARE(countNotPositive(spec, AxisRole::value).unplaced, 2);
    QCOMPARE(countNotPositive(spec, AxisRole::y).total, 0);
}

void TestFigureChanges::rangesAreChecked() {
    QVERIFY(rangeProblem(AxisScale::linear, 0, 1) == RangeProblem::none);
    QVERIFY(rangeProblem(AxisScale::linear, 1, 1) == RangeProblem::reversed);
    QVERIFY(rangeProblem(AxisScale::linear, 1, std::nan("")) != RangeProblem::none);
    QVERIFY(rangeProblem(AxisScale::linear, -1.7e308, 1.7e308) == RangeProblem::tooLarge);
    QVERIFY(rangeProblem(AxisScale::linear, 1, 1 + 1e-12) == RangeProblem::tooNarrow);
    QVERIFY(rangeProblem(AxisScale::log, 0, 1) == RangeProblem::notPositive);
    QVERIFY(rangeProblem(AxisScale::symlog, -1, 1) == RangeProblem::none);
}

void TestFigureChanges::visiblePartHoldsWhatIsSeen() {
    FigureSpec spec = curve();
    QCOMPARE(figureCsv(visiblePart(spec)), figureCsv(spec));
    spec.x.minimum = 1;
    spec.x.maximum = 2;
    spec.y.minimum = -0.5;
    FigureSpec part = visiblePart(spec);
    QCOMPARE(part.marks.front().y, (std::vector<double>{-1, 0})); // a curve may leave the plot
    QCOMPARE(part.marks.front().keys, (std::vector<std::string>{"b", "c"}));
    spec.marks.front().kind = MarkKind::points;
    part = visiblePart(spec);
    QCOMPARE(part.marks.front().y, (std::vector<double>{0}));
}

void TestFigureChanges::visibleCellsKeepTheirNames() {
    auto matrix = std::make_shared<Matrix>();
    matrix->rows = 3;
    matrix->columns = 2;
    matrix->cells = {1, 2, 3, 4, 5, 6};
    FigureSpec spec;
    spec.x.scale = spec.y.scale = AxisScale::category;
    spec.x.categories = {"q", "k"};
    spec.y.categories = {"0", "1", "2"};
    FigureMark cells;
    cells.kind = MarkKind::cells;
    cells.matrix = matrix;
    cells.keys = spec.y.categories;
    spec.marks.push_back(cells);
    const FigureSpec part = visiblePart(spec, {std::pair{0.6, 1.4}, std::pair{0.8, 9.0}});
    QCOMPARE(part.marks.front().matrix->cells, (std::vector<double>{4, 6}));
    QCOMPARE(part.x.categories, (std::vector<std::string>{"k"}));
    QCOMPARE(part.y.categories, (std::vector<std::string>{"1", "2"}));
    const std::string csv = figureCsv(part);
    QVERIFY2(csv.find(",1,k,4") != std::string::npos, csv.c_str());
    QVERIFY(visiblePart(spec, {std::pair{5.0, 6.0}, std::nullopt}).marks.front().matrix->cells.empty());
}

QTEST_GUILESS_MAIN(TestFigureChanges)
#include "tst_figure_changes.moc"
