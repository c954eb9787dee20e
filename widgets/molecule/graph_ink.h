#pragma once

#include "widgets/style/tokens.h"

#include <QColor>
#include <QFont>

namespace vitrine {

/// Colours and sizes a graph is drawn with. Lengths in px of the painter.
struct GraphInk {
    QColor text;      ///< bonds, links, letters
    QColor ground;    ///< halo of letters, fill of nodes
    QColor highlight; ///< strokes under the bonds
    QColor ring;      ///< around the chosen node
    double highlightOpacity = 0.42;
    double hoverOpacity = 0.80;
    double lineWidth = 1.2;
    double smallestLetter = 9.0;
    double largestLetter = 12.0;
    double longestEdge = 34.0; ///< small graphs are not blown up beyond this
    QFont font;                ///< family of the letters; size and weight are set by the painter
};

/// Ink of a window in this palette.
GraphInk screenInk(const Tokens& tokens);
/// Light theme, thinner lines, for export on paper.
GraphInk printInk();

} // namespace vitrine
