#pragma once

#include "core/data/writer.h"

#include <QObject>
#include <QString>

#include <memory>

namespace vitrine {

class JobHandle;
class Workbench;

/// Writes one value to files of other formats: asks where and as what, does it in a job, says how it ended.
class DataExport : public QObject {
    Q_OBJECT
public:
    /// @param window  the dialogs stand before it
    DataExport(Workbench& workbench, QWidget* window);

    /// What is written from now on, and how a file is called at first.
    void setValue(Value value, const QString& title);
    void setTitle(const QString& title) { m_title = title; }
    bool canExport() const { return !m_writers.empty() && !m_job; }
    bool isRunning() const { return m_job != nullptr; }

    /// Asks for file and format. Files that the format makes beside the chosen one are not replaced without asking.
    void ask();
    void exportTo(const QString& path);
    void cancel();

Q_SIGNALS:
    void changed(); ///< canExport, isRunning

private:
    enum class Beside { ask, replace };
    void chosen(const QString& path);
    void start(const QString& path, Beside beside);
    void askToReplace(const std::vector<std::string>& names);
    void ended();

    Workbench& m_workbench;
    QWidget* m_window;
    Value m_value;
    QString m_title;
    WriterRegistry m_registry;
    std::vector<std::shared_ptr<const Writer>> m_writers;
    std::shared_ptr<JobHandle> m_job;
    std::shared_ptr<std::vector<std::string>> m_beside; ///< what the job would have replaced and did not
    QString m_path;
    QString m_limits; ///< what the format could not hold
};

} // namespace vitrine
