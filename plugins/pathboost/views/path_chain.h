#pragma once

#include "widgets/style/tokens.h"

#include <QRectF>
#include <QSize>
#include <QStringList>

class QPainter;

namespace vitrine::pathboost {

/// How a chain looks: `plain` in trees and lists, `muted` for paths that were never selected, `chosen` for the one that
/// a panel is about.
enum class ChainLook { plain, muted, chosen };

struct ChainSizes {
    int node;  ///< diameter in px
    int link;  ///< length between two nodes
    int font;  ///< px
    int width; ///< longest label before it is elided
};
inline constexpr ChainSizes kSmallChain{18, 10, 11, 72};
inline constexpr ChainSizes kLargeChain{26, 14, 13, 110};

/// Room that a path needs: circled labels joined by lines. Labels longer than an element symbol stand in pills.
QSize pathChainSize(const QStringList& labels, const ChainSizes& sizes = kSmallChain);

/// Paints the chain at the left of `area`, centred in its height. What does not fit is left out in the middle, marked
/// by three dots; the ends of a path always show. True when everything was painted.
bool paintPathChain(QPainter& painter, const QRectF& area, const QStringList& labels, const Tokens& tokens,
                    ChainLook look = ChainLook::plain, const ChainSizes& sizes = kSmallChain);

} // namespace vitrine::pathboost
