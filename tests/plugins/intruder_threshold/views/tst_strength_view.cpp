#include "core/values/text.h"
#include "plugins/intruder_threshold/views/figure_views.h"
#include "plugins/intruder_threshold/views/layer_figures.h"
#include "plugins/intruder_threshold/views/layer_inspector.h"
#include "plugins/intruder_threshold/views/pages.h"
#include "plugins/intruder_threshold/views/strength_view.h"
#include "tests/plugins/intruder_threshold/views/scanned_run.h"
#include "widgets/charts/chart_view.h"
#include "widgets/style/theme.h"
#include "widgets/views/fact_list.h"
#include "widgets/views/view_registry.h"

#include <QDoubleSpinBox>
#include <QSlider>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

/// The panes of a scan: one layer chosen in all of them, the slider asks the exact rung.
class TestStrengthView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void sliderMovesTheLeadingValues();
    void slidersOfAPageMoveTogether();
    void overlapsAreDrawnAtFirst();
    void reportShowsWhatThePaneShows();
    void redrawsWithinFiftyMilliseconds();
    void missingWeightsAreNamed();
    void baseAloneHasNoSlider();
    void cellOfTheMapChoosesTheLayer();
    void scanShowsThresholdsAndCrossings();
    void predictionLeavesNoLayerOutSilently();
    void inspectorNamesTheSourceOfTheScale();
    void finiteSizeIsShownWhereAsked();

private:
    std::shared_ptr<RunData> m_run;
};

void TestStrengthView::initTestCase() {
    applyTheme(*qApp, ThemeChoice::light);
    m_run = runs::scannedRun("sum_r4_hot", {{"grid", "quick"}});
}

void TestStrengthView::sliderMovesTheLeadingValues() {
    SpectrumView view(nullptr);
    view.resize(480, 320);
    view.setRunData(m_run);
    view.show();
    QTRY_VERIFY(view.slider()->isEnabled());
    QTRY_VERIFY(!view.isBusy());
    const auto marks = [&] { return view.figure()->marks; };
    const auto updated = [&](const char* id) {
        for (const FigureMark& mark : marks())
            if (mark.id == id)
                return mark;
        return FigureMark{};
    };
    QTRY_COMPARE(updated("updated").y.size(), std::size_t(10));
    const double deployed = updated("updated").y.front();
    QCOMPARE(updated("intruders").x.size(), std::size_t(1));
    view.slider()->setValue(view.slider()->minimum());
    QTRY_VERIFY(!view.isBusy() && updated("updated").y.front() < deployed / 2);
    QVERIFY(updated("intruders").x.empty());
    QTest::keyClick(view.slider(), Qt::Key_Right);
    QVERIFY(view.strength() > 0.0156);
    view.field()->setValue(2.0);
    QTRY_VERIFY(!view.isBusy() && updated("updated").y.front() > 1.9 * deployed);
    QCOMPARE(view.slider()->value(), 32); // an octave above deployment
}

void TestStrengthView::slidersOfAPageMoveTogether() {
    Selection selection;
    SpectrumView one(nullptr);
    OverlapView other(nullptr);
    for (StrengthView* view : {static_cast<StrengthView*>(&one), static_cast<StrengthView*>(&other)}) {
        view->setSelection(&selection);
        view->setRunData(m_run);
        view->show();
    }
    QTRY_VERIFY(one.slider()->isEnabled() && other.slider()->isEnabled());
    one.setStrength(0.25);
    QCOMPARE(other.strength(), 0.25);
    QTRY_VERIFY(other.figure() && other.figure()->marks.front().matrix->rows == 10);
    QVERIFY(!selection.canGoBack()); // no step of the history
}

void TestStrengthView::overlapsAreDrawnAtFirst() {
    OverlapView view(nullptr);
    view.resize(480, 320);
    view.setRunData(m_run);
    view.show();
    QTRY_VERIFY(view.slider()->isEnabled());
    QTRY_VERIFY(!view.chart()->spec().marks.empty());
    QCOMPARE(view.chart()->spec().marks.front().matrix->columns, std::size_t(51)); // 50 and the rest
}

void TestStrengthView::reportShowsWhatThePaneShows() {
    ViewRegistry registry;
    registerPages(registry);
    SpectrumView spectrum(nullptr);
    OverlapView overlaps(nullptr);
    for (StrengthView* view : {static_cast<StrengthView*>(&spectrum), static_cast<StrengthView*>(&overlaps)}) {
        view->setRunData(m_run);
        view->show();
        QTRY_VERIFY(view->slider()->isEnabled());
        view->setStrength(0.3);
        QTRY_VERIFY(!view->isBusy() && view->figure() && !view->figure()->marks.empty());
        const auto* factory = registry.figure(toStd(view->figureId()));
        QVERIFY(factory);
        const auto made = (*factory)(*m_run, view->figureOptions());
        QVERIFY(made.has_value());
        QCOMPARE(made->caption, view->figure()->caption);
        QCOMPARE(made->marks.size(), view->figure()->marks.size());
        for (std::size_t i = 0; i < made->marks.size(); ++i) {
            QVERIFY(made->marks[i].y == view->figure()->marks[i].y);
            if (made->marks[i].matrix)
                QVERIFY(made->marks[i].matrix->cells == view->figure()->marks[i].matrix->cells);
        }
    }
}

void TestStrengthView::redrawsWithinFiftyMilliseconds() {
    SpectrumView view(nullptr);
    view.resize(480, 320);
    view.setRunData(m_run);
    view.show();
    QTRY_VERIFY(view.slider()->isEnabled());
    QTRY_VERIFY(!view.isBusy());
    QElapsedTimer timer;
    timer.start();
    constexpr int kMoves = 20;
    for (int i = 0; i < kMoves; ++i) {
        view.slider()->setValue(-i);
        QVERIFY(QTest::qWaitFor([&] { return !view.isBusy(); }, 1000));
    }
    QVERIFY2(timer.elapsed() < 3 * 50 * kMoves, qPrintable(QString::number(timer.elapsed()))); // a margin of three
}

void TestStrengthView::missingWeightsAreNamed() {
    auto moved = std::make_shared<RunData>(*m_run);
    Tensors elsewhere = *valueAs<Tensors>(m_run->inputs.at(kBaseInput));
    elsewhere.folder = "/nowhere";
    moved->inputs.insert_or_assign(kBaseInput, makeValue(std::move(elsewhere)));
    SpectrumView view(nullptr);
    view.setRunData(moved);
    view.show();
    QTRY_VERIFY(!view.isBusy());
    QVERIFY(!view.slider()->isEnabled());
    QVERIFY(view.figure().has_value()); // what the run has kept
    bool named = false;
    for (const QWidget* label : view.findChildren<QWidget*>())
        named = named || label->property("text").toString().contains(QStringLiteral("the file is not there any more"));
    QVERIFY(named);
}

void TestStrengthView::baseAloneHasNoSlider() {
    SpectrumView view(nullptr);
    view.setRunData(runs::scannedRun({}, {}));
    view.show();
    QVERIFY(!view.slider()->isEnabled());
    QVERIFY(view.figure().has_value());
}

void TestStrengthView::cellOfTheMapChoosesTheLayer() {
    Selection selection;
    LayerFigureView map(panes::kMargin, nullptr);
    LayerFigureView scan(panes::kScan, nullptr);
    for (LayerView* view : {static_cast<LayerView*>(&map), static_cast<LayerView*>(&scan)}) {
        view->setSelection(&selection);
        view->setRunData(m_run);
        view->resize(480, 320);
        view->show();
    }
    QVERIFY(QTest::qWaitForWindowExposed(&map));
    // The third column of the fourth row: v of layer 3.
    QTest::mouseClick(map.chart()->viewport(), Qt::LeftButton, {}, map.chart()->pixelOf(2.0, 3.0).toPoint());
    QCOMPARE(selection.keys(QStringLiteral("layer")), QStringList{QStringLiteral("model.layers.3.self_attn.v_proj")});
    QCOMPARE(scan.title(), QStringLiteral("Scan of 3 v"));
}

void TestStrengthView::scanShowsThresholdsAndCrossings() {
    const LayerRows rows(*m_run);
    const auto spec = scanFigure(*m_run, rows, "model.layers.0.mlp.gate_proj");
    QVERIFY(spec.has_value());
    QStringList ids;
    for (const FigureMark& mark : spec->marks)
        ids.append(QString::fromStdString(mark.id));
    for (const char* id : {"min_maxcos", "intruders", "epsilon", "s_bulk", "s_full", "s_first"})
        QVERIFY2(ids.contains(QLatin1String(id)), id);
    QCOMPARE(spec->marks.front().x.size(), std::size_t(41)); // 4 per octave from 2^-6 to 2^4
}

void TestStrengthView::predictionLeavesNoLayerOutSilently() {
    auto censored = std::make_shared<RunData>(*m_run);
    Table layers = *valueAs<Table>(m_run->outputs.at(kLayers));
    for (Column& one : layers.columns)
        if (one.name == column::kFirstStatus) {
            Column::Texts texts(one.texts().begin(), one.texts().end());
            texts.front() = "none";
            one = Column(one.name, std::move(texts));
        }
    censored->outputs.insert_or_assign(kLayers, makeValue(std::move(layers)));
    const auto spec = predictionFigure(*censored, LayerRows(*censored));
    QVERIFY(spec.has_value());
    QVERIFY(std::ranges::find(spec->annotations, std::string("1 censored: arrows")) != spec->annotations.end());
    QVERIFY(spec->caption.find("1 of 28 layers") != std::string::npos);
    int arrows = 0; // one for each predictor, at the end of the scan
    for (const FigureMark& mark : spec->marks)
        if (mark.beyond == Beyond::right) {
            ++arrows;
            QCOMPARE(mark.x, std::vector<double>{16.0});
        }
    QCOMPARE(arrows, 3);
}

void TestStrengthView::inspectorNamesTheSourceOfTheScale() {
    Selection selection;
    LayerInspector inspector;
    inspector.setSelection(&selection);
    inspector.setRunData(m_run);
    selection.select(QStringLiteral("layer"), {QStringLiteral("model.layers.3.mlp.down_proj")});
    bool found = false;
    for (const Fact& fact : inspector.layerFacts()->facts())
        found = found || fact.note.contains(QStringLiteral("lora_alpha"));
    QVERIFY(found);
    QCOMPARE(inspector.spikeFacts()->facts().size(), 4);
    QVERIFY(inspector.spikeFacts()->facts().front().strong);
}

void TestStrengthView::finiteSizeIsShownWhereAsked() {
    const auto run = runs::scannedRun("sum_r4_hot", {{"grid", "quick"}, {"finite_size", true}});
    LayerInspector inspector;
    inspector.setRunData(run);
    const auto facts = inspector.layerFacts()->facts();
    const auto band = std::ranges::find(facts, QStringLiteral("Threshold, finite size"), &Fact::name);
    QVERIFY(band != facts.end());
    QVERIFY(band->note.contains(QStringLiteral(" to ")) && band->hint.contains(QStringLiteral("Workbench definition")));
    const LayerRows rows(*run);
    const auto scan = scanFigure(*run, rows, {});
    QVERIFY(std::ranges::count(scan->marks, std::string("s_finite"), &FigureMark::id) == 1);
    QVERIFY(std::ranges::count(predictionFigure(*run, rows)->marks, std::string("finite"), &FigureMark::id) == 1);
    QVERIFY(std::ranges::count(rocFigure(*run, rows)->marks, std::string("finite"), &FigureMark::id) == 1);
    const LayerRows without(*m_run);
    QVERIFY(std::ranges::count(rocFigure(*m_run, without)->marks, std::string("finite"), &FigureMark::id) == 0);
}

QTEST_MAIN(TestStrengthView)
#include "tst_strength_view.moc"
