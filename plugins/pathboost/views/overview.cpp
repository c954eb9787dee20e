#include "plugins/pathboost/views/overview.h"

#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/grid_view.h"
#include "plugins/pathboost/views/importance_view.h"
#include "plugins/pathboost/views/learning_view.h"
#include "plugins/pathboost/views/molecules_view.h"
#include "plugins/pathboost/views/path_browser.h"
#include "widgets/views/view_registry.h"

namespace vitrine::pathboost {
namespace {

constexpr const char* kImportanceView = "pathboost/importance";
constexpr const char* kLearningView = "pathboost/train_error";
constexpr const char* kBrowserView = "pathboost/paths";
constexpr const char* kMoleculesView = "pathboost/molecules";
constexpr const char* kGridView = "pathboost/grid_map";
constexpr const char* kGeneric = "generic";
constexpr int kLeft = 45; // parts of the width
constexpr int kRight = 55;

template <class View>
ResultView* made(QWidget* parent) {
    return new View(parent);
}

std::optional<FigureSpec> importance(const RunData& data, const nlohmann::json& options) {
    return importanceFigure(data, RunPaths(data), ImportanceChoice::fromJson(options));
}

std::optional<FigureSpec> molecules(const RunData& data, const nlohmann::json& options) {
    return moleculesFigure(data, MoleculesChoice::fromJson(options));
}

std::optional<FigureSpec> learning(const RunData& data, const nlohmann::json& options) {
    return learningFigure(data, LearningChoice::fromJson(options));
}

PaneSpec pane(const QString& title, const char* output, const char* view, int row, int column) {
    return {title, output, view, row, column, 1, column == 0 ? kLeft : kRight};
}

std::optional<FigureSpec> grid(const RunData& data, const nlohmann::json&) {
    return gridFigure(data, GridRows(data));
}

} // namespace

void registerComparison(ViewRegistry& registry) {
    registry.addView(kGridView, made<GridView>);
    registry.addFigure(kGridFigure, grid);
    RunPageLayout::Page overview;
    overview.title = RunView::tr("Overview");
    overview.panes = {pane(RunView::tr("Settings"), kFolds, kGridView, 0, 0),
                      pane(RunView::tr("Simple models on the same folds"), kBaselines, kGeneric, 0, 1),
                      {RunView::tr("All combinations"), kGrid, kGeneric, 1, 0, 1, kLeft + kRight}};
    RunPageLayout layout;
    layout.pages.push_back(std::move(overview));
    registry.setPageLayout(kPluginId, kCrossValidate, std::move(layout));
}

void registerOverview(ViewRegistry& registry) {
    registry.addView(kImportanceView, made<ImportanceView>);
    registry.addView(kLearningView, made<LearningView>);
    registry.addView(kBrowserView, made<PathBrowser>);
    registry.addView(kMoleculesView, made<MoleculesView>);
    registry.addFigure(kImportanceFigure, importance);
    registry.addFigure(kLearningFigure, learning);
    registry.addFigure(kMoleculesFigure, molecules);

    // Only the curves wait for one certain output: the others show what there is, also without importances.
    RunPageLayout::Page overview;
    overview.title = RunView::tr("Overview");
    overview.panes = {pane(RunView::tr("Importance"), "", kImportanceView, 0, 0),
                      pane(RunView::tr("Learning curve"), kTrainError, kLearningView, 0, 1),
                      pane(RunView::tr("Paths"), "", kBrowserView, 1, 0),
                      pane(RunView::tr("Molecules"), "", kMoleculesView, 1, 1)};
    RunPageLayout layout;
    layout.pages.push_back(std::move(overview));
    registry.setPageLayout(kPluginId, kTrain, std::move(layout));
}

} // namespace vitrine::pathboost
