#pragma once

#include "core/store/salvage.h"

#include <QObject>

#include <memory>

class QWidget;

namespace vitrine {

class JobHandle;
class Workbench;

/// Offers to take what is intact of a damaged project into a new one, does it as a job and says what is lost.
class ProjectRescue : public QObject {
    Q_OBJECT
public:
    ProjectRescue(Workbench& workbench, QWidget* window);

    /// @param reason  why the project was refused, one sentence
    void offer(const QString& path, const QString& reason);

private:
    void start(const QString& path);
    void finish();
    void sayWhatIsLost() const;

    Workbench& m_workbench;
    QWidget* m_window;
    std::shared_ptr<JobHandle> m_job;
    std::shared_ptr<Salvage> m_salvage; ///< written by the job before it ends
};

} // namespace vitrine
