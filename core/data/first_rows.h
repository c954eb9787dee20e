#pragma once

#include "core/data/ledger.h"
#include "core/data/message_text.h"
#include "core/data/reader.h"

namespace vitrine {

/// The ledger line of the option "rows", where the file holds more of them. Of a reading that was stopped the ledger
/// says so itself.
inline void noteFirstRows(std::int64_t rows, const ReadContext& context, Ledger& ledger) {
    if (context.keep && context.keep->complete > 0)
        return;
    ledger.noteAll(LedgerAction::dropped, "", "Only the first " + grouped(rows) + " rows are read, as the options say",
                   1);
}

} // namespace vitrine
