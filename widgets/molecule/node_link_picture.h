#pragma once

#include "widgets/molecule/graph_picture.h"

#include <QString>

#include <utility>

namespace vitrine {

/// What a picture of nodes and links is made of.
struct NodeLinkGraph {
    std::vector<QPointF> places; ///< see planarLayout
    std::vector<std::pair<std::int32_t, std::int32_t>> links;
    std::vector<QString> labels; ///< one per node, or empty
    bool directed = false;
};

/// Any graph that is no molecule: labelled circles joined by lines, dots where circles would not fit.
class NodeLinkPicture : public GraphPicture {
public:
    explicit NodeLinkPicture(NodeLinkGraph graph);

protected:
    void paintGraph(QPainter& painter, const PictureFrame& frame, const GraphInk& ink) const override;
    QSizeF margin(const GraphInk& ink) const override;

private:
    double radius(const PictureFrame& frame) const;
    void paintArrow(QPainter& painter, const QPointF& from, const QPointF& to, double nodeRadius,
                    const GraphInk& ink) const;

    std::vector<std::pair<std::int32_t, std::int32_t>> m_links;
    std::vector<QString> m_labels;
    bool m_directed = false;
};

} // namespace vitrine
