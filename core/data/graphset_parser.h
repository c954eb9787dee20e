#pragma once

#include "core/base/result.h"
#include "core/data/ledger.h"
#include "core/data/reader.h"

namespace vitrine {

/// What a graphset-1 text holds.
struct ParsedGraphSet {
    GraphSet graphs;
    Ledger ledger;
};

/// Reads graphset-1: one JSON object with "format", "name", "target", "node_attributes", "edge_attributes", "directed",
/// optionally "label_attribute" and "columns" (planText: types, units and roles; with it a real may be the text "nan"
/// or "inf"), and "graphs", each with "nodes" (one list of attributes per node) and "edges" (two node positions and
/// attributes each) and perhaps "layout" (two or three numbers per node: its place). Every other field of a graph
/// becomes a graph column; "y" takes the name of the target. Read in one pass as a stream: memory grows with what was
/// read, never with what a number in the file says.
/// @param name  begins every message, followed by the line
/// @errors parse, unsupported (another format), cancelled
Result<ParsedGraphSet> parseGraphSet(std::string_view text, const std::string& name, const ReadContext& context);

} // namespace vitrine
