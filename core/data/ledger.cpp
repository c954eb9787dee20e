#include "core/data/ledger.h"

#include "core/data/message_text.h"
#include "core/values/json_text.h"

#include <array>

namespace vitrine {
namespace {

constexpr std::array<std::string_view, 7> kActions{"read",    "trimmed", "changed", "merged",
                                                   "coerced", "marked",  "dropped"};

LedgerAction actionFromName(std::string_view name) {
    for (std::size_t i = 0; i < kActions.size(); ++i)
        if (kActions[i] == name)
            return static_cast<LedgerAction>(i);
    return LedgerAction::marked; // an unknown action of a damaged ledger: the reason is still worth showing
}

/// A sentence of one line, whatever the names in it hold.
std::string oneLine(std::string_view text) {
    std::string line(text);
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 32 || c == 127)
            c = '?';
    return line;
}

} // namespace

std::string_view ledgerActionName(LedgerAction action) {
    return kActions[static_cast<std::size_t>(action)];
}

LedgerEntry& Ledger::entryOf(LedgerAction action, std::string_view column, std::string_view reason) {
    std::string key(ledgerActionName(action));
    key += '\n';
    key += column;
    key += '\n';
    key += reason;
    const auto [place, isNew] = m_places.try_emplace(std::move(key), m_entries.size());
    if (isNew)
        m_entries.push_back({action, 0, std::string(column), oneLine(reason), {}});
    return m_entries[place->second];
}

void Ledger::noteLines(LedgerAction action, std::string_view column, std::string_view reason, std::int64_t count,
                       const std::vector<std::int64_t>& lines) {
    LedgerEntry& entry = entryOf(action, column, reason);
    entry.count += count;
    for (std::size_t i = 0; i < lines.size() && entry.lines.size() < LedgerEntry::kMaxLines; ++i)
        entry.lines.push_back(lines[i]);
}

void Ledger::note(LedgerAction action, std::string_view column, std::string_view reason, std::int64_t line) {
    LedgerEntry& entry = entryOf(action, column, reason);
    ++entry.count;
    if (entry.lines.size() < LedgerEntry::kMaxLines)
        entry.lines.push_back(line);
}

void Ledger::noteAll(LedgerAction action, std::string_view column, std::string_view reason, std::int64_t count) {
    entryOf(action, column, reason).count += count;
}

void Ledger::append(const Ledger& later) {
    recordsRead += later.recordsRead;
    recordsDropped += later.recordsDropped;
    for (const LedgerEntry& entry : later.m_entries)
        noteLines(entry.action, entry.column, entry.reason, entry.count, entry.lines);
}

std::int64_t Ledger::count(LedgerAction action) const {
    std::int64_t total = 0;
    for (const LedgerEntry& entry : m_entries)
        if (entry.action == action)
            total += entry.count;
    return total;
}

std::string Ledger::summary() const {
    std::string text = grouped(recordsRead) + " read";
    // Conversions concern every record or the file as a whole; they are left to the entries.
    for (LedgerAction action :
         {LedgerAction::trimmed, LedgerAction::merged, LedgerAction::coerced, LedgerAction::marked})
        if (const std::int64_t n = count(action); n > 0)
            text += ", " + grouped(n) + ' ' + std::string(ledgerActionName(action));
    return text + ", " + grouped(recordsDropped) + " dropped";
}

nlohmann::json Ledger::toJson() const {
    nlohmann::json entries = nlohmann::json::array();
    for (const LedgerEntry& entry : m_entries)
        entries.push_back({{"action", ledgerActionName(entry.action)},
                           {"count", entry.count},
                           {"column", entry.column},
                           {"reason", entry.reason},
                           {"lines", entry.lines}});
    return {{"records_read", recordsRead}, {"records_dropped", recordsDropped}, {"entries", std::move(entries)}};
}

Ledger Ledger::fromJson(const nlohmann::json& json) {
    Ledger ledger;
    ledger.recordsRead = integerField(json, "records_read");
    ledger.recordsDropped = integerField(json, "records_dropped");
    const nlohmann::json& entries = jsonField(json, "entries");
    if (!entries.is_array())
        return ledger;
    for (const nlohmann::json& item : entries) {
        LedgerEntry entry;
        entry.action = actionFromName(textField(item, "action"));
        entry.count = integerField(item, "count");
        entry.column = textField(item, "column");
        entry.reason = textField(item, "reason");
        for (const nlohmann::json& line : jsonField(item, "lines"))
            if (line.is_number_integer() && entry.lines.size() < LedgerEntry::kMaxLines)
                entry.lines.push_back(line.get<std::int64_t>());
        ledger.noteLines(entry.action, entry.column, entry.reason, entry.count, entry.lines);
    }
    return ledger;
}

} // namespace vitrine
