#include "core/figure/table_figure.h"

#include "core/figure/distribution.h"
#include "core/values/column_unit.h"
#include "core/values/readable_name.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace vitrine {
namespace {

constexpr int kDefaultTop = 30;

/// The table with everything that the charts below share.
struct Source {
    const Table& table;
    const ViewHints& hints;
    const Column* keys;   // may be null
    const Column* labels; // may be null

    const Column* column(const std::string& name) const { return name.empty() ? nullptr : table.find(name); }
    const Column* firstY() const { return hints.y.empty() ? nullptr : table.find(hints.y.front()); }
};

/// Row numbers by the text of a column, groups in order of first appearance.
struct RowGroup {
    std::string name;
    std::vector<std::size_t> rows;
};

std::vector<RowGroup> groupRows(const Table& table, const Column* by) {
    std::vector<RowGroup> groups;
    if (!by) {
        RowGroup all;
        all.rows.resize(table.rowCount());
        std::iota(all.rows.begin(), all.rows.end(), std::size_t{0});
        groups.push_back(std::move(all));
        return groups;
    }
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string name = by->isValid(row) ? by->cellText(row) : std::string("missing");
        const auto [place, added] = places.try_emplace(name, groups.size());
        if (added)
            groups.push_back({name, {}});
        groups[place->second].rows.push_back(row);
    }
    return groups;
}

void appendText(std::vector<std::string>& list, const Column* column, std::size_t row) {
    if (column)
        list.push_back(column->cellText(row));
}

void fillAxis(FigureAxis& axis, const Column& column) {
    axis.label = columnLabel(column);
    axis.integerTicks = column.type() == ColumnType::integer;
}

/// Points of one mark, rows without a number left out: missing is never drawn; NaN and infinities stay.
FigureMark pointsOf(const Source& source, const Column& x, const Column& y, const std::vector<std::size_t>& rows) {
    FigureMark mark;
    const Column* lower = source.column(source.hints.lower);
    const Column* upper = source.column(source.hints.upper);
    for (std::size_t row : rows) {
        if (!x.isValid(row) || !y.isValid(row))
            continue;
        mark.x.push_back(x.number(row));
        mark.y.push_back(y.number(row));
        if (lower && upper) {
            mark.lower.push_back(lower->number(row));
            mark.upper.push_back(upper->number(row));
        }
        appendText(mark.keys, source.keys, row);
        appendText(mark.pointLabels, source.labels, row);
    }
    return mark;
}

std::optional<FigureSpec> pointFigure(const Source& source, MarkKind kind) {
    const Column* x = source.column(source.hints.x);
    const Column* first = source.firstY();
    if (!x || !first || !x->isNumeric())
        return std::nullopt;
    FigureSpec spec;
    fillAxis(spec.x, *x);
    fillAxis(spec.y, *first);
    const std::vector<RowGroup> groups = groupRows(source.table, source.column(source.hints.group));
    for (const std::string& name : source.hints.y) {
        const Column* y = source.table.find(name);
        if (!y || !y->isNumeric())
            return std::nullopt;
        for (const RowGroup& group : groups) {
            std::vector<std::size_t> rows = group.rows;
            if (kind == MarkKind::line)
                std::stable_sort(rows.begin(), rows.end(),
                                 [x](std::size_t a, std::size_t b) { return x->number(a) < x->number(b); });
            FigureMark mark = pointsOf(source, *x, *y, rows);
            mark.kind = kind;
            mark.id = groups.size() > 1 ? group.name : name;
            mark.label = groups.size() > 1 ? group.name : columnLabel(*y).title;
            mark.slot = source.hints.slotOf({mark.id, mark.label}, static_cast<int>(spec.marks.size()) + 1);
            mark.markers = kind == MarkKind::points && groups.size() > 1;
            mark.opacity = kind == MarkKind::points ? 0.7 : 1.0;
            spec.marks.push_back(std::move(mark));
        }
    }
    if (source.hints.diagonal) {
        FigureMark diagonal;
        diagonal.kind = MarkKind::diagonal;
        diagonal.id = "diagonal";
        spec.marks.push_back(std::move(diagonal));
    }
    return spec;
}

/// Rows of a bar chart in the order in which they are drawn.
std::vector<std::size_t> barRows(const Source& source, const Column& value) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < source.table.rowCount(); ++row)
        if (value.isValid(row))
            rows.push_back(row);
    const std::string& sort = source.hints.sort;
    const auto number = [&value](std::size_t row) {
        const double n = value.number(row);
        return std::isnan(n) ? -HUGE_VAL : n;
    };
    if (sort == "ascending")
        std::stable_sort(rows.begin(), rows.end(), [&](auto a, auto b) { return number(a) < number(b); });
    else if (sort == "descending" || (sort.empty() && source.hints.top.value_or(0) > 0))
        std::stable_sort(rows.begin(), rows.end(), [&](auto a, auto b) { return number(a) > number(b); });
    return rows;
}

/// Puts the categories on the axis where the marks lie and the values on the other.
void placeCategories(FigureSpec& spec, FigureAxis categories, FigureAxis values, bool horizontal) {
    categories.scale = AxisScale::category;
    spec.x = horizontal ? std::move(values) : std::move(categories);
    spec.y = horizontal ? std::move(categories) : std::move(values);
}

/// One place per row, rows without a number left free. Dots keep the axes of the screen, so `turned` ones have the
/// place in y.
FigureMark barsOf(const Source& source, const Column& value, const std::vector<std::size_t>& rows, bool turned) {
    FigureMark mark;
    const Column* keys = source.keys ? source.keys : source.column(source.hints.x);
    const Column* lower = source.column(source.hints.lower);
    const Column* upper = source.column(source.hints.upper);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t row = rows[i];
        if (!value.isValid(row))
            continue;
        mark.x.push_back(static_cast<double>(i));
        mark.y.push_back(value.number(row));
        if (lower && upper) {
            mark.lower.push_back(lower->number(row));
            mark.upper.push_back(upper->number(row));
        }
        appendText(mark.keys, keys, row);
        appendText(mark.pointLabels, source.labels, row);
    }
    if (turned)
        std::swap(mark.x, mark.y);
    return mark;
}

std::optional<FigureSpec> barFigure(const Source& source, MarkKind kind) {
    const Column* place = source.column(source.hints.x);
    const Column* value = source.firstY();
    if (!place || !value || !value->isNumeric())
        return std::nullopt;
    std::vector<std::size_t> rows = barRows(source, *value);
    FigureSpec spec;
    const int top = source.hints.top.value_or(kDefaultTop);
    if (top > 0 && rows.size() > static_cast<std::size_t>(top)) {
        spec.shown = top;
        spec.total = static_cast<std::int64_t>(rows.size());
        rows.resize(static_cast<std::size_t>(top));
    }
    FigureAxis categories;
    categories.label = columnLabel(*place);
    for (std::size_t row : rows)
        categories.categories.push_back(place->cellText(row));
    FigureAxis values;
    fillAxis(values, *value);
    values.includeZero = kind == MarkKind::bars;
    const bool horizontal = source.hints.horizontal.value_or(!place->isNumeric());
    for (const std::string& name : source.hints.y) {
        const Column* y = source.table.find(name);
        if (!y || !y->isNumeric())
            return std::nullopt;
        FigureMark mark = barsOf(source, *y, rows, horizontal && kind == MarkKind::points);
        mark.kind = kind;
        mark.horizontal = horizontal;
        mark.id = name;
        mark.label = columnLabel(*y).title;
        mark.slot = source.hints.slotOf({name, mark.label}, static_cast<int>(spec.marks.size()) + 1);
        mark.showValues = source.hints.showValues.value_or(true);
        spec.marks.push_back(std::move(mark));
    }
    placeCategories(spec, std::move(categories), std::move(values), horizontal);
    return spec;
}

std::optional<FigureSpec> boxFigure(const Source& source) {
    const Column* value = source.firstY();
    if (!value || !value->isNumeric())
        return std::nullopt;
    const Column* by = source.column(source.hints.x);
    if (!by)
        by = source.column(source.hints.group);
    FigureSpec spec;
    FigureMark mark;
    mark.kind = MarkKind::boxes;
    mark.id = value->name;
    mark.label = columnLabel(*value).title;
    mark.slot = source.hints.slotOf({mark.id, mark.label}, 1);
    mark.horizontal = source.hints.horizontal.value_or(true);
    FigureAxis categories;
    if (by)
        categories.label = columnLabel(*by);
    for (const RowGroup& group : groupRows(source.table, by)) {
        std::vector<double> values;
        for (std::size_t row : group.rows)
            if (value->isValid(row))
                values.push_back(value->number(row));
        mark.x.push_back(static_cast<double>(mark.boxes.size()));
        mark.boxes.push_back(boxSummary(std::move(values)));
        mark.keys.push_back(group.name);
        categories.categories.push_back(by ? group.name : columnLabel(*value).title);
    }
    FigureAxis values;
    fillAxis(values, *value);
    values.integerTicks = false;
    const bool horizontal = mark.horizontal;
    spec.marks.push_back(std::move(mark));
    placeCategories(spec, std::move(categories), std::move(values), horizontal);
    return spec;
}

std::optional<FigureSpec> histogramFigure(const Source& source) {
    const Column* column = source.column(source.hints.x);
    if (!column)
        column = source.firstY();
    if (!column || !column->isNumeric())
        return std::nullopt;
    std::vector<double> values;
    for (std::size_t row = 0; row < column->size(); ++row)
        if (column->isValid(row))
            values.push_back(column->number(row));
    const Histogram histogram = histogramOf(values, source.hints.bins.value_or(0));
    FigureSpec spec;
    fillAxis(spec.x, *column);
    spec.y.label.title = "Count";
    spec.y.includeZero = true;
    spec.y.integerTicks = true;
    FigureMark bars;
    bars.kind = MarkKind::bars;
    bars.id = column->name;
    bars.label = columnLabel(*column).title;
    bars.slot = source.hints.slotOf({bars.id, bars.label}, 1);
    bars.barWidth = histogram.width;
    for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin) {
        bars.x.push_back(histogram.center(bin));
        bars.y.push_back(static_cast<double>(histogram.counts[bin]));
    }
    spec.marks.push_back(std::move(bars));
    return spec;
}

std::optional<FigureSpec> heatFigure(const Source& source) {
    const Column* x = source.column(source.hints.x);
    const Column* y = source.firstY();
    const Column* value = source.column(source.hints.value);
    if (!x || !y || !value || !value->isNumeric())
        return std::nullopt;
    const std::vector<RowGroup> columns = groupRows(source.table, x);
    const std::vector<RowGroup> rows = groupRows(source.table, y);
    Matrix matrix;
    matrix.rows = rows.size();
    matrix.columns = columns.size();
    if (matrix.rows > 0 && matrix.columns > std::size_t{50'000'000} / matrix.rows)
        return std::nullopt; // two columns of names that hardly repeat are no heat map
    matrix.cells.assign(matrix.rows * matrix.columns, std::nan(""));
    std::vector<std::size_t> columnOf(source.table.rowCount());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        matrix.columnLabels.push_back(columns[c].name);
        for (std::size_t row : columns[c].rows)
            columnOf[row] = c;
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
        matrix.rowLabels.push_back(rows[r].name);
        for (std::size_t row : rows[r].rows)
            matrix.cells[r * matrix.columns + columnOf[row]] = value->number(row);
    }
    FigureSpec spec;
    spec.x.scale = AxisScale::category;
    spec.y.scale = AxisScale::category;
    spec.x.label = columnLabel(*x);
    spec.y.label = columnLabel(*y);
    spec.value.label = columnLabel(*value);
    spec.x.categories = matrix.columnLabels;
    spec.y.categories = matrix.rowLabels;
    FigureMark cells;
    cells.kind = MarkKind::cells;
    cells.id = value->name;
    cells.keys = matrix.rowLabels;
    cells.neutral = source.hints.neutral;
    cells.matrix = std::make_shared<const Matrix>(std::move(matrix));
    spec.marks.push_back(std::move(cells));
    return spec;
}

} // namespace

AxisLabel columnLabel(const Column& column) {
    return {readableName(splitHeader(column.name).title), column.unit}; // the unit stands beside it
}

std::optional<FigureSpec> tableFigure(const Table& table, const ViewHints& wanted, const std::string& keyColumn) {
    ViewHints hints = wanted;
    // Of several columns those that are there: a run of another kind may measure something else.
    if (std::ranges::any_of(hints.y, [&](const std::string& name) { return table.find(name) != nullptr; }))
        std::erase_if(hints.y, [&](const std::string& name) { return table.find(name) == nullptr; });
    const Column* keys = keyColumn.empty() ? nullptr : table.find(keyColumn);
    const Column* labels = hints.label.empty() ? nullptr : table.find(hints.label);
    const Source source{table, hints, keys, labels};
    if (hints.chart == "line")
        return pointFigure(source, MarkKind::line);
    if (hints.chart == "scatter")
        return pointFigure(source, MarkKind::points);
    if (hints.chart == "bar")
        return barFigure(source, MarkKind::bars);
    if (hints.chart == "dot")
        return barFigure(source, MarkKind::points);
    if (hints.chart == "box")
        return boxFigure(source);
    if (hints.chart == "histogram")
        return histogramFigure(source);
    if (hints.chart == "heatmap")
        return heatFigure(source);
    return std::nullopt;
}

} // namespace vitrine
