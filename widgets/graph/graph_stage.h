#pragma once

#include "widgets/graph/attribute_scale.h"
#include "widgets/graph/picture_export.h"

#include <QWidget>

#include <QtPlugin>

namespace vitrine {

using PlacesPointer = std::shared_ptr<const std::vector<SpacePoint>>;

/// Where a graph is looked at, in the plane or in space: what both can be told and asked. While it moves, points and
/// thin lines are enough; soon after it stops the full picture stands. Keys: arrows move or turn, + and − zoom, 0 fits,
/// Page Up and Page Down step through the nodes, Esc chooses nothing.
class GraphStage : public QWidget {
    Q_OBJECT
public:
    explicit GraphStage(QWidget* parent = nullptr);

    /// One place per node. Null: nothing. What is seen is fitted.
    virtual void setGraph(ShownGraphPointer graph, PlacesPointer places) = 0;
    virtual void setAppearance(const GraphAppearance& appearance) = 0;
    /// Paths to be lit.
    virtual void setHighlights(std::vector<NodeSequence> sequences) = 0;
    /// Emphasises a node with its neighbours, or an edge.
    virtual void setChosen(GraphElement element) = 0;
    /// Width at the left that is covered by something when the whole graph is shown.
    virtual void setRoomLeft(int width) = 0;
    virtual void fit() = 0;
    virtual void zoomBy(double factor) = 0;
    /// In the plane what is shown follows by so many px; in space it turns.
    virtual void moveBy(const QPointF& pixels) = 0;
    /// Whether the full picture stands.
    virtual bool isFull() const = 0;
    /// Paints what is seen now, without what is chosen, into a rectangle; holds all it needs and works on any thread.
    /// Null while nothing is seen.
    virtual PaintPicture painter(bool printStyle) const = 0;
    /// Whether painter() gives what was set last.
    virtual bool isReady() const = 0;
    /// One line about what is seen: that it is being made, how much of it there is. Empty: all of it is seen.
    virtual QString note() const { return {}; }

    GraphElement chosenElement() const { return m_chosen; }

Q_SIGNALS:
    void elementChosen(vitrine::GraphElement element);
    void elementHovered(vitrine::GraphElement element);
    void fullShown();
    void noteChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    virtual std::size_t nodeCount() const = 0;
    /// Chooses and tells.
    void choose(GraphElement element);
    GraphElement m_chosen;

private:
    bool stepKey(int key);
};

/// Makes the view in space. It lives in a module of its own, so that a program that shows no graph in space loads none
/// of what that needs.
class GraphSpaceFactory {
public:
    virtual ~GraphSpaceFactory() = default;
    virtual GraphStage* createStage(QWidget* parent) const = 0;
};

} // namespace vitrine

#define VITRINE_GRAPH_SPACE_IID "org.vitrine.GraphSpaceFactory/1"
Q_DECLARE_INTERFACE(vitrine::GraphSpaceFactory, VITRINE_GRAPH_SPACE_IID)
