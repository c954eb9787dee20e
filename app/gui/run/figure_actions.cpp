#include "app/gui/run/figure_actions.h"

#include "app/gui/run/pane.h"
#include "app/gui/workbench.h"
#include "core/base/file_write.h"
#include "core/store/project_file.h"
#include "core/values/text.h"
#include "widgets/charts/axes_dialog.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/figure_save_dialog.h"
#include "widgets/last_folder.h"
#include "widgets/style/icons.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPointer>

#include <memory>

namespace vitrine {

namespace {

constexpr const char* kAsOnScreen = "figuresAsOnScreen"; ///< for as long as the program runs

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

bool isAsOnScreen(const Workbench& workbench) {
    return workbench.property(kAsOnScreen).toBool();
}

FigureFileChoice usualChoice(Workbench& workbench) {
    const AppSettings& settings = workbench.settings();
    return {FigureFormat::svg, settings.figureSize(), settings.figureDpi(), isAsOnScreen(workbench)};
}

void keepChoice(Workbench& workbench, const FigureFileChoice& choice) {
    workbench.settings().setFigureSize(choice.size);
    workbench.settings().setFigureDpi(choice.dpi);
    workbench.setProperty(kAsOnScreen, choice.asOnScreen);
}

void askForFile(QWidget* parent, Workbench& workbench, const FigureSpec& figure, const QString& title,
                FigureFileChoice choice) {
    const QString suffix = formatSuffix(choice.format);
    const QString filter = QStringLiteral("%1 (*%2)").arg(formatName(choice.format), suffix);
    const QString path = QFileDialog::getSaveFileName(parent, tr("Save figure"), suggestedPath(title, suffix), filter);
    if (path.isEmpty())
        return;
    rememberFolder(FolderUse::save, path);
    for (const FigureFormat format : pictureFormats(figure))
        if (path.endsWith(formatSuffix(format), Qt::CaseInsensitive)) // what is typed wins
            choice.format = format;
    tell(workbench, path, writeFigure(figure, path, choice));
}

void addStyleMenu(QMenu* menu, Workbench& workbench) {
    QMenu* styles = menu->addMenu(tr("Style of copies and files"));
    auto* group = new QActionGroup(styles);
    for (const bool asOnScreen : {false, true}) {
        QAction* action = styles->addAction(asOnScreen ? tr("Screen: as in the window") : tr("Print: for paper"));
        action->setCheckable(true);
        action->setChecked(isAsOnScreen(workbench) == asOnScreen);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, &workbench,
                         [&workbench, asOnScreen] { workbench.setProperty(kAsOnScreen, asOnScreen); });
    }
}

} // namespace

void saveFigureAs(QWidget* parent, Workbench& workbench, const FigureSpec& figure, const QString& title) {
    const auto shared = std::make_shared<const FigureSpec>(figure);
    auto* dialog = new FigureSaveDialog(shared, usualChoice(workbench), parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, parent, [parent, dialog, shared, title, &workbench] {
        keepChoice(workbench, dialog->choice());
        askForFile(parent, workbench, *shared, title, dialog->choice());
    });
    dialog->open();
}

void saveCsvAs(QWidget* parent, Workbench& workbench, std::function<std::string()> make, const QString& title) {
    const QString path = QFileDialog::getSaveFileName(
        parent, tr("Save data"), suggestedPath(title, QStringLiteral(".csv")), tr("CSV table (*.csv)"));
    if (path.isEmpty())
        return;
    rememberFolder(FolderUse::save, path);
    TaskRequest request;
    request.title = toStd(tr("Save %1").arg(QFileInfo(path).fileName()));
    request.work = [make = std::move(make), path = toStd(path)](const std::stop_token& stop,
                                                                const auto&) -> Result<void> {
        const std::string csv = make();
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, fileNameOf(path) + " was not written: cancelled");
        return writeFileAtomically(path, csv);
    };
    const std::shared_ptr<JobHandle> job = workbench.jobs().start(std::move(request));
    QObject::connect(job.get(), &JobHandle::ended, &workbench, [&workbench, path, job = job.get()] {
        const JobStatus status = job->status();
        if (status.state == RunState::finished)
            workbench.say(tr("Saved %1.").arg(QFileInfo(path).fileName()));
        else if (status.state != RunState::cancelled)
            workbench.fail(toQString(status.message));
    });
}

std::function<std::string()> csvMakerOf(const FigureSpec& figure) {
    return [figure] { return figureCsv(figure); };
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
        addStyleMenu(menu, workbench);
    }
    if (figure.csv)
        menu->addAction(icon(QStringLiteral("table")), tr("Data as CSV…"), parent,
                        [&workbench, parent, title = figure.title, csv = figure.csv] {
                            if (auto make = csv())
                                saveCsvAs(parent, workbench, std::move(make), title);
                        });
    const QPointer<ChartView> chart(figure.chart);
    if (!chart)
        return;
    QAction* visible =
        menu->addAction(tr("Visible data as CSV…"), parent, [&workbench, parent, chart, title = figure.title] {
            if (chart)
                saveCsvAs(parent, workbench, csvMakerOf(chart->visibleData()), tr("%1 visible").arg(title));
        });
    visible->setEnabled(chart->hidesData());
    menu->addAction(icon(QStringLiteral("curve")), tr("Axes…"), parent, [parent, chart, title = figure.title] {
        if (chart)
            AxesDialog::open(chart, title, parent);
    });
}

void copyForPaper(Workbench& workbench, const FigureSpec& figure) {
    copyFigureAs(figure, usualChoice(workbench));
}

} // namespace vitrine
