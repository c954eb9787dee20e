#include "core/values/text.h"
#include "widgets/charts/figure_labels.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine {
namespace {

constexpr double kRow = 16;
constexpr double kSwatch = 28; ///< line or marker, with the gap to the name
constexpr double kInset = 8;
constexpr double kMaxName = 160;

struct Entries {
    QList<LegendEntry> list;
    double widest = 0;
};

/// With the number of its values that are marked because they have no place: "test, 3 NaN, 1 Inf".
QString legendName(const PreparedFigure::Mark& prepared, const QFontMetricsF& metrics, const QLocale& locale) {
    const FigureMark& mark = *prepared.mark;
    const std::vector<std::size_t>& bad = prepared.yIndex.nonFinite();
    const auto nan = std::count_if(bad.begin(), bad.end(), [&mark](std::size_t i) { return std::isnan(mark.y[i]); });
    const auto infinite = static_cast<std::ptrdiff_t>(bad.size()) - nan;
    QString counts;
    if (nan > 0)
        counts += QStringLiteral(", %1 NaN").arg(locale.toString(static_cast<qlonglong>(nan)));
    if (infinite > 0)
        counts += QStringLiteral(", %1 Inf").arg(locale.toString(static_cast<qlonglong>(infinite)));
    return metrics.elidedText(toQString(mark.label), Qt::ElideRight, kMaxName - metrics.horizontalAdvance(counts)) +
           counts;
}

Entries entriesOf(const PreparedFigure& figure, const FigureStyle& style) {
    Entries entries;
    const QFontMetricsF metrics(style.font);
    for (int mark : legendMarks(figure)) {
        const QString name = legendName(figure.marks()[static_cast<std::size_t>(mark)], metrics, style.locale);
        const double width = kSwatch + metrics.horizontalAdvance(name);
        entries.list.append({mark, name, QRectF(0, 0, width, kRow)});
        entries.widest = std::max(entries.widest, width);
    }
    return entries;
}

/// Places where marks lie, some thousand of them at most.
QList<QPointF> sampledMarks(const PreparedFigure& figure, const PlotMap& map) {
    QList<QPointF> pixels;
    for (const PreparedFigure::Mark& prepared : figure.marks()) {
        const FigureMark& mark = *prepared.mark;
        const std::size_t count = std::min(mark.x.size(), mark.y.size());
        const std::size_t step = count / 1500 + 1;
        QPointF before;
        for (std::size_t i = 0; i < count; i += step) {
            const bool turned = mark.kind == MarkKind::bars && mark.horizontal;
            const QPointF here = turned ? map.pixel(mark.y[i], mark.x[i]) : map.pixel(mark.x[i], mark.y[i]);
            if (mark.kind == MarkKind::line && i > 0 && count < 300)
                for (double part : {0.2, 0.4, 0.6, 0.8})
                    pixels.append(before + (here - before) * part);
            pixels.append(here);
            before = here;
        }
    }
    return pixels;
}

/// Top right, top left, bottom right, bottom left.
std::array<QRectF, 4> cornersOf(const QRectF& plot, const QSizeF& box, double inset) {
    const double right = plot.right() - box.width() - inset;
    const double left = plot.left() + inset;
    const double bottom = plot.bottom() - box.height() - 4;
    return {QRectF(QPointF(right, plot.top() + 4), box), QRectF(QPointF(left, plot.top() + 4), box),
            QRectF(QPointF(right, bottom), box), QRectF(QPointF(left, bottom), box)};
}

int countIn(const QList<QPointF>& pixels, const QRectF& rect) {
    return static_cast<int>(
        std::count_if(pixels.begin(), pixels.end(), [&rect](const QPointF& p) { return isWithin(rect, p); }));
}

} // namespace

QList<int> legendMarks(const PreparedFigure& figure) {
    QList<int> marks;
    const auto lines = figure.labelledMarks(MarkKind::line);
    const auto points = figure.labelledMarks(MarkKind::points);
    const auto bars = figure.labelledMarks(MarkKind::bars);
    const bool mixed = !lines.empty() && !points.empty();
    if (lines.size() > kMostEndLabels || mixed)
        marks.append(QList<int>(lines.begin(), lines.end()));
    if (points.size() > 1 || mixed)
        marks.append(QList<int>(points.begin(), points.end()));
    if (bars.size() > 1)
        marks.append(QList<int>(bars.begin(), bars.end()));
    return marks;
}

void placeAnnotations(FigureLayout& layout, const PreparedFigure& figure, const FigureStyle& style) {
    if (figure.spec().annotations.empty())
        return;
    const QFontMetricsF metrics(style.font);
    QSizeF box(0, 0);
    for (const std::string& line : figure.spec().annotations) {
        layout.annotations.append(toQString(line));
        box.setWidth(std::max(box.width(), metrics.horizontalAdvance(layout.annotations.back())));
        box.rheight() += std::ceil(metrics.height()) + 1;
    }
    const QList<QPointF> pixels = sampledMarks(figure, layout.map);
    const std::array<QRectF, 4> corners = cornersOf(layout.map.plot, box, 8);
    int fewest = 0;
    for (const std::size_t corner : {1U, 0U, 2U, 3U}) {
        const int count = countIn(pixels, corners[corner].adjusted(-4, -4, 4, 4));
        if (!layout.annotationsBox.isEmpty() && count >= fewest)
            continue;
        fewest = count;
        layout.annotationsBox = corners[corner];
        layout.annotationsRight = corner == 0 || corner == 2;
    }
}

bool placeLegendInside(FigureLayout& layout, const PreparedFigure& figure, const FigureStyle& style) {
    const Entries entries = entriesOf(figure, style);
    const QRectF plot = layout.map.plot;
    const QSizeF box(entries.widest + kInset * 2, static_cast<double>(entries.list.size()) * kRow + kInset);
    if (box.width() > plot.width() * 0.5 || box.height() > plot.height() * 0.5 || figure.has(MarkKind::bars))
        return false;
    const QList<QPointF> pixels = sampledMarks(figure, layout.map);
    std::optional<QRectF> best;
    int fewest = 0;
    for (const QRectF& corner : cornersOf(plot, box, 4)) {
        if (corner.intersects(layout.annotationsBox))
            continue;
        const int count = countIn(pixels, corner);
        if (!best || count < fewest) {
            best = corner;
            fewest = count;
        }
    }
    if (!best || fewest > pixels.size() / 200)
        return false;
    layout.legendBox = *best;
    layout.legend = entries.list;
    for (qsizetype i = 0; i < layout.legend.size(); ++i)
        layout.legend[i].rect.moveTopLeft(layout.legendBox.topLeft() +
                                          QPointF(kInset, kInset / 2 + static_cast<double>(i) * kRow));
    return true;
}

double legendRoomAbove(const PreparedFigure& figure, const FigureStyle& style, double width) {
    double x = 0;
    int rows = 1;
    for (const LegendEntry& entry : entriesOf(figure, style).list) {
        if (x > 0 && x + entry.rect.width() > width) {
            x = 0;
            ++rows;
        }
        x += entry.rect.width() + kInset * 2;
    }
    return rows * kRow + 4;
}

void placeLegendAbove(FigureLayout& layout, const PreparedFigure& figure, const FigureStyle& style) {
    layout.legend = entriesOf(figure, style).list;
    const QRectF plot = layout.map.plot;
    double x = 0;
    double y = kMarginTop - 4;
    for (LegendEntry& entry : layout.legend) {
        if (x > 0 && x + entry.rect.width() > plot.width()) {
            x = 0;
            y += kRow;
        }
        entry.rect.moveTopLeft(QPointF(plot.left() + x, y));
        x += entry.rect.width() + kInset * 2;
    }
    layout.legendBox = QRectF(plot.left(), kMarginTop - 4, plot.width(), y + kRow - kMarginTop + 4);
}

} // namespace vitrine
