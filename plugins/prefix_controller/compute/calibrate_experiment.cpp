#include "plugins/prefix_controller/compute/outputs.h"
#include "plugins/prefix_controller/compute/schedule.h"
#include "plugins/prefix_controller/compute/small_experiments.h"
#include "plugins/prefix_controller/compute/table_input.h"

#include "core/values/scalars.h"
#include "core/values/series.h"
#include "core/values/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine::prefix_controller {

namespace {

constexpr std::size_t kMostPoints = 10'000;

/// A measured curve, by ascending ratio.
struct MeasuredCurve {
    std::vector<double> ratio;
    std::vector<double> success;
};

Result<MeasuredCurve> curveOf(const RunInputs& inputs) {
    const auto table = inputs.get<Table>("curve");
    if (!table)
        return table.error();
    const auto ratio = numbersOf(**table, inputs.parameters, "ratio_column");
    if (!ratio)
        return ratio.error();
    const auto success = numbersOf(**table, inputs.parameters, "success_column");
    if (!success)
        return success.error();
    const std::size_t count = (*table)->rowCount();
    if (count == 0 || count > kMostPoints)
        return makeError(ErrorCode::invalidArgument,
                         fmt::format("ratio_column: expected 1 to {} rows, there are {}", kMostPoints, count));
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const std::size_t row : order) {
        const double x = (*ratio)->number(row), y = (*success)->number(row);
        if (!(*ratio)->isValid(row) || !(x >= 0.0 && x < 1.0))
            return makeError(ErrorCode::invalidArgument,
                             fmt::format("ratio_column: row {}: expected a ratio from 0 to below 1", row + 1));
        if (!(*success)->isValid(row) || !(y >= 0.0 && y <= 1.0))
            return makeError(ErrorCode::invalidArgument,
                             fmt::format("success_column: row {}: expected a rate from 0 to 1", row + 1));
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t row) { return (*ratio)->number(row); });
    MeasuredCurve curve;
    for (const std::size_t row : order) {
        if (!curve.ratio.empty() && (*ratio)->number(row) == curve.ratio.back())
            return makeError(ErrorCode::invalidArgument,
                             fmt::format("ratio_column: the ratio {:g} stands there twice", curve.ratio.back()));
        curve.ratio.push_back((*ratio)->number(row));
        curve.success.push_back((*success)->number(row));
    }
    return curve;
}

} // namespace

Inspection CalibrateExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    const auto table = inputs.get<Table>("curve");
    if (!table)
        return inspection;
    std::vector<std::string> numbers;
    for (const Column& column : (*table)->columns)
        if (column.isNumeric())
            numbers.push_back(column.name);
    if (numbers.size() >= 2) {
        inspection.suggested["ratio_column"] = numbers[0];
        inspection.suggested["success_column"] = numbers[1];
    }
    return inspection;
}

Estimate CalibrateExperiment::estimate(const RunInputs&) const {
    return {0.01, std::int64_t{1} << 20};
}

Result<void> CalibrateExperiment::run(const RunInputs& inputs, RunContext& context) {
    context.progress(0.1, "Computing");
    const auto curve = curveOf(inputs);
    if (!curve)
        return curve.error();
    const double target = inputs.parameters.real("tau"), largest = inputs.parameters.real("rho_max");
    const double ratio = invert(curve->ratio, curve->success, target, largest);
    std::size_t falls = 0;
    for (std::size_t i = 1; i < curve->success.size(); ++i)
        falls += curve->success[i] < curve->success[i - 1] ? 1 : 0;
    Scalars scalars;
    Scalar first;
    first.id = "rho_start";
    first.label = "First base ratio";
    first.value = ratio;
    first.headline = true;
    first.definition =
        "Smallest ratio at which the curve, made non-decreasing by pooling adjacent violators and joined "
        "to (1, 1), reaches the target; at most the largest ratio.";
    scalars.items.push_back(first);
    Scalar falling;
    falling.id = "violations";
    falling.label = "Falling neighbours";
    falling.value =
        curve->success.size() > 1 ? static_cast<double>(falls) / static_cast<double>(curve->success.size() - 1) : 0.0;
    falling.headline = true;
    falling.definition = "Share of neighbouring points of the measured curve that fall.";
    scalars.items.push_back(falling);
    if (auto done = context.emitArtifact(kMetrics, makeValue(std::move(scalars))); !done)
        return done;
    Series series;
    series.x = {"Prefix ratio", ""};
    series.y = {"Success rate", ""};
    std::vector<double> grid = curve->ratio, pooled = isotonic(curve->success);
    series.lines.push_back(lineOf("measured", curve->ratio, curve->success));
    grid.push_back(1.0);
    pooled.push_back(std::max(1.0, pooled.back()));
    series.lines.push_back(lineOf("made non-decreasing", std::move(grid), std::move(pooled)));
    series.lines.push_back(lineOf("construction", {0.0, ratio, ratio}, {target, target, 0.0}));
    context.progress(1.0, "Finished");
    return context.emitArtifact(kCurves, makeValue(std::move(series)));
}

} // namespace vitrine::prefix_controller
