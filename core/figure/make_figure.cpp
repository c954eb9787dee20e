#include "core/figure/figure_spec.h"
#include "core/figure/table_figure.h"
#include "core/values/column_unit.h"

#include <cmath>
#include <numeric>

namespace vitrine {
namespace {

FigureMark referenceLine(const SeriesLine& line) {
    FigureMark mark;
    mark.kind = MarkKind::referenceY;
    mark.id = line.id;
    mark.label = line.label;
    mark.dash = DashStyle::dashed;
    mark.y = {line.y.back()};
    return mark;
}

std::optional<FigureSpec> seriesFigure(const Series& series, const ViewHints& hints) {
    FigureSpec spec;
    spec.x.label = series.x;
    spec.y.label = series.y;
    const bool points = hints.chart == "scatter";
    int lines = 0;
    for (const SeriesLine& line : series.lines) {
        if (!hints.reference.empty() && line.group == hints.reference && !line.y.empty()) {
            spec.marks.push_back(referenceLine(line));
            continue;
        }
        ++lines;
        FigureMark mark;
        mark.kind = points ? MarkKind::points : MarkKind::line;
        mark.id = line.id;
        mark.label = line.label.empty() ? line.id : line.label;
        mark.slot = hints.slotOf({line.id, line.label, line.group}, lines);
        mark.x = line.x;
        mark.y = line.y;
        mark.lower = line.lower;
        mark.upper = line.upper;
        mark.markers = points;
        mark.opacity = points ? 0.7 : 1.0;
        spec.marks.push_back(std::move(mark));
    }
    return spec;
}

std::vector<std::string> labelsOrNumbers(const std::vector<std::string>& labels, std::size_t count) {
    if (labels.size() == count)
        return labels;
    std::vector<std::string> numbers(count);
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = std::to_string(i);
    return numbers;
}

std::optional<FigureSpec> matrixFigure(const std::shared_ptr<const Matrix>& matrix, const ViewHints& hints) {
    if (matrix->rows == 0 || matrix->columns == 0)
        return std::nullopt;
    FigureSpec spec;
    spec.x.scale = AxisScale::category;
    spec.y.scale = AxisScale::category;
    spec.x.label = matrix->columnAxis;
    spec.y.label = matrix->rowAxis;
    spec.value.label = matrix->valueAxis;
    spec.x.categories = labelsOrNumbers(matrix->columnLabels, matrix->columns);
    spec.y.categories = labelsOrNumbers(matrix->rowLabels, matrix->rows);
    FigureMark cells;
    cells.kind = MarkKind::cells;
    cells.id = "cells";
    cells.matrix = matrix;
    cells.keys = spec.y.categories;
    cells.neutral = hints.neutral;
    spec.marks.push_back(std::move(cells));
    return spec;
}

/// Scalars of one unit as bars with their intervals.
std::optional<FigureSpec> scalarsFigure(const Scalars& scalars, const ViewHints& hints) {
    if (hints.chart != "bar" || scalars.items.empty())
        return std::nullopt;
    FigureSpec spec;
    FigureMark bars;
    bars.kind = MarkKind::bars;
    bars.id = "scalars";
    bars.slot = 1;
    bars.horizontal = true;
    bars.showValues = true;
    const std::string unit = scalars.items.front().unit;
    for (const Scalar& item : scalars.items) {
        if (item.unit != unit)
            continue; // values of another unit have no place on this axis
        bars.x.push_back(static_cast<double>(bars.x.size()));
        bars.y.push_back(item.value);
        bars.lower.push_back(item.interval ? item.interval->lower : std::nan(""));
        bars.upper.push_back(item.interval ? item.interval->upper : std::nan(""));
        bars.keys.push_back(item.id);
        spec.y.categories.push_back(item.label.empty() ? item.id : item.label);
    }
    spec.y.scale = AxisScale::category;
    spec.x.label = {"Value", unit};
    spec.x.includeZero = true;
    spec.marks.push_back(std::move(bars));
    return spec;
}

std::optional<FigureSpec> figureOfKind(const OutputDescription& output, const Value& value, const ViewHints& hints) {
    const std::string keyColumn = output.keyColumn.empty() ? output.key : output.keyColumn;
    if (const auto series = valueAs<Series>(value))
        return seriesFigure(*series, hints);
    if (const auto matrix = valueAs<Matrix>(value))
        return matrixFigure(matrix, hints);
    if (const auto table = valueAs<Table>(value))
        return tableFigure(*table, hints, keyColumn);
    if (const auto graphs = valueAs<GraphSet>(value))
        return tableFigure(graphs->graphs, hints, keyColumn);
    if (const auto scalars = valueAs<Scalars>(value))
        return scalarsFigure(*scalars, hints);
    return std::nullopt;
}

} // namespace

std::string axisTitle(const FigureAxis& axis) {
    const char* scale = axis.scale == AxisScale::log ? "log" : axis.scale == AxisScale::symlog ? "symlog" : "";
    std::string bracket = axis.label.unit;
    if (*scale != '\0')
        bracket += bracket.empty() ? scale : std::string(", ") + scale;
    return titleWithUnit(axis.label.title, bracket);
}

std::optional<FigureSpec> makeFigure(const OutputDescription& output, const Value& value) {
    const ViewHints hints = ViewHints::fromJson(output.view);
    std::optional<FigureSpec> spec = figureOfKind(output, value, hints);
    if (!spec)
        return std::nullopt;
    spec->title = output.title;
    spec->caption = hints.caption;
    spec->keyKind = output.key;
    spec->annotations = hints.annotations;
    spec->definition = output.definition;
    // "x" of bars, dots and boxes names the categories, wherever they lie.
    const bool turned = !spec->marks.empty() && spec->marks.front().horizontal;
    applyAxisHints(turned ? spec->y : spec->x, hints.xAxis);
    applyAxisHints(turned ? spec->x : spec->y, hints.yAxis);
    applyAxisHints(spec->value, hints.valueAxis);
    if (hints.includeZero)
        (turned ? spec->x : spec->y).includeZero = *hints.includeZero;
    return spec;
}

} // namespace vitrine
