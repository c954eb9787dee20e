#pragma once

#include "core/base/available_memory.h"

#include <algorithm>
#include <cstdint>

namespace vitrine {

/// Resident memory of this process in bytes; 0 where it cannot be read.
std::int64_t residentBytes();
/// Highest resident memory of a process so far in bytes, since it runs its program; 0 where it cannot be read.
/// @param process  its id; 0: this one
std::int64_t peakResidentBytes(int process = 0);

/// Highest memory of the process over a stretch of time. The system only knows the highest of the whole life of the
/// process: where that rose, it is exact; otherwise the highest sample counts.
class PeakMemory {
public:
    PeakMemory() : m_peakBefore(peakResidentBytes()), m_highestSample(residentBytes()) {}
    void sample();
    /// Memory that another process took for the run: then that of this process does not count.
    void note(std::int64_t bytes) { m_elsewhere = std::max(m_elsewhere, bytes); }
    std::int64_t bytes() const;

private:
    std::int64_t m_peakBefore;
    std::int64_t m_highestSample;
    std::int64_t m_elsewhere = 0;
};

} // namespace vitrine
