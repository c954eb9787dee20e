#pragma once

#include "widgets/graph/graph_stage.h"
#include "widgets/latest_task.h"
#include "widgets/molecule/graph_pictures.h"

#include <QImage>
#include <QTimer>

namespace vitrine {

class NodeLinkPicture;

/// A graph painted in the plane. Drag pans, the wheel zooms about the pointer, double click fits, a click chooses a
/// node or an edge. Large graphs are painted in full in the background once they stand still.
class GraphCanvas : public GraphStage {
    Q_OBJECT
public:
    explicit GraphCanvas(QWidget* parent = nullptr);

    void setGraph(ShownGraphPointer graph, PlacesPointer places) override;
    /// The picture of a molecule, shown as long as nothing is told by colour or size; null: nodes and links.
    void setStructure(GraphPicturePointer structure);
    void setAppearance(const GraphAppearance& appearance) override;
    void setHighlights(std::vector<NodeSequence> sequences) override;
    void setChosen(GraphElement element) override;
    void setRoomLeft(int width) override;
    void fit() override;
    void zoomBy(double factor) override;
    void moveBy(const QPointF& pixels) override;
    bool isFull() const override;
    bool isReady() const override { return m_nodeLinks && !m_prepareTask.isRunning() && !m_lookTask.isRunning(); }
    QString note() const override;
    PaintPicture painter(bool printStyle) const override;

    PictureFrame frame() const { return m_frame; }
    /// Where a node is drawn, in widget coordinates.
    QPointF nodePosition(std::int32_t node) const;
    GraphElement elementAt(const QPointF& point) const {
        return m_nodeLinks ? elementIn(*m_nodeLinks, m_frame, point) : GraphElement{};
    }
    const GraphHighlights& highlights() const { return m_lit; }
    QSize minimumSizeHint() const override { return {160, 120}; }

protected:
    std::size_t nodeCount() const override { return m_graph ? m_graph->nodeCount() : 0; }
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    bool isLarge() const;
    /// Whether making its picture takes more time than the GUI thread has.
    bool isHuge() const;
    static std::shared_ptr<const NodeLinkPicture> makePicture(const ShownGraph& graph,
                                                              const std::vector<SpacePoint>& places);
    void takePicture(std::shared_ptr<const NodeLinkPicture> picture);
    static GraphElement elementIn(const NodeLinkPicture& picture, const PictureFrame& frame, const QPointF& point);
    void hoverAt(const QPointF& point);
    GraphInk ink() const;
    GraphPicturePointer shownPicture() const;
    PictureFrame fitted(const QSizeF& size, const GraphInk& ink) const;
    void setFrame(const PictureFrame& frame);
    void zoomAbout(const QPointF& fixed, double factor);
    /// What is painted has changed: the full picture has to be made again.
    void repaintAll();
    void startFull();
    PictureOptions options(PictureDetail detail) const;
    void paintNeighbourhood(QPainter& painter) const;
    void paintRing(QPainter& painter, std::int32_t node, double width) const;
    void updateLook();
    void setHovered(GraphElement element);

    ShownGraphPointer m_graph;
    GraphPicturePointer m_structure;
    std::shared_ptr<const NodeLinkPicture> m_nodeLinks;
    GraphAppearance m_appearance;
    std::shared_ptr<const GraphLook> m_look;
    GraphHighlights m_lit;
    GraphElement m_hovered;
    PictureFrame m_frame;
    bool m_isFitted = true; ///< follows the size of the widget
    int m_roomLeft = 0;
    bool m_keyboard = false;
    QPointF m_pressed, m_last;
    bool m_dragging = false;
    QImage m_full; ///< of m_fullFrame; null: to be made
    PictureFrame m_fullFrame;
    QTimer m_still;
    LatestTask m_fullTask, m_prepareTask, m_lookTask, m_hoverTask;
};

} // namespace vitrine
