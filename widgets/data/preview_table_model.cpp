#include "widgets/data/preview_table_model.h"

#include "core/base/number_text.h"
#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/style/fonts.h"

#include <QCoreApplication>

namespace vitrine {

QString columnRoleTitle(ColumnRole role) {
    switch (role) {
    case ColumnRole::attribute: return QCoreApplication::translate("ColumnRole", "Attribute");
    case ColumnRole::id: return QCoreApplication::translate("ColumnRole", "Name");
    case ColumnRole::structure: return QCoreApplication::translate("ColumnRole", "Structure");
    case ColumnRole::target: return QCoreApplication::translate("ColumnRole", "Target");
    case ColumnRole::split: return QCoreApplication::translate("ColumnRole", "Split");
    case ColumnRole::ignore: return QCoreApplication::translate("ColumnRole", "Ignore");
    }
    return {};
}

QString columnRoleHelp(ColumnRole role) {
    switch (role) {
    case ColumnRole::attribute: return QCoreApplication::translate("ColumnRole", "Kept beside each record");
    case ColumnRole::id: return QCoreApplication::translate("ColumnRole", "What a record is called");
    case ColumnRole::structure: return QCoreApplication::translate("ColumnRole", "SMILES, read as a molecule");
    case ColumnRole::target: return QCoreApplication::translate("ColumnRole", "The value to be predicted");
    case ColumnRole::split:
        return QCoreApplication::translate("ColumnRole", "Part each record belongs to: train, test");
    case ColumnRole::ignore: return QCoreApplication::translate("ColumnRole", "Left out; the import ledger says so");
    }
    return {};
}

void PreviewTableModel::setPreview(ImportPreview preview) {
    beginResetModel();
    m_preview = std::move(preview);
    m_hasRoles = m_preview.options.is_object() && m_preview.options.contains("roles") && !m_preview.columns.empty();
    endResetModel();
}

std::int64_t PreviewTableModel::hiddenRows() const {
    const auto shown = static_cast<std::int64_t>(m_preview.firstRows.size() + m_preview.lastRows.size());
    return m_preview.records > shown ? m_preview.records - shown : 0;
}

int PreviewTableModel::gapRow() const {
    if (hiddenRows() == 0)
        return -1;
    return (m_hasRoles ? 1 : 0) + static_cast<int>(m_preview.firstRows.size());
}

int PreviewTableModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || m_preview.columns.empty())
        return 0;
    return (m_hasRoles ? 1 : 0) + static_cast<int>(m_preview.firstRows.size() + m_preview.lastRows.size()) +
           (gapRow() >= 0 ? 1 : 0);
}

int PreviewTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_preview.columns.size());
}

bool PreviewTableModel::isNumeric(int column) const {
    const ColumnType type = m_preview.columns[static_cast<std::size_t>(column)].type;
    return type == ColumnType::integer || type == ColumnType::real;
}

const std::vector<std::string>* PreviewTableModel::rowAt(int row) const {
    int place = row - (m_hasRoles ? 1 : 0);
    if (place < 0 || row == gapRow())
        return nullptr;
    const auto first = static_cast<int>(m_preview.firstRows.size());
    if (place < first)
        return &m_preview.firstRows[static_cast<std::size_t>(place)];
    place -= first + (gapRow() >= 0 ? 1 : 0);
    return place < static_cast<int>(m_preview.lastRows.size()) ? &m_preview.lastRows[static_cast<std::size_t>(place)]
                                                               : nullptr;
}

QVariant PreviewTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PreviewColumn& column = m_preview.columns[static_cast<std::size_t>(index.column())];
    const bool isGap = index.row() == gapRow();
    if (role == kIsGap)
        return isGap;
    if (isGap && role == Qt::DisplayRole && index.column() == 0)
        return tr("%1 not shown").arg(counted(hiddenRows(), tr("row"), tr("rows")));
    if (role == Qt::TextAlignmentRole)
        return QVariant((isGap                       ? Qt::AlignHCenter
                         : isNumeric(index.column()) ? Qt::AlignRight
                                                     : Qt::AlignLeft) |
                        Qt::AlignVCenter);
    if (role == Qt::FontRole && column.role == ColumnRole::structure && !isGap)
        return fonts::fixedPitch();
    const auto* row = rowAt(index.row());
    if (!row || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const auto cell = static_cast<std::size_t>(index.column());
    // Cells are shown as they stand in the file: what is being judged here is the reading of them.
    return cell < row->size() ? toQString((*row)[cell]) : QString();
}

QVariant PreviewTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    const PreviewColumn& column = m_preview.columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return toQString(column.name);
    case Qt::ToolTipRole: return toQString(column.name);
    case kColumnType:
        return column.role == ColumnRole::structure ? tr("SMILES") : toQString(columnTypeName(column.type));
    case Qt::TextAlignmentRole:
        return QVariant((isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

Qt::ItemFlags PreviewTableModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    const bool isData = rowAt(index.row()) != nullptr;
    return isData ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsEnabled;
}

} // namespace vitrine
