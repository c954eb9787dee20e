#pragma once

#include "widgets/molecule/gallery_cell.h"
#include "widgets/molecule/graph_cache.h"
#include "widgets/molecule/graph_picture.h"
#include "widgets/molecule/graph_pictures.h"

#include <QStyledItemDelegate>

#include <functional>

namespace vitrine {

/// What is lit in a graph. Called on worker threads; must own all it touches.
using HighlightFunction = std::function<std::vector<NodeSequence>(int graph, std::stop_token stop)>;

/// Paints a cell of a gallery: picture with lit paths, name and value, ring when selected. Asks for pictures and
/// highlights of what is painted only; `changed` tells which graphs have become drawable.
class GalleryDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kSmallestWidth = 112;
    static constexpr double kAspect = 1.05; ///< width : height
    static constexpr int kGap = GalleryCell::kGap;
    static constexpr int kFooter = GalleryCell::kFooter;

    explicit GalleryDelegate(QObject* parent = nullptr);

    void setPictures(std::shared_ptr<GraphPictures> pictures);
    void setHighlights(HighlightFunction highlights);
    /// Draws one occurrence stronger; -1, -1: none.
    void setHovered(int graph, int sequence);
    int hoveredGraph() const { return m_hoveredGraph; }
    int hoveredSequence() const { return m_hoveredSequence; }
    /// Occurrence under a point of the cell, or -1.
    int sequenceAt(int graph, const QRect& cell, const QPoint& point, const QPalette& palette);

    void setCellSize(const QSize& size) { m_cell = size; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

Q_SIGNALS:
    void changed(const QList<int>& graphs);

private:
    GraphHighlights highlightsOf(int graph) const;

    std::shared_ptr<GraphPictures> m_pictures;
    HighlightFunction m_highlight;
    mutable GraphCache<GraphHighlights> m_lit;
    int m_hoveredGraph = -1;
    int m_hoveredSequence = -1;
    QSize m_cell{kSmallestWidth + kGap, 116};
};

} // namespace vitrine
