#include "plugins/pathboost/views/predictions.h"

#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/chosen_graph_view.h"
#include "plugins/pathboost/views/decomposition_view.h"
#include "plugins/pathboost/views/graph_pane.h"
#include "plugins/pathboost/views/molecules_figure.h"
#include "plugins/pathboost/views/prediction_figures.h"
#include "plugins/pathboost/views/prediction_pane.h"
#include "plugins/pathboost/views/run_inspector.h"
#include "widgets/views/view_registry.h"

namespace vitrine::pathboost {

namespace {

constexpr const char* kPredictionView = "pathboost/predictions";
constexpr const char* kResidualView = "pathboost/residuals";
constexpr const char* kGraphView = "pathboost/graph";
constexpr const char* kGraphPane = "pathboost/graph_view";
constexpr const char* kContributionView = "pathboost/contributions";
constexpr int kReportBars = 10;
constexpr int kLeft = 45; // parts of the width
constexpr int kRight = 55;

QString tr(const char* text) {
    return PredictionPane::tr(text);
}

FigureSpec labelled(FigureSpec spec, const RunData& data, const char* outputId) {
    if (const auto found = data.descriptions.find(outputId); found != data.descriptions.end())
        spec.definition = found->second.definition;
    if (const auto found = data.fingerprints.find(outputId); found != data.fingerprints.end())
        spec.fingerprint = found->second;
    return spec;
}

std::optional<FigureSpec> predictionsOf(const RunData& data, const nlohmann::json&) {
    const auto rows = PredictionRows::of(data);
    auto spec = rows ? predictionFigure(*rows) : std::nullopt;
    return spec ? std::optional(labelled(std::move(*spec), data, kPredictions)) : std::nullopt;
}

std::optional<FigureSpec> residualsOf(const RunData& data, const nlohmann::json& options) {
    const auto rows = PredictionRows::of(data);
    const auto histogram = options.is_object() ? options.find("histogram") : options.end();
    const bool bins = options.is_object() && histogram != options.end() && *histogram == true;
    auto spec = !rows ? std::nullopt : bins ? residualHistogram(*rows) : residualFigure(*rows);
    return spec ? std::optional(labelled(std::move(*spec), data, kPredictions)) : std::nullopt;
}

std::optional<FigureSpec> contributionsOf(const RunData& data, const nlohmann::json& options) {
    const auto rows = PredictionRows::of(data);
    const auto decomposer = Decomposer::of(data);
    int graph = ChosenGraph::of(nullptr, rows.get()).graph;
    if (options.is_object() && options.contains("graph") && options["graph"].is_number_integer())
        graph = options["graph"].get<int>();
    if (!decomposer || graph < 0)
        return std::nullopt;
    const auto decomposition = decomposer->decompose(graph, rows.get(), {});
    if (!decomposition)
        return std::nullopt;
    const bool stored = data.outputs.contains(kContributions);
    return labelled(decompositionFigure(*decomposition, kReportBars), data, stored ? kContributions : kPredictions);
}

std::optional<FigureSpec> chosenGraphOf(const RunData& data, const nlohmann::json& options) {
    return graphFigure(data, options);
}

PaneSpec pane(const QString& title, const char* outputId, const char* view, int row, int column) {
    return {title, outputId, view, row, column, 1, column == 0 ? kLeft : kRight};
}

void addPage(ViewRegistry& registry, const char* experimentId, const QString& title, std::vector<PaneSpec> panes) {
    ExperimentInfo experiment; // without outputs, so that nothing stands in for a missing layout
    experiment.id = experimentId;
    RunPageLayout layout = registry.pageLayout(kPluginId, experiment);
    std::erase_if(layout.pages, [](const RunPageLayout::Page& page) { return page.panes.empty(); });
    layout.pages.push_back({title, std::move(panes)});
    registry.setPageLayout(kPluginId, experimentId, std::move(layout));
}

} // namespace

void registerPredictions(ViewRegistry& registry) {
    registry.addView(kPredictionView, [](QWidget* parent) { return makePredictionPane(parent); });
    registry.addView(kResidualView, [](QWidget* parent) { return makeResidualPane(parent); });
    registry.addView(kGraphView, [](QWidget* parent) { return new ChosenGraphView(parent); });
    registry.addView(kGraphPane, [](QWidget* parent) { return new GraphPane(parent); });
    registry.addView(kContributionView, [](QWidget* parent) { return new DecompositionView(parent); });
    registry.addFigure(kPredictionsFigure, predictionsOf);
    registry.addFigure(kResidualsFigure, residualsOf);
    registry.addFigure(kContributionsFigure, contributionsOf);
    registry.addFigure(kGraphFigure, chosenGraphOf);

    const std::vector<PaneSpec> all{pane(tr("Prediction against truth"), kPredictions, kPredictionView, 0, 0),
                                    pane(tr("Residuals"), kPredictions, kResidualView, 0, 1),
                                    pane(tr("Chosen graph"), "", kGraphView, 1, 0),
                                    pane(tr("Path by path"), "", kContributionView, 1, 1)};
    addPage(registry, kTrain, tr("Predictions"), all);
    addPage(registry, kPredict, tr("Predictions"), all);
    addPage(registry, kCrossValidate, tr("Predictions"),
            {pane(tr("Prediction against truth"), kPredictions, kPredictionView, 0, 0),
             pane(tr("Residuals"), kPredictions, kResidualView, 0, 1), pane(tr("Chosen graph"), "", kGraphView, 1, 0)});
    addPage(registry, kExplain, tr("Predictions"),
            {pane(tr("Explained graphs"), kPredictions, kPredictionView, 0, 0),
             pane(tr("Chosen graph"), "", kGraphView, 0, 1),
             pane(tr("Path by path"), kContributions, kContributionView, 1, 0)});
    for (const char* experiment : {kTrain, kPredict})
        addPage(registry, experiment, tr("Graph"), {pane(tr("Chosen graph"), "", kGraphPane, 0, 0)});
    for (const char* experiment : {kTrain, kPredict, kExplain})
        registry.setInspector(kPluginId, experiment, [](QWidget* parent) { return new RunInspector(parent); });
}

} // namespace vitrine::pathboost
