#pragma once

#include "widgets/charts/figure_style.h"

#include <QGraphicsItem>
#include <QStringList>

#include <optional>
#include <utility>

namespace vitrine {

/// What moves over a chart without touching it: cursor line, rubber band, and the read-out box beside a datum.
class ReadOutItem : public QGraphicsItem {
public:
    ReadOutItem();

    void setArea(const QRectF& scene, const QRectF& plot);
    void setStyle(const FigureStyle& style);
    /// First line bold; empty: hidden. The box flips sides before the edge and never covers the point.
    void setReadOut(const QPointF& point, const QStringList& lines);
    void setCursor(std::optional<double> x); ///< in pixels
    void setBand(const QRectF& band);        ///< empty: none

    QStringList lines() const { return m_lines; }
    /// The lines as they are drawn: long ones are broken between words.
    QStringList shownLines() const;
    QRectF boxRect() const { return m_box; }

    QRectF boundingRect() const override { return m_scene; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void updateBox();

    QRectF m_scene, m_plot, m_band, m_box;
    FigureStyle m_style;
    QPointF m_point;
    QStringList m_lines;
    QList<std::pair<QString, bool>> m_pieces; ///< lines as drawn, and whether each is bold
    std::optional<double> m_cursor;
};

} // namespace vitrine
