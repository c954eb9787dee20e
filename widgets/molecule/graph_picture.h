#pragma once

#include "widgets/molecule/graph_ink.h"

#include <QPointF>
#include <QRectF>
#include <QRgb>

#include <cstdint>
#include <stop_token>
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

/// Colours and sizes that stand for attributes. An empty array: as the ink says.
struct GraphLook {
    std::vector<QRgb> nodeColors;
    std::vector<float> nodeScales; ///< of the usual radius
    std::vector<QRgb> linkColors;
    std::vector<float> linkWidths; ///< of the usual width
    bool isPlain() const {
        return nodeColors.empty() && nodeScales.empty() && linkColors.empty() && linkWidths.empty();
    }
};

enum class PictureDetail {
    full,
    moving ///< points and thin lines, for what is in motion and for thumbnails of large graphs
};

/// How a picture is painted beyond its ink.
struct PictureOptions {
    GraphHighlights lit = {};
    const GraphLook* look = nullptr; ///< null: plain; pictures of molecules have no other look
    PictureDetail detail = PictureDetail::full;
    std::stop_token stop = {}; ///< asked now and then, for large graphs painted in the background
};

/// Where a picture lies in its rectangle: pixel = origin + scale * place.
struct PictureFrame {
    double scale = 1.0; ///< px per edge length
    QPointF origin;
    QPointF map(const QPointF& place) const { return origin + scale * place; }
    QPointF placeOf(const QPointF& pixel) const { return (pixel - origin) / scale; }
    friend bool operator==(const PictureFrame&, const PictureFrame&) = default;
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
    /// Paints where the frame says. What lies outside of the painter's clip may be left out.
    void paintAt(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                 const PictureOptions& options) const;
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
    virtual void paintGraph(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                            const PictureOptions& options) const = 0;
    /// Whether only points and thin lines are painted when nobody asked for more.
    virtual bool isLarge() const { return false; }
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
