#pragma once

#include "core/report/report_document.h"
#include "widgets/views/result_view.h"

#include <QWidget>

#include <memory>

class QMenu;
class QStackedWidget;

namespace vitrine {

class EmptyState;
class PaneFrame;
class Workbench;
struct ExperimentInfo;

/// One view of a run in its frame, with what it says while there is nothing to show, and with its figure menu.
class Pane : public QWidget {
    Q_OBJECT
public:
    Pane(Workbench& workbench, const PaneSpec& spec, const ExperimentInfo* experiment, QWidget* parent = nullptr);

    void setRunData(const std::shared_ptr<const RunData>& runData);
    void setSelection(Selection* selection);
    ResultView* view() const { return m_view; }
    PaneFrame* frame() const { return m_frame; }
    const PaneSpec& spec() const { return m_spec; }
    /// Reports show outputs of runs; views of the inputs alone have no place there.
    bool canReport() const;
    /// The block that shows in a report what stands here now.
    ReportBlock reportBlock() const;
    /// Entry of the menu that shows what makes the figure again; none while the output is not in the project.
    void addProvenance(QMenu* menu);

    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void maximizeToggled();
    void viewMade(); ///< `view` is there now

private:
    void makeView();
    void showState();
    void showSubtitle();
    QString emptyText() const;
    std::string shownOutput() const;

    Workbench& m_workbench;
    PaneSpec m_spec;
    OutputDescription m_output; ///< as declared; replaced by the one of the artifact
    PaneFrame* m_frame;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    ResultView* m_view = nullptr;
    Selection* m_selection = nullptr;
    std::shared_ptr<const RunData> m_data;
};

} // namespace vitrine
