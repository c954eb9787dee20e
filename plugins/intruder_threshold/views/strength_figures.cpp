#include "plugins/intruder_threshold/views/strength_figures.h"

#include "plugins/intruder_threshold/compute/layer_model.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "widgets/charts/number_label.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

constexpr Eigen::Index kMostBase = 50; ///< columns of the overlap map

std::string number(double value) {
    constexpr int kDigits = 3;
    return shortLabel(value, kDigits, QLocale()).toStdString();
}

FigureMark threshold(const char* id, const char* label, double value) {
    FigureMark mark;
    mark.kind = MarkKind::referenceY;
    mark.id = id;
    mark.label = label;
    mark.y = {value};
    return mark;
}

/// Directions of W(s): intruders full and labelled, the others hollow.
void addUpdated(const intruder::UpdatedSpectrum& updated, double epsilon, FigureSpec& spec) {
    FigureMark line, others, intruders;
    line.kind = MarkKind::line;
    line.id = "updated";
    line.label = "W(s) at s = " + number(updated.strength);
    line.slot = others.slot = intruders.slot = 2;
    others.kind = intruders.kind = MarkKind::points;
    others.id = "kept";
    others.hollow = true;
    intruders.id = "intruders";
    intruders.label = "intruder";
    intruders.markers = true;
    for (std::size_t j = 0; j < updated.triplets.size(); ++j) {
        const intruder::UpdatedTriplet& one = updated.triplets[j];
        const double rank = static_cast<double>(j + 1);
        line.x.push_back(rank);
        line.y.push_back(one.value);
        FigureMark& points = one.maxcosLeft < epsilon ? intruders : others;
        points.x.push_back(rank);
        points.y.push_back(one.value);
        points.pointLabels.push_back("direction " + std::to_string(j + 1) + ", largest overlap " +
                                     number(one.maxcosLeft));
    }
    const std::size_t count = intruders.x.size();
    spec.marks.push_back(std::move(line));
    if (!others.x.empty())
        spec.marks.push_back(std::move(others));
    if (count > 0)
        spec.marks.push_back(std::move(intruders));
    spec.annotations.push_back(std::to_string(count) + (count == 1 ? " intruder" : " intruders") + " among " +
                               std::to_string(updated.triplets.size()));
}

} // namespace

const SeriesLine* lineOf(const RunData& data, const char* id, const std::string& layer) {
    const auto output = data.outputs.find(id);
    const auto series = output == data.outputs.end() ? nullptr : valueAs<Series>(output->second);
    if (!series)
        return nullptr;
    const auto found = std::ranges::find(series->lines, layer, &SeriesLine::id);
    return found == series->lines.end() ? nullptr : &*found;
}

std::optional<FigureSpec> spectrumFigure(const RunData& data, const LayerRow& row,
                                         const intruder::UpdatedSpectrum* updated, double epsilon) {
    const SeriesLine* base = lineOf(data, kSpectrum, row.layer);
    if (!base)
        return std::nullopt;
    FigureSpec spec;
    describeFigure(spec, data, kSpectrum);
    spec.title = "Spectrum of " + shortName(row);
    spec.caption =
        "Singular values of the base, largest first, and the threshold θ̄ at the full edge (workbench definition).";
    spec.x.label = {"Rank i of the singular value", ""};
    spec.y.label = {"Singular value σ", ""};
    spec.x.scale = spec.y.scale = AxisScale::log;
    FigureMark line;
    line.kind = MarkKind::line;
    line.id = "base";
    line.label = "W (base)";
    line.slot = 1;
    // Zeros have no place on a logarithmic axis; they stand at the end.
    for (std::size_t i = 0; i < base->y.size() && base->y[i] > 0.0; ++i) {
        line.x.push_back(base->x[i]);
        line.y.push_back(base->y[i]);
    }
    spec.marks.push_back(std::move(line));
    if (updated) {
        addUpdated(*updated, epsilon, spec);
        spec.caption =
            "Singular values of the base and the " + std::to_string(updated->triplets.size()) +
            " leading ones of W(s) at s = " + number(updated->strength) +
            "; full marks: intruders, directions that no direction of the base resembles. Dashed: threshold θ̄ "
            "at the full edge (workbench definition).";
    }
    if (std::isfinite(row.thetaFull))
        spec.marks.push_back(threshold("theta_full", "θ̄ full", row.thetaFull));
    return spec;
}

std::optional<FigureSpec> overlapFigure(const RunData& data, const LayerRow& row,
                                        const intruder::UpdatedSpectrum& updated) {
    const auto& overlaps = updated.overlapsLeft;
    if (overlaps.size() == 0)
        return std::nullopt;
    const Eigen::Index shown = std::min(kMostBase, overlaps.rows());
    Matrix matrix;
    matrix.rows = static_cast<std::size_t>(overlaps.cols());
    matrix.columns = static_cast<std::size_t>(shown) + (shown < overlaps.rows() ? 1 : 0);
    for (Eigen::Index i = 0; i < shown; ++i)
        matrix.columnLabels.push_back(std::to_string(i + 1));
    if (shown < overlaps.rows())
        matrix.columnLabels.emplace_back("rest");
    for (Eigen::Index j = 0; j < overlaps.cols(); ++j) {
        matrix.rowLabels.push_back(std::to_string(j + 1));
        for (Eigen::Index i = 0; i < shown; ++i)
            matrix.cells.push_back(overlaps(i, j));
        if (shown < overlaps.rows())
            matrix.cells.push_back(overlaps.col(j).tail(overlaps.rows() - shown).maxCoeff());
    }
    FigureSpec spec;
    describeFigure(spec, data, kOverlaps);
    spec.title = "Overlaps of " + shortName(row);
    spec.caption = "|⟨uᵢ, ũⱼ⟩| of the leading directions of W(s) at s = " + number(updated.strength) +
                   " with the leading ones of the base; rest: the largest one behind them.";
    spec.x.scale = spec.y.scale = AxisScale::category;
    spec.x.label = {"Direction i of the base", ""};
    spec.y.label = {"Direction j of W(s)", ""};
    spec.x.categories = matrix.columnLabels;
    spec.y.categories = matrix.rowLabels;
    spec.value.label = {"Overlap", ""};
    spec.value.minimum = 0.0;
    spec.value.maximum = 1.0;
    FigureMark cells;
    cells.kind = MarkKind::cells;
    cells.id = "overlaps";
    cells.matrix = std::make_shared<const Matrix>(std::move(matrix));
    spec.marks.push_back(std::move(cells));
    return spec;
}

RunInputs inputsOf(const RunData& data) {
    RunInputs inputs;
    for (const auto& [id, value] : data.inputs)
        inputs.items[id] = RunInput{value, id, {}};
    inputs.parameters = data.run.parameters;
    inputs.seed = data.run.seed;
    return inputs;
}

std::optional<intruder::UpdatedSpectrum> updatedOf(const RunData& data, const LayerRow& row,
                                                   const nlohmann::json& options, bool overlaps) {
    if (!options.is_object() || !options.contains("strength") || !options["strength"].is_number())
        return std::nullopt;
    const auto setup = readSetup(inputsOf(data));
    const auto model = setup ? LayerModel::load(*setup, row.layer, directionsOf(data), {})
                             : Result<std::shared_ptr<LayerModel>>(setup.error());
    if (!model)
        return std::nullopt;
    auto updated = (*model)->at(options["strength"].get<double>(), overlaps, {});
    return updated ? std::optional(std::move(*updated)) : std::nullopt;
}

double epsilonOf(const RunData& data) {
    constexpr double kDefault = 0.5;
    const auto value = parameterOf(data, "epsilon");
    return value.is_number() ? value.get<double>() : kDefault;
}

int directionsOf(const RunData& data) {
    constexpr int kDefault = 10;
    const auto value = parameterOf(data, "k");
    return value.is_number_integer() ? value.get<int>() : kDefault;
}

} // namespace vitrine::intruder_threshold
