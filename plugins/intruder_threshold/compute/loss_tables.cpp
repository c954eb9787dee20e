#include "plugins/intruder_threshold/compute/loss_tables.h"

#include "plugins/intruder_threshold/compute/outputs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace vitrine::intruder_threshold {

namespace {

constexpr const char* kLossUnit = "nats";

SeriesLine lineOf(const char* id, const std::string& label, std::span<const LossPoint> points,
                  double LossPair::*value) {
    SeriesLine line;
    line.id = id;
    line.label = label;
    for (const LossPoint& point : points) {
        line.x.push_back(point.strength);
        line.y.push_back(point.loss.*value);
    }
    return line;
}

double medianOf(const std::vector<LayerResult>& layers, bool geometric) {
    std::vector<double> values;
    for (const LayerResult& layer : layers)
        if (const double s = layer.critical(geometric ? layer.thetaGeo() : layer.full.theta); std::isfinite(s))
            values.push_back(s);
    if (values.empty())
        return std::nan("");
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

Scalar item(const char* id, const char* label, double value, const char* unit, std::string comparison,
            const char* definition) {
    Scalar scalar;
    scalar.id = id;
    scalar.label = label;
    scalar.value = value;
    scalar.unit = unit;
    scalar.comparison = std::move(comparison);
    scalar.definition = definition;
    scalar.headline = true;
    return scalar;
}

void addLosses(std::span<const LossPoint> points, Scalars& scalars) {
    const auto deployed = std::ranges::find(points, 1.0, &LossPoint::strength);
    if (points.empty() || points.front().strength != 0.0 || deployed == points.end())
        return;
    const LossPair& before = points.front().loss;
    constexpr const char* kDefinition = "Mean negative log-likelihood of the next token at s = 1.";
    scalars.items.push_back(item("base_loss", "Base text at s = 1", deployed->loss.base, kLossUnit,
                                 fmt::format("{:.3f} without the adapter", before.base), kDefinition));
    scalars.items.back().lowerIsBetter = true;
    scalars.items.push_back(item("task_loss", "Task text at s = 1", deployed->loss.task, kLossUnit,
                                 fmt::format("{:.3f} without the adapter", before.task), kDefinition));
    scalars.items.back().lowerIsBetter = true;
}

void addKnee(std::span<const LossPoint> points, Scalars& scalars) {
    std::vector<double> strengths, losses;
    for (const LossPoint& point : points) {
        strengths.push_back(point.strength);
        losses.push_back(point.loss.base);
    }
    const auto knee = strengths.empty() || strengths.front() != 0.0 ? std::nullopt : lossKnee(strengths, losses);
    const std::string last = strengths.empty() ? "0" : fmt::format("{:g}", strengths.back());
    scalars.items.push_back(
        item(kKnee, "Knee of the base loss", knee.value_or(std::nan("")), "",
             knee ? "strength s with 5 % more loss" : "not reached up to s = " + last,
             "First strength at which the loss on the base text exceeds that of the base by 5 %, by "
             "linear interpolation. Workbench definition."));
}

} // namespace

Series lossSeries(const LossModel& losses, std::span<const LossPoint> points) {
    Series series;
    series.x = {"Adapter strength s", ""};
    series.y = {"Loss per token", kLossUnit};
    series.lines.push_back(lineOf(kBaseLine, "base: " + losses.baseName(), points, &LossPair::base));
    series.lines.push_back(lineOf(kTaskLine, "task: " + losses.taskName(), points, &LossPair::task));
    return series;
}

Table variantsTable(std::span<const LossVariant> variants, const LossPair& before) {
    Column::Texts names;
    Column::Integers layers;
    Column::Reals factors, norms, base, increase, task;
    for (const LossVariant& one : variants) {
        names.push_back(one.name);
        layers.push_back(one.layers);
        factors.push_back(one.factor);
        norms.push_back(one.norm);
        base.push_back(one.loss.base);
        increase.push_back(one.loss.base - before.base);
        task.push_back(one.loss.task);
    }
    Table table;
    table.columns.emplace_back("variant", std::move(names));
    table.columns.emplace_back("base_loss", std::move(base));
    table.columns.emplace_back("task_loss", std::move(task));
    table.columns.emplace_back("base_increase", std::move(increase));
    table.columns.emplace_back("layers", std::move(layers));
    table.columns.emplace_back("factor", std::move(factors));
    table.columns.emplace_back("norm", std::move(norms));
    return table;
}

Scalars lossScalars(std::span<const LossPoint> points, const std::vector<LayerResult>& layers,
                    std::span<const LossVariant> variants) {
    Scalars scalars;
    addLosses(points, scalars);
    addKnee(points, scalars);
    scalars.items.push_back(item("median_s", "Median threshold s*", medianOf(layers, true), "",
                                 fmt::format("geometric mean; full edge {:.3f}", medianOf(layers, false)),
                                 "Median over the layers of s* = θ̄/(γθ₁) with the geometric mean of the full and the "
                                 "bulk edge (workbench definition); deployment is s = 1."));
    constexpr std::size_t kVariants = 3;
    if (variants.size() == kVariants && !points.empty()) {
        const double before = points.front().loss.base;
        scalars.items.push_back(item(
            "half_ratio", "More over less critical half",
            (variants[1].loss.base - before) / (variants[2].loss.base - before), "×",
            "base-loss increase at equal norm",
            "Increase of the loss on the base text by the more critical half of the layers alone, over that by the "
            "less critical half alone, both at the same norm. Above 1 the critical layers do more damage than their "
            "norm explains."));
    }
    return scalars;
}

} // namespace vitrine::intruder_threshold
