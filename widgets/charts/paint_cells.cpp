#include "core/values/text.h"
#include "widgets/charts/figure_painter.h"
#include "widgets/charts/number_label.h"

#include <QFontMetricsF>
#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>

// Heat maps of FigurePainter.

namespace vitrine {
namespace {

constexpr double kLeastCellForGaps = 6;
constexpr double kLeastNumberWidth = 30;
constexpr double kLeastNumberHeight = 15;
constexpr int kColors = 512;

/// The map as a table: 10^6 cells need no search between stops.
std::array<QRgb, kColors> colorTable(ColorMap map, const Tokens& tokens) {
    std::array<QRgb, kColors> table{};
    for (int i = 0; i < kColors; ++i)
        table[static_cast<std::size_t>(i)] = mapColor(map, i / double(kColors - 1), tokens).rgb();
    return table;
}

/// Of the cells that fall on one pixel, the one farthest from the neutral value: extremes are kept.
double extremeCell(const Matrix& matrix, std::size_t row0, std::size_t row1, std::size_t column0, std::size_t column1,
                   double neutral) {
    double best = std::nan("");
    for (std::size_t r = row0; r < row1; ++r)
        for (std::size_t c = column0; c < column1; ++c) {
            const double value = matrix.at(r, c);
            if (std::isfinite(value) && !(std::abs(value - neutral) <= std::abs(best - neutral)))
                best = value;
        }
    return best;
}

void hatch(QPainter* painter, const QRectF& rect, const Tokens& tokens, double lineFactor) {
    painter->save();
    painter->setClipRect(rect, Qt::IntersectClip);
    painter->fillRect(rect, tokens.base);
    painter->setPen(QPen(tokens.line2, lineFactor));
    for (double x = rect.left() - rect.height(); x < rect.right(); x += 5)
        painter->drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
    painter->restore();
}

} // namespace

QRectF FigurePainter::cellRect(std::size_t row, std::size_t column) const {
    const double x = m_map.xPixel(static_cast<double>(column) - 0.5);
    const double y = m_map.yPixel(static_cast<double>(row) - 0.5);
    return {x, y, m_map.xUnit(), m_map.yUnit()};
}

QColor FigurePainter::cellColor(const FigureMark& mark, double value) const {
    const AxisTransform transform(m_figure.spec().value.scale, m_figure.spec().value.symlogThreshold);
    const AxisRange& range = m_plan.layout.valueRange;
    return mapColor(mark.neutral ? ColorMap::diverging : ColorMap::sequential,
                    (transform.forward(value) - range.low) / range.span(), m_tokens);
}

void FigurePainter::paintCells(QPainter* painter, const Layer& layer) const {
    const FigureMark& mark = layer.mark();
    if (!mark.matrix || mark.matrix->rows == 0 || mark.matrix->columns == 0)
        return;
    const Matrix& matrix = *mark.matrix;
    painter->save();
    painter->setClipRect(m_map.plot, Qt::IntersectClip);
    painter->setRenderHint(QPainter::Antialiasing, false);
    const bool gaps = std::min(m_map.xUnit(), m_map.yUnit()) >= kLeastCellForGaps;
    const auto firstOf = [](double low) { return static_cast<std::size_t>(std::max(0.0, std::floor(low + 0.5))); };
    const auto lastOf = [](double high, std::size_t count) {
        return std::min(count, static_cast<std::size_t>(std::max(0.0, std::ceil(high + 0.5))));
    };
    const std::size_t row0 = firstOf(m_map.y.low), row1 = lastOf(m_map.y.high, matrix.rows);
    const std::size_t column0 = firstOf(m_map.x.low), column1 = lastOf(m_map.x.high, matrix.columns);
    if (gaps || (row1 - row0) * (column1 - column0) <= 2500) {
        for (std::size_t row = row0; row < row1; ++row)
            for (std::size_t column = column0; column < column1; ++column) {
                const double value = matrix.at(row, column);
                const QRectF rect = cellRect(row, column).adjusted(0, 0, gaps ? -1 : 0.5, gaps ? -1 : 0.5);
                if (std::isfinite(value))
                    painter->fillRect(rect, cellColor(mark, value));
                else
                    hatch(painter, rect, m_tokens, m_style.lineFactor);
                if (std::isinf(value))
                    drawCross(painter, rect.center(), m_tokens.error, m_style.lineFactor);
            }
        paintCellNumbers(painter, mark);
    } else if (row1 > row0 && column1 > column0) {
        const AxisTransform transform(m_figure.spec().value.scale, m_figure.spec().value.symlogThreshold);
        const AxisRange& range = m_plan.layout.valueRange;
        const auto table = colorTable(mark.neutral ? ColorMap::diverging : ColorMap::sequential, m_tokens);
        const double neutral = mark.neutral.value_or(transform.inverse(range.low));
        const int width =
            static_cast<int>(std::min<double>(double(column1 - column0), std::ceil(m_map.plot.width() * 2)));
        const int height = static_cast<int>(std::min<double>(double(row1 - row0), std::ceil(m_map.plot.height() * 2)));
        QImage image(width, height, QImage::Format_ARGB32);
        const auto edge = [](std::size_t from, std::size_t to, int i, int n) {
            return from + (to - from) * static_cast<std::size_t>(i) / static_cast<std::size_t>(n);
        };
        for (int y = 0; y < height; ++y) {
            auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
            for (int x = 0; x < width; ++x) {
                const double value =
                    extremeCell(matrix, edge(row0, row1, y, height), edge(row0, row1, y + 1, height),
                                edge(column0, column1, x, width), edge(column0, column1, x + 1, width), neutral);
                const double part = (transform.forward(value) - range.low) / range.span();
                line[x] = std::isfinite(part)
                              ? table[static_cast<std::size_t>(std::clamp(part, 0.0, 1.0) * (kColors - 1) + 0.5)]
                              : m_tokens.line2.rgba();
            }
        }
        const QRectF area(cellRect(row0, column0).topLeft(), cellRect(row1 - 1, column1 - 1).bottomRight());
        painter->drawImage(area, image);
    }
    painter->restore();
    for (const QString& key : m_emphasis.selected)
        for (const MarkPoint& point : m_figure.pointsOf(key)) {
            if (point.mark != layer.index || point.index < 0)
                continue;
            const std::size_t cells = indicesPerKey(mark);
            const std::size_t first = static_cast<std::size_t>(point.index) * cells;
            const std::size_t row = first / matrix.columns, column = first % matrix.columns;
            const QRectF line(cellRect(row, column).topLeft(), cellRect(row, column + cells - 1).bottomRight());
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(m_tokens.accent, 2));
            painter->drawRect(line.intersected(m_map.plot).adjusted(0, 0, -1, -1));
        }
}

void FigurePainter::paintCellNumbers(QPainter* painter, const FigureMark& mark) const {
    if (m_map.xUnit() < kLeastNumberWidth || m_map.yUnit() < kLeastNumberHeight)
        return;
    const Matrix& matrix = *mark.matrix;
    // Three digits; numbers from 1 on that stand for shares or errors would lose what tells them apart with fewer.
    const int decimals = commonDecimals(matrix.cells);
    painter->setFont(m_style.font);
    const QFontMetricsF metrics(m_style.font);
    for (std::size_t row = 0; row < matrix.rows; ++row)
        for (std::size_t column = 0; column < matrix.columns; ++column) {
            const QRectF rect = cellRect(row, column);
            const double value = matrix.at(row, column);
            if (!std::isfinite(value) || !m_map.plot.intersects(rect))
                continue;
            const QString text = decimalLabel(value, decimals, m_style.locale);
            const double width = metrics.horizontalAdvance(text);
            if (width + 4 > rect.width())
                continue;
            painter->setPen(cellTextColor(cellColor(mark, value), m_tokens));
            painter->drawText(
                QPointF(rect.center().x() - width / 2, rect.center().y() + (metrics.ascent() - metrics.descent()) / 2),
                text);
        }
}

void FigurePainter::paintColorBar(QPainter* painter, const FigureMark& mark) const {
    const QRectF bar = m_plan.layout.colorBar;
    const AxisRange& range = m_plan.layout.valueRange;
    const FigureAxis& axis = m_figure.spec().value;
    const AxisTransform transform(axis.scale, axis.symlogThreshold);
    painter->setRenderHint(QPainter::Antialiasing, false);
    const int steps = 64;
    for (int i = 0; i < steps; ++i) {
        const double part = (i + 0.5) / steps;
        painter->fillRect(
            QRectF(bar.left(), bar.bottom() - bar.height() * (i + 1) / steps, bar.width(), bar.height() / steps + 0.5),
            mapColor(mark.neutral ? ColorMap::diverging : ColorMap::sequential, part, m_tokens));
    }
    painter->setRenderHint(QPainter::Antialiasing, true);
    painter->setFont(m_style.font);
    painter->setPen(m_tokens.text2);
    const QFontMetricsF metrics(m_style.font);
    for (double value : m_plan.layout.valueTicks.values) {
        const double part = (transform.forward(value) - range.low) / range.span();
        const double y = std::clamp(bar.bottom() - part * bar.height() + (metrics.ascent() - metrics.descent()) / 2,
                                    bar.top() + metrics.ascent() - 2, bar.bottom());
        painter->drawText(QPointF(bar.right() + 4, y), tickLabel(value, m_plan.layout.valueTicks, m_style.locale));
    }
    const QString title = metrics.elidedText(toQString(axisTitle(axis)), Qt::ElideRight, bar.height());
    painter->save();
    painter->translate(m_plan.size.width() - 6, bar.center().y());
    painter->rotate(-90);
    painter->drawText(QPointF(-metrics.horizontalAdvance(title) / 2, -metrics.descent() + 2), title);
    painter->restore();
}

} // namespace vitrine
