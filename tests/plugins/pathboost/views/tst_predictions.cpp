#include "core/values/text.h"
#include "plugins/pathboost/compute/apply_experiments.h"
#include "plugins/pathboost/views/chosen_graph_view.h"
#include "plugins/pathboost/views/decomposition_view.h"
#include "plugins/pathboost/views/graph_facts.h"
#include "plugins/pathboost/views/graph_pane.h"
#include "plugins/pathboost/views/molecules_figure.h"
#include "plugins/pathboost/views/prediction_figures.h"
#include "plugins/pathboost/views/prediction_pane.h"
#include "plugins/pathboost/views/predictions.h"
#include "plugins/pathboost/views/run_paths.h"
#include "tests/plugins/pathboost/views/esol_run.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/figure_export.h"
#include "widgets/charts/number_label.h"
#include "widgets/graph/graph_view.h"
#include "widgets/models/table_model.h"
#include "widgets/molecule/molecule_view.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"
#include "widgets/views/table_panel.h"
#include "widgets/views/view_registry.h"

#include <QtTest>
#include <QtWidgets>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace vitrine;
using namespace vitrine::pathboost;

namespace {

const QString kGraph = QStringLiteral("graph"); // kinds of keys
const QString kPath = QStringLiteral("path");

std::shared_ptr<RunData> applied(Experiment& experiment, const char* id, const RunData& trained,
                                 nlohmann::json parameters) {
    const PluginInfo info = runs::pluginInfo();
    RunInputs inputs;
    inputs.items[kGraphsInput] = {trained.inputs.at(kGraphsInput), "graphs", "hash"};
    inputs.items[kModelInput] = {trained.outputs.at(kModel), "model", "hash"};
    inputs.parameters = ParameterSet::fromJson(parameters).complete(info.experiment(id)->parameters);
    RunSettings settings;
    settings.outputs = info.experiment(id)->outputs;
    vitrine::test::MemorySink sink;
    if (executeRun(experiment, inputs, settings, sink).state != RunState::finished)
        throw std::runtime_error("the run failed");
    auto data = std::make_shared<RunData>();
    data->run.plugin = kPluginId;
    data->run.experiment = id;
    data->run.state = RunState::finished;
    data->run.parameters = inputs.parameters;
    data->outputs = sink.artifacts;
    for (const auto& [input, item] : inputs.items)
        data->inputs[input] = item.value;
    for (const OutputDescription& output : settings.outputs)
        data->descriptions[output.id] = output;
    return data;
}

template <class View>
void showView(View& view, const std::shared_ptr<RunData>& data, Selection& selection, QSize size = {440, 300}) {
    view.setSelection(&selection);
    view.setRunData(data);
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QTRY_VERIFY(!view.isBusy());
}

void clickAt(ChartView& chart, const QPointF& at) {
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, at.toPoint());
}

} // namespace

/// Page "Predictions" on a real run of ESOL.
class TestPredictions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void axesAreNamedAfterTheTarget_data();
    void axesAreNamedAfterTheTarget();
    void qualityIsThatOfTheRun();
    void pointsOfAllPartsAreDrawn();
    void clickOnAPointChoosesItsGraph();
    void hoverNamesTheMolecule();
    void tableIsLinked();
    void residualsAreMeasuredMinusPredicted();
    void clickOnABinChoosesItsGraphs();
    void largestTestErrorIsShownAtFirst();
    void chosenPathIsLitEverywhere();
    void contributionsAddUpBitForBit();
    void otherPredictionIsNoticed();
    void restIsGathered();
    void clickOnABarChoosesThePath();
    void contributionsAsTableAndCsv();
    void withoutTruthSpreadIsShown();
    void explanationsAreReadFromTheRun();
    void liveRunsSayWhatIsMissing();
    void figuresNeedNoWidget();
    void theGraphPageShowsTheChosenGraph();
    void pagesAreLaidOut();
    void manyPointsDoNotStall();

private:
    std::shared_ptr<const Table> predictions() const { return outputTable(*m_data, kPredictions); }
    std::shared_ptr<RunData> m_data;
};

void TestPredictions::initTestCase() {
    applyTheme(*qApp, ThemeChoice::light);
    m_data = runs::esolRun(60);
}

void TestPredictions::axesAreNamedAfterTheTarget_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<QString>("truth");
    QTest::addColumn<QString>("prediction");
    const auto row = [](const char* target, const char* unit, const char* truth, const char* prediction) {
        QTest::newRow(target) << target << unit << truth << prediction;
    };
    row("measured log solubility (mol/L)", "", "Measured solubility (log mol/L)", "Predicted solubility (log mol/L)");
    row("log solubility (mol/L)", "log mol/L", "Measured solubility (log mol/L)", "Predicted solubility (log mol/L)");
    row("solubility", "log mol/L", "Measured solubility (log mol/L)", "Predicted solubility (log mol/L)");
    row("measured log solubility in mols per litre", "log mol/L", "Measured solubility (log mol/L)",
        "Predicted solubility (log mol/L)");
    row("experimental energy (kJ)", "kJ", "Measured energy (kJ)", "Predicted energy (kJ)");
    row("logP", "", "Measured logP", "Predicted logP");
    row("measured", "", "Measured measured", "Predicted measured");
    row("", "", "Measured target", "Predicted target");
    row(")", "", "Measured )", "Predicted )");
}

void TestPredictions::axesAreNamedAfterTheTarget() {
    QFETCH(QString, target);
    QFETCH(QString, unit);
    const TargetNames names = targetNames(toStd(target), toStd(unit));
    FigureAxis axis;
    axis.label = names.truth;
    QTEST(toQString(axisTitle(axis)), "truth");
    axis.label = names.prediction;
    QTEST(toQString(axisTitle(axis)), "prediction");
}

void TestPredictions::qualityIsThatOfTheRun() {
    const auto rows = PredictionRows::of(*m_data);
    QVERIFY(rows && rows == PredictionRows::of(*m_data)); // shared by the panes
    const auto metrics = valueAs<Scalars>(m_data->outputs.at(kMetrics));
    QCOMPARE(rows->parts(), (std::vector<std::string>{"train", "test"}));
    QCOMPARE(rows->qualityOf("test").rmse, metrics->find("test_rmse")->value);
    QCOMPARE(rows->qualityOf("test").r2, metrics->find("test_r2")->value);
    QCOMPARE(rows->qualityOf("train").rmse, metrics->find("train_rmse")->value);
    const auto figure = predictionFigure(*rows);
    QVERIFY(figure.has_value());
    QCOMPARE(figure->annotations.size(), std::size_t(2));
    const QString rmse = shortLabel(metrics->find("test_rmse")->value, 3, QLocale());
    const QString r2 = shortLabel(metrics->find("test_r2")->value, 3, QLocale());
    QCOMPARE(toQString(figure->annotations[0]), QStringLiteral("test: R² %1, RMSE %2, n = 226").arg(r2, rmse));
    QVERIFY(toQString(figure->annotations[1]).endsWith(QLatin1String("n = 902")));
}

void TestPredictions::pointsOfAllPartsAreDrawn() {
    const auto figure = predictionFigure(*PredictionRows::of(*m_data));
    std::map<std::string, const FigureMark*> marks;
    for (const FigureMark& mark : figure->marks)
        marks[mark.id] = &mark;
    QCOMPARE(marks.at("train")->x.size(), std::size_t(902));
    QCOMPARE(marks.at("test")->x.size(), std::size_t(226));
    QCOMPARE(marks.at("train")->slot, 1);
    QCOMPARE(marks.at("test")->slot, 2);
    QCOMPARE(marks.at("striking")->x.size(), std::size_t(1));
    QVERIFY(marks.contains("diagonal"));
    const FigureMark& test = *marks.at("test");
    for (std::size_t i = 0; i < test.x.size(); ++i) {
        const auto row = static_cast<std::size_t>(std::stoi(test.keys[i])); // all graphs, in their order
        QCOMPARE(predictions()->find(column::kPart)->texts()[row], std::string("test"));
        QCOMPARE(test.x[i], predictions()->find(column::kTruth)->reals()[row]);
        QCOMPARE(test.y[i], predictions()->find(column::kPrediction)->reals()[row]);
    }
}

void TestPredictions::clickOnAPointChoosesItsGraph() {
    std::unique_ptr<PredictionPane> pane(makePredictionPane(nullptr));
    Selection selection;
    showView(*pane, m_data, selection);
    QVERIFY(pane->chart()->isVisible());
    QCOMPARE(pane->subtitle(), QStringLiteral("1,128 graphs"));
    // The outermost point lies alone.
    const auto truth = predictions()->find(column::kTruth)->reals();
    const auto row = static_cast<std::size_t>(std::min_element(truth.begin(), truth.end()) - truth.begin());
    clickAt(*pane->chart(), pane->chart()->pixelOf(truth[row], predictions()->find(column::kPrediction)->reals()[row]));
    QCOMPARE(selection.keys(kGraph), QStringList{QString::number(row)});
    QVERIFY(pane->figure().has_value());
    QCOMPARE(pane->figure()->dataHash.size(), std::size_t(64));
    QCOMPARE(pane->figureId(), QStringLiteral("pathboost/predictions"));
    QVERIFY(!pane->chart()->accessibleName().isEmpty());
}

void TestPredictions::hoverNamesTheMolecule() {
    std::unique_ptr<PredictionPane> pane(makePredictionPane(nullptr));
    Selection selection;
    showView(*pane, m_data, selection);
    const auto truth = predictions()->find(column::kTruth)->reals();
    const auto row = static_cast<std::size_t>(std::min_element(truth.begin(), truth.end()) - truth.begin());
    const QPointF at = pane->chart()->pixelOf(truth[row], predictions()->find(column::kPrediction)->reals()[row]);
    QTest::mouseMove(pane->chart()->viewport(), at.toPoint() + QPoint(1, 0));
    QTRY_COMPARE(pane->chart()->readOut().value(0), toQString(predictions()->find(column::kGraph)->texts()[row]));
    QVERIFY(pane->chart()->readOut().value(1).startsWith(QStringLiteral("Measured solubility −")));
}

void TestPredictions::tableIsLinked() {
    std::unique_ptr<PredictionPane> pane(makePredictionPane(nullptr));
    Selection selection;
    showView(*pane, m_data, selection);
    selection.select(kGraph, {QStringLiteral("7")});
    QTest::mouseClick(pane->pageSwitch()->button(1), Qt::LeftButton);
    QVERIFY(pane->table()->isVisible());
    QCOMPARE(pane->table()->model()->rowCount(), 1128);
    QTableView* view = pane->table()->view();
    QCOMPARE(view->selectionModel()->selectedRows().size(), 1);
    QCOMPARE(view->selectionModel()->selectedRows().front().row(), 7);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(6, 1)).center());
    QCOMPARE(selection.keys(kGraph), QStringList{QStringLiteral("6")});
    QVERIFY(pane->csv().find("prediction") != std::string::npos);
}

void TestPredictions::residualsAreMeasuredMinusPredicted() {
    std::unique_ptr<PredictionPane> pane(makeResidualPane(nullptr));
    Selection selection;
    showView(*pane, m_data, selection);
    const FigureSpec& spec = pane->chart()->spec();
    const auto zero = std::find_if(spec.marks.begin(), spec.marks.end(),
                                   [](const FigureMark& mark) { return mark.kind == MarkKind::referenceY; });
    QVERIFY(zero != spec.marks.end());
    QCOMPARE(zero->y.front(), 0.0);
    const FigureMark& train = spec.marks.front();
    for (std::size_t i = 0; i < train.x.size(); ++i) {
        const auto row = static_cast<std::size_t>(std::stoi(train.keys[i]));
        QCOMPARE(train.y[i], predictions()->find(column::kTruth)->reals()[row] -
                                 predictions()->find(column::kPrediction)->reals()[row]);
    }
    const auto lowest = static_cast<std::size_t>(std::min_element(train.y.begin(), train.y.end()) - train.y.begin());
    const QString key = toQString(train.keys[lowest]);
    clickAt(*pane->chart(), pane->chart()->pixelOf(train.x[lowest], train.y[lowest]));
    QCOMPARE(selection.keys(kGraph), QStringList{key});
}

void TestPredictions::clickOnABinChoosesItsGraphs() {
    std::unique_ptr<PredictionPane> pane(makeResidualPane(nullptr));
    Selection selection;
    showView(*pane, m_data, selection);
    QTest::mouseClick(pane->pageSwitch()->button(1), Qt::LeftButton);
    QTRY_VERIFY(!pane->isBusy());
    const FigureMark bars = pane->chart()->spec().marks.front();
    QCOMPARE(bars.kind, MarkKind::bars);
    double sum = 0.0;
    for (const double count : bars.y)
        sum += count;
    QCOMPARE(sum, 1128.0);
    const auto highest = static_cast<std::size_t>(std::max_element(bars.y.begin(), bars.y.end()) - bars.y.begin());
    clickAt(*pane->chart(), pane->chart()->pixelOf(bars.x[highest], bars.y[highest] / 2));
    const QStringList keys = selection.keys(kGraph);
    QCOMPARE(static_cast<double>(keys.size()), bars.y[highest]);
    for (const QString& key : keys) {
        const auto row = static_cast<std::size_t>(key.toInt());
        const double residual =
            predictions()->find(column::kTruth)->reals()[row] - predictions()->find(column::kPrediction)->reals()[row];
        QVERIFY(std::abs(residual - bars.x[highest]) <= bars.barWidth / 2 + 1e-9);
    }
    // The chosen graph has a line of its own.
    QTRY_VERIFY(pane->chart()->spec().marks.back().id == "marked");
    QCOMPARE(pane->figureOptions(), (nlohmann::json{{"histogram", true}}));
}

void TestPredictions::largestTestErrorIsShownAtFirst() {
    double largest = -1.0;
    std::size_t expected = 0;
    for (std::size_t row = 0; row < predictions()->rowCount(); ++row) {
        if (predictions()->find(column::kPart)->texts()[row] != "test")
            continue;
        const double error = std::abs(predictions()->find(column::kTruth)->reals()[row] -
                                      predictions()->find(column::kPrediction)->reals()[row]);
        if (error > largest) {
            largest = error;
            expected = row;
        }
    }
    ChosenGraphView view;
    Selection selection;
    showView(view, m_data, selection);
    QCOMPARE(view.picture()->graph(), static_cast<int>(expected));
    QTRY_VERIFY(view.picture()->hasPicture());
    QCOMPARE(view.subtitle(), QStringLiteral("largest error of the test part"));
    QVERIFY(selection.keys(kGraph).isEmpty()); // shown, but nobody's choice
    QVERIFY(!selection.canGoBack());
    QCOMPARE(view.facts()->name(), toQString(predictions()->find(column::kGraph)->texts()[expected]));
    QCOMPARE(view.facts()->facts().size(), 4);
    QCOMPARE(view.facts()->facts()[2].value,
             decimalLabel(predictions()->find(column::kTruth)->reals()[expected] -
                              predictions()->find(column::kPrediction)->reals()[expected],
                          3, QLocale()));
    bool said = false;
    for (const TextLabel* label : view.findChildren<TextLabel*>())
        said = said || label->text().contains(QLatin1String("no calibrated interval"));
    QVERIFY(said);
    selection.select(kGraph, {QStringLiteral("3")});
    QCOMPARE(view.picture()->graph(), 3);
    selection.select(kGraph, {QStringLiteral("999999")}); // no such graph
    QCOMPARE(view.picture()->graph(), -1);
    selection.clear();
    QCOMPARE(view.picture()->graph(), static_cast<int>(expected));
}

void TestPredictions::chosenPathIsLitEverywhere() {
    ChosenGraphView view;
    Selection selection;
    showView(view, m_data, selection);
    selection.select(kGraph, {QStringLiteral("1")}); // Cc1occc1C(=O)Nc2ccccc2
    selection.select(kPath, {QStringLiteral("6-7")});
    QTRY_COMPARE(view.picture()->highlights().sequences.size(), std::size_t(2));
    QCOMPARE(view.subtitle(),
             toQString(partName(predictions()->find(column::kPart)->texts()[1])) + QStringLiteral(", C–N: 2 times"));
    QTest::mouseClick(view.facts()->structure()->findChild<QToolButton*>(), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Cc1occc1C(=O)Nc2ccccc2"));
    QTRY_VERIFY(view.figure().has_value()); // laid out in the background
    QCOMPARE(view.figure()->title, std::string("Fenfuram"));
    const auto again = graphFigure(*m_data, view.figureOptions()); // as a report makes it
    QVERIFY(again.has_value());
    QCOMPARE(again->caption, std::string("Fenfuram; C–N is lit, 2 times."));
    QCOMPARE(renderSvg(*again, {}), renderSvg(*view.figure(), {}));
    QVERIFY(view.csv().find("Fenfuram") != std::string::npos);
    selection.select(kPath, {});
    QTRY_VERIFY(view.picture()->highlights().sequences.empty());
}

void TestPredictions::contributionsAddUpBitForBit() {
    const auto decomposer = Decomposer::of(*m_data);
    const auto rows = PredictionRows::of(*m_data);
    QVERIFY(decomposer && rows);
    for (const int graph : {0, 1, 7, 500, 1127}) {
        const auto result = decomposer->decompose(graph, rows.get(), {});
        QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
        double sum = result->lines.front().value;
        QCOMPARE(result->lines.front().path, std::string(kBaseRow));
        for (std::size_t i = 1; i < result->lines.size(); ++i)
            sum += result->lines[i].value;
        const double stored = predictions()->find(column::kPrediction)->reals()[static_cast<std::size_t>(graph)];
        QVERIFY(sum == stored);
        QVERIFY(result->total == stored);
        QVERIFY(result->addsUp());
    }
    DecompositionView view;
    Selection selection;
    selection.select(kGraph, {QStringLiteral("7")});
    showView(view, m_data, selection);
    QVERIFY(view.decomposition() && view.decomposition()->graph == 7);
    QVERIFY(view.decomposition()->total == predictions()->find(column::kPrediction)->reals()[7]);
    QVERIFY(view.sumLine()->text().endsWith(QLatin1String("exactly the prediction")));
    QVERIFY(view.chart()->isVisible());
    const FigureMark& total = view.chart()->spec().marks.back();
    QCOMPARE(total.id, std::string("prediction"));
    QVERIFY(total.x.front() == predictions()->find(column::kPrediction)->reals()[7]);
}

void TestPredictions::otherPredictionIsNoticed() {
    RunData other = *m_data;
    Table table = *predictions();
    for (Column& column : table.columns)
        if (column.name == column::kPrediction) {
            Column::Reals cells(column.reals().begin(), column.reals().end());
            cells[7] = std::nextafter(cells[7], 0.0);
            Column changed(column.name, std::move(cells));
            changed.unit = column.unit;
            column = changed;
        }
    other.outputs[kPredictions] = makeValue(std::move(table));
    DecompositionView view;
    Selection selection;
    selection.select(kGraph, {QStringLiteral("7")});
    showView(view, std::make_shared<RunData>(other), selection);
    QVERIFY(view.decomposition() && !view.decomposition()->addsUp());
    QCOMPARE(view.sumLine()->tone(), TextTone::warning);
    QVERIFY(view.sumLine()->text().contains(QLatin1String("not the stored prediction")));
}

void TestPredictions::restIsGathered() {
    const auto result = Decomposer::of(*m_data)->decompose(0, PredictionRows::of(*m_data).get(), {});
    QVERIFY(result.ok() && result->lines.size() > 20);
    const FigureSpec spec = decompositionFigure(*result, 5);
    const std::vector<std::string>& names = spec.y.categories;
    QCOMPARE(names.size(), std::size_t(8)); // base, 5 paths, the rest, prediction
    QVERIFY(names.front().starts_with("base"));
    QVERIFY(names.back().starts_with("prediction"));
    QCOMPARE(names[6], std::to_string(result->lines.size() - 6) + " other paths");
    double sum = result->lines.front().value;
    std::vector<double> sizes;
    for (const FigureMark& mark : spec.marks)
        for (std::size_t i = 0; i < mark.y.size() && mark.kind == MarkKind::bars; ++i) {
            QCOMPARE(mark.start[i], sum); // steps without a gap
            sum += mark.y[i];
            if (mark.id == "paths")
                sizes.push_back(-std::abs(mark.y[i]));
        }
    QVERIFY(std::abs(sum - result->total) < 1e-9);
    QVERIFY(std::is_sorted(sizes.begin(), sizes.end()));
    // A chosen path has a bar in any case.
    const std::string last = result->lines.back().path;
    const FigureSpec chosen = decompositionFigure(*result, 5, last);
    QCOMPARE(chosen.y.categories.size(), std::size_t(8));
    QCOMPARE(std::count(chosen.marks[2].keys.begin(), chosen.marks[2].keys.end(), last), 1);
}

void TestPredictions::clickOnABarChoosesThePath() {
    DecompositionView view;
    Selection selection;
    showView(view, m_data, selection, {500, 300});
    const FigureMark paths = view.chart()->spec().marks[2];
    QCOMPARE(paths.id, std::string("paths"));
    QVERIFY(paths.keys.size() >= 3);
    clickAt(*view.chart(), view.chart()->pixelOf(paths.start[2] + paths.y[2] / 2, paths.x[2]));
    QCOMPARE(selection.keys(kPath), QStringList{toQString(paths.keys[2])});
    const FigureMark base = view.chart()->spec().marks[0];
    clickAt(*view.chart(), view.chart()->pixelOf(base.x[0], base.y[0])); // is no path
    QCOMPARE(selection.keys(kPath), QStringList{toQString(paths.keys[2])});
    view.resize(500, 200);
    QVERIFY(view.chart()->spec().y.categories.size() < paths.keys.size() + 3);
    view.resize(280, 128); // the least that a pane leaves
    QVERIFY(!view.grab().isNull());
}

void TestPredictions::contributionsAsTableAndCsv() {
    DecompositionView view;
    Selection selection;
    selection.select(kGraph, {QStringLiteral("7")});
    showView(view, m_data, selection, {500, 300});
    QTest::mouseClick(view.pageSwitch()->button(1), Qt::LeftButton);
    QVERIFY(view.table()->isVisible());
    const auto lines = static_cast<int>(view.decomposition()->lines.size());
    QCOMPARE(view.table()->model()->rowCount(), lines);
    QTableView* table = view.table()->view();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(1, 1)).center());
    QCOMPARE(selection.keys(kPath), QStringList{toQString(view.decomposition()->lines[1].path)});
    const std::string csv = view.csv();
    QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), lines + 2); // head and total
    QVERIFY(csv.find("\ntotal,") != std::string::npos);
    QVERIFY(view.figure().has_value());
    QCOMPARE(view.figureOptions(), (nlohmann::json{{"graph", 7}}));
}

void TestPredictions::withoutTruthSpreadIsShown() {
    auto graphs = std::make_shared<GraphSet>(*inputGraphs(*m_data));
    graphs->targetColumn.clear();
    std::erase_if(graphs->graphs.columns, [](const Column& one) { return one.name.starts_with("measured"); });
    RunData unknown = *m_data;
    unknown.inputs[kGraphsInput] = std::shared_ptr<const GraphSet>(graphs);
    PredictExperiment predict;
    const auto data = applied(predict, kPredict, unknown, nlohmann::json::object());
    Selection selection;
    std::unique_ptr<PredictionPane> points(makePredictionPane(nullptr));
    showView(*points, data, selection);
    QCOMPARE(toQString(axisTitle(points->chart()->spec().x)), QStringLiteral("Predicted solubility (log mol/L)"));
    QCOMPARE(points->chart()->spec().y.label.title, std::string("Spread between sub-models"));
    std::unique_ptr<PredictionPane> residuals(makeResidualPane(nullptr));
    showView(*residuals, data, selection);
    QTRY_VERIFY(residuals->chart()->isVisible()); // predictions can be counted
    QCOMPARE(residuals->title(), QStringLiteral("Distribution of the predictions"));
    QVERIFY(!residuals->pageSwitch()->button(0)->isVisibleTo(residuals.get()));
    QCOMPARE(points->title(), QStringLiteral("Predictions"));
    ChosenGraphView view;
    showView(view, data, selection);
    QCOMPARE(view.subtitle(), QStringLiteral("largest spread"));
    QCOMPARE(view.facts()->facts().size(), 2);
    DecompositionView decomposition;
    showView(decomposition, data, selection);
    QVERIFY(decomposition.decomposition() && decomposition.decomposition()->addsUp());
}

void TestPredictions::explanationsAreReadFromTheRun() {
    ExplainExperiment explain;
    const auto data = applied(explain, kExplain, *m_data, {{"rows", {3, 11, 934}}});
    Selection selection;
    selection.select(kGraph, {QStringLiteral("11")});
    DecompositionView view;
    showView(view, data, selection);
    const auto table = outputTable(*data, kContributions);
    const auto count = std::count(table->find(column::kGraph)->integers().begin(),
                                  table->find(column::kGraph)->integers().end(), std::int64_t{11});
    QVERIFY(count > 5);
    QCOMPARE(static_cast<std::int64_t>(view.decomposition()->lines.size()), static_cast<std::int64_t>(count));
    QVERIFY(view.decomposition()->addsUp());
    QVERIFY(view.decomposition()->total == predictions()->find(column::kPrediction)->reals()[11]);
    QCOMPARE(view.outputId(), std::string(kContributions));
    // A table alone is enough: the model may be gone.
    auto alone = std::make_shared<RunData>(*data);
    alone->inputs.clear();
    view.setRunData(alone);
    QTRY_VERIFY(!view.isBusy());
    QVERIFY(view.decomposition() && view.decomposition()->addsUp());
    selection.select(kGraph, {QStringLiteral("4")}); // not explained, and nothing to explain it with
    QTRY_VERIFY(!view.decomposition());
    QVERIFY(view.findChild<EmptyState*>()->isVisible());
}

void TestPredictions::liveRunsSayWhatIsMissing() {
    auto live = std::make_shared<RunData>(*m_data);
    live->live = true;
    live->outputs.clear();
    Selection selection;
    std::unique_ptr<PredictionPane> points(makePredictionPane(nullptr));
    showView(*points, live, selection);
    QVERIFY(points->findChild<EmptyState*>()->isVisible());
    QVERIFY(!points->figure() && points->csv().empty());
    ChosenGraphView view;
    showView(view, live, selection);
    QVERIFY(view.findChild<EmptyState*>()->isVisible());
    selection.select(kGraph, {QStringLiteral("3")}); // its structure can be seen already
    QVERIFY(view.picture()->isVisible());
    QCOMPARE(view.facts()->name(), toQString(predictions()->find(column::kGraph)->texts()[3]));
    DecompositionView decomposition;
    showView(decomposition, live, selection);
    QVERIFY(!decomposition.decomposition());
    decomposition.setRunData(m_data); // the run has finished
    QTRY_VERIFY(decomposition.decomposition());
}

void TestPredictions::figuresNeedNoWidget() {
    ViewRegistry registry;
    registerPredictions(registry);
    const auto make = [&](const char* id, const nlohmann::json& options) {
        const auto* factory = registry.figure(id);
        return factory ? (*factory)(*m_data, options) : std::nullopt;
    };
    const auto predicted = make("pathboost/predictions", {});
    QVERIFY(predicted && predicted->x.label.title == "Measured solubility");
    QVERIFY(!predicted->definition.empty());
    const auto residuals = make("pathboost/residuals", {});
    QVERIFY(residuals && residuals->marks.front().kind == MarkKind::points);
    const auto bins = make("pathboost/residuals", {{"histogram", true}});
    QVERIFY(bins && bins->marks.front().kind == MarkKind::bars);
    const auto one = make("pathboost/contributions", {{"graph", 7}});
    QVERIFY(one && one->title.find(predictions()->find(column::kGraph)->texts()[7]) != std::string::npos);
    QVERIFY(make("pathboost/contributions", {}).has_value()); // the graph with the largest error
    QVERIFY(!make("pathboost/contributions", {{"graph", 5'000'000}}));
    QVERIFY(make("pathboost/contributions", {{"graph", "7"}}).has_value());
    const PluginInfo info = runs::pluginInfo();
    const ExperimentInfo& train = *info.experiment(kTrain);
    bool hinted = false;
    for (const auto& figure : train.report.at("figures"))
        hinted = hinted || figure == "pathboost/predictions" ||
                 (figure.is_object() && figure.value("figure", "") == "pathboost/predictions");
    QVERIFY(hinted);
}

void TestPredictions::theGraphPageShowsTheChosenGraph() {
    Selection selection;
    GraphPane pane(nullptr);
    pane.resize(600, 400);
    pane.setSelection(&selection);
    pane.setRunData(m_data);
    pane.show();
    QVERIFY(!pane.isEmpty()); // that of the largest error
    const QString path = QStringLiteral("6-6");
    selection.select(QLatin1String(kGraphKind), {QStringLiteral("5")});
    selection.select(QLatin1String(kPathKind), {path});
    QCOMPARE(pane.view()->graph(), 5);
    QTRY_VERIFY(!pane.view()->canvas()->highlights().sequences.empty());
    QCOMPARE(pane.view()->canvas()->highlights().sequences, PathOccurrences::of(*m_data)->occurrences(5, path));
    QVERIFY(pane.subtitle().endsWith(QStringLiteral("path C–C")));
    selection.select(QLatin1String(kPathKind), {});
    QTRY_VERIFY(pane.view()->canvas()->highlights().sequences.empty());
    QVERIFY(pane.figure().has_value());
    QVERIFY(!graphFigure(*m_data, {{"graph", 1'000'000}}));
    QVERIFY(!graphFigure(*m_data, {{"graph", -1}}));
}

void TestPredictions::pagesAreLaidOut() {
    ViewRegistry registry;
    RunPageLayout before;
    before.pages.push_back({QStringLiteral("Overview"), {PaneSpec{}}});
    registry.setPageLayout(kPluginId, kTrain, before);
    registerPredictions(registry);
    const PluginInfo info = runs::pluginInfo();
    for (const char* id : {kTrain, kPredict, kExplain}) {
        const ExperimentInfo& experiment = *info.experiment(id);
        const RunPageLayout layout = registry.pageLayout(kPluginId, experiment);
        QStringList titles;
        for (const RunPageLayout::Page& page : layout.pages)
            titles << page.title;
        QStringList expected{QStringLiteral("Predictions")};
        if (id == kTrain)
            expected.prepend(QStringLiteral("Overview"));
        if (id != kExplain)
            expected.append(QStringLiteral("Graph"));
        QCOMPARE(titles, expected);
        for (std::size_t page = id == kTrain ? 1 : 0; page < layout.pages.size(); ++page)
            for (const PaneSpec& pane : layout.pages[page].panes) {
                std::unique_ptr<ResultView> view(registry.createView(pane.viewId, nullptr));
                QVERIFY2(view != nullptr, pane.viewId.c_str());
                QVERIFY(pane.outputId.empty() || experiment.output(pane.outputId));
            }
    }
}

void TestPredictions::manyPointsDoNotStall() {
    constexpr int kCopies = 90; // 101,520 graphs
    const GraphSet& few = *inputGraphs(*m_data);
    auto many = std::make_shared<GraphSet>(few);
    Table table = *predictions();
    const auto repeat = [](Table& of, int copies) {
        for (Column& column : of.columns) {
            Column::Data cells = std::visit(
                [copies](const auto& once) -> Column::Data {
                    std::decay_t<decltype(once)> all;
                    for (int copy = 0; copy < copies; ++copy)
                        all.insert(all.end(), once.begin(), once.end());
                    return all;
                },
                column.data());
            Column longer(column.name, std::move(cells));
            longer.unit = column.unit;
            longer.description = column.description;
            column = std::move(longer);
        }
    };
    repeat(table, kCopies);
    Column::Integers rows(table.rowCount());
    std::iota(rows.begin(), rows.end(), 0);
    table.columns.front() = Column(column::kRow, std::move(rows));
    for (Table* of : {&many->nodes, &many->edges, &many->graphs})
        repeat(*of, kCopies);
    GraphTopology& topology = many->topology;
    for (int copy = 1; copy < kCopies; ++copy) {
        const std::int64_t nodes = topology.nodeOffsets.back();
        const std::int64_t edges = topology.edgeOffsets.back();
        for (std::size_t graph = 1; graph <= few.graphCount(); ++graph) {
            topology.nodeOffsets.push_back(nodes + few.topology.nodeOffsets[graph]);
            topology.edgeOffsets.push_back(edges + few.topology.edgeOffsets[graph]);
        }
        topology.edgeSource.insert(topology.edgeSource.end(), few.topology.edgeSource.begin(),
                                   few.topology.edgeSource.end());
        topology.edgeTarget.insert(topology.edgeTarget.end(), few.topology.edgeTarget.begin(),
                                   few.topology.edgeTarget.end());
    }
    auto data = std::make_shared<RunData>(*m_data);
    data->inputs[kGraphsInput] = std::shared_ptr<const GraphSet>(many);
    data->outputs[kPredictions] = makeValue(std::move(table));

    std::unique_ptr<PredictionPane> pane(makePredictionPane(nullptr));
    DecompositionView view;
    Selection selection;
    QElapsedTimer clock;
    qint64 slowest = 0;
    const auto timed = [&](const auto& action) {
        clock.start();
        action();
        slowest = std::max(slowest, clock.elapsed());
        return clock.elapsed();
    };
    pane->setSelection(&selection);
    view.setSelection(&selection);
    pane->resize(440, 300);
    view.resize(440, 300);
    pane->show();
    view.show();
    const qint64 set = timed([&] { pane->setRunData(data); });
    const qint64 setView = timed([&] { view.setRunData(data); });
    QTRY_VERIFY(!pane->isBusy() && !view.isBusy());
    const qint64 chosen = timed([&] { selection.select(kGraph, {QStringLiteral("60007")}); });
    QElapsedTimer whole;
    whole.start();
    QTRY_VERIFY_WITH_TIMEOUT(view.decomposition() && view.decomposition()->graph == 60'007, 10'000);
    qInfo("rows %lld ms, decomposition %lld ms, choice %lld ms, taken apart after %lld ms", set, setView, chosen,
          whole.elapsed());
    QVERIFY(view.decomposition()->addsUp());
    QVERIFY2(slowest < 250, "the window stalls"); // twenty times what a free core needs
}

QTEST_MAIN(TestPredictions)
#include "tst_predictions.moc"
