// From starting the program to the first frame that can be used, and the memory it holds then.
//   bench_start [repeats]         with QT_QPA_PLATFORM=offscreen unless it is set, or on the display that is there
// Goal: 0.6 s, 120 MB.

#include "tests/bench/child_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

using namespace vitrine;

namespace {

struct Start {
    double seconds = 0.0;
    double megabytes = 0.0;
};

double residentMegabytes(pid_t pid) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    std::string word;
    while (status >> word)
        if (word == "VmRSS:") {
            double kibibytes = 0.0;
            status >> kibibytes;
            return kibibytes * 1.024 / 1000.0;
        }
    return 0.0;
}

/// The program says on standard error when its first frame stands.
std::optional<Start> startOnce() {
    const bench::Child child = bench::start({VITRINE_PROGRAM});
    std::string said;
    char piece[512];
    while (said.find("first frame") == std::string::npos) {
        const ssize_t size = read(child.output, piece, sizeof piece);
        if (size <= 0)
            break;
        said.append(piece, static_cast<std::size_t>(size));
    }
    const Start start{bench::wallSeconds() - child.started, residentMegabytes(child.pid)};
    kill(child.pid, SIGKILL);
    bench::finish(child);
    return said.find("first frame") == std::string::npos ? std::nullopt : std::optional(start);
}

} // namespace

int main(int argc, char** argv) {
    const int repeats = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    const auto state = std::filesystem::temp_directory_path() / ("vitrine-bench-" + std::to_string(getpid()));
    std::filesystem::create_directories(state);
    std::filesystem::permissions(state, std::filesystem::perms::owner_all);
    setenv("VITRINE_STATE_DIR", state.c_str(), 1);
    setenv("XDG_RUNTIME_DIR", state.c_str(), 0);
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    setenv("VITRINE_REPORT_START", "1", 1);
    std::vector<Start> all;
    for (int i = 0; i < repeats; ++i) {
        const auto start = startOnce();
        if (!start) {
            fmt::print(stderr, "the window did not come\n");
            return 1;
        }
        all.push_back(*start);
    }
    std::filesystem::remove_all(state);
    std::ranges::sort(all, {}, &Start::seconds);
    const Start& median = all[all.size() / 2];
    fmt::print("start to first usable frame ({}), median of {}: {:.2f} s, {:.0f} MB   (goal 0.60 s, 120 MB)\n",
               getenv("QT_QPA_PLATFORM"), repeats, median.seconds, median.megabytes);
    return 0;
}
