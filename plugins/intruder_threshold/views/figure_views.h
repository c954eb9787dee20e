#pragma once

#include "plugins/intruder_threshold/views/layer_view.h"

namespace vitrine::intruder_threshold {

/// A pane that shows one figure of the layers; clicks on points and cells choose layers.
class FigureView : public LayerView {
    Q_OBJECT
public:
    explicit FigureView(QWidget* parent);

    std::optional<FigureSpec> figure() const final;
    ChartView* chart() const final { return m_chart; }
    std::function<std::string()> csvMaker() const final;

protected:
    void showData() final;
    /// Whether there is anything to draw a figure of; asked before it is made.
    virtual bool hasData() const { return !rows()->isEmpty(); }
    virtual std::optional<FigureSpec> makeFigure() const = 0;
    /// Said instead of the figure when there is none.
    virtual QString emptyText() const = 0;
    virtual QString facts() const { return {}; }

private:
    ChartView* m_chart;
};

/// Depth x module map of the margins, of a base of the thresholds.
class MarginView : public FigureView {
    Q_OBJECT
public:
    using FigureView::FigureView;
    QString figureId() const override;
    std::string outputId() const override;

protected:
    std::optional<FigureSpec> makeFigure() const override;
    QString emptyText() const override { return noLayersText(); }
    QString facts() const override { return tr("depth × module"); }
};

/// Overlap over the strength of the chosen layer.
class ScanView : public FigureView {
    Q_OBJECT
public:
    using FigureView::FigureView;
    QString figureId() const override;
    nlohmann::json figureOptions() const override;
    std::string outputId() const override;

protected:
    std::optional<FigureSpec> makeFigure() const override;
    QString emptyText() const override;
    QString facts() const override;
};

/// Singular values of a fine-tuning next to those of the base, of the chosen layer.
class UpdateView : public FigureView {
    Q_OBJECT
public:
    using FigureView::FigureView;
    QString figureId() const override;
    nlohmann::json figureOptions() const override;
    std::string outputId() const override;

protected:
    std::optional<FigureSpec> makeFigure() const override;
    QString emptyText() const override;
    QString facts() const override;
};

/// Updates of a fine-tuning against the thresholds of their layers.
class ReachView : public FigureView {
    Q_OBJECT
public:
    using FigureView::FigureView;
    QString figureId() const override;
    std::string outputId() const override;

protected:
    std::optional<FigureSpec> makeFigure() const override;
    QString emptyText() const override;
};

/// Predicted against measured thresholds.
class PredictionView : public FigureView {
    Q_OBJECT
public:
    using FigureView::FigureView;
    QString figureId() const override;
    std::string outputId() const override;

protected:
    std::optional<FigureSpec> makeFigure() const override;
    QString emptyText() const override;
};

/// ROC curves of the thresholds.
class RocView : public FigureView {
    Q_OBJECT
public:
    using FigureView::FigureView;
    QString figureId() const override;
    std::string outputId() const override;

protected:
    std::optional<FigureSpec> makeFigure() const override;
    QString emptyText() const override;
};

/// Loss over the strength next to the median thresholds.
class ForgettingView : public FigureView {
    Q_OBJECT
public:
    using FigureView::FigureView;
    QString figureId() const override;
    std::string outputId() const override;

protected:
    std::optional<FigureSpec> makeFigure() const override;
    QString emptyText() const override;
};

/// Margins of the layers before and after a spike budget.
class BudgetView : public FigureView {
    Q_OBJECT
public:
    using FigureView::FigureView;
    QString figureId() const override;
    std::string outputId() const override;

protected:
    bool hasData() const override { return true; } // the run has no table of layers but its own
    std::optional<FigureSpec> makeFigure() const override;
    QString emptyText() const override;
};

} // namespace vitrine::intruder_threshold
