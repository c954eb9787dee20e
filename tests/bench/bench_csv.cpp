// Seconds until the first screen of a CSV of 1,000,000 x 10 (95 MB) and until all of it is read, with types, statistics
// and ledger; processor seconds of one of 1,000 x 4,000. The peer is pandas.read_csv on the same files, where
// python3-pandas is installed.
//   bench_csv [repeats] [threads]
// Goals: first screen 0.15 s; whole 0.7 of pandas; the wide one 0.4 s of processor. Ends with 1 where one is missed.

#include "core/data/reader.h"
#include "tests/bench/python_peer.h"
#include "widgets/data/dataset_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <unistd.h>

using namespace vitrine;

namespace {

constexpr int kRows = 1'000'000;
constexpr int kWideRows = 1'000;
constexpr int kWideColumns = 4'000;
constexpr double kScreenGoal = 0.15;
constexpr double kPeerGoal = 0.7;
constexpr double kWideGoal = 0.4;

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

struct Cost {
    Span screen;
    Span reading;
    Span statistics;
    Span whole; ///< reading and statistics
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

class Random {
public:
    std::uint64_t next() { return (m_state = m_state * 6364136223846793005ULL + 1442695040888963407ULL) >> 33; }
    double real() { return static_cast<double>(next()) / 2147483648.0; }

private:
    std::uint64_t m_state = 1;
};

/// Text that goes to the file by the megabyte.
class Writer {
public:
    explicit Writer(const std::string& path) : m_file(path, std::ios::binary) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { flush(); }
    template <class... T>
    void put(fmt::format_string<const T&...> format, const T&... values) {
        fmt::vformat_to(std::back_inserter(m_text), format, fmt::make_format_args(values...));
        if (m_text.size() > (std::size_t{1} << 20))
            flush();
    }

private:
    void flush() {
        m_file.write(m_text.data(), static_cast<std::streamsize>(m_text.size()));
        m_text.clear();
    }
    std::ofstream m_file;
    fmt::memory_buffer m_text;
};

/// Names, whole numbers, reals, truth values and text with a few missing cells.
void writeLong(const std::string& path) {
    Writer file(path);
    Random random;
    file.put("id,count,a,b,c,d,e,flag,code,comment\n");
    for (int row = 0; row < kRows; ++row) {
        file.put("r{:07},{},{:.6f},{:.8f},{:.4e},{:.7f},", row, random.next() % 100000, random.real(),
                 random.real() * 100.0, random.real(), random.real() - 0.5);
        if (row % 97 == 0)
            file.put("NA");
        else
            file.put("{:.8f}", random.real());
        file.put(",{},{:05},comment {}\n", row % 3 == 0 ? "true" : "false", random.next() % 100000,
                 random.next() % 1000000);
    }
}

void writeWide(const std::string& path) {
    Writer file(path);
    Random random;
    for (int column = 0; column < kWideColumns; ++column)
        file.put("{}x{}", column == 0 ? "" : ",", column);
    for (int row = 0; row < kWideRows; ++row)
        for (int column = 0; column < kWideColumns; ++column)
            file.put("{}{:.5f}", column == 0 ? "\n" : ",", random.real());
    file.put("\n");
}

std::optional<Cost> measure(const std::string& path, const ReadContext& context, int repeats) {
    const ReaderRegistry registry = ReaderRegistry::withBuiltins();
    Cost cost;
    std::string ledger;
    for (int i = 0; i < repeats; ++i) {
        const Moment start;
        const auto preview = registry.preview(path, {}, context);
        const Moment shown;
        const auto dataset = registry.read(path, {}, context);
        const Moment read;
        if (!preview || !dataset) {
            fmt::print("{}\n", preview ? dataset.error().message : preview.error().message);
            return std::nullopt;
        }
        const DatasetSummary summary = summariseDataset(DatasetRecord(), dataset->value);
        const Moment summarised;
        if (summary.columns.empty())
            return std::nullopt;
        ledger = dataset->ledger.summary();
        cost.screen.keepBest(start, shown);
        cost.reading.keepBest(shown, read);
        cost.statistics.keepBest(read, summarised);
        cost.whole.keepBest(shown, summarised);
    }
    fmt::print("{:.1f} MB, {} threads, best of {}: {}\n", static_cast<double>(std::filesystem::file_size(path)) / 1e6,
               context.threads, repeats, ledger);
    const auto tell = [](const char* what, const Span& span) {
        fmt::print("  {:<34} {:.3f} s (CPU {:.3f})\n", what, span.wall, span.cpu);
    };
    tell("first screen", cost.screen);
    tell("types, ledger, hashes", cost.reading);
    tell("statistics", cost.statistics);
    tell("whole", cost.whole);
    return cost;
}

/// How many times of pandas' time the whole takes; 0 where there is no pandas.
double ratioToPandas(const std::string& path, const Cost& cost, int repeats) {
    const auto peer = bench::pythonPeer("pandas", "pandas.read_csv(path)", path, repeats);
    if (!peer) {
        fmt::print("  pandas is not installed (python3-pandas), no ratio\n");
        return 0.0;
    }
    const double ratio = cost.whole.wall / peer->wall;
    fmt::print("  {:<34} {:.3f} s (CPU {:.3f}): ratio {:.2f}, of processor time {:.2f}\n", "pandas.read_csv",
               peer->wall, peer->cpu, ratio, cost.whole.cpu / peer->cpu);
    return ratio;
}

} // namespace

int main(int argc, char** argv) {
    const int repeats = argc > 1 ? std::max(1, std::atoi(argv[1])) : 3;
    ReadContext context;
    context.threads =
        argc > 2 ? std::max(1, std::atoi(argv[2])) : static_cast<int>(std::thread::hardware_concurrency());
    const Folder folder;
    const std::string longPath = (folder.path / "long.csv").string();
    const std::string widePath = (folder.path / "wide.csv").string();
    writeLong(longPath);
    writeWide(widePath);
    const auto tall = measure(longPath, context, repeats);
    if (!tall)
        return 1;
    const double ratio = ratioToPandas(longPath, *tall, repeats);
    const auto wide = measure(widePath, context, repeats);
    if (!wide)
        return 1;
    ratioToPandas(widePath, *wide, repeats);
    return tall->screen.wall <= kScreenGoal && ratio <= kPeerGoal && wide->reading.cpu <= kWideGoal ? 0 : 1;
}
