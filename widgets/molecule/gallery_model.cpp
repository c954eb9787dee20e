#include "widgets/molecule/gallery_model.h"

#include "core/values/text.h"
#include "widgets/data/display_number.h"

#include <numeric>

namespace vitrine {

void GalleryModel::setGraphs(std::shared_ptr<const GraphSet> graphs) {
    beginResetModel();
    m_graphs = std::move(graphs);
    m_values.clear();
    m_valueTitle.clear();
    m_decimals = 0;
    m_order.resize(m_graphs ? m_graphs->graphCount() : 0);
    std::iota(m_order.begin(), m_order.end(), 0);
    m_rows = m_order;
    if (m_graphs)
        if (const Column* target = m_graphs->graphs.find(m_graphs->targetColumn))
            m_decimals = decimalsFor(*target);
    endResetModel();
}

void GalleryModel::setOrder(std::vector<int> order) {
    beginResetModel();
    m_order = std::move(order);
    m_rows.assign(m_graphs ? m_graphs->graphCount() : 0, -1);
    std::erase_if(m_order, [this](int graph) { return graph < 0 || static_cast<std::size_t>(graph) >= m_rows.size(); });
    for (std::size_t row = 0; row < m_order.size(); ++row)
        m_rows[static_cast<std::size_t>(m_order[row])] = static_cast<int>(row);
    endResetModel();
}

void GalleryModel::setValues(const QString& title, std::vector<double> values) {
    m_valueTitle = title;
    m_values = std::move(values);
    m_decimals = m_values.empty() ? 0 : decimalsFor(Column("value", m_values));
    if (m_values.empty() && m_graphs)
        if (const Column* target = m_graphs->graphs.find(m_graphs->targetColumn))
            m_decimals = decimalsFor(*target);
    if (!m_order.empty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

int GalleryModel::rowOf(int graph) const {
    return graph < 0 || static_cast<std::size_t>(graph) >= m_rows.size() ? -1 : m_rows[static_cast<std::size_t>(graph)];
}

QString GalleryModel::nameOf(int graph) const {
    const auto row = static_cast<std::size_t>(graph);
    const Column* id = m_graphs ? m_graphs->graphs.find(m_graphs->idColumn) : nullptr;
    if (id && id->isValid(row) && !id->cellText(row).empty())
        return toQString(id->cellText(row));
    return tr("row %1").arg(graph);
}

QString GalleryModel::valueOf(int graph) const {
    const auto row = static_cast<std::size_t>(graph);
    if (!m_values.empty())
        return row < m_values.size() ? displayNumber(m_values[row], m_decimals) : QString();
    const Column* target = m_graphs ? m_graphs->graphs.find(m_graphs->targetColumn) : nullptr;
    return target ? displayCell(*target, row, m_decimals) : QString();
}

QString GalleryModel::toolTipOf(int graph) const {
    QStringList lines{nameOf(graph)};
    const auto row = static_cast<std::size_t>(graph);
    if (const Column* structure = m_graphs->graphs.find(m_graphs->structureColumn))
        lines += toQString(structure->cellText(row));
    const QString value = valueOf(graph);
    const Column* target = m_graphs->graphs.find(m_graphs->targetColumn);
    if (!value.isEmpty()) {
        const QString title = m_values.empty() && target ? toQString(target->name) : m_valueTitle;
        const QString unit = m_values.empty() && target ? toQString(target->unit) : QString();
        lines += unit.isEmpty() ? tr("%1: %2").arg(title, value) : tr("%1: %2 %3").arg(title, value, unit);
    }
    return lines.join(QLatin1Char('\n'));
}

int GalleryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

QVariant GalleryModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int graph = graphAt(index.row());
    switch (role) {
    case kGraph: return graph;
    case Qt::DisplayRole:
    case kName: return nameOf(graph);
    case kValue: return valueOf(graph);
    case Qt::ToolTipRole: return toolTipOf(graph);
    case Qt::AccessibleTextRole: return QString(nameOf(graph) + QStringLiteral(", ") + valueOf(graph));
    default: return {};
    }
}

} // namespace vitrine
