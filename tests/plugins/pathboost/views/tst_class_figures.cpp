#include "core/values/text.h"
#include "plugins/pathboost/compute/class_quality.h"
#include "plugins/pathboost/views/class_figures.h"
#include "plugins/pathboost/views/decomposition.h"
#include "plugins/pathboost/views/importance_figure.h"
#include "plugins/pathboost/views/learning_figure.h"
#include "plugins/pathboost/views/prediction_figures.h"
#include "plugins/pathboost/views/prediction_pane.h"
#include "plugins/pathboost/views/run_paths.h"
#include "tests/plugins/pathboost/views/esol_run.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/theme.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace vitrine;
using namespace vitrine::pathboost;

/// Views of a classification: ESOL with a column of two classes.
class TestClassFigures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void truthsAreZeroAndOne();
    void pointsStandInTheBandOfTheirClass();
    void areaUnderTheCurveIsTheMeasure();
    void binsHoldAllGraphs();
    void paneNamesItsFigures();
    void decompositionEndsInTheProbability();
    void curvesShowLogLossAndStops();
    void definitionsCanBeSwitched();

private:
    std::shared_ptr<RunData> m_run;
    std::shared_ptr<const PredictionRows> m_rows;
};

void TestClassFigures::initTestCase() {
    applyTheme(*qApp, ThemeChoice::light);
    auto graphs = std::make_shared<GraphSet>(*runs::readGraphs("esol_graphs.json"));
    const Column& y = *graphs->graphs.find(graphs->targetColumn);
    Column::Texts classes;
    for (std::size_t row = 0; row < y.size(); ++row)
        classes.push_back(y.number(row) > -3.0 ? "soluble" : "hardly");
    graphs->graphs.columns.emplace_back("class", std::move(classes));
    m_run = runs::trainedRun(graphs, {{"target", "class"},
                                      {"n_iter", 400},
                                      {"learning_rate", 0.5},
                                      {"patience", 4},
                                      {"importance", "relative"},
                                      {"baselines", "fast"}});
    m_rows = PredictionRows::of(*m_run);
    QVERIFY(m_rows && m_rows->isClassifier());
}

void TestClassFigures::truthsAreZeroAndOne() {
    QCOMPARE(m_rows->classes(), (std::vector<std::string>{"hardly", "soluble"}));
    const auto table = m_rows->table();
    for (std::size_t row = 0; row < m_rows->size(); ++row)
        QCOMPARE(m_rows->truth(row), table->find(column::kTruth)->cellText(row) == "soluble" ? 1.0 : 0.0);
    QVERIFY(m_rows->mostStriking().has_value());
    QCOMPARE(toQString(m_rows->names().prediction.title), QStringLiteral("Probability of soluble"));
}

void TestClassFigures::pointsStandInTheBandOfTheirClass() {
    const auto spec = predictionFigure(*m_rows);
    QVERIFY(spec);
    QCOMPARE(spec->y.categories, (std::vector<std::string>{"soluble", "hardly"}));
    std::size_t points = 0;
    for (const FigureMark& mark : spec->marks) {
        if (mark.kind != MarkKind::points || mark.hollow)
            continue;
        points += mark.x.size();
        for (std::size_t i = 0; i < mark.x.size(); ++i) {
            const auto row = m_rows->rowOf(std::stoi(mark.keys[i]));
            QCOMPARE(mark.x[i], m_rows->prediction(*row));
            QVERIFY(std::abs(mark.y[i] - (m_rows->truth(*row) == 1.0 ? 0.0 : 1.0)) <= 0.3);
        }
    }
    QCOMPARE(points, m_rows->size());
}

void TestClassFigures::areaUnderTheCurveIsTheMeasure() {
    const auto spec = residualFigure(*m_rows);
    QVERIFY(spec);
    QCOMPARE(toQString(spec->title), QStringLiteral("ROC curve"));
    QCOMPARE(spec->annotations.size(), std::size_t{3});
    QVERIFY(toQString(spec->annotations.front()).startsWith(QStringLiteral("test: accuracy ")));
    for (const FigureMark& curve : spec->marks) {
        if (curve.kind != MarkKind::line)
            continue;
        QCOMPARE(curve.x.back(), 1.0);
        QCOMPARE(curve.y.back(), 1.0);
        double area = 0.0;
        for (std::size_t i = 1; i < curve.x.size(); ++i)
            area += (curve.x[i] - curve.x[i - 1]) * (curve.y[i] + curve.y[i - 1]) / 2.0;
        std::vector<double> p, y;
        for (const std::size_t row : m_rows->rowsOfPart(curve.id)) {
            p.push_back(m_rows->prediction(row));
            y.push_back(m_rows->truth(row));
        }
        QVERIFY(std::abs(area - classQuality(p, y)[ClassMeasure::auc]) < 1e-12);
    }
}

void TestClassFigures::binsHoldAllGraphs() {
    const auto spec = residualHistogram(*m_rows, 3);
    QVERIFY(spec);
    double counted = 0.0;
    for (const FigureMark& mark : spec->marks)
        if (mark.kind == MarkKind::bars)
            counted = std::accumulate(mark.y.begin(), mark.y.end(), counted);
    QCOMPARE(counted, static_cast<double>(m_rows->size()));
    std::set<int> graphs;
    for (std::size_t bin = 0; bin < 20; ++bin)
        for (const int graph : graphsOfBin(*m_rows, bin))
            QVERIFY(graphs.insert(graph).second);
    QCOMPARE(graphs.size(), m_rows->size());
}

void TestClassFigures::paneNamesItsFigures() {
    const std::unique_ptr<PredictionPane> pane(makeResidualPane(nullptr));
    QCOMPARE(pane->pageSwitch()->text(0), QStringLiteral("Against prediction"));
    pane->setRunData(m_run);
    QCOMPARE(pane->pageSwitch()->text(0), QStringLiteral("ROC curve"));
    QCOMPARE(pane->title(), QStringLiteral("Classes told apart"));
    pane->setRunData(runs::esolRun(2));
    QCOMPARE(pane->pageSwitch()->text(0), QStringLiteral("Against prediction"));
    QCOMPARE(pane->title(), QString());
}

void TestClassFigures::decompositionEndsInTheProbability() {
    const auto decomposer = Decomposer::of(*m_run);
    QVERIFY(decomposer);
    const auto decomposition = decomposer->decompose(7, m_rows.get(), {});
    QVERIFY(decomposition.ok());
    QVERIFY(decomposition->classes);
    QVERIFY(decomposition->addsUp());
    QCOMPARE(decomposition->prediction(), m_rows->prediction(*m_rows->rowOf(7)));
    QCOMPARE(decomposition->unit, std::string("log-odds"));
}

void TestClassFigures::curvesShowLogLossAndStops() {
    const auto spec = learningFigure(*m_run, {});
    QVERIFY(spec);
    QCOMPARE(spec->y.label.title, std::string("Log loss"));
    std::set<std::string> marks;
    for (const FigureMark& mark : spec->marks)
        marks.insert(mark.id);
    for (const char* id : {"ensemble/validation", "best_iteration", "stop_iteration", "Share of the classes"})
        QVERIFY2(marks.contains(id), id);
}

void TestClassFigures::definitionsCanBeSwitched() {
    const auto definitions = importanceDefinitionsOf(*m_run);
    QCOMPARE(definitions.size(), std::size_t{8});
    QCOMPARE(definitions.front(), std::string("relative/mse"));
    QCOMPARE(definitionName(*m_run, "absolute/mae/shared"), QStringLiteral("Absolute, wrong classes, shared"));
    const RunPaths paths(*m_run);
    const auto table = outputTable(*m_run, kImportanceDefinitionsOutput);
    for (const std::string& definition : definitions) {
        ImportanceChoice choice;
        choice.definition = definition;
        const auto spec = importanceFigure(*m_run, paths, ImportanceChoice::fromJson(choice.toJson()));
        QVERIFY(spec);
        const FigureMark& bars = spec->marks.front();
        QVERIFY(std::is_sorted(bars.y.rbegin(), bars.y.rend()));
        for (std::size_t i = 0; i < bars.keys.size(); ++i)
            for (std::size_t row = 0; row < table->rowCount(); ++row)
                if (table->find(column::kDefinition)->cellText(row) == definition &&
                    table->find(column::kPath)->cellText(row) == bars.keys[i])
                    QCOMPARE(bars.y[i], table->find(column::kImportance)->number(row));
    }
    QVERIFY(!importanceFigure(*m_run, paths, {10, {}, "unknown"})->marks.front().y.size());
}

QTEST_MAIN(TestClassFigures)
#include "tst_class_figures.moc"
