#include "core/figure/distribution.h"
#include "core/figure/figure_spec.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace vitrine;

namespace {

Table pathTable() {
    Table table;
    table.columns.emplace_back("path", Column::Texts{"C", "C-C", "C-O", "C-Cl"});
    table.columns.emplace_back("importance", Column::Reals{9.0, 22.9, 11.3, 2.9});
    table.columns.back().unit = "% of the total";
    table.columns.emplace_back("times", Column::Integers{3, 8, 17, 7});
    table.columns.emplace_back("anchor", Column::Texts{"C", "C", "O", "Cl"});
    return table;
}

OutputDescription output(ValueKind kind, const char* view) {
    OutputDescription description;
    description.id = "importance";
    description.kind = kind;
    description.title = "Importance";
    description.key = "path";
    description.definition = "fall of the training error";
    description.view = nlohmann::json::parse(view);
    return description;
}

FigureSpec figure(const Table& table, const char* view) {
    const auto spec = makeFigure(output(ValueKind::table, view), makeValue(table));
    return spec ? *spec : FigureSpec{};
}

} // namespace

class TestMakeFigure : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void barsAreSortedAndCut();
    void barsLeaveMissingRowsFree();
    void scatterSplitsByGroup();
    void linesAreSortedByX();
    void dotsLieOnTheirSide();
    void boxesSummariseGroups();
    void histogramCountsEverything();
    void tableBecomesHeatMap();
    void seriesKeepOrderSlotsAndReferences();
    void matrixIsAHeatMap();
    void scalarsOfOneUnitBecomeBars();
    void graphSetsAreChartedByGraphColumns();
    void kindsWithoutFigure();
    void wrongHintsAreNotGiven();
    void titlesNameUnitAndScale();
    void csvHoldsEveryPoint();
    void csvOfAVisibleRange();
    void csvOfBarsNamesTheCategories();
    void nonFiniteValuesAreCounted();
    void quartilesByHand();
    void histogramEdgesAreRound();
};

void TestMakeFigure::barsAreSortedAndCut() {
    const FigureSpec spec =
        figure(pathTable(), R"({"chart": "bar", "x": "path", "y": "importance", "top": 3, "y_title": "Importance"})");
    QCOMPARE(spec.title, std::string("Importance"));
    QCOMPARE(spec.keyKind, std::string("path"));
    QCOMPARE(spec.definition, std::string("fall of the training error"));
    QCOMPARE(spec.marks.size(), std::size_t(1));
    const FigureMark& bars = spec.marks.front();
    QVERIFY(bars.kind == MarkKind::bars && bars.horizontal && bars.showValues);
    QVERIFY(spec.y.scale == AxisScale::category);
    QCOMPARE(spec.y.categories, (std::vector<std::string>{"C-C", "C-O", "C"}));
    QCOMPARE(bars.y, (std::vector<double>{22.9, 11.3, 9.0}));
    QCOMPARE(bars.keys, spec.y.categories);
    QCOMPARE(spec.shown, std::int64_t(3));
    QCOMPARE(spec.total, std::int64_t(4));
    QCOMPARE(axisTitle(spec.x), std::string("Importance (% of the total)"));
    QVERIFY(spec.x.includeZero);
}

void TestMakeFigure::barsLeaveMissingRowsFree() {
    Table table = pathTable();
    Column& extra = table.columns.emplace_back("other", Column::Reals{1, 2, 3, 4});
    extra.setMissing(1);
    const FigureSpec spec = figure(table, R"({"chart": "bar", "x": "path", "y": ["importance", "other"]})");
    QCOMPARE(spec.marks.size(), std::size_t(2));
    QCOMPARE(spec.marks[1].x, (std::vector<double>{0, 2, 3}));
    QCOMPARE(spec.marks[1].y, (std::vector<double>{1, 3, 4}));
    QCOMPARE(spec.marks[1].keys, (std::vector<std::string>{"C", "C-O", "C-Cl"}));
    QCOMPARE(spec.marks[1].slot, 2);
}

void TestMakeFigure::scatterSplitsByGroup() {
    const FigureSpec spec = figure(
        pathTable(),
        R"({"chart": "scatter", "x": "importance", "y": "times", "group": "anchor", "label": "path", "diagonal": true, "slots": {"O": 5}})");
    QCOMPARE(spec.marks.size(), std::size_t(4));
    QCOMPARE(spec.marks[0].label, std::string("C"));
    QCOMPARE(spec.marks[0].x, (std::vector<double>{9.0, 22.9}));
    QCOMPARE(spec.marks[0].pointLabels, (std::vector<std::string>{"C", "C-C"}));
    QCOMPARE(spec.marks[1].slot, 5);
    QVERIFY(spec.marks[3].kind == MarkKind::diagonal);
    QVERIFY(spec.y.integerTicks);
}

void TestMakeFigure::linesAreSortedByX() {
    const FigureSpec spec = figure(pathTable(), R"({"chart": "line", "x": "times", "y": "importance"})");
    QCOMPARE(spec.marks.front().x, (std::vector<double>{3, 7, 8, 17}));
    QCOMPARE(spec.marks.front().y, (std::vector<double>{9.0, 2.9, 22.9, 11.3}));
}

void TestMakeFigure::dotsLieOnTheirSide() {
    Table table = pathTable();
    table.columns.emplace_back("low", Column::Reals{8, 20, 10, 2});
    table.columns.emplace_back("high", Column::Reals{10, 25, 12, 3});
    const FigureSpec spec =
        figure(table, R"({"chart": "dot", "x": "path", "y": "importance", "lower": "low", "upper": "high"})");
    const FigureMark& dots = spec.marks.front();
    QVERIFY(dots.kind == MarkKind::points && dots.horizontal);
    QCOMPARE(dots.x, (std::vector<double>{9.0, 22.9, 11.3, 2.9}));
    QCOMPARE(dots.y, (std::vector<double>{0, 1, 2, 3}));
    QCOMPARE(dots.lower, (std::vector<double>{8, 20, 10, 2}));
}

void TestMakeFigure::boxesSummariseGroups() {
    const FigureSpec spec = figure(pathTable(), R"({"chart": "box", "x": "anchor", "y": "importance"})");
    const FigureMark& boxes = spec.marks.front();
    QCOMPARE(boxes.boxes.size(), std::size_t(3));
    QCOMPARE(boxes.boxes[0].n, std::int64_t(2));
    QCOMPARE(boxes.boxes[0].median, 15.95);
    QCOMPARE(spec.y.categories, (std::vector<std::string>{"C", "O", "Cl"}));
}

void TestMakeFigure::histogramCountsEverything() {
    Table table;
    Column::Reals values;
    for (int i = 0; i < 1000; ++i)
        values.push_back(std::sin(i) * 5);
    table.columns.emplace_back("log_solubility", std::move(values));
    table.columns.back().setMissing(3);
    const FigureSpec spec = figure(table, R"({"chart": "histogram", "x": "log_solubility"})");
    const FigureMark& bars = spec.marks.front();
    double sum = 0;
    for (double count : bars.y)
        sum += count;
    QCOMPARE(sum, 999.0);
    QVERIFY(bars.x.size() >= 5 && bars.x.size() <= 60);
    QVERIFY(bars.barWidth > 0);
    QCOMPARE(spec.x.label.title, std::string("Log solubility"));
}

void TestMakeFigure::tableBecomesHeatMap() {
    const FigureSpec spec =
        figure(pathTable(), R"({"chart": "heatmap", "x": "anchor", "y": "path", "value": "importance", "neutral": 0})");
    const FigureMark& cells = spec.marks.front();
    QCOMPARE(cells.matrix->rows, std::size_t(4));
    QCOMPARE(cells.matrix->columns, std::size_t(3));
    QCOMPARE(cells.matrix->at(1, 0), 22.9);
    QVERIFY(std::isnan(cells.matrix->at(1, 1)));
    QCOMPARE(*cells.neutral, 0.0);
    QCOMPARE(axisTitle(spec.value), std::string("Importance (% of the total)"));
}

void TestMakeFigure::seriesKeepOrderSlotsAndReferences() {
    Series series;
    series.x = {"Iteration", ""};
    series.y = {"RMSE", "log mol/L"};
    series.lines.push_back({"train", "training", "ensemble", {1, 2}, {2, 1}, {}, {}});
    series.lines.push_back({"test", "test", "ensemble", {1, 2}, {2.1, 1.2}, {2.0, 1.1}, {2.2, 1.3}});
    series.lines.push_back({"mean", "mean", "baseline", {1, 2}, {2.24, 2.24}, {}, {}});
    const auto spec = makeFigure(output(ValueKind::series, R"({"reference": "baseline", "x_min": 0, "x_max": 100})"),
                                 makeValue(series));
    QVERIFY(spec.has_value());
    QCOMPARE(spec->marks.size(), std::size_t(3));
    QCOMPARE(spec->marks[0].slot, 1);
    QCOMPARE(spec->marks[1].slot, 2);
    QCOMPARE(spec->marks[1].lower, (std::vector<double>{2.0, 1.1}));
    QVERIFY(spec->marks[2].kind == MarkKind::referenceY);
    QCOMPARE(spec->marks[2].y, (std::vector<double>{2.24}));
    QCOMPARE(*spec->x.maximum, 100.0);
    QCOMPARE(axisTitle(spec->y), std::string("RMSE (log mol/L)"));
}

void TestMakeFigure::matrixIsAHeatMap() {
    Matrix matrix;
    matrix.rows = 2;
    matrix.columns = 3;
    matrix.cells = {1, 2, 3, 4, 5, 6};
    matrix.rowLabels = {"0", "1"};
    matrix.valueAxis = {"R", ""};
    const auto spec = makeFigure(output(ValueKind::matrix, R"({"value_scale": "log"})"), makeValue(matrix));
    QVERIFY(spec.has_value());
    QCOMPARE(spec->x.categories, (std::vector<std::string>{"0", "1", "2"}));
    QCOMPARE(axisTitle(spec->value), std::string("R (log)"));
    QVERIFY(!makeFigure(output(ValueKind::matrix, "{}"), makeValue(Matrix{})));
}

void TestMakeFigure::scalarsOfOneUnitBecomeBars() {
    Scalars scalars;
    scalars.items.push_back(
        {"rmse", "RMSE", 0.9, "log mol/L", Interval{0.8, 1.0, "bootstrap", 226}, {}, {}, true, true});
    scalars.items.push_back({"r2", "R2", 0.8, "", std::nullopt, {}, {}, false, true});
    scalars.items.push_back({"mae", "MAE", 0.6, "log mol/L", std::nullopt, {}, {}, true, true});
    const auto spec = makeFigure(output(ValueKind::scalars, R"({"chart": "bar"})"), makeValue(scalars));
    QVERIFY(spec.has_value());
    QCOMPARE(spec->y.categories, (std::vector<std::string>{"RMSE", "MAE"}));
    QCOMPARE(spec->marks.front().lower.front(), 0.8);
    QVERIFY(std::isnan(spec->marks.front().lower.back()));
}

void TestMakeFigure::graphSetsAreChartedByGraphColumns() {
    GraphSet graphs;
    graphs.graphs.columns.emplace_back("y", Column::Reals{1, 2, 2.5});
    const auto spec = makeFigure(output(ValueKind::graphSet, R"({"chart": "histogram", "x": "y"})"), makeValue(graphs));
    QVERIFY(spec.has_value());
}

void TestMakeFigure::kindsWithoutFigure() {
    QVERIFY(!makeFigure(output(ValueKind::table, "{}"), makeValue(pathTable())));
    QVERIFY(!makeFigure(output(ValueKind::document, "{}"), makeValue(Document{"text"})));
    QVERIFY(!makeFigure(output(ValueKind::model, "{}"), makeValue(Model{})));
    QVERIFY(!makeFigure(output(ValueKind::table, R"({"chart": "bar", "x": "nowhere", "y": "importance"})"),
                        makeValue(pathTable())));
    QVERIFY(!makeFigure(output(ValueKind::table, R"({"chart": "bar", "x": "importance", "y": "path"})"),
                        makeValue(pathTable())));
    QVERIFY(!makeFigure(output(ValueKind::table, R"({"chart": "pie", "x": "path", "y": "importance"})"),
                        makeValue(pathTable())));
}

void TestMakeFigure::wrongHintsAreNotGiven() {
    const FigureSpec spec = figure(
        pathTable(), R"({"chart": "bar", "x": "path", "y": "importance", "top": "three", "x_min": null, "slots": 4})");
    QCOMPARE(spec.marks.front().x.size(), std::size_t(4));
    QVERIFY(!makeFigure(output(ValueKind::table, "[1, 2]"), makeValue(pathTable())));
}

void TestMakeFigure::titlesNameUnitAndScale() {
    FigureAxis axis;
    axis.label = {"Singular value", ""};
    QCOMPARE(axisTitle(axis), std::string("Singular value"));
    axis.scale = AxisScale::log;
    QCOMPARE(axisTitle(axis), std::string("Singular value (log)"));
    axis.label.unit = "nats";
    QCOMPARE(axisTitle(axis), std::string("Singular value (nats, log)"));
}

void TestMakeFigure::csvHoldsEveryPoint() {
    Series series;
    series.lines.push_back({"a", "with, comma", "", {1, 2}, {0.1, std::nan("")}, {0, 0}, {1, 1}});
    const auto spec = makeFigure(output(ValueKind::series, "{}"), makeValue(series));
    QCOMPARE(figureCsv(*spec), std::string("mark,key,x,y,lower,upper\n"
                                           "\"with, comma\",,1,0.1,0,1\n"
                                           "\"with, comma\",,2,nan,0,1\n"));
}

void TestMakeFigure::csvOfAVisibleRange() {
    Series series;
    series.lines.push_back({"a", "", "", {1, 2, 3}, {10, 20, 30}, {}, {}});
    const auto spec = makeFigure(output(ValueKind::series, "{}"), makeValue(series));
    QCOMPARE(figureCsv(*spec, std::pair{1.5, 2.5}), std::string("mark,key,x,y,lower,upper\na,,2,20,,\n"));
}

void TestMakeFigure::csvOfBarsNamesTheCategories() {
    const FigureSpec spec = figure(pathTable(), R"({"chart": "bar", "x": "path", "y": "importance", "top": 1})");
    QCOMPARE(figureCsv(spec), std::string("mark,key,x,y,lower,upper\nImportance,C-C,C-C,22.9,,\n"));
}

void TestMakeFigure::nonFiniteValuesAreCounted() {
    FigureSpec spec;
    FigureMark mark;
    mark.x = {1, 2, std::nan(""), 4};
    mark.y = {1, std::nan(""), 3, HUGE_VAL};
    spec.marks.push_back(mark);
    const NonFiniteCount count = countNonFinite(spec);
    QCOMPARE(count.nan, std::int64_t(2));
    QCOMPARE(count.infinite, std::int64_t(1));
}

void TestMakeFigure::quartilesByHand() {
    // 1 2 3 4 100: type 7 quartiles 2, 3, 4; reach 1.5 * 2 = 3, so 100 lies outside.
    const BoxSummary box = boxSummary({100, 3, 1, std::nan(""), 4, 2});
    QCOMPARE(box.n, std::int64_t(5));
    QCOMPARE(box.q1, 2.0);
    QCOMPARE(box.median, 3.0);
    QCOMPARE(box.q3, 4.0);
    QCOMPARE(box.low, 1.0);
    QCOMPARE(box.high, 4.0);
    QCOMPARE(boxSummary({}).n, std::int64_t(0));
    QVERIFY(std::isnan(boxSummary({}).median));
}

void TestMakeFigure::histogramEdgesAreRound() {
    const Histogram whole = histogramOf({0, 1, 1, 2, 4});
    QCOMPARE(whole.counts, (std::vector<std::int64_t>{1, 2, 1, 0, 1}));
    QCOMPARE(whole.center(1), 1.0);
    const Histogram given = histogramOf({0, 0.5, 1.0}, 2);
    QCOMPARE(given.counts, (std::vector<std::int64_t>{1, 2}));
    QCOMPARE(histogramOf({}).counts.size(), std::size_t(0));
    QCOMPARE(histogramOf({3.25}).counts, (std::vector<std::int64_t>{1}));
    std::vector<double> values;
    for (int i = 0; i < 500; ++i)
        values.push_back(i * 0.00137 - 0.3);
    const Histogram histogram = histogramOf(values);
    QVERIFY(std::abs(histogram.start / histogram.width - std::round(histogram.start / histogram.width)) < 1e-9);
}

QTEST_GUILESS_MAIN(TestMakeFigure)
#include "tst_make_figure.moc"
