#pragma once

#include "plugins/intruder_threshold/compute/layer_model.h"
#include "plugins/intruder_threshold/views/layer_view.h"
#include "widgets/latest_task.h"

class QDoubleSpinBox;
class QSlider;

namespace vitrine {
class TextLabel;
} // namespace vitrine

namespace vitrine::intruder_threshold {

inline constexpr char kStrengthKind[] = "strength"; ///< of the transient emphasis: panes of a page share the slider

/// A pane with a slider over the strength of the adapter: reads the chosen layer once, in the background, and asks the
/// exact rung at every move. Where the weights are not there it shows what the run has kept, and says why.
class StrengthView : public LayerView {
    Q_OBJECT
public:
    explicit StrengthView(QWidget* parent);

    std::optional<FigureSpec> figure() const final;
    ChartView* chart() const final { return m_chart; }
    std::function<std::string()> csvMaker() const final;
    nlohmann::json figureOptions() const final;

    double strength() const;
    void setStrength(double strength);
    QSlider* slider() const { return m_slider; }
    QDoubleSpinBox* field() const { return m_field; }
    /// True while the layer is read or a strength is computed.
    bool isBusy() const { return m_load.isRunning() || m_ask.isRunning(); }

protected:
    void showData() final;
    void showEvent(QShowEvent* event) final;
    /// Whether the overlaps themselves are wanted, not only their maxima.
    virtual bool wantsOverlaps() const = 0;
    virtual std::optional<FigureSpec> makeFigure(const LayerRow& row,
                                                 const intruder::UpdatedSpectrum* updated) const = 0;

private:
    void loadLayer();
    void ask();
    void redraw();
    void tellStrength();
    void followStrength(const QString& kind);
    void say(const QString& sentence);

    QSlider* m_slider;
    QDoubleSpinBox* m_field;
    TextLabel* m_note;
    ChartView* m_chart;
    LatestTask m_load;
    LatestTask m_ask;
    std::shared_ptr<LayerModel> m_model;
    std::string m_wanted; ///< layer that is loaded or being loaded
    std::optional<intruder::UpdatedSpectrum> m_updated;
    QPointer<Selection> m_followed;
    bool m_telling = false;
};

/// Singular values of the base and of W(s).
class SpectrumView : public StrengthView {
    Q_OBJECT
public:
    using StrengthView::StrengthView;
    QString figureId() const override;
    std::string outputId() const override;

protected:
    bool wantsOverlaps() const override { return false; }
    std::optional<FigureSpec> makeFigure(const LayerRow& row, const intruder::UpdatedSpectrum* updated) const override;
};

/// Overlaps of the leading directions of W(s) with those of the base.
class OverlapView : public StrengthView {
    Q_OBJECT
public:
    using StrengthView::StrengthView;
    QString figureId() const override;
    std::string outputId() const override;

protected:
    bool wantsOverlaps() const override { return true; }
    std::optional<FigureSpec> makeFigure(const LayerRow& row, const intruder::UpdatedSpectrum* updated) const override;
};

} // namespace vitrine::intruder_threshold
