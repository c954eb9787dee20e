#include "app/gui/run/figure_actions.h"

#include "app/gui/run/pane.h"
#include "app/gui/workbench.h"
#include "core/base/file_write.h"
#include "core/values/text.h"
#include "widgets/charts/axes_dialog.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/figure_export.h"
#include "widgets/last_folder.h"
#include "widgets/style/icons.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPointer>

#include <array>

namespace vitrine {

namespace {

constexpr std::array kFormats = {FigureFormat::svg, FigureFormat::pdf, FigureFormat::png, FigureFormat::pgfplots};

QString tr(const char* text) {
    return Pane::tr(text);
}

QString suggestedPath(const QString& title, const QString& suffix) {
    QString name = title.toLower();
    name.replace(QLatin1Char(' '), QLatin1Char('_'));
    return startPath(FolderUse::save, name + suffix);
}

void tell(Workbench& workbench, const QString& path, const Result<void>& saved) {
    if (saved)
        workbench.say(tr("Saved %1.").arg(QFileInfo(path).fileName()));
    else
        workbench.fail(toQString(saved.error().message));
}

} // namespace

void saveFigureAs(QWidget* parent, Workbench& workbench, const FigureSpec& figure, const QString& title) {
    QStringList filters;
    for (const FigureFormat format : kFormats)
        filters.append(QStringLiteral("%1 (*%2)").arg(formatName(format), formatSuffix(format)));
    QString chosen;
    const QString path =
        QFileDialog::getSaveFileName(parent, tr("Save figure"), suggestedPath(title, formatSuffix(kFormats[0])),
                                     filters.join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty())
        return;
    rememberFolder(FolderUse::save, path);
    FigureFormat format = kFormats.at(static_cast<std::size_t>(std::max<qsizetype>(0, filters.indexOf(chosen))));
    for (const FigureFormat candidate : kFormats)
        if (path.endsWith(formatSuffix(candidate)))
            format = candidate;
    tell(workbench, path,
         exportFigure(figure, path, format, workbench.settings().figureSize(), workbench.settings().figureDpi()));
}

void saveCsvAs(QWidget* parent, Workbench& workbench, const std::string& csv, const QString& title) {
    const QString path = QFileDialog::getSaveFileName(
        parent, tr("Save data"), suggestedPath(title, QStringLiteral(".csv")), tr("CSV table (*.csv)"));
    if (path.isEmpty())
        return;
    rememberFolder(FolderUse::save, path);
    tell(workbench, path, writeFileAtomically(toStd(path), csv));
}

void addFigureActions(QMenu* menu, Workbench& workbench, const MenuFigure& figure) {
    QWidget* parent = figure.parent;
    if (figure.figure) {
        menu->addAction(icon(QStringLiteral("copy")), tr("Copy figure"), parent, [&workbench, make = figure.figure] {
            if (const auto spec = make())
                copyForPaper(workbench, *spec);
        });
        menu->addAction(icon(QStringLiteral("save")), tr("Save figure as…"), parent,
                        [&workbench, parent, title = figure.title, make = figure.figure] {
                            if (const auto spec = make())
                                saveFigureAs(parent, workbench, *spec, title);
                        });
    }
    if (figure.csv)
        menu->addAction(icon(QStringLiteral("table")), tr("Data as CSV…"), parent,
                        [&workbench, parent, title = figure.title, csv = figure.csv] {
                            saveCsvAs(parent, workbench, csv(), title);
                        });
    const QPointer<ChartView> chart(figure.chart);
    if (!chart)
        return;
    QAction* visible =
        menu->addAction(tr("Visible data as CSV…"), parent, [&workbench, parent, chart, title = figure.title] {
            if (chart)
                saveCsvAs(parent, workbench, figureCsv(chart->visibleData()), tr("%1 visible").arg(title));
        });
    visible->setEnabled(chart->hidesData());
    menu->addAction(icon(QStringLiteral("curve")), tr("Axes…"), parent, [parent, chart, title = figure.title] {
        if (chart)
            AxesDialog::open(chart, title, parent);
    });
}

void copyForPaper(Workbench& workbench, const FigureSpec& figure) {
    copyFigure(figure, workbench.settings().figureSize());
}

} // namespace vitrine
