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

FigureView::FigureView(QWidget* parent) : LayerView(parent), m_chart(new ChartView) {
    setContent(m_chart);
    connect(m_chart, &ChartView::viewChanged, this, &FigureView::figureChanged);
}

void FigureView::showData() {
    m_chart->setSelection(selection());
    const auto spec = hasData() ? makeFigure() : std::nullopt;
    if (!spec) {
        showEmpty(hasData() ? emptyText() : noLayersText());
        return;
    }
    m_chart->setSpec(*spec);
    showContent(toQString(spec->title), facts());
}

std::optional<FigureSpec> FigureView::figure() const {
    auto spec = rows() ? makeFigure() : std::nullopt;
    return spec ? std::optional(m_chart->asShown(std::move(*spec))) : std::nullopt;
}

std::function<std::string()> FigureView::csvMaker() const {
    auto spec = figure();
    if (!spec)
        return {};
    return [spec = std::move(*spec)] { return figureCsv(spec); };
}

QString MarginView::figureId() const {
    return QLatin1String(kMarginFigure);
}

std::string MarginView::outputId() const {
    return kLayers;
}

std::optional<FigureSpec> MarginView::makeFigure() const {
    return marginFigure(*data(), *rows());
}

QString ScanView::figureId() const {
    return QLatin1String(kScanFigure);
}

nlohmann::json ScanView::figureOptions() const {
    const LayerRow* row = layer();
    return row ? nlohmann::json{{"layer", row->layer}} : nlohmann::json();
}

std::string ScanView::outputId() const {
    return kScan;
}

std::optional<FigureSpec> ScanView::makeFigure() const {
    const LayerRow* row = layer();
    return row ? scanFigure(*data(), *rows(), row->layer) : std::nullopt;
}

QString ScanView::emptyText() const {
    return data()->live ? tr("This layer is still to be scanned.") : tr("This run was made without a scan.");
}

QString ScanView::facts() const {
    const auto scan = outputTable(*data(), kScan);
    const auto count = scan && !rows()->isEmpty() ? scan->rowCount() / rows()->rows().size() : 0;
    return counted(static_cast<std::int64_t>(count), tr("strength"), tr("strengths"));
}

QString UpdateView::figureId() const {
    return QLatin1String(kUpdateFigure);
}

nlohmann::json UpdateView::figureOptions() const {
    const LayerRow* row = layer();
    return row ? nlohmann::json{{"layer", row->layer}} : nlohmann::json();
}

std::string UpdateView::outputId() const {
    return kUpdateSpectrum;
}

std::optional<FigureSpec> UpdateView::makeFigure() const {
    const LayerRow* row = layer();
    return row ? updateFigure(*data(), *row) : std::nullopt;
}

QString UpdateView::emptyText() const {
    return data()->live ? tr("The singular values come when the last layer is finished.")
                        : tr("This run has kept no singular values.");
}

QString UpdateView::facts() const {
    const LayerRow* row = layer();
    return row ? tr("%1 × %2").arg(row->rows).arg(row->columns) : QString();
}

QString ReachView::figureId() const {
    return QLatin1String(kReachFigure);
}

std::string ReachView::outputId() const {
    return kLayers;
}

std::optional<FigureSpec> ReachView::makeFigure() const {
    return reachFigure(*data(), *rows());
}

QString ReachView::emptyText() const {
    return tr("No layer was changed, so there is no update to draw.");
}

QString PredictionView::figureId() const {
    return QLatin1String(kPredictionFigure);
}

std::string PredictionView::outputId() const {
    return kLayers;
}

std::optional<FigureSpec> PredictionView::makeFigure() const {
    return predictionFigure(*data(), *rows());
}

QString PredictionView::emptyText() const {
    return tr("No layer has a first crossing within the scan, so there is nothing to compare with.");
}

QString RocView::figureId() const {
    return QLatin1String(kRocFigure);
}

std::string RocView::outputId() const {
    return kLayers;
}

std::optional<FigureSpec> RocView::makeFigure() const {
    return rocFigure(*data(), *rows());
}

QString RocView::emptyText() const {
    return tr("All layers are of one class: with intruders at s = 1, or without. A curve needs both.");
}

QString ForgettingView::figureId() const {
    return QLatin1String(kForgettingFigure);
}

std::string ForgettingView::outputId() const {
    return kLoss;
}

std::optional<FigureSpec> ForgettingView::makeFigure() const {
    return forgettingFigure(*data(), *rows());
}

QString ForgettingView::emptyText() const {
    return data()->live ? tr("The first strength is still being evaluated.")
                        : tr("The run ended before its first strength was evaluated.");
}

QString BudgetView::figureId() const {
    return QLatin1String(kBudgetFigure);
}

std::string BudgetView::outputId() const {
    return kBudgetTable;
}

std::optional<FigureSpec> BudgetView::makeFigure() const {
    return budgetFigure(*data());
}

QString BudgetView::emptyText() const {
    return data()->live ? tr("The layers come when the milder adapter was written and read again.") : noLayersText();
}

} // namespace vitrine::intruder_threshold
