#include "core/jobs/process_memory.h"

#include <algorithm>
#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

namespace vitrine {

std::int64_t residentBytes() {
    std::FILE* file = std::fopen("/proc/self/statm", "re");
    if (!file)
        return 0;
    long total = 0;
    long resident = 0;
    const int read = std::fscanf(file, "%ld %ld", &total, &resident);
    (void)std::fclose(file);
    return read == 2 ? static_cast<std::int64_t>(resident) * sysconf(_SC_PAGESIZE) : 0;
}

std::int64_t peakResidentBytes() {
    rusage usage{};
    return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::int64_t>(usage.ru_maxrss) * 1024 : 0;
}

void PeakMemory::sample() {
    m_highestSample = std::max(m_highestSample, residentBytes());
}

std::int64_t PeakMemory::bytes() const {
    const std::int64_t peak = peakResidentBytes();
    return peak > m_peakBefore ? peak : std::max(m_highestSample, residentBytes());
}

} // namespace vitrine
