#include "core/data/csv_graphs/csv_graph_files.h"

#include "core/data/edge_list/edge_lines.h"
#include "core/data/input_file.h"
#include "core/data/message_text.h"
#include "core/data/reader.h"

#include <array>
#include <filesystem>

namespace vitrine {
namespace {

constexpr std::array<std::array<std::string_view, 3>, 3> kWords{
    {{"nodes", "edges", "graphs"}, {"Nodes", "Edges", "Graphs"}, {"NODES", "EDGES", "GRAPHS"}}};

/// The file of that name, plain or compressed; empty when there is none.
std::string present(const std::string& plain) {
    for (const std::string_view ending : {"", ".gz", ".zst"}) {
        std::error_code ignored;
        std::string path = plain + std::string(ending);
        if (std::filesystem::is_regular_file(path, ignored))
            return path;
    }
    return {};
}

bool namesTwoEnds(const std::string& edges) {
    const auto head = readFileHead(edges);
    return head && namesEnds(head->bytes);
}

} // namespace

std::optional<CsvGraphFiles> csvGraphFiles(const std::string& path) {
    const std::string file = std::filesystem::path(path).filename().string();
    const std::string folder = path.substr(0, path.size() - file.size());
    const std::string plain = nameWithoutCompression(file);
    const std::string ending = std::filesystem::path(plain).extension().string();
    const std::string stem = plain.substr(0, plain.size() - ending.size());
    if (inputEnding(plain) != ".csv" && inputEnding(plain) != ".tsv")
        return std::nullopt;
    for (const auto& words : kWords)
        for (const std::string_view word : words) {
            if (!stem.ends_with(word))
                continue;
            const std::string prefix = folder + stem.substr(0, stem.size() - word.size());
            const auto beside = [&](std::string_view other) {
                std::string name = prefix;
                name += other;
                name += ending;
                return present(name);
            };
            CsvGraphFiles files{beside(words[0]), beside(words[1]), beside(words[2])};
            if (!files.nodes.empty() && !files.edges.empty() && namesTwoEnds(files.edges))
                return files;
        }
    return std::nullopt;
}

std::string csvGraphProblem(const std::string& folder) {
    constexpr std::size_t kMaxLookedAt = 10'000;
    std::error_code ignored;
    std::size_t seen = 0;
    for (auto entry = std::filesystem::directory_iterator(folder, ignored);
         entry != std::filesystem::directory_iterator() && seen < kMaxLookedAt; entry.increment(ignored), ++seen) {
        const std::string name = entry->path().filename().string();
        const std::string stem = inputStem(name);
        const std::string rest = nameWithoutCompression(name).substr(stem.size());
        if (inputEnding(name) != ".csv" && inputEnding(name) != ".tsv")
            continue;
        for (const auto& words : kWords)
            for (const bool nodes : {true, false}) {
                const std::string_view word = words[nodes ? 0 : 1];
                if (!stem.ends_with(word))
                    continue;
                const std::string prefix = stem.substr(0, stem.size() - word.size());
                const std::string other = prefix + std::string(words[nodes ? 1 : 0]) + rest;
                if (present(folder + '/' + other).empty())
                    return inQuotes(name) + " stands there without " + inQuotes(other) +
                           ", graphs need both; or open the file itself";
                const std::string edges = nodes ? other : name;
                return entry->file_size(ignored) == 0 ? inQuotes(name) + " is empty"
                                                      : inQuotes(edges) + " has no columns for the two ends of an edge";
            }
    }
    return {};
}

std::string csvGraphTitle(const std::string& nodesPath) {
    std::string stem = inputStem(nodesPath);
    stem.resize(stem.size() - std::string_view("nodes").size());
    while (!stem.empty() && std::string_view("_-. ").find(stem.back()) != std::string_view::npos)
        stem.pop_back();
    if (!stem.empty())
        return stem;
    const std::string folder = std::filesystem::absolute(nodesPath).parent_path().filename().string();
    return folder.empty() ? "graphs" : folder;
}

std::string plainColumnName(std::string_view text) {
    std::string name;
    for (const char c : text)
        if (c >= 'A' && c <= 'Z')
            name += static_cast<char>(c - 'A' + 'a');
        else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            name += c;
    return name;
}

} // namespace vitrine
