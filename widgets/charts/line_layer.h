#pragma once

#include <QColor>
#include <QImage>
#include <QPainter>
#include <QPolygonF>

#include <vector>

namespace vitrine {

/// Lines that run from left to right, drawn pixel column by pixel column into a picture of their own. For solid areas
/// and for hundreds of lines this takes a hundredth of the time of a stroked path, at the same width and softness of
/// edges; ends are not mitred. On raster devices only.
class LineLayer {
public:
    /// @param area  that may be painted, in coordinates of the painter, which must not be turned
    LineLayer(QPainter* painter, const QRectF& area);

    static bool canPaint(const QPainter* painter);

    /// A piece of a line without gaps, x ascending. @param width  in coordinates of the painter
    void addPiece(const QPolygonF& piece, double width, const QColor& color);
    /// Paints what has been added so far.
    void flush();

private:
    struct Span { // of the line in one pixel column
        double low = 0.0, high = 0.0;
        bool any = false;
    };
    struct Edges { // where the ink of a column begins and ends, half covered
        double top = 1e9, bottom = -1e9, fade = 1.0;
        double perFade = 1.0; ///< 1 / fade
        bool isSteep = false;
        double coverage(int y) const;
    };
    void addSegment(const QPointF& from, const QPointF& to);
    void extend(int column, double y0, double y1);
    Edges edgesOf(int column) const;
    void emitColumn(int column, const Edges& before, const Edges& here, const Edges& after);

    QPainter* m_painter;
    QTransform m_toDevice;
    QRect m_area; ///< device pixels
    QImage m_image;
    double m_width = 1.0;
    QRgb m_ink = 0; ///< premultiplied
    int m_first = 0, m_last = -1;
    std::vector<Span> m_spans; ///< by column of the area
    bool m_isUsed = false;
};

} // namespace vitrine
