#pragma once

#include "app/gui/page.h"
#include "app/gui/pages/open_data_page_jobs.h"
#include "app/gui/workbench.h"
#include "widgets/data/import_plan.h"
#include "widgets/latest_task.h"

class QPushButton;
class QSplitter;
class QStackedWidget;
class QTreeView;

namespace vitrine {

class Badge;
class OpenDataPreview;
class TextLabel;

/// The plan of an import: what was found, what it will become, first and last rows, what is to review. Nothing is read
/// into the project before the button. Scans and previews run in the background.
class OpenDataPage : public Page {
    Q_OBJECT
public:
    explicit OpenDataPage(Workbench& workbench, QWidget* parent = nullptr);

    /// Adds files and folders to the plan.
    void addPaths(const QStringList& paths);
    const ImportPlan& plan() const { return *m_plan; }
    /// True while files are looked at.
    bool isLooking() const;

    QString pageId() const override { return QStringLiteral("import"); }
    QString title() const override { return tr("Open data"); }
    QString iconName() const override { return QStringLiteral("open"); }
    bool hidesDocks() const override { return true; }
    QString statusText() const override;
    bool canCancel() const override { return m_jobs->isReading(); }
    void cancel() override { m_jobs->cancel(); }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* makeHeader();
    QWidget* makePlan();
    QWidget* makeActionBar();
    void makeTree();
    void chooseFiles();
    void chooseFolder();
    void scanNext();
    void takeScan(ImportScan scan);
    void previewNext();
    void withdraw(int item);
    void correct(const nlohmann::json& patch);
    void showCurrent();
    void updateActions();
    void fitTree();
    void readChosen();
    void cancelOrClose();
    void readingEnded();
    int currentItem() const;

    Workbench& m_workbench;
    ImportPlan* m_plan;
    OpenDataJobs* m_jobs;
    QStackedWidget* m_stack;
    TextLabel* m_summary;
    QTreeView* m_tree;
    OpenDataPreview* m_preview;
    QSplitter* m_splitter;
    Badge* m_warnings;
    Badge* m_refused;
    TextLabel* m_promise;
    TextLabel* m_size;
    QPushButton* m_cancel;
    QPushButton* m_read;
    QStringList m_waitingPaths;
    LatestTask m_scanTask;
    LatestTask m_previewTask;
    LatestTask m_correctionTask;
    int m_previewed = -1; ///< item that m_previewTask looks at
    int m_corrected = -1;
    qint64 m_leftOut = 0;
};

} // namespace vitrine
