#pragma once

#include "widgets/molecule/gallery_delegate.h"

#include <QWidget>

namespace vitrine {

/// One large structure or graph with lit paths, for inspectors and explanations.
class MoleculeView : public QWidget {
    Q_OBJECT
public:
    explicit MoleculeView(QWidget* parent = nullptr);

    /// Shows a graph of the set; -1 or null: nothing.
    void setGraph(std::shared_ptr<const GraphSet> graphs, int graph);
    int graph() const { return m_graph; }
    /// True once the picture is there.
    bool hasPicture() const { return m_picture != nullptr; }
    const GraphPicturePointer& picture() const { return m_picture; }
    void setHighlights(std::vector<NodeSequence> sequences);
    const GraphHighlights& highlights() const { return m_lit; }
    /// Draws one of the sequences stronger; -1: none.
    void setHoveredSequence(int sequence);
    /// Rings a node; -1: none.
    void setChosenNode(int node);
    /// Where a node is drawn, in widget coordinates.
    QPointF nodePosition(int node) const;

    QSize sizeHint() const override { return {280, 176}; }
    QSize minimumSizeHint() const override { return {120, 100}; }

Q_SIGNALS:
    void nodeHovered(int node); ///< -1: none
    void nodeClicked(int node); ///< -1: beside all nodes
    void sequenceHovered(int sequence);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF pictureArea() const;
    GraphInk ink() const;
    void fetch();
    QString nodeToolTip(int node) const;
    void setHover(int node, int sequence);

    std::shared_ptr<GraphPictures> m_pictures;
    GraphPicturePointer m_picture;
    GraphHighlights m_lit;
    int m_graph = -1;
    int m_hoveredNode = -1;
};

} // namespace vitrine
