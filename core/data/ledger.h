#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

namespace vitrine {

enum class LedgerAction { read, trimmed, changed, merged, coerced, marked, dropped };

std::string_view ledgerActionName(LedgerAction action);

/// One kind of thing an import did, with how often and where.
struct LedgerEntry {
    static constexpr std::size_t kMaxLines = 1000; ///< further lines are only counted

    LedgerAction action = LedgerAction::read;
    std::int64_t count = 0;
    std::string column; ///< column or attribute concerned, may be empty
    std::string reason; ///< what was done and why, one sentence without the line number
    std::vector<std::int64_t>
        lines; ///< 1-based lines of the file (records where a file has no lines), the first kMaxLines
};

/// What an import read, changed, dropped and why. Kept with the project and printed in the report.
class Ledger {
public:
    std::int64_t recordsRead = 0;
    std::int64_t recordsDropped = 0;

    /// Adds one occurrence; entries with the same action, column and reason are gathered.
    void note(LedgerAction action, std::string_view column, std::string_view reason, std::int64_t line);
    /// Adds many occurrences at once; `lines` are the first of them.
    void noteLines(LedgerAction action, std::string_view column, std::string_view reason, std::int64_t count,
                   const std::vector<std::int64_t>& lines);
    /// An entry that concerns the file as a whole or all of its records.
    void noteAll(LedgerAction action, std::string_view column, std::string_view reason, std::int64_t count);

    /// Everything of a later step.
    void append(const Ledger& later);

    const std::vector<LedgerEntry>& entries() const { return m_entries; }
    std::int64_t count(LedgerAction action) const;
    /// "1,128 read, 276 trimmed, 0 dropped"
    std::string summary() const;

    nlohmann::json toJson() const;
    static Ledger fromJson(const nlohmann::json& json);

private:
    LedgerEntry& entryOf(LedgerAction action, std::string_view column, std::string_view reason);

    std::vector<LedgerEntry> m_entries;
    std::unordered_map<std::string, std::size_t> m_places; ///< of the entries, by action, column and reason
};

} // namespace vitrine
