#pragma once

#include "core/figure/view_hints.h"

namespace vitrine {

/// Figure of a table by its hints, without title and provenance. Empty when a needed column is missing or the chart is
/// unknown. `keyColumn` gives the keys for linked selection.
std::optional<FigureSpec> tableFigure(const Table& table, const ViewHints& hints, const std::string& keyColumn);

/// Label of a column on an axis: readable name and unit.
AxisLabel columnLabel(const Column& column);

} // namespace vitrine
