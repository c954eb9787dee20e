#pragma once

#include "widgets/molecule/graph_picture.h"

#include <QLineF>
#include <QString>

#include <span>
#include <utility>

namespace vitrine {

/// What a picture of nodes and links is made of.
struct NodeLinkGraph {
    std::vector<QPointF> places; ///< see planarLayout
    std::vector<std::pair<std::int32_t, std::int32_t>> links;
    std::vector<QString> labels; ///< one per node, or empty
    bool directed = false;
};

/// Any graph that is no molecule: labelled circles joined by lines, dots where circles would not fit. Links that are no
/// pair of nodes are not drawn, but keep their position for what is told per link.
class NodeLinkPicture : public GraphPicture {
public:
    explicit NodeLinkPicture(NodeLinkGraph graph);

    const std::vector<std::pair<std::int32_t, std::int32_t>>& links() const { return m_links; }
    /// Radius of a node of the usual size, px. Nodes that stand closer than their edges are long are smaller.
    double radius(const PictureFrame& frame) const;
    /// Paints these links, then these nodes, as they stand in the whole picture.
    void paintPart(QPainter& painter, const PictureFrame& frame, const GraphInk& ink, const PictureOptions& options,
                   std::span<const std::int32_t> nodes, std::span<const std::int32_t> links) const;

    /// So many of the links are painted while it moves.
    static std::size_t linksInMotion(std::size_t links);

protected:
    void paintGraph(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                    const PictureOptions& options) const override;
    QSizeF margin(const GraphInk& ink) const override;
    bool isLarge() const override;

private:
    struct Stroke {
        QRgb color = 0;
        float width = 1.0F;
        QLineF line;
    };
    bool isDrawn(std::size_t link) const;
    void paintLinks(QPainter& painter, const PictureFrame& frame, const GraphInk& ink, const PictureOptions& options,
                    std::span<const std::int32_t> links) const;
    void paintLoopsAndArrows(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                             const PictureOptions& options, std::span<const std::int32_t> links) const;
    void paintNodes(QPainter& painter, const PictureFrame& frame, const GraphInk& ink, const PictureOptions& options,
                    std::span<const std::int32_t> nodes) const;
    void paintCircle(QPainter& painter, std::size_t node, const QPointF& center, double nodeRadius, const QColor& fill,
                     const GraphInk& ink) const;
    double radiusOf(std::size_t node, const PictureFrame& frame, const PictureOptions& options) const;

    std::vector<std::pair<std::int32_t, std::int32_t>> m_links;
    std::vector<QString> m_labels;
    std::vector<std::int32_t> m_allNodes, m_allLinks; ///< 0, 1, 2, …
    bool m_directed = false;
    double m_spacing = 1.0; ///< mean distance between nodes over the whole, at most one edge
};

} // namespace vitrine
