#include "plugins/template/compute/summary_experiment.h"

#include "plugins/template/compute/column_statistics.h"
#include "plugins/template/compute/outputs.h"

#include "core/base/parallel_for.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace vitrine::column_summary {
namespace {

constexpr std::size_t kBlock = 250;              // resamples between two looks at the stop request
constexpr double kSecondsPerDraw = 6e-9;         // measured on one core
constexpr std::size_t kMaxRows = (1U << 31) - 1; // of one bootstrap draw

/// The present, finite cells of the chosen column and what was left out.
struct Sample {
    std::string unit;
    std::vector<double> values;
    std::int64_t missing = 0;
    std::int64_t nonFinite = 0;
};

Result<Sample> readSample(const RunInputs& inputs) {
    const auto table = inputs.get<Table>("table");
    if (!table)
        return table.error();
    const std::string name = inputs.parameters.text("column");
    const Column* column = (*table)->find(name);
    if (!column)
        return makeError(ErrorCode::invalidArgument, "column: the table has no column \"" + name + '"');
    if (!column->isNumeric())
        return makeError(ErrorCode::invalidArgument, "column: \"" + name + "\" holds text, expected numbers");
    Sample sample;
    sample.unit = column->unit;
    for (std::size_t row = 0; row < column->size(); ++row) {
        const double value = column->number(row);
        if (!column->isValid(row))
            ++sample.missing;
        else if (!std::isfinite(value))
            ++sample.nonFinite;
        else
            sample.values.push_back(value);
    }
    if (sample.values.empty() || sample.values.size() > kMaxRows)
        return makeError(ErrorCode::invalidArgument, "column: \"" + name + "\" has " +
                                                         std::to_string(sample.values.size()) +
                                                         " finite values, expected 1 to 2147483647");
    return sample;
}

Scalars summaryOf(const Sample& sample, const ColumnStatistics& statistics, const std::optional<Interval>& interval) {
    Scalars scalars;
    const auto add = [&](const char* id, const char* label, double value, const std::string& unit,
                         const char* definition, bool headline) {
        Scalar scalar;
        scalar.id = id;
        scalar.label = label;
        scalar.value = value;
        scalar.unit = unit;
        scalar.definition = definition;
        scalar.headline = headline;
        scalars.items.push_back(std::move(scalar));
    };
    add("mean", "Mean", statistics.mean, sample.unit, "Σx/n", true);
    scalars.items.back().interval = interval;
    add("sd", "Standard deviation", statistics.standardDeviation, sample.unit, "√(Σ(x − mean)²/(n − 1))", true);
    add("median", "Median", statistics.median, sample.unit, "middle of the sorted values", true);
    add("trimmed_mean", "Trimmed mean", statistics.trimmedMean, sample.unit,
        "mean without the α n smallest and largest values", false);
    add("minimum", "Minimum", statistics.minimum, sample.unit, "smallest value", false);
    add("maximum", "Maximum", statistics.maximum, sample.unit, "largest value", false);
    add("n", "Values", static_cast<double>(sample.values.size()), "", "present, finite cells", true);
    add("missing", "Missing", static_cast<double>(sample.missing), "", "cells without a value", false);
    add("non_finite", "Non-finite", static_cast<double>(sample.nonFinite), "", "cells with NaN or an infinity", false);
    return scalars;
}

Table histogramTable(const Histogram& histogram, const std::string& unit) {
    std::vector<std::int64_t> bins(histogram.counts.size());
    for (std::size_t i = 0; i < bins.size(); ++i)
        bins[i] = static_cast<std::int64_t>(i + 1);
    Table table;
    table.columns.emplace_back("bin", std::move(bins));
    table.columns.emplace_back("from", std::vector<double>(histogram.edges.begin(), histogram.edges.end() - 1));
    table.columns.emplace_back("to", std::vector<double>(histogram.edges.begin() + 1, histogram.edges.end()));
    table.columns.emplace_back("count", histogram.counts);
    table.columns[1].unit = table.columns[2].unit = unit;
    return table;
}

Series convergenceSeries(std::vector<double> resamples, std::vector<double> widths, const std::string& unit) {
    SeriesLine line;
    line.id = "width";
    line.label = "width";
    line.x = std::move(resamples);
    line.y = std::move(widths);
    Series series;
    series.x = {"resamples", ""};
    series.y = {"width of the interval", unit};
    series.lines.push_back(std::move(line));
    return series;
}

/// Means of the resamples from `first` on; fewer than `count` after a stop.
std::vector<double> resampledMeans(const Sample& sample, std::size_t first, std::size_t count, RunContext& context) {
    const Rng rng = context.rng("resamples");
    const std::stop_token stop = context.stopToken();
    std::vector<std::optional<double>> slots(count);
    parallelFor(count, context.threads(), [&](std::size_t i) {
        if (const auto mean = resampledMean(sample.values, rng, first + i, stop))
            slots[i] = *mean;
    });
    std::vector<double> means;
    for (const auto& slot : slots)
        if (slot)
            means.push_back(*slot);
    return means;
}

/// Bootstraps the mean block by block. A stop leaves the interval of the blocks that are done.
/// @errors cancelled before the first block; those of the context
Result<Interval> bootstrap(const Sample& sample, const ParameterSet& parameters, RunContext& context) {
    const auto wanted = static_cast<std::size_t>(parameters.integer("resamples"));
    const double confidence = parameters.real("confidence");
    std::vector<double> means; // sorted
    std::vector<double> counts;
    std::vector<double> widths;
    Interval interval;
    while (means.size() < wanted) {
        const std::size_t count = std::min(kBlock, wanted - means.size());
        std::vector<double> block = resampledMeans(sample, means.size(), count, context);
        if (block.size() < count)
            break;
        std::sort(block.begin(), block.end());
        const auto middle = means.insert(means.end(), block.begin(), block.end());
        std::inplace_merge(means.begin(), middle, means.end());
        std::tie(interval.lower, interval.upper) = percentileInterval(means, confidence);
        counts.push_back(static_cast<double>(means.size()));
        widths.push_back(interval.upper - interval.lower);
        const Series row = convergenceSeries({counts.back()}, {widths.back()}, sample.unit);
        if (const auto appended = context.append(kConvergence, makeValue(row)); !appended)
            return appended.error();
        context.progress(0.1 + 0.9 * counts.back() / static_cast<double>(wanted), "Resampling");
    }
    if (means.empty())
        return makeError(ErrorCode::cancelled, "cancelled");
    interval.kind = fmt::format("{:g} % bootstrap of the mean", confidence * 100.0);
    interval.n = static_cast<std::int64_t>(means.size());
    const auto emitted = context.emitArtifact(
        kConvergence, makeValue(convergenceSeries(std::move(counts), std::move(widths), sample.unit)));
    if (!emitted)
        return emitted.error();
    return interval;
}

} // namespace

Inspection SummaryExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    const auto table = inputs.get<Table>("table");
    if (!table)
        return inspection;
    for (const Column& column : (*table)->columns)
        if (column.isNumeric())
            inspection.options["column"].push_back(
                {column.name, column.name, static_cast<std::int64_t>(column.size() - column.missingCount())});
    if (const auto& columns = inspection.options["column"]; !columns.empty())
        inspection.suggested["column"] = columns.front().value;
    else
        inspection.problems.push_back({"column", "the table has no numeric column", false});
    return inspection;
}

Estimate SummaryExperiment::estimate(const RunInputs& inputs) const {
    const auto table = inputs.get<Table>("table");
    const double rows = table ? static_cast<double>((*table)->rowCount()) : 0.0;
    const bool resampled = inputs.parameters.text("interval") == "bootstrap";
    const double resamples = resampled ? static_cast<double>(inputs.parameters.integer("resamples")) : 0.0;
    return {rows * (resamples + 20.0) * kSecondsPerDraw, static_cast<std::int64_t>(16.0 * (rows + resamples))};
}

Result<void> SummaryExperiment::run(const RunInputs& inputs, RunContext& context) {
    const auto sample = readSample(inputs);
    if (!sample)
        return sample.error();
    if (sample->nonFinite > 0)
        context.log(LogLevel::warning, std::to_string(sample->nonFinite) + " non-finite cells were left out");
    const ParameterSet& parameters = inputs.parameters;
    context.progress(0.05, "Histogram");
    const auto bins = histogram(sample->values, static_cast<int>(parameters.integer("bins")));
    if (auto done = context.emitArtifact(kHistogram, makeValue(histogramTable(bins, sample->unit))); !done)
        return done;

    std::optional<Interval> interval;
    if (parameters.text("interval") == "bootstrap") {
        const auto found = bootstrap(*sample, parameters, context);
        if (!found)
            return found.error();
        interval = *found;
    }
    const auto statistics = columnStatistics(sample->values, parameters.real("trim"));
    if (auto done = context.emitArtifact(kSummary, makeValue(summaryOf(*sample, statistics, interval))); !done)
        return done;
    context.progress(1.0, "Done");
    return context.stopRequested() ? makeError(ErrorCode::cancelled, "cancelled") : Result<void>();
}

} // namespace vitrine::column_summary
