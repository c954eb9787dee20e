#pragma once

#include "core/figure/figure_spec.h"
#include "core/values/readable_name.h"

#include <map>

namespace vitrine {

/// OutputDescription::view read leniently: a hint of the wrong type counts as not given. The keys are documented at
/// makeFigure.
struct ViewHints {
    std::string chart, x, group, label, lower, upper, value, sort, reference, caption;
    std::vector<std::string> y;
    std::vector<std::string> annotations;
    std::optional<int> top;
    std::optional<int> bins;
    std::optional<bool> horizontal, includeZero, showValues;
    std::optional<double> neutral;
    bool diagonal = false;
    std::map<std::string, int> slotHints;
    ColumnTitles titles;                ///< of table columns whose own name would not be understood
    FigureAxis xAxis, yAxis, valueAxis; ///< titles, units, scales, ranges as far as given

    static ViewHints fromJson(const nlohmann::json& view);
    /// Slot by hint for the first of the names that has one, else `otherwise`.
    int slotOf(std::initializer_list<std::string_view> names, int otherwise) const;
};

/// Lays the hints over an axis: what is given wins.
void applyAxisHints(FigureAxis& axis, const FigureAxis& hints);

} // namespace vitrine
