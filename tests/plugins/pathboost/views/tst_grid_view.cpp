#include "core/values/text.h"
#include "plugins/pathboost/compute/cross_validate_experiment.h"
#include "plugins/pathboost/views/grid_view.h"
#include "plugins/pathboost/views/run_paths.h"
#include "tests/plugins/pathboost/views/esol_run.h"
#include "widgets/charts/chart_view.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include <cmath>

using namespace vitrine;
using namespace vitrine::pathboost;

/// Map of settings on a real comparison on ESOL.
class TestGridView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void rowsAreTheMeansOfTheGrid();
    void mapIsSpannedByTheLongestLists();
    void cellsShowTheBestOfTheOthers();
    void aClickChoosesACell();
    void theButtonAsksForATraining();
    void theMapFillsUpWhileTheRunGoesOn();
    void nothingYetIsSaid();

private:
    std::shared_ptr<RunData> m_run;
};

void TestGridView::initTestCase() {
    applyTheme(*qApp, ThemeChoice::light);
    CrossValidateExperiment experiment;
    m_run = runs::esolRunOf(experiment, kCrossValidate,
                            {{"learning_rate", {0.1, 0.2, 0.4}},
                             {"max_path_length", {2, 3}},
                             {"n_iter", {2, 5}},
                             {"folds", 2},
                             {"baselines", "none"}});
}

void TestGridView::rowsAreTheMeansOfTheGrid() {
    const GridRows rows(*m_run);
    const auto grid = outputTable(*m_run, kGrid);
    QCOMPARE(rows.candidates().size(), grid->rowCount());
    for (std::size_t i = 0; i < grid->rowCount(); ++i) {
        const GridCandidate& one = rows.candidates()[i];
        QCOMPARE(one.number, static_cast<std::int64_t>(i) + 1);
        QVERIFY(std::abs(one.mean - grid->find("rmse")->number(i)) < 1e-12);
        QVERIFY(std::abs(one.deviation - grid->find("rmse_sd")->number(i)) < 1e-12);
        QCOMPARE(one.folds, 2);
        QCOMPARE(one.settings[0], grid->find("learning_rate")->number(i));
    }
    const auto metrics = valueAs<Scalars>(m_run->outputs.at(kMetrics));
    QCOMPARE(static_cast<double>(rows.best()->number), metrics->find("best_candidate")->value);
    QCOMPARE(toQString(rows.measure()), QStringLiteral("RMSE"));
}

void TestGridView::mapIsSpannedByTheLongestLists() {
    const GridRows rows(*m_run);
    const GridAxes axes = gridAxes(rows);
    QCOMPARE(axes.x, std::size_t{0});
    QCOMPARE(axes.y, std::size_t{1});
    const auto spec = gridFigure(*m_run, rows);
    QVERIFY(spec);
    QCOMPARE(spec->x.categories, (std::vector<std::string>{"0.1", "0.2", "0.4"}));
    QCOMPARE(spec->y.categories, (std::vector<std::string>{"2", "3"}));
    QVERIFY(spec->caption.find("best over T") != std::string::npos);
}

void TestGridView::cellsShowTheBestOfTheOthers() {
    const GridRows rows(*m_run);
    const auto cells = gridCells(rows, gridAxes(rows));
    QCOMPARE(cells.size(), std::size_t{6});
    for (const GridCandidate* cell : cells)
        for (const GridCandidate& other : rows.candidates())
            if (other.settings[0] == cell->settings[0] && other.settings[1] == cell->settings[1])
                QVERIFY(cell->mean <= other.mean);
}

void TestGridView::aClickChoosesACell() {
    GridView view(nullptr);
    Selection selection;
    view.setSelection(&selection);
    view.setRunData(m_run);
    view.resize(480, 320);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    auto* text = view.findChild<TextLabel*>(QStringLiteral("settings"));
    QVERIFY(text->text().startsWith(QStringLiteral("Best: ν ")));
    const GridRows rows(*m_run);
    const auto cells = gridCells(rows, gridAxes(rows));
    const std::size_t worst = cells[0] == rows.best() ? 1 : 0;
    Q_EMIT view.chart()->pointClicked(MarkPoint{0, static_cast<int>(worst)}, QString());
    QCOMPARE(selection.keys(QLatin1String(kCandidateKind)), QStringList{QString::number(cells[worst]->number)});
    QVERIFY(text->text().startsWith(QStringLiteral("Chosen: ν ")));
}

void TestGridView::theButtonAsksForATraining() {
    GridView view(nullptr);
    view.setRunData(m_run);
    QStringList asked;
    nlohmann::json values;
    connect(&view, &ResultView::experimentRequested, this, [&](const QString& id, const nlohmann::json& wanted) {
        asked.append(id);
        values = wanted;
    });
    QTest::mouseClick(view.trainButton(), Qt::LeftButton);
    QCOMPARE(asked, QStringList{QStringLiteral("train")});
    const GridCandidate best = *GridRows(*m_run).best();
    QCOMPARE(values.at("learning_rate").get<double>(), best.settings[0]);
    QCOMPARE(values.at("n_iter").get<double>(), best.settings[3]);
    QVERIFY(values.at("n_iter").is_number_integer());
    // A training run takes them.
    const PluginInfo info = runs::pluginInfo();
    const ParameterSchema& schema = info.experiment(kTrain)->parameters;
    const auto problems = validate(schema, ParameterSet::fromJson(values).complete(schema));
    QVERIFY(problems.empty());
}

void TestGridView::theMapFillsUpWhileTheRunGoesOn() {
    auto live = std::make_shared<RunData>(*m_run);
    live->live = true;
    Table folds = *outputTable(*m_run, kFolds);
    for (Column& column : folds.columns)
        column = std::visit(
            [&](auto cells) {
                cells.resize(4);
                Column shorter(column.name, std::move(cells));
                shorter.unit = column.unit;
                return shorter;
            },
            column.data());
    live->outputs = {{kFolds, makeValue(std::move(folds))}};
    GridView view(nullptr);
    view.setRunData(live);
    QVERIFY(view.figure());
    QCOMPARE(view.outputId(), std::string(kFolds));
    const GridRows rows(*live);
    QVERIFY(rows.candidates().size() < 12);
    QVERIFY(rows.best());
}

void TestGridView::nothingYetIsSaid() {
    auto live = std::make_shared<RunData>(*m_run);
    live->outputs.clear();
    live->live = true;
    GridView view(nullptr);
    view.setRunData(live);
    QVERIFY(!view.figure());
    QCOMPARE(view.csv(), std::string());
}

QTEST_MAIN(TestGridView)
#include "tst_grid_view.moc"
