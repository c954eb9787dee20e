#pragma once

#include "core/data/reader.h"

#include <optional>

namespace vitrine {

/// The option "directed" of files that do not say whether their edges have a direction; nothing: not chosen.
/// @errors invalid_argument: another option or value
Result<std::optional<bool>> directionOption(const nlohmann::json& options, const std::string& name);

/// Adds the option and, where the file shows parallel edges or the direction was chosen, the choice.
void offerDirection(bool directed, bool chosen, ImportPreview& preview);

} // namespace vitrine
