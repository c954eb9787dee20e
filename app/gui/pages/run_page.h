#pragma once

#include "app/gui/page.h"
#include "core/store/records.h"
#include "widgets/views/result_view.h"

class QStackedWidget;

namespace vitrine {

class AxesMemory;
class ErrorPanel;
class ExperimentPanel;
class ExperimentSession;
class PaneGrid;
class RunCards;
class RunDataSource;
class RunHeader;
class RunLogView;
class RunParametersView;
class Workbench;

/// One run: headline first, then the views of its system as linked panes. Draws as it goes while the run is live.
class RunPage : public Page {
    Q_OBJECT
public:
    RunPage(Workbench& workbench, RunId run, QWidget* parent = nullptr);

    QString pageId() const override;
    QString title() const override;
    QString iconName() const override;
    Selection* selection() const override { return m_selection; }
    QList<InspectorPart> inspectorParts() const override;
    QString statusText() const override;
    bool canRun() const override;
    QString runHint() const override;
    void run() override;
    bool canCancel() const override;
    void cancel() override;
    bool canReport() const override;
    void report() override;

    RunDataSource* source() const { return m_source; }
    /// The grids that have been shown so far, one per page of the layout.
    QList<PaneGrid*> grids() const;
    void showPage(int index);
    int pageCount() const; ///< parameters and log among them

private:
    void build();
    void takeData();
    void makePages();
    void showStatus();
    void showFacts();
    PaneGrid* gridOf(int page);
    void showRunAgain();
    void announceSelection(const QString& kind);

    Workbench& m_workbench;
    RunId m_run;
    RunDataSource* m_source;
    Selection* m_selection;
    AxesMemory* m_axes;
    ExperimentSession* m_session;
    ExperimentPanel* m_panel;
    SelectionInspector* m_inspector = nullptr;
    RunHeader* m_header = nullptr;
    RunCards* m_cards = nullptr;
    ErrorPanel* m_error = nullptr;
    QStackedWidget* m_pages = nullptr;
    RunParametersView* m_parameters = nullptr;
    RunLogView* m_log = nullptr;
    RunPageLayout m_layout;
    QHash<int, PaneGrid*> m_grids;
    bool m_made = false;
};

} // namespace vitrine
