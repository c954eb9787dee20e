#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <string>

// What a Python library takes for the same work, for benchmarks.

namespace vitrine::bench {

struct PeerCost {
    double wall = 0.0; ///< seconds
    double cpu = 0.0;  ///< seconds of all threads
};

/// Best of some calls of `work`, one Python expression that may name `path`. Asks the python3 of the path, then
/// Debian's. @return nothing where the library is installed for neither
inline std::optional<PeerCost> pythonPeer(const std::string& library, const std::string& work, const std::string& path,
                                          int repeats) {
    const std::string code = fmt::format("import time, {}\n"
                                         "path = '{}'\n"
                                         "wall = cpu = 1e9\n"
                                         "for _ in range({}):\n"
                                         "    w, c = time.perf_counter(), time.process_time()\n"
                                         "    {}\n"
                                         "    wall = min(wall, time.perf_counter() - w)\n"
                                         "    cpu = min(cpu, time.process_time() - c)\n"
                                         "print(wall, cpu)\n",
                                         library, path, repeats, work);
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        std::FILE* pipe = ::popen(fmt::format("{} -c \"{}\" 2>/dev/null", python, code).c_str(), "r");
        if (!pipe)
            continue;
        PeerCost cost;
        const bool read = std::fscanf(pipe, "%lf %lf", &cost.wall, &cost.cpu) == 2;
        ::pclose(pipe);
        if (read)
            return cost;
    }
    return std::nullopt;
}

} // namespace vitrine::bench
