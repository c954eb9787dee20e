#pragma once

#include "core/data/graph/graph_file_reader.h"

namespace vitrine {

/// GML: one or many graphs; every field of a node, an edge or a graph is an attribute. A list of fields gives
/// attributes with a point in their names ("graphics.x"), several values under one name a list in text. UTF-8, or
/// Latin-1 where it is no UTF-8.
/// @errors parse, cancelled
Result<ParsedGraphSet> parseGml(std::string_view bytes, const std::string& name, const ReadContext& context);

extern const GraphFormat kGml;

} // namespace vitrine
