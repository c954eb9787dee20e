#include "widgets/graph/graph_stage.h"

#include <QKeyEvent>

namespace vitrine {
namespace {

constexpr double kKeyStep = 40.0; // px
constexpr double kKeyZoom = 1.25;

} // namespace

GraphStage::GraphStage(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void GraphStage::choose(GraphElement element) {
    if (element == m_chosen)
        return;
    setChosen(element);
    Q_EMIT elementChosen(element);
}

bool GraphStage::stepKey(int key) {
    const auto count = static_cast<std::int32_t>(nodeCount());
    if (count == 0 || (key != Qt::Key_PageDown && key != Qt::Key_PageUp))
        return false;
    const std::int32_t at = m_chosen.isNode() ? m_chosen.index : (key == Qt::Key_PageDown ? -1 : 0);
    const std::int32_t step = key == Qt::Key_PageDown ? 1 : count - 1;
    choose({GraphElement::Kind::node, (at + step) % count});
    return true;
}

void GraphStage::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left: return moveBy({kKeyStep, 0.0});
    case Qt::Key_Right: return moveBy({-kKeyStep, 0.0});
    case Qt::Key_Up: return moveBy({0.0, kKeyStep});
    case Qt::Key_Down: return moveBy({0.0, -kKeyStep});
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomBy(kKeyZoom);
    case Qt::Key_Minus: return zoomBy(1.0 / kKeyZoom);
    case Qt::Key_0: return fit();
    case Qt::Key_Escape:
        if (m_chosen.kind != GraphElement::Kind::none)
            return choose({});
        break;
    default:
        if (stepKey(event->key()))
            return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace vitrine
