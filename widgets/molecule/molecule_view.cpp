#include "widgets/molecule/molecule_view.h"

#include "core/data/chem/depiction.h"
#include "core/values/text.h"
#include "widgets/style/metrics.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace vitrine {
namespace {

constexpr double kLongestEdge = 44.0;

} // namespace

MoleculeView::MoleculeView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setAccessibleName(tr("Structure"));
}

void MoleculeView::setGraph(std::shared_ptr<const GraphSet> graphs, int graph) {
    const bool valid = graphs && graph >= 0 && static_cast<std::size_t>(graph) < graphs->graphCount();
    if (valid && m_pictures && m_pictures->graphSet() == graphs && graph == m_graph)
        return;
    if (m_pictures)
        m_pictures->disconnect(this);
    m_pictures = valid ? GraphPictures::of(std::move(graphs)) : nullptr;
    m_graph = valid ? graph : -1;
    m_picture = nullptr;
    m_lit = {};
    m_hoveredNode = -1;
    if (m_pictures)
        connect(m_pictures.get(), &GraphPictures::ready, this, &MoleculeView::fetch);
    fetch();
    update();
}

void MoleculeView::fetch() {
    if (m_picture || !m_pictures)
        return;
    m_picture = m_pictures->picture(m_graph);
    if (m_picture)
        update();
}

void MoleculeView::setHighlights(std::vector<NodeSequence> sequences) {
    m_lit.sequences = std::move(sequences);
    m_lit.hovered = -1;
    update();
}

void MoleculeView::setHoveredSequence(int sequence) {
    if (m_lit.hovered == sequence)
        return;
    m_lit.hovered = sequence;
    update();
}

void MoleculeView::setChosenNode(int node) {
    m_lit.chosenNode = node;
    update();
}

QRectF MoleculeView::pictureArea() const {
    return QRectF(rect()).adjusted(metrics::kSpace, metrics::kSpace, -metrics::kSpace, -metrics::kSpace);
}

GraphInk MoleculeView::ink() const {
    GraphInk ink = screenInk(tokensOf(palette()));
    ink.longestEdge = kLongestEdge;
    return ink;
}

QPointF MoleculeView::nodePosition(int node) const {
    if (!m_picture || node < 0 || static_cast<std::size_t>(node) >= m_picture->nodeCount())
        return {};
    return m_picture->frame(pictureArea(), ink()).map(m_picture->places()[static_cast<std::size_t>(node)]);
}

void MoleculeView::paintEvent(QPaintEvent*) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.line, 1.0));
    painter.setBrush(tokens.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius, metrics::kRadius);
    if (m_picture)
        m_picture->paint(painter, pictureArea(), ink(), m_lit);
}

void MoleculeView::setHover(int node, int sequence) {
    if (node != m_hoveredNode) {
        m_hoveredNode = node;
        Q_EMIT nodeHovered(node);
    }
    if (sequence != m_lit.hovered) {
        setHoveredSequence(sequence);
        Q_EMIT sequenceHovered(sequence);
    }
}

void MoleculeView::mouseMoveEvent(QMouseEvent* event) {
    if (m_picture)
        setHover(m_picture->nodeAt(event->position(), pictureArea(), ink()),
                 m_picture->sequenceAt(event->position(), pictureArea(), ink(), m_lit));
}

void MoleculeView::leaveEvent(QEvent*) {
    setHover(-1, -1);
}

void MoleculeView::mousePressEvent(QMouseEvent* event) {
    if (m_picture && event->button() == Qt::LeftButton)
        Q_EMIT nodeClicked(m_picture->nodeAt(event->position(), pictureArea(), ink()));
}

QString MoleculeView::nodeToolTip(int node) const {
    const GraphSet& graphs = m_pictures->graphs();
    const auto row = static_cast<std::size_t>(graphs.topology.nodeOffsets[static_cast<std::size_t>(m_graph)] + node);
    QStringList lines{tr("node %1").arg(node)};
    for (const Column& column : graphs.nodes.columns)
        lines += tr("%1: %2").arg(toQString(column.name),
                                  column.isValid(row) ? toQString(column.cellText(row)) : tr("missing"));
    return lines.join(QLatin1Char('\n'));
}

bool MoleculeView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !m_picture)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int node = m_picture->nodeAt(help->pos(), pictureArea(), ink());
    if (node < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), nodeToolTip(node), this);
    return true;
}

} // namespace vitrine
