#pragma once

#include "widgets/molecule/graph_ink.h"

#include <QPointF>
#include <QRectF>

#include <cstdint>
#include <vector>

class QPainter;
class QPainterPath;

namespace vitrine {

/// Nodes along one path, as positions within the graph. One node alone is lit as a disc.
using NodeSequence = std::vector<std::int32_t>;

/// What is lit in one picture.
struct GraphHighlights {
    std::vector<NodeSequence> sequences;
    int hovered = -1;    ///< position in `sequences`, drawn stronger; -1: none
    int chosenNode = -1; ///< ringed; -1: none
};

/// Where a picture lies in its rectangle: pixel = origin + scale * place.
struct PictureFrame {
    double scale = 1.0; ///< px per edge length
    QPointF origin;
    QPointF map(const QPointF& place) const { return origin + scale * place; }
};

/// A graph ready to be painted, a molecule or any other, so that galleries work for every graph set. Immutable; may be
/// made on any thread and shared; painting needs the GUI thread's fonts only.
class GraphPicture {
public:
    virtual ~GraphPicture() = default;

    std::size_t nodeCount() const { return m_places.size(); }
    /// Place of every node in edge lengths, y downwards.
    const std::vector<QPointF>& places() const { return m_places; }

    /// Paints into `area`: strokes of the highlights, then the graph above them.
    void paint(QPainter& painter, const QRectF& area, const GraphInk& ink, const GraphHighlights& lit = {}) const;
    /// The frame that paint() uses.
    PictureFrame frame(const QRectF& area, const GraphInk& ink) const;
    /// Node under the point, or -1.
    int nodeAt(const QPointF& point, const QRectF& area, const GraphInk& ink) const;
    /// Highlight under the point, as position in `lit.sequences`, or -1.
    int sequenceAt(const QPointF& point, const QRectF& area, const GraphInk& ink, const GraphHighlights& lit) const;
    /// Width of the highlight strokes at this scale: 0.42 of an edge, at least 7 px.
    static double strokeWidth(const PictureFrame& frame);

protected:
    explicit GraphPicture(std::vector<QPointF> places);
    virtual void paintGraph(QPainter& painter, const PictureFrame& frame, const GraphInk& ink) const = 0;
    /// Room in px that letters or node symbols need around the outermost nodes.
    virtual QSizeF margin(const GraphInk& ink) const = 0;

private:
    void paintHighlights(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                         const GraphHighlights& lit) const;
    void addLine(QPainterPath& path, const NodeSequence& sequence, const PictureFrame& frame) const;

    std::vector<QPointF> m_places;
    QRectF m_bounds;
};

} // namespace vitrine
