#pragma once

#include "widgets/latest_task.h"
#include "widgets/vtk/space_scene.h"

#include <QTimer>

#include <memory>

class vtkMatrix4x4;

namespace vitrine {

class VtkWidget;

/// A graph in space. Drag turns, Shift or the middle button pans, the wheel zooms, double click fits, a click chooses.
class SpaceStage : public GraphStage {
    Q_OBJECT
public:
    explicit SpaceStage(QWidget* parent = nullptr);
    ~SpaceStage() override;

    void setGraph(ShownGraphPointer graph, PlacesPointer places) override;
    void setAppearance(const GraphAppearance& appearance) override;
    void setHighlights(std::vector<NodeSequence> sequences) override;
    void setChosen(GraphElement element) override;
    void setRoomLeft(int width) override;
    void fit() override;
    void zoomBy(double factor) override;
    void moveBy(const QPointF& pixels) override;
    bool isFull() const override { return m_full; }
    bool isReady() const override { return m_picture.graph && !(m_stale && isLarge()); }
    QString note() const override;
    PaintPicture painter(bool printStyle) const override;

protected:
    std::size_t nodeCount() const override { return m_picture.graph ? m_picture.graph->nodeCount() : 0; }
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Projection;
    QString partText() const;
    bool isLarge() const { return m_picture.graph && isLargeInSpace(*m_picture.graph); }
    void rebuild();
    void makeInBackground();
    void takeGeometry(SpaceGeometryPointer geometry);
    static GraphElement elementAt(const SpacePicture& picture, const Projection& projection, const QPointF& point);
    GraphElement elementAt(const QPointF& point) const;
    void hoverAt(const QPointF& point);
    void setHovered(GraphElement element);
    void centreBesideRoom();
    void startMotion();
    void endMotion();
    void preparePaint();
    void framePainted(double milliseconds);
    void panBy(const QPointF& pixels);
    void mousePressed(const QPointF& at);
    void mouseMoved(const QPointF& at, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers);
    void mouseReleased(const QPointF& at, Qt::MouseButton button);

    VtkWidget* m_widget;
    std::unique_ptr<SpaceScene> m_scene;
    SpacePicture m_picture;
    int m_roomLeft = 0;
    bool m_isFitted = true; ///< nobody has turned or moved it since
    bool m_stale = false;   ///< the shapes are made at the next frame, of large graphs in the background
    bool m_moving = false;
    bool m_full = false; ///< the last frame was the full picture
    QTimer m_still, m_makeSoon;
    QPointF m_pressed, m_last;
    bool m_dragging = false;
    GraphElement m_hovered;
    LatestTask m_makeTask, m_hoverTask;
};

} // namespace vitrine
