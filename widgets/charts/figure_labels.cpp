#include "widgets/charts/figure_labels.h"

#include "core/values/text.h"
#include "widgets/charts/number_label.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine {
namespace {

constexpr double kLabelDistance = 14;
constexpr double kLabelOffset = 6;

bool namesLines(const PreparedFigure& figure) {
    const std::size_t lines = figure.labelledMarks(MarkKind::line).size();
    return lines > 0 && lines <= kMostEndLabels && legendMarks(figure).isEmpty();
}

/// About a hundredth of what the axis spans, whatever the ticks: values do not lose a digit in a smaller pane.
int valueDecimals(const FigureLayout& layout) {
    const double span = layout.map.y.span();
    if (!layout.map.yTransform.isIdentity() || !(span > 0))
        return std::min(layout.yTickValues.decimals + 1, 8);
    return static_cast<int>(std::clamp(std::ceil(2.0 - std::log10(span)), 0.0, 8.0));
}

/// Last point of a line that can be seen.
std::optional<QPointF> visibleEnd(const PreparedFigure::Mark& prepared, const PlotMap& map, double* value) {
    const FigureMark& mark = *prepared.mark;
    const std::size_t count = std::min(mark.x.size(), mark.y.size());
    std::size_t end = count;
    if (prepared.ascending) {
        const double limit = map.xTransform.inverse(map.x.high + map.x.span() * 1e-9);
        end = static_cast<std::size_t>(
            std::upper_bound(mark.x.begin(), mark.x.begin() + static_cast<std::ptrdiff_t>(count), limit) -
            mark.x.begin());
    }
    // A line may end in gaps; only its last stretch is searched.
    const std::size_t stop = end > 4096 ? end - 4096 : 0;
    for (std::size_t i = end; i > stop; --i) {
        const QPointF pixel = map.pixel(mark.x[i - 1], mark.y[i - 1]);
        if (!std::isfinite(pixel.x()) || !std::isfinite(pixel.y()))
            continue;
        if (!map.plot.adjusted(-1, -1, 1, 1).contains(pixel))
            return std::nullopt;
        *value = mark.y[i - 1];
        return pixel;
    }
    return std::nullopt;
}

struct Pending {
    PlotLabel label;
    bool beside = false; ///< in the right margin
    QString value;       ///< after the name; shown whole when the name has to be cut
};

QString valueText(double value, const FigureLayout& layout, const FigureStyle& style) {
    return layout.yTickValues.scientific ? shortLabel(value, 3, style.locale)
                                         : decimalLabel(value, valueDecimals(layout), style.locale);
}

/// Name and value in this width: the name gives way, the number never does.
QString fitted(const Pending& item, const QFontMetricsF& metrics, double width) {
    const QString tail = item.label.text.isEmpty() ? item.value : QString(QLatin1Char(' ') + item.value);
    if (item.value.isEmpty() || metrics.horizontalAdvance(tail) > width)
        return metrics.elidedText(item.label.text + tail, Qt::ElideRight, width);
    return metrics.elidedText(item.label.text, Qt::ElideRight, width - metrics.horizontalAdvance(tail)) + tail;
}

void appendLineNames(QList<Pending>& pending, const FigureLayout& layout, const PreparedFigure& figure,
                     const FigureStyle& style) {
    const PlotMap& map = layout.map;
    for (int index : figure.labelledMarks(MarkKind::line)) {
        const PreparedFigure::Mark& prepared = figure.marks()[static_cast<std::size_t>(index)];
        double value = 0;
        const std::optional<QPointF> end = visibleEnd(prepared, map, &value);
        if (!end)
            continue;
        Pending item;
        item.beside = end->x() > map.plot.right() - 24;
        item.label.text = toQString(prepared.mark->label);
        if (!figure.has(MarkKind::diagonal)) // against y = x a line is read as a whole, its end says nothing
            item.value = valueText(value, layout, style);
        item.label.anchor =
            QPointF(item.beside ? map.plot.right() + kLabelOffset : end->x() + kLabelOffset + 2, end->y());
        item.label.color = seriesTextColor(prepared.mark->slot, style.theme);
        item.label.strong = true;
        pending.append(item);
    }
}

void appendReferenceNames(QList<Pending>& pending, FigureLayout& layout, const PreparedFigure& figure,
                          const FigureStyle& style) {
    const PlotMap& map = layout.map;
    const QFontMetricsF metrics(style.font);
    QList<QRectF> taken; // by names of vertical lines
    for (const PreparedFigure::Mark& prepared : figure.marks()) {
        const FigureMark& mark = *prepared.mark;
        if (mark.label.empty())
            continue;
        PlotLabel label;
        label.color = mark.slot > 0 ? seriesTextColor(mark.slot, style.theme) : style.tokens().text2;
        if (mark.kind == MarkKind::referenceY && !mark.y.empty()) {
            const double y = map.yPixel(mark.y.front());
            if (!(y >= map.plot.top() - 1 && y <= map.plot.bottom() + 1))
                continue;
            label.text = toQString(mark.label);
            const QString value = valueText(mark.y.front(), layout, style);
            if (layout.endLabels) {
                label.anchor = QPointF(map.plot.right() + kLabelOffset, y);
                pending.append({label, true, value});
                continue;
            }
            label.text += QLatin1Char(' ') + value;
            label.anchor = QPointF(map.plot.right() - 4, y - metrics.height() / 2 - 1);
            label.alignment = Qt::AlignRight;
        } else if (mark.kind == MarkKind::referenceX && !mark.x.empty()) {
            const double x = map.xPixel(mark.x.front());
            if (!(x >= map.plot.left() - 1 && x <= map.plot.right() + 1))
                continue;
            label.text = toQString(mark.label);
            const double width = metrics.horizontalAdvance(label.text);
            const bool flips = x + width + 8 > map.plot.right();
            label.alignment = flips ? Qt::AlignRight : Qt::AlignLeft;
            label.anchor = QPointF(x + (flips ? -4 : 4), map.plot.top() + metrics.height() / 2 + 1);
            // Lines that stand close have their names one below the other.
            QRectF place(flips ? x - 4 - width : x + 4, map.plot.top() + 1, width, metrics.height());
            const auto covered = [&place](const QRectF& other) { return other.intersects(place); };
            while (std::any_of(taken.begin(), taken.end(), covered) && place.bottom() < map.plot.center().y())
                place.translate(0, metrics.height());
            taken.append(place);
            label.anchor.setY(place.center().y());
        } else {
            continue;
        }
        layout.labels.append(label);
    }
}

void spreadLabels(QList<Pending>& pending, const PlotMap& map, bool beside) {
    QList<Pending*> group;
    for (Pending& item : pending)
        if (item.beside == beside)
            group.append(&item);
    std::stable_sort(group.begin(), group.end(),
                     [](const Pending* a, const Pending* b) { return a->label.anchor.y() < b->label.anchor.y(); });
    std::vector<double> heights;
    for (const Pending* item : group)
        heights.push_back(item->label.anchor.y());
    heights = spreadApart(heights, kLabelDistance, map.plot.top() + 4, map.plot.bottom() - 4);
    for (qsizetype i = 0; i < group.size(); ++i)
        group[i]->label.anchor.setY(heights[static_cast<std::size_t>(i)]);
}

} // namespace

std::vector<double> spreadApart(const std::vector<double>& heights, double distance, double low, double high) {
    // With i * distance taken off, "apart" is "not falling": pooled means give the nearest such heights.
    struct Pool {
        double sum;
        double count;
        double mean() const { return sum / count; }
    };
    std::vector<Pool> pools;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        pools.push_back({heights[i] - static_cast<double>(i) * distance, 1});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().count += last.count;
        }
    }
    const double room =
        std::max(low, high - static_cast<double>(heights.size() > 0 ? heights.size() - 1 : 0) * distance);
    std::vector<double> out;
    for (const Pool& pool : pools)
        for (int k = 0; k < static_cast<int>(pool.count); ++k)
            out.push_back(std::clamp(pool.mean(), low, room) + static_cast<double>(out.size()) * distance);
    return out;
}

double rightMargin(const PreparedFigure& figure, const FigureStyle& style, const QSizeF& size) {
    if (figure.has(MarkKind::cells))
        return kMarginEndLabels;
    if (figure.has(MarkKind::boxes))
        return 52;
    const bool dotValues = std::any_of(figure.marks().begin(), figure.marks().end(), [](const auto& prepared) {
        return prepared.mark->kind == MarkKind::points && prepared.mark->horizontal && prepared.mark->showValues;
    });
    if (dotValues)
        return 60;
    if (!namesLines(figure))
        return kMarginRight;
    double widest = 0;
    for (const PreparedFigure::Mark& prepared : figure.marks()) {
        const bool line = prepared.mark->kind == MarkKind::line;
        if (line || prepared.mark->kind == MarkKind::referenceY)
            widest =
                std::max(widest, QFontMetricsF(line ? style.strongFont : style.font)
                                     .horizontalAdvance(toQString(prepared.mark->label) + QStringLiteral(" 0.000")));
    }
    return std::clamp(std::ceil(widest) + kLabelOffset + 4, kMarginEndLabels,
                      std::max(kMarginEndLabels, size.width() * 0.33));
}

void placeLabels(FigureLayout& layout, const PreparedFigure& figure, const FigureStyle& style, const QSizeF& size) {
    layout.endLabels = namesLines(figure);
    QList<Pending> pending;
    if (layout.endLabels)
        appendLineNames(pending, layout, figure, style);
    appendReferenceNames(pending, layout, figure, style);
    spreadLabels(pending, layout.map, true);
    spreadLabels(pending, layout.map, false);
    for (Pending& item : pending) {
        const QFontMetricsF metrics(item.label.strong ? style.strongFont : style.font);
        item.label.text = fitted(item, metrics, size.width() - item.label.anchor.x() - 4);
        layout.labels.append(item.label);
    }
}

} // namespace vitrine
