#include "app/gui/run/pane_menu.h"

#include "app/gui/run/figure_actions.h"
#include "app/gui/run/pane.h"
#include "app/gui/workbench.h"
#include "widgets/charts/chart_view.h"
#include "widgets/style/icons.h"

#include <QMenu>

namespace vitrine {

namespace {

QString tr(const char* text) {
    return Pane::tr(text);
}

/// The chart that stands in a view now; a view may show a table instead.
ChartView* shownChart(const ResultView* view) {
    ChartView* chart = view->chart();
    return chart && chart->isVisibleTo(view) && !chart->spec().marks.empty() ? chart : nullptr;
}

} // namespace

void fillPaneMenu(Pane& pane, Workbench& workbench, QMenu* menu) {
    ResultView* view = pane.view();
    if (!view)
        return;
    MenuFigure figure;
    figure.parent = &pane;
    figure.title = pane.spec().title;
    figure.chart = shownChart(view);
    if (figure.chart || view->figure())
        figure.figure = [view] { return view->figure(); };
    if (view->csvMaker())
        figure.csv = [view] { return view->csvMaker(); };
    addFigureActions(menu, workbench, figure);
    if (pane.canReport())
        menu->addAction(icon(QStringLiteral("report")), tr("Add to report"), &pane,
                        [&pane, &workbench] { workbench.addToReport(pane.reportBlock()); });
    pane.addProvenance(menu);
}

} // namespace vitrine
