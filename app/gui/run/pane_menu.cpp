#include "app/gui/run/pane_menu.h"

#include "app/gui/run/pane.h"
#include "app/gui/run/provenance_dialog.h"
#include "app/gui/workbench.h"
#include "core/base/file_write.h"
#include "core/values/text.h"
#include "widgets/charts/figure_export.h"
#include "widgets/last_folder.h"
#include "widgets/style/icons.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <array>

namespace vitrine {

namespace {

constexpr std::array kFormats = {FigureFormat::svg, FigureFormat::pdf, FigureFormat::png, FigureFormat::pgfplots};

QString tr(const char* text) {
    return Pane::tr(text);
}

QString suggestedPath(const Pane& pane, const QString& suffix) {
    QString name = pane.spec().title.toLower();
    name.replace(QLatin1Char(' '), QLatin1Char('_'));
    return startPath(FolderUse::save, name + suffix);
}

void saveFigure(Pane& pane, Workbench& workbench) {
    const auto figure = pane.view()->figure();
    if (!figure)
        return;
    QStringList filters;
    for (const FigureFormat format : kFormats)
        filters.append(QStringLiteral("%1 (*%2)").arg(formatName(format), formatSuffix(format)));
    QString chosen;
    const QString path =
        QFileDialog::getSaveFileName(&pane, tr("Save figure"), suggestedPath(pane, formatSuffix(kFormats[0])),
                                     filters.join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty())
        return;
    rememberFolder(FolderUse::save, path);
    FigureFormat format = kFormats.at(static_cast<std::size_t>(std::max<qsizetype>(0, filters.indexOf(chosen))));
    for (const FigureFormat candidate : kFormats)
        if (path.endsWith(formatSuffix(candidate)))
            format = candidate;
    const auto saved =
        exportFigure(*figure, path, format, workbench.settings().figureSize(), workbench.settings().figureDpi());
    if (saved)
        workbench.say(tr("Saved %1.").arg(QFileInfo(path).fileName()));
    else
        workbench.fail(toQString(saved.error().message));
}

void saveData(Pane& pane, Workbench& workbench) {
    const QString path = QFileDialog::getSaveFileName(
        &pane, tr("Save data"), suggestedPath(pane, QStringLiteral(".csv")), tr("CSV table (*.csv)"));
    if (path.isEmpty())
        return;
    rememberFolder(FolderUse::save, path);
    const std::string csv = pane.view()->csv();
    if (const auto written = writeFileAtomically(toStd(path), csv))
        workbench.say(tr("Saved %1.").arg(QFileInfo(path).fileName()));
    else
        workbench.fail(toQString(written.error().message));
}

} // namespace

void fillPaneMenu(Pane& pane, Workbench& workbench, QMenu* menu) {
    ResultView* view = pane.view();
    if (!view)
        return;
    if (view->figure()) {
        menu->addAction(icon(QStringLiteral("copy")), tr("Copy figure"), &pane, [view, &workbench] {
            if (const auto figure = view->figure())
                copyFigure(*figure, workbench.settings().figureSize());
        });
        menu->addAction(icon(QStringLiteral("save")), tr("Save figure as…"), &pane,
                        [&pane, &workbench] { saveFigure(pane, workbench); });
    }
    if (!view->csv().empty())
        menu->addAction(icon(QStringLiteral("table")), tr("Data as CSV…"), &pane,
                        [&pane, &workbench] { saveData(pane, workbench); });
    if (pane.canReport())
        menu->addAction(icon(QStringLiteral("report")), tr("Add to report"), &pane,
                        [&pane, &workbench] { workbench.addToReport(pane.reportBlock()); });
    pane.addProvenance(menu);
}

} // namespace vitrine
