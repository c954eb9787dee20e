#include "core/data/graph/written_ids.h"

#include "core/data/graph/element_ids.h"

#include <unordered_set>

namespace vitrine {

bool canBeIds(const Column& column, const std::vector<std::int64_t>& offsets, GraphPart part) {
    if (column.type() != ColumnType::text || column.name != kIdColumn)
        return false;
    ElementIds ids;
    std::unordered_set<std::string_view> met;
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
        const auto first = static_cast<std::size_t>(offsets[g]);
        met = {};
        for (std::size_t row = first; row < static_cast<std::size_t>(offsets[g + 1]); ++row) {
            const bool named = column.isValid(row);
            const std::string_view id = named ? std::string_view(column.texts()[row]) : std::string_view();
            if ((named || part == GraphPart::node) &&
                (id.empty() || (part == GraphPart::node && !met.insert(id).second)))
                return false;
            ids.add(id, row - first, row);
        }
    }
    return ids.telling();
}

} // namespace vitrine
