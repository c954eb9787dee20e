#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// The files of a data set in the text format of the TU collection; the names follow the data set's own and "_".
enum class TuPart {
    adjacency,
    graphIndicator,
    graphLabels,
    graphAttributes,
    nodeLabels,
    nodeAttributes,
    edgeLabels,
    edgeAttributes
};
constexpr std::size_t kTuParts = 8;

/// "A", "graph_indicator", ...
std::string_view tuPartName(TuPart part);

/// The name of a data set and which of its files one is.
struct TuFileName {
    std::string folder; ///< with its separator, or empty
    std::string set;    ///< "MUTAG"
    TuPart part;
};

/// "MUTAG_A.txt", also with ".gz" or ".zst" behind it; nothing when the name is of another form.
std::optional<TuFileName> tuFileName(const std::string& path);

/// Path of one file of a data set, plain or compressed; empty when there is none.
std::string tuPartPath(const TuFileName& name, TuPart part);

} // namespace vitrine
