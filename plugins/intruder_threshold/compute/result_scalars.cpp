#include "plugins/intruder_threshold/compute/result_scalars.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

double median(std::vector<double> values) {
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    if (values.empty())
        return std::nan("");
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

std::string of(std::size_t count) {
    return "of " + std::to_string(count) + (count == 1 ? " layer" : " layers");
}

Scalar scalar(const char* id, const char* label, double value, std::string comparison, const char* definition,
              bool lowerIsBetter = false) {
    Scalar item;
    item.id = id;
    item.label = label;
    item.value = value;
    item.comparison = std::move(comparison);
    item.definition = definition;
    item.lowerIsBetter = lowerIsBetter;
    item.headline = true;
    return item;
}

constexpr const char* kSupercritical = "Layers with R = γθ₁/θ̄ > 1 at the full edge: the law expects a singular value "
                                       "of the update outside of the spectrum "
                                       "of the base. The edge is a workbench definition.";
constexpr const char* kBearing =
    "Layers with at least one of the k leading directions of W + γBA whose overlap with every "
    "direction of W is below ε (arXiv 2410.21228).";
constexpr const char* kMedian =
    "Median over the layers of s* = θ̄/(γθ₁) with the geometric mean of the full and the bulk "
    "edge (workbench definition); deployment is s = 1.";
constexpr const char* kWithin =
    "Layers with |log₂(s*/s first)| ≤ 1, s* of the geometric mean, among the layers whose first "
    "crossing lies within the scan.";
constexpr const char* kThreshold =
    "Geometric mean of the thresholds at the full and the bulk edge: the strongest generic "
    "update that leaves the leading directions of the layer in place. Workbench definition.";

} // namespace

Scalars auditScalars(const std::vector<LayerResult>& layers) {
    std::vector<double> thresholds;
    const LayerResult* weakest = nullptr;
    std::size_t outliers = 0;
    for (const LayerResult& layer : layers) {
        thresholds.push_back(layer.thetaGeo());
        if (std::isfinite(layer.thetaGeo()) && (!weakest || layer.thetaGeo() < weakest->thetaGeo()))
            weakest = &layer;
        outliers += layer.noise.dropped > 0 ? 1 : 0;
    }
    Scalars scalars;
    const auto count = static_cast<double>(layers.size());
    scalars.items.push_back(scalar("layers", "Layers", count, {}, "Matrices that were analysed."));
    if (weakest)
        scalars.items.push_back(
            scalar("least_theta", "Smallest threshold θ̄", weakest->thetaGeo(), weakest->layer, kThreshold));
    scalars.items.push_back(
        scalar("median_theta", "Median threshold θ̄", median(thresholds), "geometric mean of two edges", kThreshold));
    scalars.items.push_back(
        scalar("outlier_layers", "Layers with outliers", static_cast<double>(outliers), of(layers.size()),
               "Layers with singular values above a Marchenko–Pastur bulk fitted to their median."));
    return scalars;
}

Scalars adapterScalars(const std::vector<LayerResult>& layers, const Criterion& criterion) {
    std::size_t over = 0, bearing = 0, crossed = 0, near = 0, censored = 0;
    std::int64_t intruders = 0;
    std::vector<double> critical;
    for (const LayerResult& layer : layers) {
        over += layer.margin() > 1.0 ? 1 : 0;
        const std::int64_t count = layer.intruders(criterion.k, criterion.epsilon);
        intruders += count;
        bearing += count > 0 ? 1 : 0;
        const double predicted = layer.critical(layer.thetaGeo());
        critical.push_back(predicted);
        if (layer.first.status == "ok") {
            ++crossed;
            near += std::abs(std::log2(predicted / layer.first.strength)) <= 1.0 ? 1 : 0;
        } else if (!layer.first.status.empty()) {
            ++censored;
        }
    }
    Scalars scalars;
    scalars.items.push_back(scalar("supercritical", "Supercritical layers", static_cast<double>(over),
                                   of(layers.size()) + ", R > 1 at the full edge", kSupercritical, true));
    scalars.items.push_back(scalar("bearing", "Layers with intruders", static_cast<double>(bearing),
                                   of(layers.size()) + ", " + std::to_string(intruders) + " intruders at s = 1",
                                   kBearing, true));
    scalars.items.push_back(
        scalar("median_s", "Median threshold s*", median(critical), "geometric mean of two edges", kMedian));
    if (crossed + censored > 0)
        scalars.items.push_back(scalar("within_two", "Predicted within × 2", static_cast<double>(near),
                                       of(crossed) + " with a crossing, " + std::to_string(censored) + " censored",
                                       kWithin));
    return scalars;
}

} // namespace vitrine::intruder_threshold
