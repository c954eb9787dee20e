#include "plugins/intruder_threshold/views/loss_figure.h"

#include "core/values/scalars.h"
#include "core/values/series.h"
#include "plugins/intruder_threshold/compute/outputs.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

double median(const LayerRows& rows, double LayerRow::*strength) {
    std::vector<double> values;
    for (const LayerRow& row : rows.rows())
        if (std::isfinite(row.*strength))
            values.push_back(row.*strength);
    if (values.empty())
        return std::nan("");
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

double kneeOf(const RunData& data) {
    const auto found = data.outputs.find(kMetrics);
    const auto metrics = found == data.outputs.end() ? nullptr : valueAs<Scalars>(found->second);
    const Scalar* knee = metrics ? metrics->find(kKnee) : nullptr;
    return knee ? knee->value : std::nan("");
}

/// Points above s = 0, which has no place on a logarithmic axis.
FigureMark curveOf(const SeriesLine& line, int slot) {
    FigureMark mark;
    mark.kind = MarkKind::line;
    mark.id = line.id;
    mark.label = line.label;
    mark.slot = slot;
    mark.markers = true;
    for (std::size_t i = 0; i < std::min(line.x.size(), line.y.size()); ++i)
        if (line.x[i] > 0.0) {
            mark.x.push_back(line.x[i]);
            mark.y.push_back(line.y[i]);
        }
    return mark;
}

FigureMark reference(MarkKind kind, const char* id, const char* label, double value, bool measured) {
    FigureMark mark;
    mark.kind = kind;
    mark.id = id;
    mark.label = label;
    (kind == MarkKind::referenceX ? mark.x : mark.y) = {value};
    mark.strong = measured;
    mark.dash = measured ? DashStyle::solid : DashStyle::dotted;
    return mark;
}

} // namespace

std::optional<FigureSpec> forgettingFigure(const RunData& data, const LayerRows& rows) {
    const auto found = data.outputs.find(kLoss);
    const auto loss = found == data.outputs.end() ? nullptr : valueAs<Series>(found->second);
    if (!loss)
        return std::nullopt;
    FigureSpec spec;
    describeFigure(spec, data, kLoss);
    spec.title = "Forgetting curve";
    spec.caption =
        "Loss on the text of the base and on that of the task over the strength s of the adapter. Dotted: median "
        "thresholds s* of the layers (workbench definitions) and the base alone; solid: knee, the strength at which "
        "the "
        "loss on the base text is 5 % over that of the base.";
    spec.x.label = {"Adapter strength s", ""};
    spec.x.scale = AxisScale::log;
    spec.y.label = {"Loss per token", "nats"};
    spec.y.includeZero = true;
    for (const SeriesLine& line : loss->lines)
        if (FigureMark mark = curveOf(line, line.id == kBaseLine ? 1 : 2); !mark.x.empty())
            spec.marks.push_back(std::move(mark));
    if (spec.marks.empty())
        return std::nullopt;
    const auto [low, high] = std::ranges::minmax(spec.marks.front().x);
    for (const SeriesLine& line : loss->lines)
        if (line.id == kBaseLine && !line.x.empty() && !line.y.empty() && line.x.front() == 0.0)
            spec.marks.push_back(reference(MarkKind::referenceY, "base_alone", "base alone", line.y.front(), false));
    const auto addX = [&, from = low, to = high](const char* id, const char* label, double value, bool measured) {
        if (value >= from && value <= to)
            spec.marks.push_back(reference(MarkKind::referenceX, id, label, value, measured));
    };
    addX("s_geo", "median s* geo", median(rows, &LayerRow::sGeo), false);
    addX("s_full", "median s* full", median(rows, &LayerRow::sFull), false);
    addX("knee", "knee", kneeOf(data), true);
    return spec;
}

} // namespace vitrine::intruder_threshold
