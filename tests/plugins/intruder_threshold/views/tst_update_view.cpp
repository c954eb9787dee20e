#include "core/values/text.h"
#include "plugins/intruder_threshold/views/figure_views.h"
#include "plugins/intruder_threshold/views/layer_figures.h"
#include "plugins/intruder_threshold/views/layer_inspector.h"
#include "plugins/intruder_threshold/views/pages.h"
#include "plugins/intruder_threshold/views/update_figure.h"
#include "tests/plugins/intruder_threshold/views/scanned_run.h"
#include "widgets/style/theme.h"
#include "widgets/views/fact_list.h"
#include "widgets/views/view_registry.h"

#include <QtTest>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

/// The panes of a comparison with full fine-tuning.
class TestUpdateView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void figureShowsTheUpdateBelowTheThreshold();
    void chosenLayerIsShown();
    void reportShowsTheSame();
    void mapIsOfTheDistance();
    void layersLieBelowTheLine();
    void inspectorTellsTheUpdate();

private:
    std::shared_ptr<RunData> m_run;
};

void TestUpdateView::initTestCase() {
    applyTheme(*qApp, ThemeChoice::light);
    m_run = runs::finishedRun(kCompareFull, {{kBaseInput, "base"}, {kTunedInput, "full_sum"}});
}

void TestUpdateView::figureShowsTheUpdateBelowTheThreshold() {
    LayerFigureView view(panes::kUpdate, nullptr);
    view.setRunData(m_run);
    QVERIFY(!view.isEmpty());
    QCOMPARE(view.layer()->layer, std::string("model.layers.0.self_attn.q_proj")); // the closest to its threshold
    std::map<std::string, FigureMark> marks;
    const auto figure = view.figure();
    QVERIFY(figure.has_value());
    for (const FigureMark& mark : figure->marks)
        marks[mark.id] = mark;
    QCOMPARE(marks.at("base").y.size(), std::size_t(128));
    QVERIFY(marks.at("update").y.front() < marks.at("theta_full").y.front());
    QCOMPARE(marks.at("tuned").x.size(), std::size_t(10));
    QVERIFY(!marks.contains("intruders"));
    QVERIFY(figure->caption.ends_with("0 intruders among the 10 leading directions."));
}

void TestUpdateView::chosenLayerIsShown() {
    Selection selection;
    LayerFigureView view(panes::kUpdate, nullptr);
    view.setSelection(&selection);
    view.setRunData(m_run);
    selection.select(QLatin1String(kLayerKind), {QStringLiteral("model.layers.3.mlp.down_proj")});
    QCOMPARE(view.figure()->title, std::string("Update of 3 down"));
}

void TestUpdateView::reportShowsTheSame() {
    ViewRegistry registry;
    registerPages(registry);
    LayerFigureView view(panes::kUpdate, nullptr);
    view.setRunData(m_run);
    const auto* factory = registry.figure(kUpdateFigure);
    QVERIFY(factory);
    const auto made = (*factory)(*m_run, view.figureOptions());
    QVERIFY(made.has_value());
    QCOMPARE(made->caption, view.figure()->caption);
    QCOMPARE(made->marks.size(), view.figure()->marks.size());
}

void TestUpdateView::mapIsOfTheDistance() {
    const LayerRows rows(*m_run);
    QVERIFY(rows.subject() == Subject::tuned);
    const auto spec = marginFigure(*m_run, rows);
    QVERIFY(spec.has_value());
    QCOMPARE(spec->title, std::string("Distance from the threshold"));
    QCOMPARE(spec->marks.front().matrix->rows, std::size_t(4));
}

void TestUpdateView::layersLieBelowTheLine() {
    const auto spec = reachFigure(*m_run, LayerRows(*m_run));
    QVERIFY(spec.has_value());
    const FigureMark& layers = spec->marks.front();
    QCOMPARE(layers.keys.size(), std::size_t(28));
    for (std::size_t i = 0; i < layers.x.size(); ++i)
        QVERIFY(layers.y[i] < layers.x[i]);
    QVERIFY(spec->caption.ends_with("0 of 28 layers lie above it."));
}

void TestUpdateView::inspectorTellsTheUpdate() {
    LayerInspector inspector;
    inspector.setRunData(m_run);
    QStringList labels;
    for (const Fact& fact : inspector.layerFacts()->facts())
        labels.append(fact.name);
    QVERIFY(labels.contains(QStringLiteral("Stable rank")));
    QVERIFY(labels.contains(QStringLiteral("Intruders")));
    QVERIFY(!labels.contains(QStringLiteral("Scale γ")));
}

QTEST_MAIN(TestUpdateView)
#include "tst_update_view.moc"
