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
constexpr double kMaxText = 260;
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

void ReadOutItem::updateBox() {
    m_box = {};
    if (m_lines.isEmpty())
        return;
    double width = QFontMetricsF(m_style.strongFont).horizontalAdvance(m_lines.front());
    for (const QString& line : m_lines)
        width = std::max(width, QFontMetricsF(m_style.font).horizontalAdvance(line));
    const QSizeF size(std::ceil(std::min(width, kMaxText)) + kPad * 2,
                      static_cast<double>(m_lines.size()) * kLine + kPad + 2);
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
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
        const QFont& font = i == 0 ? m_style.strongFont : m_style.font;
        painter->setFont(font);
        painter->setPen(i == 0 ? tokens.text : tokens.text2);
        painter->drawText(at, QFontMetricsF(font).elidedText(m_lines[i], Qt::ElideRight, m_box.width() - kPad * 2 + 1));
        at += QPointF(0, kLine);
    }
}

} // namespace vitrine
