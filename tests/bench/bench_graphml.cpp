// Seconds to read, and to write, a GraphML file with 10,000 nodes and 50,000 edges, with types and ledger. The peer is
// networkx on the same file, where it is installed.
//   bench_graphml [repeats]
// Goal: a quarter of networkx. Ends with 1 where it is missed.

#include "core/data/reader.h"
#include "core/data/writer.h"
#include "tests/bench/python_peer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace vitrine;

namespace {

constexpr int kNodes = 10'000;
constexpr int kEdges = 50'000;
constexpr double kGoal = 0.25;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A folder of its own, removed at the end.
struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / fmt::format("bench_graphml_{}", ::getpid());
    Folder() { std::filesystem::create_directories(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
};

/// Laid out as networkx does it: two values of each node, one of each edge.
void writeGraph(const std::string& path) {
    std::uint64_t state = 1;
    const auto next = [&] { return (state = state * 6364136223846793005ULL + 1442695040888963407ULL) >> 33; };
    fmt::memory_buffer text;
    const auto put = [&](auto format, auto... values) { fmt::format_to(std::back_inserter(text), format, values...); };
    put(FMT_STRING("<?xml version='1.0' encoding='utf-8'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
                   "<key id=\"d2\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
                   "<key id=\"d1\" for=\"node\" attr.name=\"mass\" attr.type=\"double\"/>\n"
                   "<key id=\"d0\" for=\"node\" attr.name=\"atomic_number\" attr.type=\"long\"/>\n"
                   "<graph edgedefault=\"undirected\">\n"));
    for (int i = 0; i < kNodes; ++i)
        put(FMT_STRING("<node id=\"{}\">\n  <data key=\"d0\">{}</data>\n  <data key=\"d1\">{}.{}</data>\n</node>\n"), i,
            next() % 90, next() % 200, next() % 1000);
    for (int i = 0; i < kEdges; ++i)
        put(FMT_STRING("<edge source=\"{}\" target=\"{}\">\n  <data key=\"d2\">{}.5</data>\n</edge>\n"),
            next() % kNodes, next() % kNodes, next() % 1000);
    put(FMT_STRING("</graph></graphml>\n"));
    std::ofstream(path, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

} // namespace

int main(int argc, char** argv) {
    const int repeats = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    const Folder folder;
    const std::string path = (folder.path / "graph.graphml").string();
    writeGraph(path);
    const ReaderRegistry readers = ReaderRegistry::withBuiltins();
    double reading = 1e9;
    double writing = 1e9;
    for (int i = 0; i < repeats; ++i) {
        const double start = now();
        const auto dataset = readers.read(path);
        const double read = now();
        if (!dataset) {
            fmt::print("{}\n", dataset.error().message);
            return 1;
        }
        const auto written = exportTo(*WriterRegistry::withBuiltins().byId("graphml"), dataset->value,
                                      (folder.path / "again.graphml").string(), {});
        if (!written)
            return 1;
        reading = std::min(reading, read - start);
        writing = std::min(writing, now() - read);
    }
    fmt::print("{} nodes, {} edges, {:.1f} MB\n", kNodes, kEdges,
               static_cast<double>(std::filesystem::file_size(path)) / 1e6);
    fmt::print("read      {:.3f} s\nwrite     {:.3f} s\n", reading, writing);
    const auto networkx = bench::pythonPeer("networkx", "networkx.read_graphml(path)", path, std::min(repeats, 3));
    if (!networkx) {
        fmt::print("networkx  is not installed, no ratio\n");
        return 0;
    }
    fmt::print("networkx  {:.3f} s\nratio     {:.3f} (goal {})\n", networkx->wall, reading / networkx->wall, kGoal);
    return reading <= kGoal * networkx->wall ? 0 : 1;
}
