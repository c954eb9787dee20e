#pragma once

#include "core/data/graphset_parser.h"

#include <functional>
#include <optional>

namespace vitrine {

/// Reads the graphs of files that do not say whether their edges have a direction; nothing: it is not chosen.
using ParseDirected = std::function<Result<ParsedGraphSet>(std::optional<bool> directed)>;

/// preview() of a reader of such files, whose only option is "directed".
/// @errors those of directionOption and of the parser
Result<ImportPreview> previewDirected(const std::string& recognisedAs, const std::string& name,
                                      const nlohmann::json& options, const ParseDirected& parse);
/// read() of such a reader.
Result<Dataset> readDirected(const std::string& name, const nlohmann::json& options, const ParseDirected& parse);

} // namespace vitrine
