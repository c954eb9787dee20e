#pragma once

#include "core/base/available_memory.h"

#include <cstdint>

namespace vitrine {

/// Resident memory of this process in bytes; 0 where it cannot be read.
std::int64_t residentBytes();
/// Highest resident memory of this process so far in bytes.
std::int64_t peakResidentBytes();

/// Highest memory of the process over a stretch of time. The system only knows the highest of the whole life of the
/// process: where that rose, it is exact; otherwise the highest sample counts.
class PeakMemory {
public:
    PeakMemory() : m_peakBefore(peakResidentBytes()), m_highestSample(residentBytes()) {}
    void sample();
    std::int64_t bytes() const;

private:
    std::int64_t m_peakBefore;
    std::int64_t m_highestSample;
};

} // namespace vitrine
