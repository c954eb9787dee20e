#include "widgets/molecule/gallery_delegate.h"

#include "widgets/molecule/gallery_cell.h"
#include "widgets/molecule/gallery_model.h"
#include "widgets/style/metrics.h"

#include <QPainter>

#include <cmath>

namespace vitrine {
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
    return picture->sequenceAt(point, GalleryCell::pictureOf(GalleryCell::frameOf(cell)), screenInk(tokensOf(palette)),
                               highlightsOf(graph));
}

void GalleryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Tokens& tokens = tokensOf(option.palette);
    const int graph = index.data(GalleryModel::kGraph).toInt();
    const QRectF frame = GalleryCell::frameOf(option.rect);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    const GalleryCell cell{index.data(GalleryModel::kName).toString(), index.data(GalleryModel::kValue).toString()};
    cell.paint(*painter, frame, hovered ? tokens.line2 : tokens.line, tokens);
    if (const GraphPicturePointer picture = m_pictures ? m_pictures->picture(graph) : nullptr)
        picture->paint(*painter, GalleryCell::pictureOf(frame), screenInk(tokens), highlightsOf(graph));
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
