#include "widgets/charts/read_out_item.h"

#include "widgets/style/metrics.h"
#include "widgets/style/style_paint.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {
constexpr double kAway = 12;
constexpr double kPad = 8;
constexpr double kLine = 15;
constexpr double kEdge = 4;
constexpr double kMaxText = 320;

/// The line in pieces that fit, broken between words: half a number is a wrong one.
QStringList wrapped(const QString& line, const QFontMetricsF& metrics, double width) {
    if (metrics.horizontalAdvance(line) <= width)
        return {line};
    QStringList pieces;
    for (const QString& word : line.split(QLatin1Char(' '))) {
        const QString longer = pieces.isEmpty() ? word : pieces.back() + QLatin1Char(' ') + word;
        if (pieces.isEmpty())
            pieces.append(word);
        else if (metrics.horizontalAdvance(longer) <= width)
            pieces.back() = longer;
        else
            pieces.append(word);
    }
    for (QString& piece : pieces)
        piece = metrics.elidedText(piece, Qt::ElideMiddle, width);
    return pieces;
}
} // namespace

ReadOutItem::ReadOutItem() {
    setZValue(2);
    setAcceptedMouseButtons(Qt::NoButton);
}

void ReadOutItem::setArea(const QRectF& scene, const QRectF& plot) {
    if (scene != m_scene)
        prepareGeometryChange();
    m_scene = scene;
    m_plot = plot;
    updateBox();
    update();
}

void ReadOutItem::setStyle(const FigureStyle& style) {
    m_style = style;
    updateBox();
    update();
}

void ReadOutItem::setReadOut(const QPointF& point, const QStringList& lines) {
    if (point == m_point && lines == m_lines)
        return;
    update(m_box.adjusted(-8, -8, 8, 8));
    update(QRectF(m_point, m_point).adjusted(-8, -8, 8, 8));
    m_point = point;
    m_lines = lines;
    updateBox();
    update(m_box.adjusted(-8, -8, 8, 8));
    update(QRectF(m_point, m_point).adjusted(-8, -8, 8, 8));
}

void ReadOutItem::setCursor(std::optional<double> x) {
    if (x == m_cursor)
        return;
    const auto refresh = [this] {
        if (m_cursor)
            update(QRectF(*m_cursor - 3, m_plot.top(), 6, m_plot.height()));
    };
    refresh();
    m_cursor = x;
    refresh();
}

void ReadOutItem::setBand(const QRectF& band) {
    m_band = band;
    update();
}

QStringList ReadOutItem::shownLines() const {
    QStringList lines;
    for (const auto& [piece, strong] : m_pieces)
        lines.append(piece);
    return lines;
}

void ReadOutItem::updateBox() {
    m_box = {};
    m_pieces.clear();
    if (m_lines.isEmpty())
        return;
    const double most = std::clamp(m_scene.width() - 2 * (kEdge + kPad), 40.0, kMaxText);
    double width = 0.0;
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
        const QFontMetricsF metrics(i == 0 ? m_style.strongFont : m_style.font);
        for (const QString& piece : wrapped(m_lines[i], metrics, most)) {
            width = std::max(width, metrics.horizontalAdvance(piece));
            m_pieces.append({piece, i == 0});
        }
    }
    const QSizeF size(std::ceil(width) + kPad * 2, static_cast<double>(m_pieces.size()) * kLine + kPad + 2);
    double left = m_point.x() + kAway;
    if (left + size.width() > m_scene.right() - kEdge)
        left = m_point.x() - kAway - size.width();
    left = std::clamp(left, m_scene.left() + kEdge,
                      std::max(m_scene.left() + kEdge, m_scene.right() - kEdge - size.width()));
    double top = m_point.y() - kAway - size.height();
    if (top < m_scene.top() + kEdge)
        top = m_point.y() + kAway;
    top = std::clamp(top, m_scene.top() + kEdge,
                     std::max(m_scene.top() + kEdge, m_scene.bottom() - kEdge - size.height()));
    m_box = QRectF(QPointF(std::floor(left), std::floor(top)), size);
}

void ReadOutItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const Tokens& tokens = m_style.tokens();
    painter->setRenderHint(QPainter::Antialiasing);
    if (m_cursor && *m_cursor >= m_plot.left() - 1 && *m_cursor <= m_plot.right() + 1) {
        painter->setPen(QPen(tokens.accent, 1.5));
        painter->drawLine(QPointF(*m_cursor, m_plot.top()), QPointF(*m_cursor, m_plot.bottom()));
    }
    if (!m_band.isEmpty()) {
        QColor fill = tokens.accent;
        fill.setAlphaF(0.12F);
        painter->setPen(QPen(tokens.accent, 1));
        painter->setBrush(fill);
        painter->drawRect(m_band);
    }
    if (m_lines.isEmpty())
        return;
    painter->setPen(QPen(tokens.text, 1.25));
    painter->setBrush(Qt::NoBrush);
    painter->drawEllipse(m_point, 4.5, 4.5);
    style::box(painter, m_box, tokens.raised, tokens.line2, metrics::kRadius);
    const QFontMetricsF fontMetrics(m_style.font);
    QPointF at = m_box.topLeft() + QPointF(kPad, kPad / 2 + fontMetrics.ascent() + 1);
    for (const auto& [piece, strong] : m_pieces) {
        painter->setFont(strong ? m_style.strongFont : m_style.font);
        painter->setPen(strong ? tokens.text : tokens.text2);
        painter->drawText(at, piece);
        at += QPointF(0, kLine);
    }
}

} // namespace vitrine
