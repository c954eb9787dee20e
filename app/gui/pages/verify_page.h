#pragma once

#include "app/gui/page.h"
#include "core/store/records.h"
#include "core/verify/verify_run.h"
#include "widgets/latest_task.h"

#include <array>
#include <memory>
#include <vector>

class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTimer;

namespace vitrine {

class EmptyState;
class TextLabel;
class VerdictTree;
class VerifyProgress;
class Workbench;

/// Every number of the project computed again and compared with what it keeps, as `vitrine verify` does it.
class VerifyPage : public Page {
    Q_OBJECT
public:
    explicit VerifyPage(Workbench& workbench, QWidget* parent = nullptr);
    ~VerifyPage() override;

    QString pageId() const override { return QStringLiteral("verify"); }
    QString title() const override { return tr("Verification"); }
    QString iconName() const override { return QStringLiteral("check"); }

    /// Which runs are verified; empty: all that are finished.
    void setRuns(const std::vector<RunId>& runs);
    VerdictTree* tree() const { return m_tree; }
    QPushButton* startButton() const { return m_start; }
    QString summary() const;

    bool canRun() const override { return !m_task.isRunning() && runCount() > 0; }
    QString runHint() const override;
    void run() override;
    bool canCancel() const override { return m_task.isRunning(); }
    void cancel() override;

private:
    QWidget* buildHeader();
    int runCount() const;
    void takeNews();
    void finish(const QString& failure);
    void showState();

    Workbench& m_workbench;
    std::vector<RunId> m_runs;
    std::shared_ptr<VerifyProgress> m_progress;
    std::array<int, 4> m_counts{}; ///< outputs by verdict
    int m_damaged = 0;
    int m_done = 0; ///< runs
    QString m_end;  ///< how the last verification ended; empty: to its end
    TextLabel* m_line = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_cancel = nullptr;
    QProgressBar* m_bar = nullptr;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    VerdictTree* m_tree = nullptr;
    QTimer* m_poll = nullptr;
    LatestTask m_task;
};

} // namespace vitrine
