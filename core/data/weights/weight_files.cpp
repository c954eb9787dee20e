#include "core/data/weights/weight_files.h"

#include <algorithm>
#include <filesystem>

namespace vitrine {

namespace {

namespace fs = std::filesystem;

constexpr const char* kEnding = ".safetensors";
constexpr const char* kIndexEnding = ".safetensors.index.json";
constexpr const char* kAdapterConfig = "adapter_config.json";
constexpr const char* kAdapterWeights = "adapter_model.safetensors";
constexpr const char* kModelConfig = "config.json";

bool isThere(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

/// The index that "model-00001-of-00002.safetensors" belongs to: "model.safetensors.index.json".
fs::path indexOf(const fs::path& shard) {
    const std::string stem = shard.stem().string();
    const std::size_t of = stem.rfind("-of-");
    const std::size_t dash = of == std::string::npos || of == 0 ? of : stem.rfind('-', of - 1);
    if (of == std::string::npos || dash == std::string::npos)
        return {};
    const auto digits = [&](std::size_t from, std::size_t to) {
        return from < to && std::all_of(stem.begin() + static_cast<std::ptrdiff_t>(from),
                                        stem.begin() + static_cast<std::ptrdiff_t>(to),
                                        [](unsigned char c) { return c >= '0' && c <= '9'; });
    };
    if (!digits(dash + 1, of) || !digits(of + 4, stem.size()))
        return {};
    return shard.parent_path() / (stem.substr(0, dash) + kIndexEnding);
}

} // namespace

WeightFiles weightFilesOf(const std::string& path) {
    const fs::path file(path);
    const fs::path folder = file.parent_path();
    const std::string name = file.filename().string();
    WeightFiles found;
    if (name == kAdapterConfig || name == kAdapterWeights) {
        if (!isThere(folder / kAdapterConfig) || !isThere(folder / kAdapterWeights))
            return name == kAdapterWeights ? WeightFiles{path, {}, false, false} : found;
        return {(folder / kAdapterWeights).string(), (folder / kAdapterConfig).string(), true, false};
    }
    const auto withConfig = [&](const fs::path& main, bool indexed) {
        const fs::path config = folder / kModelConfig;
        return WeightFiles{main.string(), isThere(config) ? config.string() : std::string(), false, indexed};
    };
    if (name.ends_with(kIndexEnding))
        return withConfig(file, true);
    if (!name.ends_with(kEnding))
        return found;
    if (const fs::path index = indexOf(file); !index.empty() && isThere(index))
        return withConfig(index, true);
    // A config.json describes the model of a folder; it is not taken for one of several files.
    return name == "model.safetensors" ? withConfig(file, false) : WeightFiles{path, {}, false, false};
}

} // namespace vitrine
