// What the rows of an import plan show.
#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/data/import_plan.h"
#include "widgets/style/badge.h"
#include "widgets/style/icons.h"
#include "widgets/style/tokens.h"

#include <QFileInfo>
#include <QGuiApplication>

#include <algorithm>

namespace vitrine {
namespace {

QString iconOf(const ImportItem& item) {
    if (item.state == ImportState::looking || item.state == ImportState::refused)
        return QStringLiteral("file");
    switch (item.preview.kind) {
    case ValueKind::graphSet: return QStringLiteral("graph");
    case ValueKind::matrix: return QStringLiteral("matrix");
    case ValueKind::series: return QStringLiteral("curve");
    case ValueKind::document: return QStringLiteral("text");
    case ValueKind::tensors: return QStringLiteral("layers");
    default: return QStringLiteral("table");
    }
}

BadgeKind badgeOf(ImportState state) {
    switch (state) {
    case ImportState::looking:
    case ImportState::waiting: return BadgeKind::plain;
    case ImportState::ready:
    case ImportState::done: return BadgeKind::ok;
    case ImportState::review: return BadgeKind::warning;
    case ImportState::wrong:
    case ImportState::refused:
    case ImportState::failed: return BadgeKind::error;
    case ImportState::reading: return BadgeKind::running;
    }
    return BadgeKind::plain;
}

} // namespace

QString ImportPlan::stateText(const ImportItem& item) const {
    switch (item.state) {
    case ImportState::looking: return tr("Looking");
    case ImportState::ready: return tr("Ready");
    case ImportState::review: return tr("%1 to review").arg(item.preview.problems.size());
    case ImportState::wrong: return tr("To correct");
    case ImportState::refused: return tr("Refused");
    case ImportState::waiting: return tr("Waiting");
    case ImportState::reading: return item.message.isEmpty() ? tr("Reading") : item.message;
    case ImportState::done: return tr("Read");
    case ImportState::failed: return tr("Failed");
    }
    return {};
}

QString ImportPlan::toolTipOf(const ImportItem& item, int column) const {
    if (column == kItem)
        return item.file.path;
    if (column == kState && item.state == ImportState::review) {
        QStringList titles;
        for (const PreviewProblem& problem : item.preview.problems)
            titles += toQString(problem.title);
        return titles.join(QLatin1Char('\n'));
    }
    return item.message;
}

QVariant ImportPlan::dataOf(const ImportItem& item, int column, int role) const {
    const bool known = item.state != ImportState::looking && item.state != ImportState::refused;
    if (role == Qt::ToolTipRole)
        return toolTipOf(item, column);
    if (role == kStateKind && column == kState)
        return static_cast<int>(badgeOf(item.state));
    if (role == Qt::ForegroundRole && (column == kRecognised || column == kSize || !known))
        return tokensOf(QGuiApplication::palette()).text2;
    if (role == Qt::CheckStateRole && column == kItem)
        return item.checked ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::DecorationRole && column == kItem)
        return icon(iconOf(item), IconTint::text2);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case kItem: return item.file.name;
    case kRecognised: return known ? toQString(item.preview.recognisedAs) : QString();
    case kBecomes: return known ? toQString(item.preview.becomes) : item.message;
    case kRecords: return known && item.preview.records >= 0 ? displayCount(item.preview.records) : QString();
    case kSize: return displayBytes(item.file.size);
    case kState: return stateText(item);
    default: return {};
    }
}

Qt::CheckState ImportPlan::folderCheck(const Group& group) const {
    int checked = 0, possible = 0;
    for (const int number : group.items) {
        possible += item(number).state != ImportState::refused && item(number).proposal < 0;
        checked += item(number).checked;
    }
    if (checked == 0)
        return Qt::Unchecked;
    return checked >= possible ? Qt::Checked : Qt::PartiallyChecked;
}

QVariant ImportPlan::folderData(const Group& group, int column, int role) const {
    if (role == Qt::ToolTipRole && column == kItem)
        return group.folder;
    if (role == Qt::ForegroundRole && column != kItem)
        return tokensOf(QGuiApplication::palette()).text2;
    if (role == Qt::CheckStateRole && column == kItem && !group.items.empty())
        return folderCheck(group);
    if (role == Qt::DecorationRole && column == kItem)
        return icon(QStringLiteral("folder"), IconTint::text2);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case kItem: return QFileInfo(group.folder).fileName();
    case kRecognised: return tr("Folder");
    case kRecords: {
        const auto files = std::count_if(group.items.begin(), group.items.end(),
                                         [this](int number) { return item(number).file.parts.isEmpty(); });
        return counted(files, tr("file"), tr("files"));
    }
    default: return {};
    }
}

QVariant ImportPlan::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole && (index.column() == kRecords || index.column() == kSize))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const int number = itemAt(index);
    return number < 0 ? folderData(*m_groups[static_cast<std::size_t>(index.row())], index.column(), role)
                      : dataOf(item(number), index.column(), role);
}

bool ImportPlan::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || index.column() != kItem)
        return false;
    const bool checked = value.toInt() == Qt::Checked;
    if (const int number = itemAt(index); number >= 0) {
        setChecked(number, checked);
        return true;
    }
    for (const int number : m_groups[static_cast<std::size_t>(index.row())]->items)
        setChecked(number, checked && (item(number).proposal < 0 || item(number).preview.records > 1));
    return true;
}

QVariant ImportPlan::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == kRecords || section == kSize ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kItem: return tr("Item");
    case kRecognised: return tr("Recognised as");
    case kBecomes: return tr("Becomes");
    case kRecords: return tr("Records");
    case kSize: return tr("Size");
    case kState: return tr("State");
    default: return {};
    }
}

Qt::ItemFlags ImportPlan::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    if (index.column() != kItem)
        return flags;
    const int number = itemAt(index);
    if (number < 0 || item(number).state != ImportState::refused)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QModelIndex ImportPlan::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    if (!parent.isValid())
        return createIndex(row, column, nullptr);
    return createIndex(row, column, m_groups[static_cast<std::size_t>(parent.row())].get());
}

QModelIndex ImportPlan::parent(const QModelIndex& index) const {
    const auto* group = static_cast<const Group*>(index.internalPointer());
    if (!index.isValid() || !group)
        return {};
    const auto found =
        std::find_if(m_groups.begin(), m_groups.end(), [group](const auto& other) { return other.get() == group; });
    return createIndex(static_cast<int>(found - m_groups.begin()), 0, nullptr);
}

int ImportPlan::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.internalPointer() || parent.column() != 0)
        return 0;
    const Group& group = *m_groups[static_cast<std::size_t>(parent.row())];
    return group.isFolder() ? static_cast<int>(group.items.size()) : 0;
}

int ImportPlan::columnCount(const QModelIndex&) const {
    return kColumns;
}

} // namespace vitrine
