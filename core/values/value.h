#pragma once

#include "core/values/document.h"
#include "core/values/graph_set.h"
#include "core/values/matrix.h"
#include "core/values/model.h"
#include "core/values/scalars.h"
#include "core/values/series.h"
#include "core/values/table.h"
#include "core/values/tensors.h"

#include <memory>
#include <optional>
#include <string_view>
#include <variant>

namespace vitrine {

enum class ValueKind { scalars, table, series, matrix, graphSet, model, files, document, tensors }; // order of Value

/// The closed set of values. Values are immutable once shared.
using Value =
    std::variant<std::shared_ptr<const Scalars>, std::shared_ptr<const Table>, std::shared_ptr<const Series>,
                 std::shared_ptr<const Matrix>, std::shared_ptr<const GraphSet>, std::shared_ptr<const Model>,
                 std::shared_ptr<const Files>, std::shared_ptr<const Document>, std::shared_ptr<const Tensors>>;

inline ValueKind kindOf(const Value& value) {
    return static_cast<ValueKind>(value.index());
}

/// Name as it stands in plugin.json and in files: "scalars", "table", "series", "matrix", "graph_set", ...
std::string_view valueKindName(ValueKind kind);
std::optional<ValueKind> valueKindFromName(std::string_view name);

/// The value as T, or null when it is of another kind.
template <class T>
std::shared_ptr<const T> valueAs(const Value& value) {
    const auto* held = std::get_if<std::shared_ptr<const T>>(&value);
    return held ? *held : nullptr;
}

template <class T>
Value makeValue(T value) {
    return std::make_shared<const T>(std::move(value));
}

} // namespace vitrine
