#pragma once

#include <string>
#include <vector>

namespace vitrine {

/// The files of model weights that belong together.
struct WeightFiles {
    std::string main;   ///< index, single weight file, or the weights of an adapter
    std::string config; ///< adapter_config.json or config.json beside; empty: none
    bool isAdapter = false;
    bool isIndexed = false;
};

/// What a file belongs to, judged by names: an index of shards or one of its shards, adapter_config.json or
/// adapter_model.safetensors, any other *.safetensors. Empty main: to none.
WeightFiles weightFilesOf(const std::string& path);

} // namespace vitrine
