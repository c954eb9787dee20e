#include "plugins/pathboost/views/path_chain.h"

#include "widgets/style/fonts.h"
#include "widgets/style/series_style.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {
namespace {

struct Ink {
    QColor ring, link, text, fill;
    double width = 1.0;
};

Ink inkOf(const Tokens& tokens, ChainLook look) {
    switch (look) {
    case ChainLook::muted: return {tokens.line, tokens.line, tokens.muted, tokens.base};
    case ChainLook::chosen: return {seriesColor(2, tokens), tokens.line2, tokens.text, tokens.base, 1.75};
    case ChainLook::plain: break;
    }
    return {tokens.line2, tokens.line2, tokens.text, tokens.base};
}

QFont chainFont(const ChainSizes& sizes) {
    QFont font = fonts::bold(fonts::small());
    font.setPixelSize(sizes.font);
    return font;
}

double nodeWidth(const QString& label, const QFontMetricsF& metrics, const ChainSizes& sizes) {
    const double text = std::min<double>(metrics.horizontalAdvance(label), sizes.width);
    // A circle holds what leaves two pixels at both sides; the rest becomes a pill.
    return text + 5 <= sizes.node ? sizes.node : std::ceil(text) + 10;
}

/// How many nodes of the front are shown before the gap; all of them when everything fits.
qsizetype shownInFront(const std::vector<double>& widths, double room, const ChainSizes& sizes) {
    double all = 0;
    for (const double width : widths)
        all += width + sizes.link;
    const auto count = static_cast<qsizetype>(widths.size());
    if (all - sizes.link <= room || count < 3)
        return count;
    double used = widths.back() + sizes.link * 2.0; // the last node and the gap before it
    qsizetype front = 0;
    while (front < count - 2 && used + widths[static_cast<std::size_t>(front)] + sizes.link <= room)
        used += widths[static_cast<std::size_t>(front++)] + sizes.link;
    return std::max<qsizetype>(front, 1);
}

void paintNode(QPainter& painter, const QRectF& node, const QString& label, const Ink& ink, const ChainSizes& sizes) {
    painter.setPen(QPen(ink.ring, ink.width));
    painter.setBrush(ink.fill);
    const QRectF ring = node.adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2);
    painter.setPen(ink.text);
    const QFontMetricsF metrics(painter.font());
    painter.drawText(node, Qt::AlignCenter, metrics.elidedText(label, Qt::ElideRight, sizes.width));
}

} // namespace

QSize pathChainSize(const QStringList& labels, const ChainSizes& sizes) {
    const QFontMetricsF metrics(chainFont(sizes));
    double width = 0;
    for (const QString& label : labels)
        width += nodeWidth(label, metrics, sizes) + sizes.link;
    return {std::max(0, static_cast<int>(std::ceil(width)) - sizes.link), sizes.node};
}

bool paintPathChain(QPainter& painter, const QRectF& area, const QStringList& labels, const Tokens& tokens,
                    ChainLook look, const ChainSizes& sizes) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(chainFont(sizes));
    const QFontMetricsF metrics(painter.font());
    const Ink ink = inkOf(tokens, look);
    std::vector<double> widths;
    for (const QString& label : labels)
        widths.push_back(nodeWidth(label, metrics, sizes));
    const qsizetype front = shownInFront(widths, area.width(), sizes);
    const double middle = std::floor(area.center().y()) + 0.5;
    double x = area.left();
    for (qsizetype i = 0; i < labels.size(); ++i) {
        if (i > 0) {
            const bool gap = i == front;
            painter.setPen(QPen(ink.link, std::max(1.0, ink.width * 0.75), gap ? Qt::DotLine : Qt::SolidLine));
            const double link = sizes.link * (gap ? 2.0 : 1.0);
            painter.drawLine(QPointF(x, middle), QPointF(x + link, middle));
            x += link;
            if (gap)
                i = labels.size() - 1;
        }
        const double width = widths[static_cast<std::size_t>(i)];
        paintNode(painter, QRectF(x, std::floor(middle - sizes.node / 2.0), width, sizes.node), labels[i], ink, sizes);
        x += width;
    }
    painter.restore();
    return front == labels.size();
}

} // namespace vitrine::pathboost
