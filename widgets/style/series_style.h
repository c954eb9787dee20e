#pragma once

#include "widgets/style/tokens.h"

#include <QList>
#include <QPainterPath>

#include <map>
#include <string>

namespace vitrine {

enum class MarkerShape { disc, square, triangleUp, diamond, triangleDown, plus, cross, ring, arrowLeft, arrowRight };

/// Looks of a series slot besides its colour, the same in both themes: never colour alone.
struct SeriesStyle {
    QList<qreal> dash; ///< px at 1 px pen width; empty: solid
    MarkerShape marker = MarkerShape::disc;
    bool colorForText = true; ///< false where the colour has too little contrast for a label
};

constexpr int kSeriesSlots = 8;

/// Slot 1..8; larger numbers start over. Slot 0 is neutral: text 2, solid, disc.
SeriesStyle seriesStyle(int slot, ThemeKind theme);
QColor seriesColor(int slot, const Tokens& tokens);
/// Colour of a label beside a line of this slot.
QColor seriesTextColor(int slot, ThemeKind theme);
/// Marker around the origin; `open` shapes (plus, cross, ring) are stroked, the others filled.
QPainterPath markerPath(MarkerShape shape, double radius);
bool markerIsOpen(MarkerShape shape);

/// Gives out slots: the first free one when a key first appears; the key keeps it.
class SeriesSlots {
public:
    int slotOf(const std::string& key);
    const std::map<std::string, int>& assigned() const { return m_slots; }
    void restore(std::map<std::string, int> assigned) { m_slots = std::move(assigned); }

private:
    std::map<std::string, int> m_slots;
};

enum class ColorMap { sequential, diverging };
/// Colour at `position` in [0, 1] (clamped), interpolated in sRGB between the nine stops.
QColor mapColor(ColorMap map, double position, const Tokens& tokens);
/// Colour for a number on a cell: the darker or the lighter ink, whichever has the higher contrast.
QColor cellTextColor(const QColor& cell, const Tokens& tokens);

} // namespace vitrine
