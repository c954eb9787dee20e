#include "core/values/series.h"
#include "core/values/text.h"
#include "plugins/intruder_threshold/views/figure_views.h"
#include "plugins/intruder_threshold/views/loss_figure.h"
#include "tests/plugins/intruder_threshold/views/scanned_run.h"
#include "widgets/charts/chart_view.h"
#include "widgets/style/theme.h"

#include <QtTest>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

namespace {

std::vector<std::string> idsOf(const FigureSpec& spec) {
    std::vector<std::string> ids;
    for (const FigureMark& mark : spec.marks)
        ids.push_back(mark.id);
    return ids;
}

} // namespace

/// The forgetting curve of a run, next to the thresholds of its layers.
class TestLossView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void curveHasThresholdsAndKnee();
    void thresholdsOutsideOfTheCurveAreLeftOut();
    void emptyRunSaysWhy();
    void paneIsDrawnInBothThemes();

private:
    std::shared_ptr<RunData> m_run;
};

void TestLossView::initTestCase() {
    m_run = runs::finishedRun(
        kLossCurve,
        {{kBaseInput, "base"}, {kAdapterInput, "adapters/sum_r4"}, {kTokensInput, "eval_tokens.safetensors"}},
        {{"strengths", {0.125, 0.25, 0.5, 1.0, 2.0}}});
}

void TestLossView::curveHasThresholdsAndKnee() {
    const auto spec = forgettingFigure(*m_run, LayerRows(*m_run));
    QVERIFY(spec.has_value());
    QCOMPARE(idsOf(*spec), (std::vector<std::string>{"base", "task", "base_alone", "s_geo", "s_full", "knee"}));
    QCOMPARE(spec->marks.front().x, (std::vector<double>{0.125, 0.25, 0.5, 1.0, 2.0})); // 0 has no place on a log axis
    QVERIFY(std::abs(spec->marks[2].y.front() - 1.57209) < 2e-5);
    QVERIFY(spec->marks[3].x.front() < spec->marks[4].x.front());
}

void TestLossView::thresholdsOutsideOfTheCurveAreLeftOut() {
    RunData far = *m_run;
    Series loss = *valueAs<Series>(far.outputs.at(kLoss));
    for (SeriesLine& line : loss.lines)
        for (double& x : line.x)
            x *= 100.0;
    far.outputs[kLoss] = makeValue(std::move(loss));
    QCOMPARE(idsOf(*forgettingFigure(far, LayerRows(far))), (std::vector<std::string>{"base", "task", "base_alone"}));
}

void TestLossView::emptyRunSaysWhy() {
    RunData empty = *m_run;
    empty.outputs.erase(kLoss);
    LayerFigureView view(panes::kForgetting, nullptr);
    view.setRunData(std::make_shared<const RunData>(empty));
    QVERIFY(view.isEmpty());
    QVERIFY(!view.figure());
}

void TestLossView::paneIsDrawnInBothThemes() {
    for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
        applyTheme(*qApp, theme);
        LayerFigureView view(panes::kForgetting, nullptr);
        view.resize(640, 380);
        view.setRunData(m_run);
        view.show();
        QVERIFY(!view.isEmpty());
        QCOMPARE(view.title(), QStringLiteral("Forgetting curve"));
        const QImage picture = view.grab().toImage();
        QVERIFY(!picture.isNull());
        QVERIFY(!view.csv().empty());
        if (const QByteArray folder = qgetenv("VITRINE_PICTURES"); !folder.isEmpty())
            picture.save(QString::fromLocal8Bit(folder) + (theme == ThemeChoice::light
                                                               ? QStringLiteral("/forgetting_light.png")
                                                               : QStringLiteral("/forgetting_dark.png")));
    }
}

QTEST_MAIN(TestLossView)
#include "tst_loss_view.moc"
