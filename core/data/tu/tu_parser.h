#pragma once

#include "core/data/reader.h"
#include "core/data/tu/tu_columns.h"
#include "core/data/tu/tu_files.h"

#include <array>
#include <optional>

namespace vitrine {

/// The texts of one data set; those of the adjacency and the graph indicator must be there.
struct TuTexts {
    std::string set; ///< name of the data set
    std::array<std::optional<TuText>, kTuParts> parts;

    /// Null: there is no such file.
    const TuText* part(TuPart which) const {
        const std::optional<TuText>& text = parts[static_cast<std::size_t>(which)];
        return text ? &*text : nullptr;
    }
};

struct TuOptions {
    bool directed = false; ///< every line of the adjacency file is an edge of its own
    std::string target;    ///< graph column to be predicted; empty: the class, else the first graph attribute
};

struct ParsedTu {
    GraphSet graphs;
    Ledger ledger;
    std::int64_t oneWay = 0; ///< edges that are listed in one direction only
};

/// Node columns "label" (further ones "label_2"), "attribute" or "attribute_1" and so on, and "degree", which is
/// counted; edge columns "bond" (the edge label) and "weight" or "weight_1" (edge attributes); graph columns "row",
/// "class" and "y" or "y_1". Graphs and nodes stand in the order of the files, an edge where it is named first.
/// @errors parse: numbers that are none, files that do not fit each other, with file and line; invalid_argument: a
/// target that is not there; cancelled
Result<ParsedTu> parseTu(const TuTexts& texts, const TuOptions& options, const ReadContext& context);

} // namespace vitrine
