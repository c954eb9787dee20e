#include "widgets/molecule/gallery_delegate.h"

#include "widgets/molecule/gallery_model.h"
#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"

#include <QPainter>

#include <cmath>

namespace vitrine {
namespace {

constexpr double kTextMargin = 7.0;
constexpr double kTextGap = 6.0;

QRectF crisp(const QRectF& rect) {
    return rect.adjusted(0.5, 0.5, -0.5, -0.5);
}

} // namespace

GalleryDelegate::GalleryDelegate(QObject* parent)
    : QStyledItemDelegate(parent), m_lit(nullptr, [this](const QList<int>& made) { Q_EMIT changed(made); }) {}

void GalleryDelegate::setPictures(std::shared_ptr<GraphPictures> pictures) {
    if (m_pictures)
        m_pictures->disconnect(this);
    m_pictures = std::move(pictures);
    m_lit.reset(nullptr);
    m_highlight = nullptr;
    setHovered(-1, -1);
    if (m_pictures)
        connect(m_pictures.get(), &GraphPictures::ready, this, &GalleryDelegate::changed);
}

void GalleryDelegate::setHighlights(HighlightFunction highlights) {
    m_highlight = std::move(highlights);
    setHovered(-1, -1);
    if (!m_highlight) {
        m_lit.reset(nullptr);
        return;
    }
    m_lit.reset([find = m_highlight](int graph, std::stop_token stop) {
        return GraphHighlights{find(graph, std::move(stop)), -1, -1};
    });
}

void GalleryDelegate::setHovered(int graph, int sequence) {
    m_hoveredGraph = graph;
    m_hoveredSequence = sequence;
}

QRectF GalleryDelegate::frameOf(const QRect& cell) {
    const double half = kGap / 2.0;
    return QRectF(cell).adjusted(half, half, -half, -half);
}

QRectF GalleryDelegate::pictureOf(const QRectF& frame) {
    return frame.adjusted(4.0, 4.0, -4.0, -4.0 - kFooter);
}

GraphHighlights GalleryDelegate::highlightsOf(int graph) const {
    const GraphHighlights* found = m_highlight ? m_lit.find(graph) : nullptr;
    GraphHighlights lit = found ? *found : GraphHighlights();
    lit.hovered = graph == m_hoveredGraph ? m_hoveredSequence : -1;
    return lit;
}

int GalleryDelegate::sequenceAt(int graph, const QRect& cell, const QPoint& point, const QPalette& palette) {
    const GraphPicturePointer picture = m_pictures ? m_pictures->picture(graph) : nullptr;
    if (!picture || !m_highlight)
        return -1;
    return picture->sequenceAt(point, pictureOf(frameOf(cell)), screenInk(tokensOf(palette)), highlightsOf(graph));
}

void GalleryDelegate::paintFooter(QPainter& painter, const QRectF& frame, const QString& name, const QString& value,
                                  const Tokens& tokens) const {
    const QRectF footer(frame.left(), frame.bottom() - kFooter, frame.width(), kFooter);
    painter.setPen(QPen(tokens.line, 1.0));
    painter.drawLine(QPointF(footer.left() + 1.0, footer.top() + 0.5),
                     QPointF(footer.right() - 1.0, footer.top() + 0.5));
    const QFont font = fonts::small();
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    const double valueWidth = value.isEmpty() ? 0.0 : metrics.horizontalAdvance(value);
    const QRectF text = footer.adjusted(kTextMargin, 1.0, -kTextMargin, 0.0);
    painter.setPen(tokens.text);
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, value);
    const double room = text.width() - valueWidth - (value.isEmpty() ? 0.0 : kTextGap);
    painter.setPen(tokens.text2);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(name, Qt::ElideRight, room));
}

void GalleryDelegate::paintCell(QPainter& painter, const QRectF& cell, int graph, const QString& name,
                                const QString& value, const GraphInk& ink, const Tokens& tokens) const {
    const QRectF frame = cell.adjusted(kGap / 2.0, kGap / 2.0, -kGap / 2.0, -kGap / 2.0);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.line, 1.0));
    painter.setBrush(tokens.base);
    painter.drawRoundedRect(crisp(frame), metrics::kRadius, metrics::kRadius);
    paintFooter(painter, frame, name, value, tokens);
    if (!m_pictures)
        return;
    GraphHighlights lit;
    if (m_highlight)
        lit.sequences = m_highlight(graph, {});
    makeGraphPicture(m_pictures->graphs(), graph)->paint(painter, pictureOf(frame), ink, lit);
}

void GalleryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Tokens& tokens = tokensOf(option.palette);
    const int graph = index.data(GalleryModel::kGraph).toInt();
    const QRectF frame = frameOf(option.rect);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    painter->setPen(QPen(hovered ? tokens.line2 : tokens.line, 1.0));
    painter->setBrush(tokens.base);
    painter->drawRoundedRect(crisp(frame), metrics::kRadius, metrics::kRadius);
    paintFooter(*painter, frame, index.data(GalleryModel::kName).toString(),
                index.data(GalleryModel::kValue).toString(), tokens);
    if (const GraphPicturePointer picture = m_pictures ? m_pictures->picture(graph) : nullptr)
        picture->paint(*painter, pictureOf(frame), screenInk(tokens), highlightsOf(graph));
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    if (selected || focused) {
        painter->setPen(QPen(selected ? tokens.accent : tokens.line2, metrics::kFocusWidth,
                             selected ? Qt::SolidLine : Qt::DotLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(frame.adjusted(1.0, 1.0, -1.0, -1.0), metrics::kRadius, metrics::kRadius);
    }
    painter->restore();
}

QSize GalleryDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return m_cell;
}

} // namespace vitrine
