#include "plugins/intruder_threshold/views/figure_views.h"

#include "core/values/text.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/views/budget_figure.h"
#include "plugins/intruder_threshold/views/layer_figures.h"
#include "plugins/intruder_threshold/views/loss_figure.h"
#include "plugins/intruder_threshold/views/update_figure.h"
#include "widgets/charts/chart_view.h"
#include "widgets/data/display_number.h"

namespace vitrine::intruder_threshold {

namespace {

QString scanFacts(const RunData& data, const LayerRows& rows, const LayerRow*) {
    const auto scan = outputTable(data, kScan);
    const auto count = scan && !rows.isEmpty() ? scan->rowCount() / rows.rows().size() : 0;
    return counted(static_cast<std::int64_t>(count), LayerFigureView::tr("strength"), LayerFigureView::tr("strengths"));
}

} // namespace

namespace panes {

const LayerPane kMargin{
    kMarginFigure, kLayers,
    [](const RunData& data, const LayerRows& rows, const LayerRow*) { return marginFigure(data, rows); }, nullptr,
    [](const RunData&, const LayerRows&, const LayerRow*) { return LayerFigureView::tr("depth × module"); }};

const LayerPane kScan{kScanFigure,
                      intruder_threshold::kScan,
                      [](const RunData& data, const LayerRows& rows, const LayerRow* chosen) {
                          return chosen ? scanFigure(data, rows, chosen->layer) : std::nullopt;
                      },
                      [](const RunData& data) {
                          return data.live ? LayerFigureView::tr("This layer is still to be scanned.")
                                           : LayerFigureView::tr("This run was made without a scan.");
                      },
                      scanFacts,
                      true};

const LayerPane kUpdate{
    kUpdateFigure,
    kUpdateSpectrum,
    [](const RunData& data, const LayerRows&, const LayerRow* chosen) {
        return chosen ? updateFigure(data, *chosen) : std::nullopt;
    },
    [](const RunData& data) {
        return data.live ? LayerFigureView::tr("The singular values come when the last layer is finished.")
                         : LayerFigureView::tr("This run has kept no singular values.");
    },
    [](const RunData&, const LayerRows&, const LayerRow* chosen) {
        return chosen ? LayerFigureView::tr("%1 × %2").arg(chosen->rows).arg(chosen->columns) : QString();
    },
    true};

const LayerPane kReach{
    kReachFigure, kLayers,
    [](const RunData& data, const LayerRows& rows, const LayerRow*) { return reachFigure(data, rows); },
    [](const RunData&) { return LayerFigureView::tr("No layer was changed, so there is no update to draw."); }};

const LayerPane kPrediction{
    kPredictionFigure, kLayers,
    [](const RunData& data, const LayerRows& rows, const LayerRow*) { return predictionFigure(data, rows); },
    [](const RunData&) {
        return LayerFigureView::tr("No layer has a threshold that could be drawn against the scan.");
    }};

const LayerPane kRoc{kRocFigure, kLayers,
                     [](const RunData& data, const LayerRows& rows, const LayerRow*) { return rocFigure(data, rows); },
                     [](const RunData&) {
                         return LayerFigureView::tr(
                             "All layers are of one class: with intruders at s = 1, or without. A curve needs both.");
                     }};

const LayerPane kForgetting{
    kForgettingFigure, kLoss,
    [](const RunData& data, const LayerRows& rows, const LayerRow*) { return forgettingFigure(data, rows); },
    [](const RunData& data) {
        return data.live ? LayerFigureView::tr("The first strength is still being evaluated.")
                         : LayerFigureView::tr("The run ended before its first strength was evaluated.");
    }};

const LayerPane kBudget{
    kBudgetFigure,
    kBudgetTable,
    [](const RunData& data, const LayerRows&, const LayerRow*) { return budgetFigure(data); },
    [](const RunData& data) {
        return data.live ? LayerFigureView::tr("The layers come when the milder adapter was written and read again.")
                         : QString();
    },
    nullptr,
    false,
    false};

} // namespace panes

LayerFigureView::LayerFigureView(const LayerPane& pane, QWidget* parent)
    : LayerView(parent), m_pane(pane), m_chart(new ChartView) {
    setContent(m_chart);
    connect(m_chart, &ChartView::viewChanged, this, &LayerFigureView::figureChanged);
}

void LayerFigureView::showData() {
    m_chart->setSelection(selection());
    const bool hasData = !m_pane.needsLayers || !rows()->isEmpty();
    const auto spec = hasData ? m_pane.figure(*data(), *rows(), layer()) : std::nullopt;
    if (!spec) {
        const QString said = hasData && m_pane.emptyText ? m_pane.emptyText(*data()) : QString();
        showEmpty(said.isEmpty() ? noLayersText() : said);
        return;
    }
    m_chart->setSpec(*spec);
    showContent(toQString(spec->title), m_pane.facts ? m_pane.facts(*data(), *rows(), layer()) : QString());
}

std::optional<FigureSpec> LayerFigureView::figure() const {
    auto spec = rows() ? m_pane.figure(*data(), *rows(), layer()) : std::nullopt;
    return spec ? std::optional(m_chart->asShown(std::move(*spec))) : std::nullopt;
}

nlohmann::json LayerFigureView::figureOptions() const {
    const LayerRow* row = m_pane.isOfLayer ? layer() : nullptr;
    return row ? nlohmann::json{{"layer", row->layer}} : nlohmann::json();
}

std::function<std::string()> LayerFigureView::csvMaker() const {
    auto spec = figure();
    if (!spec)
        return {};
    return [spec = std::move(*spec)] { return figureCsv(spec); };
}

} // namespace vitrine::intruder_threshold
