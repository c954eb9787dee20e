#pragma once

#include "core/base/log.h"
#include "core/jobs/job_queue.h"

#include <QWidget>

class QPlainTextEdit;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace vitrine {

class Badge;
class JobModel;

/// Queue of the session with progress and stop, and behind it the log of the program.
class JobPanel : public QWidget {
    Q_OBJECT
public:
    static constexpr int kLogLines = 10000;

    explicit JobPanel(QWidget* parent = nullptr);

    JobModel* model() const { return m_model; }
    /// Shows the job, and asks to be opened when it has worked for a second and goes on.
    void add(const std::shared_ptr<JobHandle>& job);
    /// One line of the log. From the main thread.
    void appendLog(LogLevel level, const QString& category, const QString& message);
    /// Row of title, counts and buttons, for the title bar of a dock; owned by the caller's dock afterwards.
    QWidget* titleBar() const { return m_title; }
    /// What a closed drawer says in the status bar: "1 running, 63 %", "1 failed"; empty: nothing to say.
    QString summary() const;

Q_SIGNALS:
    void openWanted();
    void closeWanted();
    void summaryChanged();
    void runActivated(qint64 run);

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void buildTitle();
    void buildTree();
    void showCounts();
    void openLater(const std::weak_ptr<JobHandle>& job, int ms);

    JobModel* m_model;
    QTreeView* m_tree;
    QPlainTextEdit* m_log;
    QStackedWidget* m_stack;
    QWidget* m_title = nullptr;
    Badge* m_running = nullptr;
    Badge* m_waiting = nullptr;
    Badge* m_failed = nullptr;
    QToolButton* m_logButton = nullptr;
};

} // namespace vitrine
