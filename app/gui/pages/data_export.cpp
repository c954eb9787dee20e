#include "app/gui/pages/data_export.h"

#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/last_folder.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace vitrine {
namespace {

/// A title as the name of a file, without what file systems and shells trip over.
QString fileName(QString title) {
    for (QChar& c : title)
        if (c < QLatin1Char(' ') || QStringLiteral("/\\:*?\"<>|").contains(c))
            c = QLatin1Char('_');
    title = title.simplified().left(100);
    return title.isEmpty() || title.startsWith(QLatin1Char('.')) ? QStringLiteral("data") : title;
}

QString filterOf(const Writer& writer) {
    return QStringLiteral("%1 (*%2)").arg(toQString(writer.title()), toQString(writer.suffix()));
}

} // namespace

DataExport::DataExport(Workbench& workbench, QWidget* window)
    : QObject(window), m_workbench(workbench), m_window(window), m_registry(WriterRegistry::withBuiltins()) {}

void DataExport::setValue(Value value, const QString& title) {
    m_value = std::move(value);
    m_title = title;
    m_writers = m_registry.forValue(m_value);
    Q_EMIT changed();
}

void DataExport::ask() {
    if (!canExport())
        return;
    auto* dialog = new QFileDialog(m_window, tr("Export data"), startFolder(FolderUse::save));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    QStringList filters;
    for (const auto& writer : m_writers)
        filters.append(filterOf(*writer));
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(toQString(m_writers.front()->suffix()).mid(1));
    dialog->selectFile(fileName(m_title) + toQString(m_writers.front()->suffix()));
    connect(
        dialog, &QFileDialog::filterSelected, dialog, [dialog, filters, writers = m_writers](const QString& filter) {
            const auto at = filters.indexOf(filter);
            if (at < 0)
                return;
            const QString suffix = toQString(writers[static_cast<std::size_t>(at)]->suffix());
            dialog->setDefaultSuffix(suffix.mid(1));
            // The name follows the format, whatever format it had before.
            const QStringList files = dialog->selectedFiles();
            QString name = files.isEmpty() ? QString() : QFileInfo(files.front()).fileName();
            for (const auto& writer : writers)
                if (name.endsWith(toQString(writer->suffix()), Qt::CaseInsensitive))
                    return dialog->selectFile(name.chopped(static_cast<qsizetype>(writer->suffix().size())) + suffix);
        });
    connect(dialog, &QFileDialog::fileSelected, this, &DataExport::chosen);
    dialog->open();
}

void DataExport::chosen(const QString& path) {
    rememberFolder(FolderUse::save, path);
    start(path, Beside::ask);
}

void DataExport::exportTo(const QString& path) {
    start(path, Beside::ask);
}

void DataExport::start(const QString& path, Beside beside) {
    if (!canExport())
        return;
    const auto writer = m_registry.forPath(toStd(path), m_value);
    if (!writer)
        return m_workbench.fail(toQString(writer.error().message));
    m_beside = std::make_shared<std::vector<std::string>>();
    TaskRequest request;
    request.title = toStd(tr("Export %1").arg(QFileInfo(path).fileName()));
    // The task owns what it writes. Which files that are is known only once they are made.
    request.work = [writer = *writer, value = m_value, path = toStd(path), beside,
                    there = m_beside](std::stop_token stop, const auto& progress) -> Result<void> {
        ReadContext context;
        context.stop = std::move(stop);
        context.progress = progress;
        const auto mayReplace = [&](const std::vector<std::string>& names) {
            if (beside == Beside::ask)
                *there = names;
            return beside == Beside::replace;
        };
        const auto written = vitrine::exportTo(*writer, value, path, context, mayReplace);
        return written ? Result<void>() : written.error();
    };
    m_path = path;
    m_limits = toQString((*writer)->limits());
    m_job = m_workbench.jobs().start(std::move(request));
    Q_EMIT changed();
    connect(m_job.get(), &JobHandle::ended, this, &DataExport::ended);
}

/// The file dialog has asked about the chosen file only.
void DataExport::askToReplace(const std::vector<std::string>& names) {
    QStringList there;
    for (const std::string& name : names)
        there.append(toQString(name));
    auto* box = new QMessageBox(QMessageBox::Question, tr("Replace files"),
                                tr("%1 would be replaced, too.").arg(there.join(QStringLiteral(", "))),
                                QMessageBox::Cancel, m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* replace = box->addButton(tr("Replace"), QMessageBox::AcceptRole);
    connect(replace, &QPushButton::clicked, this, [this, path = m_path] { start(path, Beside::replace); });
    box->open();
}

void DataExport::ended() {
    const std::shared_ptr<JobHandle> job = std::exchange(m_job, nullptr);
    Q_EMIT changed();
    const JobStatus status = job->status();
    if (status.state == RunState::finished)
        m_workbench.say(tr("The data were written to %1.").arg(QDir::toNativeSeparators(m_path)) +
                        (m_limits.isEmpty() ? QString() : QLatin1Char(' ') + m_limits));
    else if (status.state == RunState::cancelled)
        m_workbench.say(tr("%1 was not written: cancelled.").arg(QFileInfo(m_path).fileName()));
    else if (!m_beside->empty())
        askToReplace(*m_beside);
    else
        m_workbench.fail(toQString(status.message));
}

void DataExport::cancel() {
    if (m_job)
        m_job->cancel();
}

} // namespace vitrine
