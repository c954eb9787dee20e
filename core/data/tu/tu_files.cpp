#include "core/data/tu/tu_files.h"

#include "core/data/input_file.h"

#include <filesystem>

namespace vitrine {
namespace {

constexpr std::array<std::string_view, kTuParts> kNames{
    "A",           "graph_indicator", "graph_labels", "graph_attributes",
    "node_labels", "node_attributes", "edge_labels",  "edge_attributes"};

} // namespace

std::string_view tuPartName(TuPart part) {
    return kNames[static_cast<std::size_t>(part)];
}

std::optional<TuFileName> tuFileName(const std::string& path) {
    const std::string file = std::filesystem::path(path).filename().string();
    const std::string name = nameWithoutCompression(file);
    for (std::size_t i = 0; i < kTuParts; ++i) {
        const std::string ending = '_' + std::string(kNames[i]) + ".txt";
        if (name.size() > ending.size() && name.ends_with(ending))
            return TuFileName{path.substr(0, path.size() - file.size()), name.substr(0, name.size() - ending.size()),
                              static_cast<TuPart>(i)};
    }
    return std::nullopt;
}

std::string tuPartPath(const TuFileName& name, TuPart part) {
    const std::string plain = name.folder + name.set + '_' + std::string(tuPartName(part)) + ".txt";
    for (const std::string_view ending : {"", ".gz", ".zst"}) {
        std::error_code ignored;
        std::string path = plain + std::string(ending);
        if (std::filesystem::is_regular_file(path, ignored))
            return path;
    }
    return {};
}

} // namespace vitrine
