#include "plugins/intruder_threshold/views/pages.h"

#include "core/values/json_text.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/views/budget_figure.h"
#include "plugins/intruder_threshold/views/figure_views.h"
#include "plugins/intruder_threshold/views/layer_figures.h"
#include "plugins/intruder_threshold/views/layer_inspector.h"
#include "plugins/intruder_threshold/views/loss_figure.h"
#include "plugins/intruder_threshold/views/strength_figures.h"
#include "plugins/intruder_threshold/views/strength_view.h"
#include "plugins/intruder_threshold/views/update_figure.h"
#include "widgets/views/view_registry.h"

namespace vitrine::intruder_threshold {

namespace {

constexpr const char* kMarginView = "intruder_threshold/margin_map";
constexpr const char* kScanView = "intruder_threshold/scan_curve";
constexpr const char* kSpectrumView = "intruder_threshold/spectrum_slider";
constexpr const char* kUpdateView = "intruder_threshold/update_curve";
constexpr const char* kReachView = "intruder_threshold/update_reach_map";
constexpr const char* kOverlapView = "intruder_threshold/overlap_map";
constexpr const char* kPredictionView = "intruder_threshold/predicted";
constexpr const char* kRocView = "intruder_threshold/roc_curve";
constexpr const char* kForgettingView = "intruder_threshold/forgetting_curve";
constexpr const char* kBudgetView = "intruder_threshold/budget_margins";
constexpr const char* kGeneric = "generic";
constexpr int kLeft = 54; // parts of the width
constexpr int kRight = 46;
constexpr int kUpper = 47; // parts of the height
constexpr int kLower = 53;

template <class View>
ResultView* made(QWidget* parent) {
    return new View(parent);
}

template <const LayerPane& pane>
ResultView* figureView(QWidget* parent) {
    return new LayerFigureView(pane, parent);
}

std::string layerOption(const nlohmann::json& options) {
    return options.is_object() ? textField(options, "layer") : std::string();
}

std::optional<FigureSpec> margin(const RunData& data, const nlohmann::json&) {
    return marginFigure(data, LayerRows(data));
}

std::optional<FigureSpec> scan(const RunData& data, const nlohmann::json& options) {
    return scanFigure(data, LayerRows(data), layerOption(options));
}

std::optional<FigureSpec> predicted(const RunData& data, const nlohmann::json&) {
    return predictionFigure(data, LayerRows(data));
}

std::optional<FigureSpec> roc(const RunData& data, const nlohmann::json&) {
    return rocFigure(data, LayerRows(data));
}

std::optional<FigureSpec> forgetting(const RunData& data, const nlohmann::json&) {
    return forgettingFigure(data, LayerRows(data));
}

std::optional<FigureSpec> budget(const RunData& data, const nlohmann::json&) {
    return budgetFigure(data);
}

/// The layer that the options name, else the most critical one.
const LayerRow* rowOf(const LayerRows& rows, const nlohmann::json& options) {
    const std::string name = layerOption(options);
    return name.empty() ? mostCritical(rows) : rows.find(name);
}

std::optional<FigureSpec> spectrum(const RunData& data, const nlohmann::json& options) {
    const LayerRows rows(data);
    const LayerRow* row = rowOf(rows, options);
    if (!row)
        return std::nullopt;
    const auto updated = updatedOf(data, *row, options, false);
    return spectrumFigure(data, *row, updated ? &*updated : nullptr, epsilonOf(data));
}

std::optional<FigureSpec> update(const RunData& data, const nlohmann::json& options) {
    const LayerRows rows(data);
    const LayerRow* row = rowOf(rows, options);
    return row ? updateFigure(data, *row) : std::nullopt;
}

std::optional<FigureSpec> reach(const RunData& data, const nlohmann::json&) {
    return reachFigure(data, LayerRows(data));
}

std::optional<FigureSpec> overlaps(const RunData& data, const nlohmann::json& options) {
    const LayerRows rows(data);
    const LayerRow* row = rowOf(rows, options);
    const auto updated = row ? updatedOf(data, *row, options, true) : std::nullopt;
    return updated ? overlapFigure(data, *row, *updated) : std::nullopt;
}

PaneSpec pane(const QString& title, const char* output, const char* view, int row, int column) {
    return {title, output, view, row, column, row == 0 ? kUpper : kLower, column == 0 ? kLeft : kRight};
}

RunPageLayout adapterLayout() {
    RunPageLayout::Page overview, overlaps, prediction, details;
    overview.title = LayerView::tr("Overview");
    overview.panes = {pane(LayerView::tr("Layers"), kLayers, kGeneric, 0, 0),
                      pane(LayerView::tr("Deployment margin"), kLayers, kMarginView, 0, 1),
                      pane(LayerView::tr("Spectrum"), kSpectrum, kSpectrumView, 1, 0),
                      pane(LayerView::tr("Scan"), kScan, kScanView, 1, 1)};
    overlaps.title = LayerView::tr("Overlaps");
    overlaps.panes = {pane(LayerView::tr("Overlaps"), kOverlaps, kOverlapView, 0, 0),
                      pane(LayerView::tr("Largest overlap at s = 1"), kOverlaps, kGeneric, 0, 1),
                      pane(LayerView::tr("Directions at s = 1"), kDirections, kGeneric, 1, 0),
                      pane(LayerView::tr("Spikes of the update"), kSpikes, kGeneric, 1, 1)};
    prediction.title = LayerView::tr("Prediction");
    prediction.panes = {pane(LayerView::tr("Predicted and measured"), kLayers, kPredictionView, 0, 0),
                        pane(LayerView::tr("Who bears intruders"), kLayers, kRocView, 0, 1),
                        pane(LayerView::tr("Prediction against scan"), kPrediction, kGeneric, 1, 0),
                        pane(LayerView::tr("Other criteria"), kSensitivity, kGeneric, 1, 1)};
    details.title = LayerView::tr("Details");
    details.panes = {pane(LayerView::tr("Other criteria, by layer"), kLayerSensitivity, kGeneric, 0, 0),
                     pane(LayerView::tr("Left out"), kLeftOut, kGeneric, 0, 1)};
    RunPageLayout layout;
    layout.pages = {std::move(overview), std::move(overlaps), std::move(prediction), std::move(details)};
    return layout;
}

RunPageLayout auditLayout() {
    RunPageLayout::Page overview;
    overview.title = LayerView::tr("Overview");
    overview.panes = {pane(LayerView::tr("Layers"), kLayers, kGeneric, 0, 0),
                      pane(LayerView::tr("Threshold"), kLayers, kMarginView, 0, 1),
                      pane(LayerView::tr("Spectrum"), kSpectrum, kSpectrumView, 1, 0),
                      pane(LayerView::tr("Left out"), kLeftOut, kGeneric, 1, 1)};
    RunPageLayout layout;
    layout.pages = {std::move(overview)};
    return layout;
}

RunPageLayout compareLayout() {
    RunPageLayout::Page overview, directions, details;
    overview.title = LayerView::tr("Overview");
    overview.panes = {pane(LayerView::tr("Layers"), kLayers, kGeneric, 0, 0),
                      pane(LayerView::tr("Distance from the threshold"), kLayers, kMarginView, 0, 1),
                      pane(LayerView::tr("Update"), kUpdateSpectrum, kUpdateView, 1, 0),
                      pane(LayerView::tr("Overlaps with the base"), kOverlaps, kGeneric, 1, 1)};
    directions.title = LayerView::tr("Directions");
    directions.panes = {pane(LayerView::tr("Directions of the tuned weight"), kDirections, kGeneric, 0, 0),
                        pane(LayerView::tr("Other criteria"), kSensitivity, kGeneric, 0, 1),
                        pane(LayerView::tr("Updates and thresholds"), kLayers, kReachView, 1, 0),
                        pane(LayerView::tr("Other criteria, by layer"), kLayerSensitivity, kGeneric, 1, 1)};
    details.title = LayerView::tr("Details");
    details.panes = {pane(LayerView::tr("Left out"), kLeftOut, kGeneric, 0, 0)};
    RunPageLayout layout;
    layout.pages = {std::move(overview), std::move(directions), std::move(details)};
    return layout;
}

RunPageLayout budgetLayout() {
    RunPageLayout::Page overview;
    overview.title = LayerView::tr("Overview");
    overview.panes = {pane(LayerView::tr("Margins before and after"), kBudgetTable, kBudgetView, 0, 0),
                      pane(LayerView::tr("Losses before and after"), kLosses, kGeneric, 0, 1),
                      pane(LayerView::tr("Before and after"), kBudgetTable, kGeneric, 1, 0)};
    RunPageLayout layout;
    layout.pages = {std::move(overview)};
    return layout;
}

RunPageLayout lossLayout() {
    RunPageLayout::Page overview;
    overview.title = LayerView::tr("Overview");
    overview.panes = {pane(LayerView::tr("Forgetting curve"), kLoss, kForgettingView, 0, 0),
                      pane(LayerView::tr("Deployment margin"), kLayers, kMarginView, 0, 1),
                      pane(LayerView::tr("Layers"), kLayers, kGeneric, 1, 0),
                      pane(LayerView::tr("Halves at equal norm"), kHalves, kGeneric, 1, 1)};
    RunPageLayout layout;
    layout.pages = {std::move(overview)};
    return layout;
}

} // namespace

void registerPages(ViewRegistry& registry) {
    registry.addView(kMarginView, figureView<panes::kMargin>);
    registry.addView(kScanView, figureView<panes::kScan>);
    registry.addView(kSpectrumView, made<SpectrumView>);
    registry.addView(kUpdateView, figureView<panes::kUpdate>);
    registry.addView(kReachView, figureView<panes::kReach>);
    registry.addView(kOverlapView, made<OverlapView>);
    registry.addView(kPredictionView, figureView<panes::kPrediction>);
    registry.addView(kRocView, figureView<panes::kRoc>);
    registry.addFigure(kMarginFigure, margin);
    registry.addFigure(kScanFigure, scan);
    registry.addFigure(kSpectrumFigure, spectrum);
    registry.addFigure(kUpdateFigure, update);
    registry.addFigure(kReachFigure, reach);
    registry.addFigure(kOverlapFigure, overlaps);
    registry.addFigure(kPredictionFigure, predicted);
    registry.addFigure(kRocFigure, roc);
    registry.setPageLayout(kPluginId, kAudit, auditLayout());
    registry.setPageLayout(kPluginId, kAdapter, adapterLayout());
    registry.setPageLayout(kPluginId, kCompareFull, compareLayout());
    registry.addView(kForgettingView, figureView<panes::kForgetting>);
    registry.addFigure(kForgettingFigure, forgetting);
    registry.setPageLayout(kPluginId, kLossCurve, lossLayout());
    registry.addView(kBudgetView, figureView<panes::kBudget>);
    registry.addFigure(kBudgetFigure, budget);
    registry.setPageLayout(kPluginId, kBudget, budgetLayout());
    const auto inspector = [](QWidget* parent) -> SelectionInspector* { return new LayerInspector(parent); };
    registry.setInspector(kPluginId, kAudit, inspector);
    registry.setInspector(kPluginId, kAdapter, inspector);
    registry.setInspector(kPluginId, kLossCurve, inspector);
    registry.setInspector(kPluginId, kCompareFull, inspector);
}

} // namespace vitrine::intruder_threshold
