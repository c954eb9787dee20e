#pragma once

#include "app/gui/page.h"
#include "app/gui/pages/data_export.h"
#include "app/gui/workbench.h"
#include "widgets/latest_task.h"

#include <atomic>
#include <memory>
#include <string>

class QAction;
class QStackedWidget;
class QTimer;

namespace vitrine {

class DatasetView;
class ErrorPanel;
class GraphInspector;
class SourceBar;
class TextLabel;

/// One data set of the project. Its value is fetched in the background.
class DatasetPage : public Page {
    Q_OBJECT
public:
    DatasetPage(Workbench& workbench, DatasetId id, QWidget* parent = nullptr);
    ~DatasetPage() override; ///< ends following

    DatasetView* view() const { return m_view; }
    GraphInspector* inspector() const { return m_inspector; }

    QString pageId() const override { return QStringLiteral("dataset:%1").arg(m_id); }
    QString title() const override;
    QString iconName() const override;
    Selection* selection() const override;
    QList<InspectorPart> inspectorParts() const override;
    QString statusText() const override;
    bool canReport() const override { return m_record.id != 0; }
    void report() override;
    bool canCancel() const override { return m_export->isRunning(); }
    void cancel() override { m_export->cancel(); }
    bool canExport() const override { return m_export->canExport(); }
    void exportData() override { m_export->ask(); }
    void activated() override;
    DataExport* dataExport() const { return m_export; }
    SourceBar* sourceBar() const { return m_source; }
    QAction* followAction() const { return m_follow; }

private:
    struct Fetched {
        DatasetRecord record;
        Value value;
    };
    void fetch();
    void showBusy();
    void showProgress();
    void take(Result<Fetched> fetched);
    void followProject();
    void makeSourceMenu();
    void showSource();

    Workbench& m_workbench;
    DatasetId m_id;
    DatasetRecord m_record;
    QStackedWidget* m_stack;
    DatasetView* m_view;
    ErrorPanel* m_error;
    GraphInspector* m_inspector;
    DataExport* m_export;
    SourceBar* m_source;
    QAction* m_locate = nullptr;
    QAction* m_readAgain = nullptr;
    QAction* m_follow = nullptr;
    /// How far reading a linked data set is; written by the task.
    struct Progress {
        std::atomic<int> percent{0};
    };
    TextLabel* m_busy;
    QTimer* m_ticks; ///< while a linked data set is read
    std::shared_ptr<Progress> m_progress;
    std::string m_failedPath; ///< where the source was when it could not be read
    LatestTask m_task;
};

} // namespace vitrine
