#pragma once

#include "core/figure/figure_drawing.h"
#include "widgets/style/tokens.h"

class QPainter;
class QRectF;

namespace vitrine {

/// A drawing of a figure that paints itself. Owns all it shows.
class PaintedDrawing : public FigureDrawing {
public:
    /// Into a rectangle of layout px, of which 11 are 7 pt on paper. GUI thread only.
    virtual void paint(QPainter& painter, const QRectF& area, const Tokens& tokens) const = 0;
};

} // namespace vitrine
