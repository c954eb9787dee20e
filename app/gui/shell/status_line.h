#pragma once

#include <QStatusBar>

class QToolButton;

namespace vitrine {

class TextLabel;

/// Status bar: project and state at the left; what the page says, device, memory at the right; a badge for the jobs
/// while their drawer is closed.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setProject(const QString& name, const QString& state);
    void setPageText(const QString& text);
    void setJobs(const QString& summary);
    void setThreads(int threads);
    /// Reads the memory of the process; called when something has happened, never by a timer.
    void updateMemory();
    /// A passing message in the place of the page's text.
    void say(const QString& message);

Q_SIGNALS:
    void jobsClicked();

private:
    TextLabel* m_project;
    TextLabel* m_state;
    QToolButton* m_jobs;
    TextLabel* m_page;
    TextLabel* m_device;
    TextLabel* m_memory;
    QString m_pageText;
};

} // namespace vitrine
