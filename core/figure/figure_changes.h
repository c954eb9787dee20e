#pragma once

#include "core/figure/figure_spec.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace vitrine {

/// What the user has changed about one axis; everything else stays as the figure has it.
struct AxisChanges {
    static constexpr double kLargest = 1e300;         ///< of a limit: spans stay finite
    static constexpr double kLeastPart = 1e-9;        ///< of the larger limit that a range must span
    static constexpr std::size_t kLongestTitle = 200; ///< bytes

    std::optional<std::string> title; ///< without the unit, which is kept
    std::optional<AxisScale> scale;
    std::optional<double> minimum, maximum; ///< data units
    std::optional<double> symlogThreshold;

    bool isEmpty() const { return *this == AxisChanges(); }
    friend bool operator==(const AxisChanges&, const AxisChanges&) = default;
};

/// The user's changes of the axes of a figure. They are kept with pages and with the figures of reports.
struct FigureChanges {
    AxisChanges x, y;
    AxisChanges value; ///< colour axis

    bool isEmpty() const { return *this == FigureChanges(); }
    friend bool operator==(const FigureChanges&, const FigureChanges&) = default;

    /// {"x": {"title": …, "scale": "log", "min": …, "max": …, "threshold": …}, "y": …, "value": …}; only what is
    /// changed stands in it, nothing changed is null.
    nlohmann::json toJson() const;
    /// What cannot be used is left out: files may hold anything.
    static FigureChanges fromJson(const nlohmann::json& object);
};

/// Lays the changes over a figure. Axes of categories only take a title.
void applyChanges(FigureSpec& spec, const FigureChanges& changes);

/// What is wrong with a range on a scale.
enum class RangeProblem { none, tooLarge, notPositive, reversed, tooNarrow };
RangeProblem rangeProblem(AxisScale scale, double low, double high);

/// Finite values that have no place on the log axes of a figure, and all that there are.
struct UnplacedCount {
    std::int64_t unplaced = 0;
    std::int64_t total = 0;
};
enum class AxisRole { x, y, value };
/// Those of one axis as if it were logarithmic. A datum counts once, bands and intervals are not counted.
UnplacedCount countNotPositive(const FigureSpec& spec, AxisRole role);

} // namespace vitrine
