#include "plugins/intruder_threshold/views/update_figure.h"

#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/views/strength_figures.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

/// Zeros have no place on a logarithmic axis; they stand at the end.
FigureMark positivePart(const SeriesLine& values, const char* id, const char* label, int slot) {
    FigureMark mark;
    mark.kind = MarkKind::line;
    mark.id = id;
    mark.label = label;
    mark.slot = slot;
    for (std::size_t i = 0; i < values.y.size() && values.y[i] > 0.0; ++i) {
        mark.x.push_back(values.x[i]);
        mark.y.push_back(values.y[i]);
    }
    return mark;
}

FigureMark points(const char* id, const char* label, bool hollow) {
    FigureMark mark;
    mark.kind = MarkKind::points;
    mark.id = id;
    mark.label = label;
    mark.slot = 3;
    mark.hollow = hollow;
    mark.markers = !hollow;
    return mark;
}

/// Leading directions of the tuned weight: intruders full, the others hollow.
/// @return what they are, in words
std::string addDirections(const RunData& data, const std::string& layer, FigureSpec& spec) {
    const auto table = outputTable(data, kDirections);
    const Column* names = table ? table->find(column::kLayer) : nullptr;
    const Column* sigma = table ? table->find("sigma") : nullptr;
    const Column* overlap = table ? table->find("overlap_left") : nullptr;
    const Column* intruder = table ? table->find("intruder") : nullptr;
    if (!names || !sigma || !overlap || !intruder || names->type() != ColumnType::text)
        return {};
    FigureMark kept = points("tuned", "W_ft", true);
    FigureMark foreign = points("intruders", "intruder", false);
    int rank = 0;
    for (std::size_t i = 0; i < table->rowCount(); ++i) {
        if (names->texts()[i] != layer)
            continue;
        ++rank;
        if (!(sigma->number(i) > 0.0))
            continue;
        FigureMark& mark = intruder->number(i) > 0.0 ? foreign : kept;
        mark.x.push_back(rank);
        mark.y.push_back(sigma->number(i));
        mark.pointLabels.push_back("direction " + std::to_string(rank) + ", largest overlap " + overlap->cellText(i));
    }
    const std::size_t count = foreign.x.size();
    for (FigureMark* mark : {&kept, &foreign})
        if (!mark->x.empty())
            spec.marks.push_back(std::move(*mark));
    return std::to_string(count) + (count == 1 ? " intruder" : " intruders") + " among the " + std::to_string(rank) +
           " leading directions.";
}

void addThreshold(const char* id, const char* label, double value, FigureSpec& spec) {
    if (!(value > 0.0) || !std::isfinite(value))
        return;
    FigureMark mark;
    mark.kind = MarkKind::referenceY;
    mark.id = id;
    mark.label = label;
    mark.y = {value};
    spec.marks.push_back(std::move(mark));
}

} // namespace

std::optional<FigureSpec> updateFigure(const RunData& data, const LayerRow& row) {
    const SeriesLine* base = lineOf(data, kSpectrum, row.layer);
    const SeriesLine* update = lineOf(data, kUpdateSpectrum, row.layer);
    if (!base || !update)
        return std::nullopt;
    FigureSpec spec;
    describeFigure(spec, data, kUpdateSpectrum);
    spec.title = "Update of " + shortName(row);
    spec.caption = "Singular values of the base W, of the update ΔW = W_ft − W and of the leading directions of W_ft, "
                   "largest first. Dashed: the thresholds at the full and the bulk edge (workbench definitions); an "
                   "update stays below them as long as its largest value does.";
    spec.x.label = {"Rank i of the singular value", ""};
    spec.y.label = {"Singular value σ", ""};
    spec.x.scale = spec.y.scale = AxisScale::log;
    spec.marks.push_back(positivePart(*base, "base", "W (base)", 1));
    if (FigureMark mark = positivePart(*update, "update", "ΔW", 2); !mark.x.empty())
        spec.marks.push_back(std::move(mark));
    if (const std::string counted = addDirections(data, row.layer, spec); !counted.empty())
        spec.caption += " " + counted;
    addThreshold("theta_full", "θ̄ full", row.thetaFull, spec);
    addThreshold("theta_bulk", "θ̄ bulk", row.thetaBulk, spec);
    return spec;
}

std::optional<FigureSpec> reachFigure(const RunData& data, const LayerRows& rows) {
    FigureMark layers = points("layers", "layer", false);
    layers.slot = 1;
    double low = std::nan(""), high = std::nan("");
    std::size_t over = 0;
    for (const LayerRow& row : rows.rows()) {
        if (!(row.update > 0.0) || !(row.thetaFull > 0.0))
            continue;
        layers.x.push_back(row.thetaFull);
        layers.y.push_back(row.update);
        layers.keys.push_back(row.layer);
        layers.pointLabels.push_back(shortName(row));
        low = std::fmin(low, std::min(row.thetaFull, row.update));
        high = std::fmax(high, std::max(row.thetaFull, row.update));
        over += row.update > row.thetaFull ? 1 : 0;
    }
    if (layers.x.empty())
        return std::nullopt;
    constexpr double kMargin = 1.3;
    FigureSpec spec;
    describeFigure(spec, data, kLayers);
    spec.keyKind = kLayerKind;
    spec.title = "Updates and thresholds";
    spec.caption = "Largest singular value of the update ΔW of every layer over the threshold of its base at the full "
                   "edge (workbench definition). The line is where both are equal: " +
                   std::to_string(over) + " of " + std::to_string(rows.rows().size()) + " layers lie above it.";
    spec.x.label = {"Threshold θ̄, full edge", ""};
    spec.y.label = {"σ₁(ΔW)", ""};
    spec.x.scale = spec.y.scale = AxisScale::log;
    spec.x.minimum = spec.y.minimum = low / kMargin;
    spec.x.maximum = spec.y.maximum = high * kMargin;
    FigureMark equal;
    equal.kind = MarkKind::line;
    equal.id = "equal";
    equal.label = "σ₁(ΔW) = θ̄";
    equal.width = 1.0;
    equal.x = equal.y = {low / kMargin, high * kMargin};
    spec.marks.push_back(std::move(layers));
    spec.marks.push_back(std::move(equal));
    return spec;
}

} // namespace vitrine::intruder_threshold
