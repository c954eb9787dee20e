#include "widgets/data/ledger_model.h"

#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/style/icons.h"

#include <QColor>

#include <algorithm>

namespace vitrine {
namespace {

constexpr std::size_t kShownLines = 3;
constexpr std::size_t kLinesInPart = 12; ///< lines in one row below an entry

QString actionTitle(LedgerAction action) {
    QString name = toQString(ledgerActionName(action));
    name[0] = name.front().toUpper();
    return name;
}

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char character : text)
        result += character == '"' ? std::string("\"\"") : std::string(1, character);
    return result + '"';
}

bool needsAttention(LedgerAction action, std::int64_t count) {
    return count > 0 && action != LedgerAction::read && action != LedgerAction::changed;
}

} // namespace

QString ledgerLines(const LedgerEntry& entry, std::int64_t recordsRead) {
    if (entry.lines.empty())
        return entry.count > 0 && entry.count >= recordsRead ? LedgerModel::tr("all") : QString();
    QStringList shown;
    for (std::size_t i = 0; i < std::min(entry.lines.size(), kShownLines); ++i)
        shown += displayCount(entry.lines[i]);
    const QString lines = shown.join(QStringLiteral(", "));
    const auto rest = entry.count - static_cast<std::int64_t>(shown.size());
    return rest > 0 ? LedgerModel::tr("%1 and %2 more").arg(lines, displayCount(rest)) : lines;
}

void LedgerModel::setLedger(const Ledger& ledger) {
    beginResetModel();
    m_entries = ledger.entries();
    m_read = ledger.recordsRead;
    const bool dropped = std::any_of(m_entries.begin(), m_entries.end(),
                                     [](const LedgerEntry& entry) { return entry.action == LedgerAction::dropped; });
    if (!dropped)
        m_entries.push_back({LedgerAction::dropped, 0, {}, toStd(tr("Nothing was dropped")), {}});
    m_rows.clear();
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        m_rows.push_back({i, -1});
    endResetModel();
}

std::int64_t LedgerModel::noteCount() const {
    std::int64_t count = 0;
    for (const LedgerEntry& entry : m_entries)
        if (entry.action != LedgerAction::dropped && needsAttention(entry.action, entry.count))
            count += entry.count;
    return count;
}

bool LedgerModel::canUnfold(int row) const {
    const Row& held = m_rows[static_cast<std::size_t>(row)];
    return held.part < 0 && m_entries[held.entry].lines.size() > kShownLines;
}

bool LedgerModel::isUnfolded(int row) const {
    const auto next = static_cast<std::size_t>(row) + 1;
    return next < m_rows.size() && m_rows[next].part >= 0;
}

void LedgerModel::toggle(int row) {
    if (!canUnfold(row))
        return;
    const std::size_t entry = m_rows[static_cast<std::size_t>(row)].entry;
    const auto parts = static_cast<int>((m_entries[entry].lines.size() + kLinesInPart - 1) / kLinesInPart);
    const auto first = m_rows.begin() + row + 1;
    if (isUnfolded(row)) {
        beginRemoveRows({}, row + 1, row + parts);
        m_rows.erase(first, first + parts);
        endRemoveRows();
    } else {
        beginInsertRows({}, row + 1, row + parts);
        std::vector<Row> below;
        for (int part = 0; part < parts; ++part)
            below.push_back({entry, part});
        m_rows.insert(first, below.begin(), below.end());
        endInsertRows();
    }
    Q_EMIT dataChanged(index(row, kLines), index(row, kLines), {Qt::DecorationRole});
}

/// "lines 2, 7, 11, 13": the last part says how many were only counted.
QString LedgerModel::partText(const Row& row) const {
    const LedgerEntry& entry = m_entries[row.entry];
    const std::size_t from = static_cast<std::size_t>(row.part) * kLinesInPart;
    const std::size_t to = std::min(entry.lines.size(), from + kLinesInPart);
    QStringList lines;
    for (std::size_t i = from; i < to; ++i)
        lines += displayCount(entry.lines[i]);
    const QString text = tr("lines %1").arg(lines.join(QStringLiteral(", ")));
    const std::int64_t rest = to == entry.lines.size() ? entry.count - static_cast<std::int64_t>(to) : 0;
    return rest > 0 ? tr("%1 and %2 more").arg(text, displayCount(rest)) : text;
}

QVariant LedgerModel::partCell(const Row& row, int column, int role) const {
    if (column == kReason && (role == Qt::DisplayRole || role == Qt::ToolTipRole))
        return partText(row);
    return {};
}

std::string LedgerModel::csv() const {
    std::string text = "action,records,column,what_and_why,lines\n";
    for (const LedgerEntry& entry : m_entries) {
        std::string lines;
        for (const std::int64_t line : entry.lines)
            lines += (lines.empty() ? "" : " ") + std::to_string(line);
        text += std::string(ledgerActionName(entry.action)) + ',' + std::to_string(entry.count) + ',' +
                quoted(entry.column) + ',' + quoted(entry.reason) + ',' + lines + '\n';
    }
    return text;
}

QVariant LedgerModel::cell(int row, int column, int role) const {
    const Row& held = m_rows[static_cast<std::size_t>(row)];
    if (held.part >= 0)
        return partCell(held, column, role);
    const LedgerEntry& entry = m_entries[held.entry];
    if (role == Qt::DecorationRole && column == kAction) {
        const bool attention = needsAttention(entry.action, entry.count);
        return icon(attention ? QStringLiteral("warn") : QStringLiteral("check"),
                    attention ? IconTint::warning : IconTint::ok);
    }
    if (role == Qt::DecorationRole && column == kLines && canUnfold(row))
        return icon(isUnfolded(row) ? QStringLiteral("chev") : QStringLiteral("chevr"), IconTint::text2);
    if (role == Qt::DecorationRole && column == kLines) // keeps the texts of the column in line
        return QColor(Qt::transparent);
    if (role == Qt::ToolTipRole && column == kLines && canUnfold(row))
        return isUnfolded(row) ? tr("Fold the lines up") : tr("Show the lines");
    if (role == Qt::ToolTipRole)
        return column == kReason ? toQString(entry.reason) : QString();
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case kAction: return actionTitle(entry.action);
    case kRecords: return displayCount(entry.count);
    case kColumn: return toQString(entry.column);
    case kReason: return toQString(entry.reason);
    case kLines: return ledgerLines(entry, m_read);
    default: return {};
    }
}

QVariant LedgerModel::header(int column, int role) const {
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case kAction: return tr("Action");
    case kRecords: return tr("Records");
    case kColumn: return tr("Column");
    case kReason: return tr("What and why");
    case kLines: return tr("Lines");
    default: return {};
    }
}

} // namespace vitrine
