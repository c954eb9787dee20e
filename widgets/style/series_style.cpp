#include "widgets/style/series_style.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace vitrine {

SeriesStyle seriesStyle(int slot, ThemeKind theme) {
    if (slot <= 0)
        return {};
    SeriesStyle style;
    const int index = (slot - 1) % kSeriesSlots + 1;
    switch (index) {
    case 1: break;
    case 2: style.dash = {6, 2}; break;
    case 3: style.dash = {2, 2}; break;
    case 4: style.dash = {8, 2, 2, 2}; break;
    case 5: style.dash = {10, 3}; break;
    case 6: style.dash = {4, 2}; break;
    case 7: style.dash = {1, 2}; break;
    default: style.dash = {12, 2, 2, 2, 2, 2}; break;
    }
    style.marker = static_cast<MarkerShape>(index - 1);
    style.colorForText = theme == ThemeKind::light ? index != 2 && index != 6 && index != 7 : index != 4;
    return style;
}

QColor seriesColor(int slot, const Tokens& tokens) {
    if (slot <= 0)
        return tokens.text2;
    return tokens.series[static_cast<std::size_t>((slot - 1) % kSeriesSlots)];
}

QColor seriesTextColor(int slot, ThemeKind theme) {
    const Tokens& tokens = tokensOf(theme);
    return seriesStyle(slot, theme).colorForText ? seriesColor(slot, tokens) : tokens.text;
}

bool markerIsOpen(MarkerShape shape) {
    return shape == MarkerShape::plus || shape == MarkerShape::cross || shape == MarkerShape::ring;
}

QPainterPath markerPath(MarkerShape shape, double r) {
    QPainterPath path;
    const double d = r * 0.71;
    switch (shape) {
    case MarkerShape::disc:
    case MarkerShape::ring: path.addEllipse(QPointF(0, 0), r, r); break;
    case MarkerShape::square: path.addRect(QRectF(-r * 0.89, -r * 0.89, r * 1.78, r * 1.78)); break;
    case MarkerShape::triangleUp:
        path.addPolygon(QPolygonF{QPointF(0, -r * 1.2), QPointF(r * 1.1, r * 0.8), QPointF(-r * 1.1, r * 0.8)});
        path.closeSubpath();
        break;
    case MarkerShape::triangleDown:
        path.addPolygon(QPolygonF{QPointF(0, r * 1.2), QPointF(r * 1.1, -r * 0.8), QPointF(-r * 1.1, -r * 0.8)});
        path.closeSubpath();
        break;
    case MarkerShape::diamond:
        path.addPolygon(
            QPolygonF{QPointF(0, -r * 1.25), QPointF(r * 1.25, 0), QPointF(0, r * 1.25), QPointF(-r * 1.25, 0)});
        path.closeSubpath();
        break;
    case MarkerShape::arrowLeft:
    case MarkerShape::arrowRight: {
        const double side = shape == MarkerShape::arrowLeft ? -r : r;
        path.addPolygon(QPolygonF{QPointF(side * 1.8, 0), QPointF(0, -r * 1.1), QPointF(0, -r * 0.35),
                                  QPointF(-side * 1.8, -r * 0.35), QPointF(-side * 1.8, r * 0.35), QPointF(0, r * 0.35),
                                  QPointF(0, r * 1.1)});
        path.closeSubpath();
        break;
    }
    case MarkerShape::plus:
        path.moveTo(-r, 0);
        path.lineTo(r, 0);
        path.moveTo(0, -r);
        path.lineTo(0, r);
        break;
    case MarkerShape::cross:
        path.moveTo(-d, -d);
        path.lineTo(d, d);
        path.moveTo(-d, d);
        path.lineTo(d, -d);
        break;
    }
    return path;
}

int SeriesSlots::slotOf(const std::string& key) {
    if (const auto found = m_slots.find(key); found != m_slots.end())
        return found->second;
    std::set<int> taken;
    for (const auto& [name, slot] : m_slots)
        taken.insert(slot);
    int slot = 1;
    while (taken.contains(slot))
        ++slot;
    m_slots[key] = slot;
    return slot;
}

QColor mapColor(ColorMap map, double position, const Tokens& tokens) {
    const std::array<QColor, 9>& stops = map == ColorMap::sequential ? tokens.sequential : tokens.diverging;
    const double at = std::clamp(std::isnan(position) ? 0.0 : position, 0.0, 1.0) * 8.0;
    const auto index = std::min<std::size_t>(static_cast<std::size_t>(at), 7);
    return mixed(stops[index], stops[index + 1], at - static_cast<double>(index));
}

QColor cellTextColor(const QColor& cell, const Tokens& tokens) {
    return contrastRatio(cell, tokens.cellDark) >= contrastRatio(cell, tokens.cellLight) ? tokens.cellDark
                                                                                         : tokens.cellLight;
}

} // namespace vitrine
