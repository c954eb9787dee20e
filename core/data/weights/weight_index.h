#pragma once

#include "core/base/result.h"

#include <map>
#include <string>
#include <string_view>

namespace vitrine {

/// The index of a model in several files: which tensor lies in which file.
/// @param bytes  "model.safetensors.index.json"   @param name  begins every message
/// @return file by tensor; the files are plain names in the folder of the index
/// @errors parse
Result<std::map<std::string, std::string>> parseWeightIndex(std::string_view bytes, const std::string& name);

/// Whether a name is that of a file in the same folder.
bool isPlainName(std::string_view name);

} // namespace vitrine
