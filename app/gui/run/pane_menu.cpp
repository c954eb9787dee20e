#include "app/gui/run/pane_menu.h"

#include "app/gui/run/figure_actions.h"
#include "app/gui/run/pane.h"
#include "app/gui/workbench.h"
#include "widgets/style/icons.h"

#include <QMenu>

namespace vitrine {

namespace {

QString tr(const char* text) {
    return Pane::tr(text);
}

} // namespace

void fillPaneMenu(Pane& pane, Workbench& workbench, QMenu* menu) {
    ResultView* view = pane.view();
    if (!view)
        return;
    if (view->figure()) {
        menu->addAction(icon(QStringLiteral("copy")), tr("Copy figure"), &pane, [view, &workbench] {
            if (const auto figure = view->figure())
                copyForPaper(workbench, *figure);
        });
        menu->addAction(icon(QStringLiteral("save")), tr("Save figure as…"), &pane, [&pane, view, &workbench] {
            if (const auto figure = view->figure())
                saveFigureAs(&pane, workbench, *figure, pane.spec().title);
        });
    }
    if (!view->csv().empty())
        menu->addAction(icon(QStringLiteral("table")), tr("Data as CSV…"), &pane,
                        [&pane, view, &workbench] { saveCsvAs(&pane, workbench, view->csv(), pane.spec().title); });
    if (pane.canReport())
        menu->addAction(icon(QStringLiteral("report")), tr("Add to report"), &pane,
                        [&pane, &workbench] { workbench.addToReport(pane.reportBlock()); });
    pane.addProvenance(menu);
}

} // namespace vitrine
