#pragma once

#include "app/gui/page.h"
#include "core/report/report_document.h"

#include <memory>

class QMenu;
class QStackedWidget;
class QToolButton;

namespace vitrine {

class EmptyState;
class ErrorPanel;
class JobHandle;
class ReportBlockList;
class ReportInspector;
class ReportPageView;
class ReportSession;
class Workbench;

/// A report: its blocks at the left, its pages in the middle, what is chosen in the inspector. Every change is kept in
/// the project at once and can be undone.
class ReportPage : public Page {
    Q_OBJECT
public:
    ReportPage(Workbench& workbench, ReportId id, QWidget* parent = nullptr);
    ~ReportPage() override;

    QString pageId() const override;
    QString title() const override;
    QString iconName() const override { return QStringLiteral("report"); }
    QList<InspectorPart> inspectorParts() const override;
    QString statusText() const override;
    void activated() override;
    bool canCancel() const override { return m_export != nullptr; }
    void cancel() override;

    ReportSession& session() { return *m_session; }
    /// Writes the report in the background; the ending says how, none: a folder.
    void exportTo(const QString& path);

private:
    QWidget* buildBlocks();
    QWidget* buildPages();
    void fillAddMenu(QMenu* menu);
    void addResultMenu(QMenu* menu, BlockKind kind, const QString& title);

    void select(int block, bool show);
    void addBlock(ReportBlock block, int before = -1);
    void addOfKind(BlockKind kind);
    void removeBlock(int index);
    void duplicateBlock(int index);
    void moveBlock(int from, int before);
    void editBlock(int index, const ReportBlock& block, bool typing);
    void askForTarget(const QString& suffix);
    void exportEnded(const QString& path);

    void showDocument();
    void showPreview();

    Workbench& m_workbench;
    ReportSession* m_session;
    ReportBlockList* m_list = nullptr;
    QToolButton* m_add = nullptr;
    QStackedWidget* m_stack = nullptr;
    ReportPageView* m_pages = nullptr;
    EmptyState* m_empty = nullptr;
    ErrorPanel* m_error = nullptr;
    ReportInspector* m_inspector;
    std::shared_ptr<JobHandle> m_export;
    int m_selected = -1;
};

} // namespace vitrine
