#pragma once

#include "core/figure/figure_spec.h"
#include "core/jobs/job_queue.h"
#include "core/store/project_store.h"
#include "widgets/selection.h"

#include <QWidget>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace vitrine {

class ChartView;

/// What a view may look at: the run, its artifacts and inputs. Values are fetched in the background by the page and
/// handed over whole; views never touch the store.
struct RunData {
    RunRecord run;
    std::map<std::string, OutputDescription> descriptions; ///< by output id
    std::map<std::string, Value> outputs;                  ///< finished, or live snapshots while it runs
    std::map<std::string, Value> inputs;                   ///< by input id
    std::map<std::string, Fingerprint> fingerprints;       ///< by output id
    bool live = false;
};

/// One pane of a run page or one generic view of an artifact.
class ResultView : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Shows the data. Called again whenever outputs arrive; views keep their state (scroll, zoom, selection).
    virtual void setRunData(std::shared_ptr<const RunData> data) = 0;
    virtual void setSelection(Selection* selection) = 0;
    /// Stands in the pane title instead of what the layout says; empty: as there. Changes with `subtitleChanged`.
    virtual QString title() const { return {}; }
    /// Hint in the pane title: "10 of 141 paths".
    virtual QString subtitle() const { return {}; }
    /// The figure as it stands now, for export and report; empty for views that are no figure.
    virtual std::optional<FigureSpec> figure() const { return std::nullopt; }
    /// Figure id and options that make the same figure again in a report.
    virtual QString figureId() const { return {}; }
    virtual nlohmann::json figureOptions() const { return {}; }
    /// The chart of a view that shows one, for the axes entry of the figure menu and the visible range.
    virtual ChartView* chart() const { return nullptr; }
    /// Makes the data shown now as CSV, in any thread and whatever happens to the view meanwhile; null: there are none.
    virtual std::function<std::string()> csvMaker() const { return {}; }
    /// The same at once; empty: none.
    std::string csv() const {
        const auto make = csvMaker();
        return make ? make() : std::string();
    }
    /// Output shown in this view, for definition and provenance.
    virtual std::string outputId() const { return {}; }

Q_SIGNALS:
    void subtitleChanged();
    void figureChanged();
    /// What stands here is wanted as an experiment: of this id of the same system, with these parameters, on the inputs
    /// of the run.
    void experimentRequested(const QString& experimentId, const nlohmann::json& values);
};

/// One pane of a page layout.
struct PaneSpec {
    QString title;
    std::string outputId;    ///< main output
    std::string viewId;      ///< registered view, or "generic"
    int row = 0, column = 0; ///< place in the page's grid of splitters
    int rowStretch = 1, columnStretch = 1;
};

/// Pages of a run as its system wants them: "Overview" with four panes, "Predictions", ... The pages Parameters and Log
/// are added by the window itself.
struct RunPageLayout {
    struct Page {
        QString title;
        std::vector<PaneSpec> panes;
    };
    std::vector<Page> pages;
};

/// Half of the inspector that shows the selection of a run page.
class SelectionInspector : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    virtual void setRunData(std::shared_ptr<const RunData> data) = 0;
    virtual void setSelection(Selection* selection) = 0;
};

} // namespace vitrine
