#pragma once

#include "core/figure/ticks.h"

#include <QPointF>
#include <QRectF>

#include <cmath>

namespace vitrine {

/// Whether a pixel has a place and lies in the rectangle: to QRectF, what is not a number lies everywhere.
inline bool isWithin(const QRectF& rect, const QPointF& pixel) {
    return std::isfinite(pixel.x()) && std::isfinite(pixel.y()) && rect.contains(pixel);
}

/// Visible range of one axis in positions of its transform (data units on linear axes, decades on log ones).
struct AxisRange {
    double low = 0.0;
    double high = 1.0;
    double span() const { return high - low; }
    friend bool operator==(const AxisRange&, const AxisRange&) = default;
};

/// From data to the plot rectangle and back.
struct PlotMap {
    QRectF plot;
    AxisTransform xTransform, yTransform;
    AxisRange x, y;
    bool downwards = false; ///< vertical axis of categories: first one at the top

    double xPixel(double value) const {
        return plot.left() + (xTransform.forward(value) - x.low) / x.span() * plot.width();
    }
    double yPixel(double value) const {
        const double part = (yTransform.forward(value) - y.low) / y.span();
        return downwards ? plot.top() + part * plot.height() : plot.bottom() - part * plot.height();
    }
    QPointF pixel(double xValue, double yValue) const { return {xPixel(xValue), yPixel(yValue)}; }
    double xPosition(double pixel) const { return x.low + (pixel - plot.left()) / plot.width() * x.span(); }
    double yPosition(double pixel) const {
        const double part = (downwards ? pixel - plot.top() : plot.bottom() - pixel) / plot.height();
        return y.low + part * y.span();
    }
    double xValue(double pixel) const { return xTransform.inverse(xPosition(pixel)); }
    double yValue(double pixel) const { return yTransform.inverse(yPosition(pixel)); }
    /// Pixels of one data unit on a linear or category axis.
    double xUnit() const { return plot.width() / x.span(); }
    double yUnit() const { return plot.height() / y.span(); }
};

} // namespace vitrine
