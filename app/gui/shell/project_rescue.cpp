#include "app/gui/shell/project_rescue.h"

#include "app/gui/workbench.h"
#include "core/values/text.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace vitrine {

ProjectRescue::ProjectRescue(Workbench& workbench, QWidget* window)
    : QObject(window), m_workbench(workbench), m_window(window) {}

void ProjectRescue::offer(const QString& path, const QString& reason) {
    auto* box = new QMessageBox(
        QMessageBox::Warning, tr("Damaged project"),
        tr("%1.\n\nWhat is intact can be copied into a new project; the damaged file stays as it is.").arg(reason),
        QMessageBox::Cancel, m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* copy = box->addButton(tr("Copy What Is Intact"), QMessageBox::AcceptRole);
    connect(copy, &QPushButton::clicked, this, [this, path] { start(path); });
    box->open();
}

void ProjectRescue::start(const QString& path) {
    if (m_job)
        return;
    m_salvage = std::make_shared<Salvage>();
    TaskRequest request;
    request.title = toStd(tr("Copy what is intact of %1").arg(QFileInfo(path).fileName()));
    request.work = [path = toStd(path), salvage = m_salvage](const std::stop_token& stop,
                                                             const auto& progress) -> Result<void> {
        auto taken = salvageProject(path, salvagedPath(path), stop,
                                    [&](double share) { progress(share, "Reading what can be read"); });
        if (!taken)
            return taken.error();
        *salvage = std::move(*taken);
        return {};
    };
    m_job = m_workbench.jobs().start(std::move(request));
    connect(m_job.get(), &JobHandle::ended, this, &ProjectRescue::finish);
}

void ProjectRescue::finish() {
    const JobStatus status = std::exchange(m_job, nullptr)->status();
    if (status.state == RunState::failed)
        return m_workbench.fail(toQString(status.message));
    if (status.state != RunState::finished)
        return m_workbench.say(tr("Nothing was copied: cancelled."));
    m_workbench.openProject(toQString(m_salvage->path), OpenMode::readWrite);
    sayWhatIsLost();
}

void ProjectRescue::sayWhatIsLost() const {
    constexpr std::size_t kShown = 12;
    const QString name = QFileInfo(toQString(m_salvage->path)).fileName();
    const std::vector<std::string>& lost = m_salvage->lost;
    if (lost.empty())
        return m_workbench.say(tr("Everything could be copied to %1.").arg(name));
    QStringList lines;
    for (std::size_t i = 0; i < std::min(lost.size(), kShown); ++i)
        lines.append(QStringLiteral("• ") + toQString(lost[i]));
    if (lost.size() > kShown)
        lines.append(tr("and %1 more").arg(lost.size() - kShown));
    auto* box = new QMessageBox(QMessageBox::Information, tr("Copied what is intact"),
                                tr("%1 holds everything but:\n%2").arg(name, lines.join(QLatin1Char('\n'))),
                                QMessageBox::Close, m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace vitrine
