#include "widgets/graph/graph_legend.h"

#include "widgets/data/display_number.h"
#include "widgets/graph/graph_note.h"
#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"

#include <QFontMetrics>
#include <QLinearGradient>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr int kLine = 16; // px of one line of small text
constexpr int kBar = 10;
constexpr int kSwatch = 10;
constexpr int kWidth = 168;
constexpr int kMostNameWidth = 120;
constexpr int kMostValueWidth = 180;
constexpr double kLargestDisc = 6.0;

QString elided(const QString& text, const QFont& font, int width) {
    return QFontMetrics(font).elidedText(text, Qt::ElideRight, width);
}

} // namespace

GraphLegend::GraphLegend(const GraphAppearance& appearance) {
    const auto add = [this](Kind kind, const AttributePointer& scale) {
        if (scale)
            m_entries.push_back({kind, scale});
    };
    add(Kind::nodeColor, appearance.nodeColor);
    add(Kind::nodeSize, appearance.nodeSize);
    add(Kind::edgeColor, appearance.edgeColor);
    add(Kind::edgeWidth, appearance.edgeWidth);
}

QString GraphLegend::titleOf(const Entry& entry) const {
    const QString what = entry.kind == Kind::nodeSize    ? GraphLegendBox::tr("Node size: %1")
                         : entry.kind == Kind::edgeColor ? GraphLegendBox::tr("Edge colour: %1")
                         : entry.kind == Kind::edgeWidth ? GraphLegendBox::tr("Edge width: %1")
                                                         : GraphLegendBox::tr("Node colour: %1");
    return what.arg(entry.scale->title());
}

QString GraphLegend::missingText(const AttributeScale& scale) {
    return GraphLegendBox::tr("missing (%1)").arg(displayCount(static_cast<std::int64_t>(scale.missing)));
}

int GraphLegend::heightOf(const Entry& entry) const {
    const int missing = entry.scale->missing > 0 ? kLine : 0;
    const int body = entry.scale->categorical ? kLine * static_cast<int>(entry.scale->categories.size())
                                              : kBar + metrics::kGap + kLine;
    return kLine + body + missing;
}

QSize GraphLegend::size() const {
    int height = static_cast<int>(m_entries.size() - 1) * metrics::kSpace;
    for (const Entry& entry : m_entries)
        height += heightOf(entry);
    return {kWidth, height};
}

QStringList GraphLegend::texts() const {
    QStringList texts;
    for (const Entry& entry : m_entries) {
        texts << titleOf(entry);
        if (entry.scale->categorical)
            texts << entry.scale->categories;
        else
            texts << entry.scale->numberText(entry.scale->low) << entry.scale->numberText(entry.scale->high);
        if (entry.scale->missing > 0)
            texts << missingText(*entry.scale);
    }
    return texts;
}

void GraphLegend::paint(QPainter& painter, const QPointF& topLeft, const Tokens& tokens) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    double y = topLeft.y();
    for (const Entry& entry : m_entries) {
        paintEntry(painter, entry, QRectF(topLeft.x(), y, kWidth, heightOf(entry)), tokens);
        y += heightOf(entry) + metrics::kSpace;
    }
    painter.restore();
}

void GraphLegend::paintLine(QPainter& painter, const QRectF& line, const QColor& swatch, const QString& text,
                            const Tokens& tokens) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(swatch);
    painter.drawEllipse(QPointF(line.left() + 0.5 * kSwatch, line.center().y()), 0.5 * kSwatch, 0.5 * kSwatch);
    painter.setPen(tokens.text2);
    const QRectF room = line.adjusted(kSwatch + metrics::kGap + 2, 0, 0, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     elided(text, painter.font(), static_cast<int>(room.width())));
}

void GraphLegend::paintRamp(QPainter& painter, const Entry& entry, const QRectF& bar, const Tokens& tokens) {
    const AttributeScale& scale = *entry.scale;
    painter.setPen(Qt::NoPen);
    if (entry.kind == Kind::nodeColor || entry.kind == Kind::edgeColor) {
        QLinearGradient ramp(bar.topLeft(), bar.topRight());
        constexpr int kStops = 16;
        for (int i = 0; i <= kStops; ++i) {
            const double level = static_cast<double>(i) / kStops;
            ramp.setColorAt(level, levelColor(scale, level, tokens));
        }
        painter.setPen(QPen(tokens.line2, 1.0));
        painter.setBrush(ramp);
        painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
        return;
    }
    painter.setBrush(tokens.text2);
    constexpr int kSamples = 5;
    for (int i = 0; i < kSamples; ++i) {
        const double level = static_cast<double>(i) / (kSamples - 1);
        const double inset = kLargestDisc;
        const double x = bar.left() + inset + level * (bar.width() - 2.0 * inset);
        if (entry.kind == Kind::nodeSize) {
            const double radius = kLargestDisc * sizeFactor(level) / sizeFactor(1.0);
            painter.drawEllipse(QPointF(x, bar.center().y()), radius, radius);
        } else {
            const double half = 0.5 * widthFactor(level);
            painter.drawRect(QRectF(x - inset, bar.center().y() - half, 1.5 * inset, 2.0 * half));
        }
    }
}

void GraphLegend::paintEntry(QPainter& painter, const Entry& entry, const QRectF& area, const Tokens& tokens) const {
    const AttributeScale& scale = *entry.scale;
    painter.setFont(fonts::bold(fonts::small()));
    painter.setPen(tokens.text);
    painter.drawText(QRectF(area.left(), area.top(), area.width(), kLine), Qt::AlignLeft | Qt::AlignVCenter,
                     elided(titleOf(entry), painter.font(), static_cast<int>(area.width())));
    painter.setFont(fonts::small());
    double y = area.top() + kLine;
    if (scale.categorical) {
        for (qsizetype i = 0; i < scale.categories.size(); ++i, y += kLine)
            paintLine(painter, QRectF(area.left(), y, area.width(), kLine), categoryColor(static_cast<int>(i), tokens),
                      scale.categories[i], tokens);
    } else {
        paintRamp(painter, entry, QRectF(area.left(), y, area.width(), kBar), tokens);
        y += kBar + metrics::kGap - 2;
        const QRectF ends(area.left(), y, area.width(), kLine);
        painter.setPen(tokens.text2);
        painter.drawText(ends, Qt::AlignLeft | Qt::AlignVCenter, scale.numberText(scale.low));
        painter.drawText(ends, Qt::AlignRight | Qt::AlignVCenter, scale.numberText(scale.high));
        if (scale.diverging) {
            const double zero = area.width() * -scale.low / (scale.high - scale.low);
            if (zero > 0.3 * area.width() && zero < 0.7 * area.width())
                painter.drawText(QRectF(ends.left() + zero - 10, y, 20, kLine), Qt::AlignCenter, QStringLiteral("0"));
        }
        y += kLine + 2;
    }
    if (scale.missing > 0)
        paintLine(painter, QRectF(area.left(), y, area.width(), kLine), missingColor(tokens), missingText(scale),
                  tokens);
}

GraphLegendBox::GraphLegendBox(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void GraphLegendBox::setLegend(GraphLegend legend) {
    m_legend = std::move(legend);
    setVisible(!m_legend.isEmpty());
    if (m_legend.isEmpty())
        return;
    resize(m_legend.size() + QSize(2 * metrics::kSpace, 2 * metrics::kSpace));
    setAccessibleName(tr("Legend"));
    setAccessibleDescription(m_legend.texts().join(QStringLiteral(", ")));
    update();
}

void GraphLegendBox::paintEvent(QPaintEvent*) {
    paintRaisedGround(this);
    QPainter painter(this);
    m_legend.paint(painter, QPointF(metrics::kSpace, metrics::kSpace), tokensOf(palette()));
}

GraphReadOut::GraphReadOut(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void GraphReadOut::showElement(const ShownGraphPointer& graph, GraphElement element) {
    const bool shown = graph && element.kind != GraphElement::Kind::none;
    m_title = shown ? graph->elementTitle(element) : QString();
    m_facts = shown ? graph->elementFacts(element) : decltype(m_facts)();
    setVisible(shown);
    if (!shown)
        return;
    if (m_facts.size() > kMostFacts) {
        const auto more = static_cast<std::int64_t>(m_facts.size() - kMostFacts);
        m_facts.resize(kMostFacts);
        m_facts.emplace_back(tr("and %1 more").arg(displayCount(more)), QString());
    }
    const QFontMetrics small(fonts::small());
    m_nameWidth = 0;
    int valueWidth = 0;
    for (auto& [name, value] : m_facts) {
        name = elided(name, fonts::small(), kMostNameWidth);
        value = elided(value, fonts::small(), kMostValueWidth);
        m_nameWidth = std::max(m_nameWidth, small.horizontalAdvance(name));
        valueWidth = std::max(valueWidth, small.horizontalAdvance(value));
    }
    const int body = m_nameWidth + (valueWidth > 0 ? metrics::kPadding + valueWidth : 0);
    const int title = QFontMetrics(fonts::bold(fonts::small())).horizontalAdvance(m_title);
    resize(std::max(body, title) + 2 * metrics::kSpace + 1,
           kLine * (1 + static_cast<int>(m_facts.size())) + 2 * metrics::kSpace - 2);
    setAccessibleName(m_title);
    update();
}

void GraphReadOut::paintEvent(QPaintEvent*) {
    paintRaisedGround(this);
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    QRect line(metrics::kSpace, metrics::kSpace - 1, width() - 2 * metrics::kSpace, kLine);
    painter.setFont(fonts::bold(fonts::small()));
    painter.setPen(tokens.text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_title);
    painter.setFont(fonts::small());
    for (const auto& [name, value] : m_facts) {
        line.translate(0, kLine);
        painter.setPen(tokens.muted);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setPen(tokens.text);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, value);
    }
}

} // namespace vitrine
