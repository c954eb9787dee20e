#include "core/base/available_memory.h"

#include <algorithm>
#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

namespace vitrine {
namespace {

std::int64_t systemAvailable() {
    std::FILE* file = std::fopen("/proc/meminfo", "re");
    if (!file)
        return 0;
    long long kilobytes = 0;
    char line[128];
    while (std::fgets(line, sizeof line, file))
        if (std::sscanf(line, "MemAvailable: %lld kB", &kilobytes) == 1)
            break;
    (void)std::fclose(file);
    return static_cast<std::int64_t>(kilobytes) * 1024;
}

/// Address space that the limit of the process leaves; negative when there is no limit.
std::int64_t limitLeft() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return -1;
    std::FILE* file = std::fopen("/proc/self/statm", "re");
    if (!file)
        return -1;
    long total = 0;
    const int read = std::fscanf(file, "%ld", &total);
    (void)std::fclose(file);
    const auto used = static_cast<std::int64_t>(total) * sysconf(_SC_PAGESIZE);
    return read == 1 ? std::max<std::int64_t>(0, static_cast<std::int64_t>(limit.rlim_cur) - used) : -1;
}

} // namespace

std::int64_t availableBytes() {
    const std::int64_t available = systemAvailable();
    const std::int64_t left = limitLeft();
    return left < 0 ? available : std::min(available, left);
}

bool fitsInMemory(double bytes) {
    const std::int64_t available = availableBytes();
    return available <= 0 || bytes <= 2.0 / 3.0 * static_cast<double>(available);
}

} // namespace vitrine
