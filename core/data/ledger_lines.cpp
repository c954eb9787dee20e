#include "core/data/ledger_lines.h"

#include <algorithm>

namespace vitrine {

Ledger withLinesMoved(const Ledger& ledger, std::int64_t after, std::int64_t by) {
    Ledger moved;
    moved.recordsRead = ledger.recordsRead;
    moved.recordsDropped = ledger.recordsDropped;
    for (const LedgerEntry& entry : ledger.entries()) {
        std::vector<std::int64_t> lines = entry.lines;
        for (std::int64_t& line : lines)
            line += line > after ? by : 0;
        moved.noteLines(entry.action, entry.column, entry.reason, entry.count, lines);
    }
    return moved;
}

Ledger withLaterPart(Ledger earlier, const Ledger& later) {
    // Lines at the top, names of columns, marks: the same in every part. What is marked is counted by cells.
    const auto isOfTheFile = [](const LedgerEntry& entry) {
        return entry.lines.empty() && (entry.action == LedgerAction::read || entry.action == LedgerAction::changed ||
                                       entry.action == LedgerAction::dropped);
    };
    const std::vector<LedgerEntry> known = earlier.entries();
    earlier.recordsRead += later.recordsRead;
    earlier.recordsDropped += later.recordsDropped;
    for (const LedgerEntry& entry : later.entries()) {
        const bool isTold =
            isOfTheFile(entry) && std::ranges::any_of(known, [&](const LedgerEntry& before) {
                return before.action == entry.action && before.column == entry.column && before.reason == entry.reason;
            });
        if (!isTold)
            earlier.noteLines(entry.action, entry.column, entry.reason, entry.count, entry.lines);
    }
    return earlier;
}

} // namespace vitrine
