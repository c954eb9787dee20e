#include "core/values/value.h"

#include <array>

namespace vitrine {
namespace {
constexpr std::array<std::string_view, std::variant_size_v<Value>> kNames{
    "scalars", "table", "series", "matrix", "graph_set", "model", "files", "document", "tensors"};
} // namespace

std::string_view valueKindName(ValueKind kind) {
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<ValueKind> valueKindFromName(std::string_view name) {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == name)
            return static_cast<ValueKind>(i);
    return std::nullopt;
}

} // namespace vitrine
