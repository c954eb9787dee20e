#include "core/values/text.h"
#include "plugins/pathboost/views/importance_figure.h"
#include "plugins/pathboost/views/importance_view.h"
#include "plugins/pathboost/views/learning_figure.h"
#include "plugins/pathboost/views/learning_view.h"
#include "tests/plugins/pathboost/views/esol_run.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/figure_export.h"
#include "widgets/style/segmented_control.h"

#include <QComboBox>
#include <QToolButton>
#include <QtTest>

#include <algorithm>
#include <set>

using namespace vitrine;
using namespace vitrine::pathboost;

/// Figures of the page "Overview": what they say is what the tables hold.
class TestOverviewFigures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_run = runs::esolRun(20, "fast"); }
    void importanceAxisIsTruthful_data();
    void importanceAxisIsTruthful();
    void withoutImportanceTheTimesAreShown();
    void togetherIsTheEnsembleWithBaselines();
    void aLiveRunKeepsItsAxis();
    void perAnchorCurvesAreToldApart();
    void chosenAnchorsAreAlwaysDrawn();
    void theSingleFormHasNoAnchors();
    void optionsOfAReportAreChecked();
    void figuresCanBePrinted();

private:
    std::shared_ptr<RunData> m_run;
};

namespace {

std::vector<const FigureMark*> marksOf(const FigureSpec& spec, MarkKind kind) {
    std::vector<const FigureMark*> marks;
    for (const FigureMark& mark : spec.marks)
        if (mark.kind == kind)
            marks.push_back(&mark);
    return marks;
}

const Series& curves(const RunData& run) {
    return *valueAs<Series>(run.outputs.at(kTrainError));
}

/// The run after `iterations`, as it was while it went on.
RunData stillRunning(const RunData& run, std::size_t iterations) {
    RunData live = run;
    live.live = true;
    live.run.state = RunState::running;
    Series series = curves(run);
    for (SeriesLine& line : series.lines) {
        line.x.resize(iterations);
        line.y.resize(iterations);
    }
    live.outputs = {{kTrainError, makeValue(std::move(series))}};
    return live;
}

} // namespace

void TestOverviewFigures::importanceAxisIsTruthful_data() {
    QTest::addColumn<QString>("parameters");
    QTest::addColumn<QString>("title");
    QTest::newRow("default") << "{}"
                             << "Importance, absolute MSE (% of the total)";
    QTest::newRow("raw") << R"({"normalize": false})"
                         << "Importance, absolute MSE, (log mol/L)²";
    QTest::newRow("mae") << R"({"normalize": false, "error_used": "mae"})"
                         << "Importance, absolute MAE (log mol/L)";
    QTest::newRow("shared") << R"({"use_correlation": true})"
                            << "Importance, absolute MSE, shared with extensions (% of the total)";
}

void TestOverviewFigures::importanceAxisIsTruthful() {
    QFETCH(QString, parameters);
    QFETCH(QString, title);
    auto set = nlohmann::json::parse(toStd(parameters));
    set.update({{"n_iter", 5}, {"baselines", "none"}});
    const auto run = runs::trainedRun(runs::esolGraphs(), set);
    const auto spec = importanceFigure(*run, RunPaths(*run), {});
    QVERIFY(spec);
    QCOMPARE(toQString(axisTitle(spec->x)), title);
    QCOMPARE(axisTitle(spec->y), std::string("↑ raises, ↓ lowers"));
    const auto values = outputTable(*run, kImportance)->find(column::kImportance)->reals();
    const FigureMark& bars = spec->marks.front();
    QVERIFY(bars.showValues && bars.horizontal);
    QCOMPARE(bars.y, std::vector<double>(values.begin(), values.begin() + 10));
    const auto effects = outputTable(*run, kImportance)->find(column::kMeanEffect)->reals();
    for (std::size_t i = 0; i < bars.y.size(); ++i) {
        const QString place = toQString(spec->y.categories[i]);
        QCOMPARE(place.endsWith(QChar(0x2191)), effects[i] > 0);
        QCOMPARE(place.endsWith(QChar(0x2193)), effects[i] < 0);
        QVERIFY(effects[i] == 0.0 || toQString(bars.pointLabels[i]).contains(QStringLiteral("log mol/L: ")));
    }
    QCOMPARE(spec->shown, std::int64_t{10});
    QCOMPARE(spec->total, static_cast<std::int64_t>(values.size()));
}

void TestOverviewFigures::withoutImportanceTheTimesAreShown() {
    RunData run = *m_run;
    run.outputs.erase(kImportance);
    const RunPaths paths(run);
    const auto spec = importanceFigure(run, paths, {});
    QVERIFY(spec);
    QCOMPARE(axisTitle(spec->x), std::string("Times selected"));
    QCOMPARE(spec->marks.front().y.front(), static_cast<double>(paths.rows().front().timesChosen));
    run.outputs.erase(kSelectedPaths);
    QVERIFY(!importanceFigure(run, RunPaths(run), {}));
}

void TestOverviewFigures::togetherIsTheEnsembleWithBaselines() {
    const auto spec = learningFigure(*m_run, {});
    QVERIFY(spec);
    QCOMPARE(axisTitle(spec->x), std::string("Iteration"));
    QCOMPARE(axisTitle(spec->y), std::string("RMSE (log mol/L)"));
    const auto lines = marksOf(*spec, MarkKind::line);
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0]->label, std::string("training"));
    QCOMPARE(lines[1]->label, std::string("test"));
    for (const SeriesLine& line : curves(*m_run).lines)
        if (line.id == "ensemble/test")
            QCOMPARE(lines[1]->y, line.y);
    const auto references = marksOf(*spec, MarkKind::referenceY);
    const auto table = outputTable(*m_run, kBaselines);
    QCOMPARE(references.size(), table->rowCount() - 1); // all but PathBoost itself
    QCOMPARE(references[0]->label, std::string("mean"));
    QCOMPARE(references[1]->label, std::string("graph counts"));
    for (std::size_t i = 0; i < references.size(); ++i)
        QCOMPARE(references[i]->y.front(), table->find("rmse")->number(i + 1));
    QCOMPARE(*spec->x.maximum, 20.0);
    QVERIFY(marksOf(*spec, MarkKind::referenceX).empty());
}

void TestOverviewFigures::aLiveRunKeepsItsAxis() {
    for (const std::size_t done : {1, 7, 19}) {
        const RunData live = stillRunning(*m_run, done);
        const auto spec = learningFigure(live, {});
        QVERIFY(spec);
        QCOMPARE(*spec->x.minimum, 0.0);
        QCOMPARE(*spec->x.maximum, 20.0);
        const auto now = marksOf(*spec, MarkKind::referenceX);
        QCOMPARE(now.size(), std::size_t{1});
        QCOMPARE(now.front()->x.front(), static_cast<double>(done));
        QVERIFY(marksOf(*spec, MarkKind::referenceY).empty()); // baselines are fitted at the end
    }
    LearningView view(nullptr);
    view.setRunData(std::make_shared<const RunData>(stillRunning(*m_run, 7)));
    QCOMPARE(view.subtitle(), QStringLiteral("7 of 20 iterations"));
    view.setRunData(m_run);
    QCOMPARE(view.subtitle(), QStringLiteral("20 iterations"));
    RunData none = stillRunning(*m_run, 0);
    view.setRunData(std::make_shared<const RunData>(none));
    QVERIFY(view.isEmpty());
    QVERIFY(!view.figure());
}

void TestOverviewFigures::perAnchorCurvesAreToldApart() {
    QCOMPARE(curveAnchors(*m_run).size(), std::size_t{9});
    LearningView view(nullptr);
    Selection selection;
    view.setSelection(&selection);
    view.setRunData(m_run);
    view.show();
    QTest::mouseClick(view.modeSwitch()->button(1), Qt::LeftButton);
    QVERIFY(view.partBox()->isVisible());
    QCOMPARE(view.partBox()->currentData().toString(), QStringLiteral("test"));
    for (int part = 0; part < view.partBox()->count(); ++part) {
        view.partBox()->setCurrentIndex(part);
        const FigureSpec& spec = view.chart()->spec();
        std::set<int> colours;
        for (const FigureMark* line : marksOf(spec, MarkKind::line)) {
            QVERIFY(colours.insert(line->slot).second);
            QVERIFY(line->slot >= 1 && line->slot <= 8);
            QCOMPARE(line->x.size(), std::size_t{20});
        }
        QCOMPARE(colours.size(), std::size_t{8});
        QVERIFY2(view.subtitle().startsWith(QStringLiteral("8 of 9 anchors")), qPrintable(view.subtitle()));
    }
    QCOMPARE(marksOf(view.chart()->spec(), MarkKind::line).front()->label, std::string("C")); // the largest first
}

void TestOverviewFigures::chosenAnchorsAreAlwaysDrawn() {
    const std::vector<std::string> all = curveAnchors(*m_run);
    const auto drawn = [&](const LearningChoice& choice) {
        std::set<std::string> keys;
        const auto spec = learningFigure(*m_run, choice);
        for (const FigureMark* line : marksOf(*spec, MarkKind::line))
            keys.insert(line->id);
        return keys;
    };
    QVERIFY(!drawn({true, "train", {}}).contains(all.back()));
    QVERIFY(drawn({true, "train", {all.back()}}).contains(all.back()));
    QCOMPARE(drawn({true, "train", {all.back()}}).size(), std::size_t{8});
    // A path of the anchor is enough.
    LearningView view(nullptr);
    Selection selection;
    view.setSelection(&selection);
    view.setRunData(m_run);
    view.modeSwitch()->setCurrentIndex(1);
    selection.select(QStringLiteral("path"), {toQString(all.back()) + QStringLiteral("-6")});
    QVERIFY(std::ranges::any_of(view.chart()->spec().marks,
                                [&](const FigureMark& mark) { return mark.id == all.back() && mark.width > 2.0; }));
}

void TestOverviewFigures::theSingleFormHasNoAnchors() {
    const auto run =
        runs::trainedRun(runs::esolGraphs(), {{"n_iter", 5}, {"baselines", "none"}, {"model_form", "single"}});
    LearningView view(nullptr);
    view.setRunData(run);
    view.show();
    QVERIFY(!view.modeSwitch()->isVisible());
    QVERIFY(view.figure());
}

void TestOverviewFigures::optionsOfAReportAreChecked() {
    for (const char* text : {"null", "[]", R"({"top": "x"})", R"({"top": -5, "also": [1, {}]})", R"({"top": 1e99})",
                             R"({"per_anchor": 3, "part": 7, "anchors": {}})",
                             R"({"per_anchor": true, "part": "../x", "anchors": ["6", "a", 3]})"}) {
        const auto options = nlohmann::json::parse(text);
        QVERIFY(importanceFigure(*m_run, RunPaths(*m_run), ImportanceChoice::fromJson(options)));
        QVERIFY(learningFigure(*m_run, LearningChoice::fromJson(options)));
    }
    const LearningChoice choice{true, "train", {"6", "17"}};
    QCOMPARE(LearningChoice::fromJson(choice.toJson()).anchors, choice.anchors);
}

void TestOverviewFigures::figuresCanBePrinted() {
    const QByteArray svg = renderSvg(*learningFigure(*m_run, {}), {});
    QVERIFY(svg.contains("mean 2") || svg.contains("mean 1"));
    QVERIFY(svg.contains("Iteration"));
    QVERIFY(renderSvg(*importanceFigure(*m_run, RunPaths(*m_run), {}), {}).contains("of the total"));
}

QTEST_MAIN(TestOverviewFigures)
#include "tst_overview_figures.moc"
