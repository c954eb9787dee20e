#include "core/data/graph/taken_note.h"

#include "core/data/ledger_text.h"

namespace vitrine {

using Taken = AttributeColumn::Taken;

void NumberRemarks::add(std::size_t column, Taken how, std::int64_t line) {
    Remark& remark = m_remarks[{column, how}];
    ++remark.count;
    if (remark.lines.size() < LedgerEntry::kMaxLines)
        remark.lines.push_back(line);
}

void NumberRemarks::note(std::size_t column, const Column& taken, Ledger& ledger) const {
    if (taken.type() == ColumnType::text)
        return;
    for (const auto& [how, text] :
         {std::pair{Taken::tooLarge, ledger_text::kTooLarge}, std::pair{Taken::infinite, ledger_text::kInfinite},
          std::pair{Taken::notANumber, ledger_text::kNotANumber}})
        if (const auto found = m_remarks.find({column, how}); found != m_remarks.end())
            ledger.noteLines(LedgerAction::marked, taken.name, text, found->second.count, found->second.lines);
}

void noteTaken(Taken how, const AttributeColumn& column, const std::string& name, std::size_t index, std::int64_t line,
               Ledger& ledger, NumberRemarks& remarks) {
    switch (how) {
    case Taken::asIs: break;
    case Taken::twice: ledger.note(LedgerAction::merged, name, ledger_text::kAttributeTwice, line); break;
    case Taken::asReal:
        ledger.note(LedgerAction::coerced, name, "Whole numbers and reals in one attribute, all taken as reals", line);
        break;
    case Taken::asNumber:
        ledger.note(LedgerAction::coerced, name, "Truth values and numbers in one attribute, taken as 0 and 1", line);
        break;
    case Taken::asText:
        ledger.note(LedgerAction::coerced, name, "Values of several types in one attribute, all taken as text", line);
        break;
    case Taken::rounded:
        ledger.note(LedgerAction::coerced, name, "Whole number with more digits than a real keeps, rounded", line);
        break;
    case Taken::empty: ledger.note(LedgerAction::marked, name, "Empty value taken as missing", line); break;
    case Taken::tooLarge:
    case Taken::infinite:
    case Taken::notANumber: remarks.add(index, how, line); break;
    case Taken::unreadable:
        ledger.note(LedgerAction::marked, name,
                    "Value that is not of the type " +
                        std::string(columnTypeName(column.declared().value_or(ColumnType::text))) +
                        ", taken as missing",
                    line);
        break;
    }
}

} // namespace vitrine
