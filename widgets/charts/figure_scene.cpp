#include "widgets/charts/figure_scene.h"

namespace vitrine {

/// One of our two layers; paints through FigurePainter.
class FigureScene::LayerItem : public QGraphicsItem {
public:
    enum class Kind { ground, marks };
    LayerItem(FigureScene* scene, Kind kind) : m_scene(scene), m_kind(kind) {
        setZValue(kind == Kind::ground ? -1 : 1);
        setAcceptedMouseButtons(Qt::NoButton);
    }

    void resize(const QSizeF& size) {
        if (size == m_size)
            return;
        prepareGeometryChange();
        m_size = size;
    }
    QRectF boundingRect() const override { return {QPointF(), m_size}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override {
        const FigurePainter figure(m_scene->m_figure, m_scene->m_plan, m_scene->m_style, m_scene->m_emphasis);
        if (m_kind == Kind::ground)
            figure.paintGround(painter);
        else
            figure.paintMarks(painter);
    }

private:
    FigureScene* m_scene;
    Kind m_kind;
    QSizeF m_size;
};

FigureScene::FigureScene(QObject* parent)
    : QGraphicsScene(parent), m_axes(std::make_unique<FigureAxes>(this)),
      m_ground(new LayerItem(this, LayerItem::Kind::ground)), m_marks(new LayerItem(this, LayerItem::Kind::marks)) {
    setItemIndexMethod(QGraphicsScene::NoIndex);
    addItem(m_ground);
    addItem(m_marks);
}

FigureScene::~FigureScene() = default;

void FigureScene::setFigure(std::shared_ptr<const FigureSpec> spec) {
    m_figure = PreparedFigure(spec ? std::move(spec) : std::make_shared<const FigureSpec>());
    invalidate();
}

void FigureScene::setStyle(const FigureStyle& style) {
    m_style = style;
    invalidate();
}

void FigureScene::setSize(const QSizeF& size) {
    if (size == m_size)
        return;
    m_size = size;
    setSceneRect(QRectF(QPointF(), size));
    m_ground->resize(size);
    m_marks->resize(size);
    invalidate();
}

void FigureScene::setView(const FigureView& view) {
    if (view == m_view)
        return;
    m_view = view;
    invalidate();
}

void FigureScene::setEmphasis(const FigureEmphasis& emphasis) {
    m_emphasis = emphasis;
    if (!m_dirty)
        updateAxes();
    m_ground->update();
    m_marks->update();
}

void FigureScene::setCached(bool cached) {
    m_marks->setCacheMode(cached ? QGraphicsItem::DeviceCoordinateCache : QGraphicsItem::NoCache);
}

void FigureScene::invalidate() {
    m_dirty = true;
    m_ground->update();
    m_marks->update();
}

void FigureScene::ensurePlanned() {
    if (!m_dirty || m_size.isEmpty())
        return;
    m_dirty = false;
    m_plan = planFigure(m_figure, m_style, m_size, m_view);
    updateAxes();
    Q_EMIT planned();
}

void FigureScene::updateAxes() {
    // Labels of selected categories are bold.
    QList<double> strong;
    QList<double> strongRows;
    for (const QString& key : m_emphasis.selected)
        for (const MarkPoint& point : m_figure.pointsOf(key)) {
            const FigureMark& mark = *m_figure.marks()[static_cast<std::size_t>(point.mark)].mark;
            const bool turned = mark.kind == MarkKind::points && mark.horizontal;
            const std::vector<double>& places = turned ? mark.y : mark.x;
            if (mark.kind == MarkKind::cells)
                strongRows.append(point.index);
            else if (point.index >= 0 && static_cast<std::size_t>(point.index) < places.size())
                strong.append(places[static_cast<std::size_t>(point.index)]);
        }
    m_axes->update(m_plan.layout, m_style, strong, strongRows + strong);
}

} // namespace vitrine
