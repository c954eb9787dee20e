#include "core/jobs/process_memory.h"

#include <algorithm>
#include <cstdio>
#include <string>
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

std::int64_t peakResidentBytes(int process) {
    // Not from getrusage: there a process begins with the memory of the one that started it.
    const std::string path = "/proc/" + (process > 0 ? std::to_string(process) : "self") + "/status";
    std::FILE* file = std::fopen(path.c_str(), "re");
    if (!file)
        return 0;
    long long kilobytes = 0;
    char line[256];
    while (std::fgets(line, sizeof line, file))
        if (std::sscanf(line, "VmHWM: %lld kB", &kilobytes) == 1) // NOLINT(cert-err34-c): a count is all there is
            break;
    (void)std::fclose(file);
    return static_cast<std::int64_t>(kilobytes) * 1024;
}

void PeakMemory::sample() {
    m_highestSample = std::max(m_highestSample, residentBytes());
}

std::int64_t PeakMemory::bytes() const {
    if (m_elsewhere > 0)
        return m_elsewhere;
    const std::int64_t peak = peakResidentBytes();
    return peak > m_peakBefore ? peak : std::max(m_highestSample, residentBytes());
}

} // namespace vitrine
