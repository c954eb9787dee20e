// Seconds until the first screen of a CSV of 1,000,000 x 10 (95 MB) and until all of it is read, with types and ledger.
// The peer is pandas.read_csv on the same file, where python3-pandas is installed.
//   bench_csv [repeats] [threads]

#include "core/data/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace vitrine;

namespace {

constexpr int kRows = 1'000'000;

/// Wall time says what a person waits for, processor time what it costs on a busy computer.
struct Moment {
    double wall = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    double cpu = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
};

struct Span {
    double wall = 1e9;
    double cpu = 1e9;
    void keepBest(const Moment& from, const Moment& to) {
        wall = std::min(wall, to.wall - from.wall);
        cpu = std::min(cpu, to.cpu - from.cpu);
    }
};

/// A folder of its own, removed at the end.
struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / fmt::format("bench_csv_{}", ::getpid());
    Folder() { std::filesystem::create_directories(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
};

/// Names, whole numbers, reals, truth values and text with a few missing cells.
void writeTable(const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text), "id,count,a,b,c,d,e,flag,code,comment\n");
    std::uint64_t state = 1;
    const auto next = [&] { return (state = state * 6364136223846793005ULL + 1442695040888963407ULL) >> 33; };
    const auto real = [&] { return static_cast<double>(next()) / 2147483648.0; };
    for (int row = 0; row < kRows; ++row) {
        fmt::format_to(std::back_inserter(text), "r{:07},{},{:.6f},{:.8f},{:.4e},{:.7f},", row, next() % 100000, real(),
                       real() * 100.0, real(), real() - 0.5);
        if (row % 97 == 0)
            fmt::format_to(std::back_inserter(text), "NA");
        else
            fmt::format_to(std::back_inserter(text), "{:.8f}", real());
        fmt::format_to(std::back_inserter(text), ",{},{:05},note {}\n", row % 3 == 0 ? "true" : "false",
                       next() % 100000, next() % 1000000);
        if (text.size() > (std::size_t{1} << 20)) {
            file.write(text.data(), static_cast<std::streamsize>(text.size()));
            text.clear();
        }
    }
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
}

/// Seconds that pandas takes, best of `repeats`; negative where it is not installed.
double pandasSeconds(const std::string& path, int repeats) {
    const std::string command = fmt::format(
        "python3 -c \"import pandas, time\nbest = 1e9\nfor i in range({}):\n    t = time.perf_counter()\n"
        "    pandas.read_csv('{}')\n    best = min(best, time.perf_counter() - t)\nprint(best)\" 2>/dev/null",
        repeats, path);
    FILE* pipe = ::popen(command.c_str(), "r");
    char line[64] = {};
    const bool read = pipe && std::fgets(line, sizeof line, pipe);
    if (pipe)
        ::pclose(pipe);
    return read ? std::atof(line) : -1.0;
}

} // namespace

int main(int argc, char** argv) {
    const int repeats = argc > 1 ? std::max(1, std::atoi(argv[1])) : 3;
    ReadContext context;
    context.threads =
        argc > 2 ? std::max(1, std::atoi(argv[2])) : static_cast<int>(std::thread::hardware_concurrency());
    const Folder folder;
    const std::string path = (folder.path / "table.csv").string();
    writeTable(path);
    const ReaderRegistry registry = ReaderRegistry::withBuiltins();
    Span screen;
    Span whole;
    for (int i = 0; i < repeats; ++i) {
        const Moment start;
        const auto preview = registry.preview(path, {}, context);
        const Moment shown;
        const auto dataset = registry.read(path, {}, context);
        const Moment read;
        if (!preview || !dataset) {
            fmt::print("{}\n", preview ? dataset.error().message : preview.error().message);
            return 1;
        }
        if (i == 0)
            fmt::print("{:.1f} MB, {} threads, best of {}: {}\n",
                       static_cast<double>(std::filesystem::file_size(path)) / 1e6, context.threads, repeats,
                       dataset->ledger.summary());
        screen.keepBest(start, shown);
        whole.keepBest(shown, read);
    }
    fmt::print("first screen {:.3f} s (CPU {:.3f})   whole {:.3f} s (CPU {:.3f}), hashes of file and value among them",
               screen.wall, screen.cpu, whole.wall, whole.cpu);
    if (const double peer = pandasSeconds(path, repeats); peer > 0.0)
        fmt::print("   pandas {:.3f} s: {:.2f} times", peer, whole.wall / peer);
    fmt::print("\n");
    return 0;
}
