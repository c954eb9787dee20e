#include "widgets/data/ledger_model.h"

#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/style/icons.h"

#include <algorithm>

namespace vitrine {
namespace {

constexpr std::size_t kShownLines = 3;

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
    endResetModel();
}

std::int64_t LedgerModel::noteCount() const {
    std::int64_t count = 0;
    for (const LedgerEntry& entry : m_entries)
        if (entry.action != LedgerAction::read && entry.action != LedgerAction::dropped)
            count += entry.count;
    return count;
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
    const LedgerEntry& entry = m_entries[static_cast<std::size_t>(row)];
    if (role == Qt::DecorationRole && column == kAction) {
        const bool attention = needsAttention(entry.action, entry.count);
        return icon(attention ? QStringLiteral("warn") : QStringLiteral("check"),
                    attention ? IconTint::warning : IconTint::ok);
    }
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
