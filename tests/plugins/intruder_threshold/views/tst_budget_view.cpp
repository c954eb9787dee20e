#include "plugins/intruder_threshold/views/budget_figure.h"
#include "plugins/intruder_threshold/views/figure_views.h"
#include "tests/plugins/intruder_threshold/views/scanned_run.h"
#include "widgets/charts/chart_view.h"
#include "widgets/style/theme.h"

#include <QtTest>

using namespace vitrine;
using namespace vitrine::intruder_threshold;

/// The margins of an adapter before and after its spike budget.
class TestBudgetView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void layersAreSortedAndCutOnesJoined();
    void runWithoutTableSaysWhy();
    void paneIsDrawnInBothThemes();

private:
    std::shared_ptr<RunData> m_run;
};

void TestBudgetView::initTestCase() {
    m_run = runs::finishedRun(
        kBudget, {{kBaseInput, "base"}, {kAdapterInput, "adapters/sum_r4"}, {kTokensInput, "eval_tokens.safetensors"}},
        {{"losses", true}});
}

void TestBudgetView::layersAreSortedAndCutOnesJoined() {
    const auto spec = budgetFigure(*m_run);
    QVERIFY(spec.has_value());
    QCOMPARE(spec->marks.size(), std::size_t{4});
    const FigureMark &joins = spec->marks[0], &before = spec->marks[1], &after = spec->marks[2];
    QCOMPARE(before.x.size(), std::size_t{28});
    QCOMPARE(spec->y.categories.size(), std::size_t{28});
    QVERIFY(std::ranges::is_sorted(before.x, std::greater{}));
    const auto over = std::ranges::count_if(before.x, [](double margin) { return margin > 1.0; });
    QCOMPARE(static_cast<std::ptrdiff_t>(joins.x.size()), over);
    QVERIFY(over > 0 && over < 28);
    QVERIFY(std::ranges::max(after.x) <= 1.0);
    for (std::size_t i = 0; i < joins.x.size(); ++i) // a bar leads from one point to the other
        QVERIFY(std::abs(joins.start[i] + joins.y[i] - before.x[i]) < 1e-12 && joins.start[i] == after.x[i]);
    for (std::size_t i = joins.x.size(); i < before.x.size(); ++i)
        QCOMPARE(after.x[i], before.x[i]);
}

void TestBudgetView::runWithoutTableSaysWhy() {
    RunData empty = *m_run;
    empty.outputs.erase(kBudgetTable);
    LayerFigureView view(panes::kBudget, nullptr);
    view.setRunData(std::make_shared<const RunData>(empty));
    QVERIFY(view.isEmpty());
}

void TestBudgetView::paneIsDrawnInBothThemes() {
    for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
        applyTheme(*qApp, theme);
        LayerFigureView view(panes::kBudget, nullptr);
        view.resize(640, 480);
        view.setRunData(m_run);
        view.show();
        QVERIFY(!view.isEmpty());
        QVERIFY(!view.csv().empty());
        const QImage picture = view.grab().toImage();
        if (const QByteArray folder = qgetenv("VITRINE_PICTURES"); !folder.isEmpty())
            picture.save(QString::fromLocal8Bit(folder) + (theme == ThemeChoice::light
                                                               ? QStringLiteral("/budget_light.png")
                                                               : QStringLiteral("/budget_dark.png")));
    }
}

QTEST_MAIN(TestBudgetView)
#include "tst_budget_view.moc"
