#pragma once

#include "plugins/intruder_threshold/views/layer_view.h"

namespace vitrine::intruder_threshold {

/// One figure of the layers as a pane is made of it.
struct LayerPane {
    const char* figureId;
    const char* outputId;
    /// @param chosen  the layer in front; null: none
    std::optional<FigureSpec> (*figure)(const RunData& data, const LayerRows& rows, const LayerRow* chosen);
    /// Said instead of the figure when there is none; null: as where there are no layers.
    QString (*emptyText)(const RunData& data) = nullptr;
    /// Hint in the title; null: none.
    QString (*facts)(const RunData& data, const LayerRows& rows, const LayerRow* chosen) = nullptr;
    bool isOfLayer = false;  ///< the figure is of the chosen layer, which its options name
    bool needsLayers = true; ///< asked before the figure is made; a budget has no table of layers but its own
};

namespace panes {
extern const LayerPane kMargin;     ///< depth x module map of the margins, of a base of the thresholds
extern const LayerPane kScan;       ///< overlap over the strength of the chosen layer
extern const LayerPane kUpdate;     ///< singular values of a fine-tuning next to those of the base
extern const LayerPane kReach;      ///< updates of a fine-tuning against the thresholds of their layers
extern const LayerPane kPrediction; ///< predicted against measured thresholds
extern const LayerPane kRoc;        ///< ROC curves of the thresholds
extern const LayerPane kForgetting; ///< loss over the strength next to the median thresholds
extern const LayerPane kBudget;     ///< margins of the layers before and after a spike budget
} // namespace panes

/// A pane that shows one figure of the layers; clicks on points and cells choose layers.
class LayerFigureView : public LayerView {
    Q_OBJECT
public:
    LayerFigureView(const LayerPane& pane, QWidget* parent);

    std::optional<FigureSpec> figure() const final;
    ChartView* chart() const final { return m_chart; }
    std::function<std::string()> csvMaker() const final;
    QString figureId() const final { return QLatin1String(m_pane.figureId); }
    nlohmann::json figureOptions() const final;
    std::string outputId() const final { return m_pane.outputId; }

protected:
    void showData() final;

private:
    const LayerPane& m_pane;
    ChartView* m_chart;
};

} // namespace vitrine::intruder_threshold
