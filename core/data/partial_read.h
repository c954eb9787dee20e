#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace vitrine {

namespace chem {
struct KnownMolecules;
}

/// What is kept of a reading that is stopped: the complete records from the start, as many as `complete` says. Reading
/// the file with the option "rows" set to that number gives the same bytes.
struct PartialRead {
    std::atomic<std::int64_t> seen{0}; ///< records so far, in whatever order; may be read from any thread
    std::int64_t complete = 0;         ///< from the start, once reading was stopped; 0: it was not, or nothing is kept
    std::shared_ptr<const chem::KnownMolecules> molecules; ///< computed before the stop
};

} // namespace vitrine
