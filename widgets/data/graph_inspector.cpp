#include "widgets/data/graph_inspector.h"

#include "core/values/column_unit.h"
#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/molecule/graph_gallery.h"
#include "widgets/molecule/molecule_view.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QHeaderView>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine {
namespace {

constexpr int kMostNodes = 500; // rows of the node table; a larger graph is looked at elsewhere

/// Names and values: the values stand whole, the names give way.
class PropertyTable : public QTableWidget {
public:
    using QTableWidget::QTableWidget;
    void fit() {
        if (columnCount() < 2)
            return;
        const int room = viewport()->width();
        setColumnWidth(1,
                       std::clamp(sizeHintForColumn(1), kLeastValue, std::max(kLeastValue, room * kMostOfRow / 100)));
        setColumnWidth(0, room - columnWidth(1));
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QTableWidget::resizeEvent(event);
        fit();
    }

private:
    static constexpr int kLeastValue = 48; ///< px
    static constexpr int kMostOfRow = 60;  ///< percent of the width for values; only texts are longer
};

QTableWidget* plainTable(const QString& name, QTableWidget* table = new QTableWidget) {
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(metrics::kRowHeight);
    table->setAccessibleName(name);
    return table;
}

QTableWidgetItem* textItem(const QString& text, bool right = false) {
    auto* item = new QTableWidgetItem(text);
    item->setToolTip(text);
    item->setTextAlignment((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return item;
}

QString cellOf(const Column& column, std::size_t row, int decimals) {
    return column.isValid(row) ? displayCell(column, row, decimals) : GraphInspector::tr("missing");
}

/// Decimals of each column, chosen once for all its cells.
std::vector<int> decimalsOf(const std::vector<Column>& columns) {
    std::vector<int> decimals;
    decimals.reserve(columns.size());
    for (const Column& column : columns)
        decimals.push_back(decimalsFor(column));
    return decimals;
}

} // namespace

GraphInspector::GraphInspector(QWidget* parent)
    : QWidget(parent), m_stack(new QStackedWidget), m_picture(new MoleculeView), m_name(new TextLabel),
      m_structure(new TextLabel({}, TextSize::fixed, TextTone::text2)),
      m_properties(plainTable(tr("Properties"), new PropertyTable)), m_switch(new SegmentedControl),
      m_tables(new QStackedWidget), m_nodes(plainTable(tr("Nodes"))), m_edges(plainTable(tr("Edges"))),
      m_experiment(new QPushButton) {
    m_empty = new EmptyState(QStringLiteral("mol"), tr("Choose a graph to see it here."));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeDetails());
    m_experiment->setIcon(icon(QStringLiteral("new"), IconTint::onAccent));
    setPrimary(m_experiment);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kPadding, metrics::kSpace, metrics::kPadding, metrics::kPadding);
    column->setSpacing(metrics::kSpace);
    column->addWidget(m_stack, 1);
    column->addWidget(m_experiment);
    connect(m_experiment, &QPushButton::clicked, this, &GraphInspector::experimentWanted);
    connect(m_switch, &SegmentedControl::currentChanged, m_tables, &QStackedWidget::setCurrentIndex);
    connect(m_picture, &MoleculeView::nodeClicked, this, &GraphInspector::showNode);
    connect(m_nodes, &QTableWidget::currentCellChanged, this, [this](int node) { m_picture->setChosenNode(node); });
}

QWidget* GraphInspector::makeDetails() {
    m_name->setBold(true);
    m_structure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_properties->setColumnCount(2);
    m_properties->horizontalHeader()->hide();
    m_properties->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_properties->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_properties->setWordWrap(false);
    m_switch->addSegment(tr("Nodes"));
    m_switch->addSegment(tr("Edges"));
    m_tables->addWidget(m_nodes);
    m_tables->addWidget(m_edges);
    auto* details = new QWidget;
    auto* column = new QVBoxLayout(details);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::kGap);
    column->addWidget(m_picture);
    column->addWidget(m_name);
    column->addWidget(m_structure);
    column->addWidget(m_properties, 3);
    column->addSpacing(metrics::kGap);
    column->addWidget(m_switch, 0, Qt::AlignLeft);
    column->addWidget(m_tables, 2);
    return details;
}

void GraphInspector::setGraphs(std::shared_ptr<const GraphSet> graphs, const QString& title) {
    m_graphs = std::move(graphs);
    m_experiment->setText(tr("New experiment on %1").arg(title));
    m_experiment->setToolTip(tr("Choose what to run on this data set"));
    follow();
}

void GraphInspector::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (m_selection)
        connect(m_selection, &Selection::changed, this, &GraphInspector::follow);
    follow();
}

void GraphInspector::showNode(int node) {
    m_picture->setChosenNode(node);
    m_switch->setCurrentIndex(0);
    m_nodes->setCurrentCell(node < m_nodes->rowCount() ? node : -1, 0);
    m_picture->setChosenNode(node); // also where the table has no row for it
}

void GraphInspector::follow() {
    const QStringList keys = m_selection ? m_selection->keys(QLatin1String(GraphGallery::kKeyKind)) : QStringList();
    bool isNumber = false;
    const int graph = keys.isEmpty() ? -1 : keys.back().toInt(&isNumber);
    const bool valid = isNumber && m_graphs && graph >= 0 && static_cast<std::size_t>(graph) < m_graphs->graphCount();
    showGraph(valid ? graph : -1);
}

void GraphInspector::showGraph(int graph) {
    m_graph = graph;
    m_picture->setGraph(m_graphs, graph);
    m_properties->setRowCount(0);
    m_nodes->setRowCount(0);
    m_edges->setRowCount(0);
    m_stack->setCurrentIndex(graph < 0 ? 0 : 1);
    const bool molecules = m_graphs && m_graphs->isMolecular();
    m_empty->setSentence(molecules ? tr("Choose a molecule to see it here.") : tr("Choose a graph to see it here."));
    m_switch->button(0)->setText(molecules ? tr("Atoms") : tr("Nodes"));
    m_switch->button(1)->setText(molecules ? tr("Bonds") : tr("Edges"));
    m_structure->setVisible(molecules);
    if (graph < 0)
        return;
    const auto row = static_cast<std::size_t>(graph);
    const Column* id = m_graphs->graphs.find(m_graphs->idColumn);
    m_name->setText(id ? toQString(id->cellText(row)) : tr("Row %1").arg(graph));
    if (const Column* structure = m_graphs->graphs.find(m_graphs->structureColumn))
        m_structure->setText(toQString(structure->cellText(row)));
    fillProperties();
    fillNodes();
    fillEdges();
}

void GraphInspector::fillProperties() {
    const auto row = static_cast<std::size_t>(m_graph);
    const auto add = [this](const QString& name, const QString& value) {
        const int at = m_properties->rowCount();
        m_properties->insertRow(at);
        m_properties->setItem(at, 0, textItem(name));
        m_properties->setItem(at, 1, textItem(value, true));
    };
    add(tr("Row"), displayCount(m_graph));
    for (const Column& column : m_graphs->graphs.columns) {
        if (column.name == m_graphs->idColumn || column.name == m_graphs->structureColumn || column.name == "row")
            continue;
        const QString unit = column.unit.empty() ? QString() : QStringLiteral(" (%1)").arg(toQString(column.unit));
        add(toQString(splitHeader(column.name).title) + unit, cellOf(column, row, decimalsFor(column)));
    }
    const GraphTopology& topology = m_graphs->topology;
    add(m_graphs->isMolecular() ? tr("Atoms, bonds") : tr("Nodes, edges"),
        tr("%1, %2").arg(displayCount(topology.nodeOffsets[row + 1] - topology.nodeOffsets[row]),
                         displayCount(topology.edgeOffsets[row + 1] - topology.edgeOffsets[row])));
    static_cast<PropertyTable*>(m_properties)->fit();
}

void GraphInspector::fillNodes() {
    const auto graph = static_cast<std::size_t>(m_graph);
    const auto first = m_graphs->topology.nodeOffsets[graph];
    const auto count =
        static_cast<int>(std::min<std::int64_t>(m_graphs->topology.nodeOffsets[graph + 1] - first, kMostNodes));
    const auto& columns = m_graphs->nodes.columns;
    const std::vector<int> decimals = decimalsOf(columns);
    QStringList names;
    for (const Column& column : columns)
        names += toQString(column.name);
    m_nodes->setColumnCount(static_cast<int>(columns.size()));
    m_nodes->setHorizontalHeaderLabels(names);
    m_nodes->setRowCount(count);
    for (int node = 0; node < count; ++node)
        for (std::size_t c = 0; c < columns.size(); ++c)
            m_nodes->setItem(node, static_cast<int>(c),
                             textItem(cellOf(columns[c], static_cast<std::size_t>(first + node), decimals[c]),
                                      columns[c].isNumeric()));
}

void GraphInspector::fillEdges() {
    const auto graph = static_cast<std::size_t>(m_graph);
    const GraphTopology& topology = m_graphs->topology;
    const auto first = topology.edgeOffsets[graph];
    const auto count = static_cast<int>(std::min<std::int64_t>(topology.edgeOffsets[graph + 1] - first, kMostNodes));
    const auto& columns = m_graphs->edges.columns;
    const std::vector<int> decimals = decimalsOf(columns);
    QStringList names{tr("from"), tr("to")};
    for (const Column& column : columns)
        names += toQString(column.name);
    m_edges->setColumnCount(static_cast<int>(columns.size()) + 2);
    m_edges->setHorizontalHeaderLabels(names);
    m_edges->setRowCount(count);
    for (int edge = 0; edge < count; ++edge) {
        const auto at = static_cast<std::size_t>(first + edge);
        m_edges->setItem(edge, 0, textItem(displayCount(topology.edgeSource[at]), true));
        m_edges->setItem(edge, 1, textItem(displayCount(topology.edgeTarget[at]), true));
        for (std::size_t c = 0; c < columns.size(); ++c)
            m_edges->setItem(edge, static_cast<int>(c) + 2,
                             textItem(cellOf(columns[c], at, decimals[c]), columns[c].isNumeric()));
    }
}

} // namespace vitrine
