#pragma once

#include "widgets/charts/figure_axes.h"
#include "widgets/charts/figure_painter.h"

#include <QGraphicsItem>
#include <QGraphicsScene>

#include <memory>

namespace vitrine {

/// A figure as a graphics scene: axes by Qt Charts, one item of ours beneath them (grid, selected rows) and one above
/// (all marks). Screen and exports show the same scene.
class FigureScene : public QGraphicsScene {
    Q_OBJECT
public:
    explicit FigureScene(QObject* parent = nullptr);
    ~FigureScene() override;

    void setFigure(std::shared_ptr<const FigureSpec> spec);
    void setStyle(const FigureStyle& style);
    void setSize(const QSizeF& size);
    void setView(const FigureView& view);
    void setEmphasis(const FigureEmphasis& emphasis);
    /// Keeps marks as a picture between changes, so that hovering repaints nothing else. Never for export.
    void setCached(bool cached);

    const PreparedFigure& figure() const { return m_figure; }
    const FigurePlan& plan() const { return m_plan; }
    const FigureStyle& style() const { return m_style; }
    const FigureView& view() const { return m_view; }
    const FigureEmphasis& emphasis() const { return m_emphasis; }
    /// Lays out now if something has changed since the last time.
    void ensurePlanned();

Q_SIGNALS:
    void planned(); ///< the plan is new: ranges, ticks, badges may have changed

private:
    class LayerItem;
    void invalidate();
    void updateAxes();

    PreparedFigure m_figure;
    FigureStyle m_style;
    FigureView m_view;
    FigureEmphasis m_emphasis;
    FigurePlan m_plan;
    QSizeF m_size;
    bool m_dirty = true;
    std::unique_ptr<FigureAxes> m_axes;
    LayerItem* m_ground;
    LayerItem* m_marks;
};

} // namespace vitrine
