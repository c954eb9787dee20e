#include "widgets/molecule/graph_gallery.h"

#include "core/values/text.h"
#include "widgets/models/row_selection.h"
#include "widgets/molecule/gallery_model.h"

#include <QListView>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

QString kind() {
    return QLatin1String(GraphGallery::kKeyKind);
}

/// A list that paints all that is seen when the selection changes. A wrapped list would look where each selected row
/// lies.
class CellList : public QListView {
public:
    using QListView::QListView;

protected:
    QRegion visualRegionForSelection(const QItemSelection&) const override { return viewport()->rect(); }
};

} // namespace

GraphGallery::GraphGallery(QWidget* parent)
    : QWidget(parent), m_view(new CellList(this)), m_model(new GalleryModel(this)),
      m_delegate(new GalleryDelegate(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_view);
    // A wrapped list is laid out in time linear in the number of rows; the icon mode of QListView builds a tree of all.
    m_view->setFlow(QListView::LeftToRight);
    m_view->setWrapping(true);
    m_view->setResizeMode(QListView::Adjust);
    m_view->setUniformItemSizes(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setMouseTracking(true);
    m_view->setAccessibleName(tr("Gallery"));
    m_view->setItemDelegate(m_delegate);
    m_view->setModel(m_model);
    m_view->viewport()->installEventFilter(this);
    setFocusProxy(m_view);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &GraphGallery::takeViewSelection);
    connect(m_view, &QListView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT graphActivated(m_model->graphAt(index.row())); });
    connect(m_delegate, &GalleryDelegate::changed, this, &GraphGallery::updateCells);
    layoutCells();
}

GraphGallery::~GraphGallery() = default;

void GraphGallery::setGraphs(std::shared_ptr<const GraphSet> graphs) {
    m_orderTask.cancel();
    m_request = {};
    m_request.graphs = graphs;
    m_delegate->setPictures(graphs ? GraphPictures::of(graphs) : nullptr);
    m_applying = true;
    m_model->setGraphs(std::move(graphs));
    m_applying = false;
    m_view->scrollToTop();
    applySelection();
    Q_EMIT shownChanged(shownCount(), totalCount());
}

void GraphGallery::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (m_selection)
        connect(m_selection, &Selection::changed, this, [this] { applySelection(); });
    applySelection();
}

void GraphGallery::setHighlights(HighlightFunction highlights) {
    m_delegate->setHighlights(std::move(highlights));
    m_view->viewport()->update();
}

void GraphGallery::setSubset(std::optional<std::vector<int>> subset) {
    m_request.subset = std::move(subset);
    requestOrder();
}

void GraphGallery::setValues(const QString& title, std::vector<double> values) {
    m_request.values = values;
    m_model->setValues(title, std::move(values));
    if (m_request.sort == GallerySort::valueAscending || m_request.sort == GallerySort::valueDescending)
        requestOrder();
}

void GraphGallery::setSort(GallerySort sort) {
    if (sort == m_request.sort)
        return;
    m_request.sort = sort;
    requestOrder();
}

void GraphGallery::setFilter(const QString& text) {
    m_request.filter = toStd(text);
    requestOrder();
}

int GraphGallery::shownCount() const {
    return m_model->rowCount();
}

int GraphGallery::totalCount() const {
    return m_request.graphs ? static_cast<int>(m_request.graphs->graphCount()) : 0;
}

const std::vector<int>& GraphGallery::shownGraphs() const {
    return m_model->order();
}

void GraphGallery::requestOrder() {
    m_orderTask.start([request = m_request](const std::stop_token& stop) { return galleryOrder(request, stop); },
                      [this](Result<std::vector<int>> order) {
                          if (!order) {
                              if (order.error().code != ErrorCode::cancelled)
                                  Q_EMIT filterProblem(toQString(order.error().message));
                              return;
                          }
                          m_applying = true;
                          m_model->setOrder(std::move(*order));
                          m_applying = false;
                          m_view->scrollToTop();
                          applySelection();
                          Q_EMIT filterProblem({});
                          Q_EMIT shownChanged(shownCount(), totalCount());
                      });
}

void GraphGallery::layoutCells() {
    const int width = m_view->viewport()->width() - 1; // a row that ends at the last pixel wraps one cell early
    const int columns = std::max(1, width / (GalleryDelegate::kSmallestWidth + GalleryDelegate::kGap));
    const int cell = std::max(width / columns, GalleryDelegate::kSmallestWidth);
    const int height = static_cast<int>(std::lround((cell - GalleryDelegate::kGap) / GalleryDelegate::kAspect)) +
                       GalleryDelegate::kGap;
    const QSize size(cell, height);
    if (m_view->gridSize() == size)
        return;
    m_delegate->setCellSize(size);
    m_view->setGridSize(size);
    m_view->verticalScrollBar()->setSingleStep(height / 3);
}

void GraphGallery::takeViewSelection() {
    if (m_applying || !m_selection)
        return;
    QStringList keys;
    forEachRow(m_view->selectionModel()->selection(), [&](int row) { keys += keyOf(m_model->graphAt(row)); });
    m_applying = true;
    m_selection->select(kind(), keys);
    m_applying = false;
}

void GraphGallery::applySelection() {
    if (m_applying || !m_selection)
        return;
    m_applying = true;
    std::vector<int> rows;
    for (const QString& key : m_selection->keys(kind())) {
        bool isNumber = false;
        if (const int row = m_model->rowOf(key.toInt(&isNumber)); isNumber && row >= 0)
            rows.push_back(row);
    }
    const QModelIndex first = rows.empty() ? QModelIndex() : m_model->index(rows.front());
    // In two steps: one would compare every range of before with every new one.
    m_view->selectionModel()->clearSelection();
    m_view->selectionModel()->select(rowSelection(*m_model, std::move(rows)), QItemSelectionModel::Select);
    if (first.isValid()) {
        m_view->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
        m_view->scrollTo(first);
    }
    m_applying = false;
}

void GraphGallery::updateCells(const QList<int>& graphs) {
    for (const int graph : graphs)
        if (const int row = m_model->rowOf(graph); row >= 0)
            m_view->update(m_model->index(row));
}

void GraphGallery::hoverAt(const QPoint& point) {
    const QModelIndex index = m_view->indexAt(point);
    const int graph = index.isValid() ? m_model->graphAt(index.row()) : -1;
    const int sequence = graph < 0 ? -1 : m_delegate->sequenceAt(graph, m_view->visualRect(index), point, palette());
    if (graph == m_delegate->hoveredGraph() && sequence == m_delegate->hoveredSequence())
        return;
    const int before = m_delegate->hoveredGraph();
    m_delegate->setHovered(graph, sequence);
    updateCells({before, graph});
    Q_EMIT occurrenceHovered(graph, sequence);
}

bool GraphGallery::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view->viewport()) {
        if (event->type() == QEvent::Resize)
            layoutCells();
        else if (event->type() == QEvent::MouseMove)
            hoverAt(static_cast<QMouseEvent*>(event)->position().toPoint());
        else if (event->type() == QEvent::Leave)
            hoverAt({-1, -1});
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace vitrine
