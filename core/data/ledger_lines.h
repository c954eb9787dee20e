#pragma once

#include "core/data/ledger.h"

namespace vitrine {

/// The same ledger with every line behind `after` moved on by `by`: what was read of a part of a file, told in lines of
/// the whole.
Ledger withLinesMoved(const Ledger& ledger, std::int64_t after, std::int64_t by);

/// Both together for a part that was read later. What the later one says of the file as a whole is left out where the
/// earlier one says it, too.
Ledger withLaterPart(Ledger earlier, const Ledger& later);

} // namespace vitrine
