#include "core/report/display_table.h"

#include "core/report/number_display.h"
#include "core/values/column_unit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <span>

namespace vitrine {
namespace {

constexpr const char* kMissing = "–";
constexpr std::size_t kLongestCell = 300; // bytes; longer texts stand whole in the data only

std::string shortened(std::string text) {
    if (text.size() <= kLongestCell)
        return text;
    std::size_t end = kLongestCell;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end; // not inside a character
    return text.substr(0, end) + "…";
}

std::string cellText(const Column& column, std::size_t row, NumberStyle style) {
    if (!column.isValid(row))
        return kMissing;
    switch (column.type()) {
    case ColumnType::boolean: return column.booleans()[row] != 0 ? "yes" : "no";
    case ColumnType::integer: return displayNumber(static_cast<double>(column.integers()[row]), style);
    case ColumnType::real: return displayNumber(column.reals()[row], style);
    case ColumnType::text: return shortened(column.texts()[row]);
    }
    return {};
}

NumberStyle styleOf(const Column& column, std::span<const std::size_t> rows) {
    std::vector<double> shown;
    for (const std::size_t row : rows)
        if (column.isValid(row))
            shown.push_back(column.number(row));
    return columnStyle(shown);
}

/// Columns in the wanted order; unknown names are left out.
std::vector<const Column*> chosenColumns(const Table& table, const TableLimits& limits) {
    std::vector<const Column*> chosen;
    for (const std::string& name : limits.columns)
        if (const Column* column = table.find(name))
            chosen.push_back(column);
    if (chosen.empty())
        for (const Column& column : table.columns)
            if (chosen.size() < TableLimits::kMaxColumns)
                chosen.push_back(&column);
    return chosen;
}

std::vector<std::size_t> wantedRows(const Table& table, const TableLimits& limits, bool& filtered) {
    std::vector<std::size_t> all(table.rowCount());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Column* where = limits.whereColumn.empty() ? nullptr : table.find(limits.whereColumn);
    if (!where)
        return all;
    std::vector<std::size_t> fitting;
    std::ranges::copy_if(all, std::back_inserter(fitting), [&](std::size_t row) {
        return where->isValid(row) && where->cellText(row) == limits.whereText;
    });
    filtered = !fitting.empty();
    return filtered ? fitting : all;
}

void sortRows(std::vector<std::size_t>& rows, const Column& column, const TableLimits& limits) {
    const auto missing = std::stable_partition(rows.begin(), rows.end(), [&](std::size_t row) {
        return column.isValid(row) && !(column.isNumeric() && std::isnan(column.number(row)));
    });
    const auto before = [&](std::size_t a, std::size_t b) {
        if (!column.isNumeric())
            return column.cellText(a) < column.cellText(b);
        const double x = column.number(a), y = column.number(b);
        return limits.byMagnitude ? std::abs(x) < std::abs(y) : x < y;
    };
    std::stable_sort(rows.begin(), missing,
                     [&](std::size_t a, std::size_t b) { return limits.descending ? before(b, a) : before(a, b); });
}

std::string shownNote(std::size_t rows, std::size_t of, const Table& table, std::size_t columns, bool columnsChosen) {
    std::string note;
    if (rows < of)
        note = displayCount(static_cast<std::int64_t>(rows)) + " of " + displayCount(static_cast<std::int64_t>(of)) +
               " rows shown";
    if (columns < table.columns.size() && !columnsChosen)
        note += (note.empty() ? "" : ", ") + std::to_string(columns) + " of " + std::to_string(table.columns.size()) +
                (note.empty() ? " columns shown" : " columns");
    return note;
}

void addNote(DisplayTable& display, const std::string& sentence) {
    display.note += (display.note.empty() ? "" : "; ") + sentence;
}

bool shareX(const Series& series) {
    return std::all_of(series.lines.begin(), series.lines.end(), [&](const SeriesLine& line) {
        return line.lower.empty() && line.x == series.lines.front().x && line.y.size() == line.x.size();
    });
}

Column realColumn(std::string name, const std::string& unit, std::vector<double> values) {
    Column column(std::move(name), Column::Reals(std::move(values)));
    column.unit = unit;
    return column;
}

} // namespace

DisplayTable displayTable(const Table& table, const TableLimits& limits) {
    DisplayTable display;
    bool filtered = false;
    std::vector<std::size_t> rows = wantedRows(table, limits, filtered);
    const std::size_t fitting = rows.size();
    const Column* sortBy = limits.sortBy.empty() ? nullptr : table.find(limits.sortBy);
    if (sortBy)
        sortRows(rows, *sortBy, limits);
    rows.resize(std::min(limits.maxRows, fitting));
    display.rows.resize(rows.size());
    const std::vector<const Column*> columns = chosenColumns(table, limits);
    bool anyMissing = false;
    for (const Column* column : columns) {
        const std::string title = limits.namesAreCodes ? columnTitle(limits.titles, column->name) : column->name;
        display.columns.push_back({titleWithUnit(title, column->unit),
                                   column->type() == ColumnType::integer || column->type() == ColumnType::real, false});
        const NumberStyle style = styleOf(*column, rows);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            anyMissing = anyMissing || !column->isValid(rows[i]);
            display.rows[i].push_back(cellText(*column, rows[i], style));
        }
    }
    display.note = shownNote(rows.size(), fitting, table, columns.size(), !limits.columns.empty());
    if (filtered)
        addNote(display, "only " + readableName(limits.whereColumn) + " = " + limits.whereText);
    if (sortBy)
        addNote(display, "sorted by " + std::string(limits.byMagnitude ? "the size of " : "") +
                             readableName(sortBy->name) + (limits.descending ? ", the largest first" : ""));
    if (anyMissing)
        addNote(display, std::string(kMissing) + " marks a missing cell");
    return display;
}

DisplayTable displayScalars(const Scalars& scalars) {
    DisplayTable display;
    const auto any = [&](auto test) { return std::any_of(scalars.items.begin(), scalars.items.end(), test); };
    const bool intervals = any([](const Scalar& item) { return item.interval.has_value(); });
    const bool comparisons = any([](const Scalar& item) { return !item.comparison.empty(); });
    const bool units = any([](const Scalar& item) { return !item.unit.empty(); });
    display.columns = {{"Measure", false, false}, {"Value", true, false}};
    if (units)
        display.columns.push_back({"Unit", false, false});
    if (intervals) {
        display.columns.push_back({"Interval", true, false});
        display.columns.push_back({"Kind of interval", false, false});
    }
    if (comparisons)
        display.columns.push_back({"Compared", false, false});
    for (const Scalar& item : scalars.items) {
        ScalarText text = displayScalar(item);
        std::vector<std::string> row{item.label.empty() ? item.id : item.label, text.value};
        if (units)
            row.push_back(text.unit);
        if (intervals) {
            row.push_back(std::move(text.interval));
            row.push_back(std::move(text.kind));
        }
        if (comparisons)
            row.push_back(item.comparison);
        display.rows.push_back(std::move(row));
    }
    return display;
}

Table seriesTable(const Series& series) {
    Table table;
    if (series.lines.empty())
        return table;
    const std::string x = series.x.title.empty() ? "x" : series.x.title;
    if (shareX(series)) {
        table.columns.push_back(realColumn(x, series.x.unit, series.lines.front().x));
        for (const SeriesLine& line : series.lines)
            table.columns.push_back(realColumn(line.label.empty() ? line.id : line.label, series.y.unit, line.y));
        return table;
    }
    std::vector<std::string> names;
    std::vector<double> xs, ys, lower, upper;
    const auto at = [](const std::vector<double>& values, std::size_t i) {
        return i < values.size() ? values[i] : std::numeric_limits<double>::quiet_NaN();
    };
    bool bands = false;
    for (const SeriesLine& line : series.lines) {
        bands = bands || !line.lower.empty();
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            names.push_back(line.label.empty() ? line.id : line.label);
            xs.push_back(line.x[i]);
            ys.push_back(at(line.y, i));
            lower.push_back(at(line.lower, i));
            upper.push_back(at(line.upper, i));
        }
    }
    table.columns.emplace_back("line", Column::Texts(std::move(names)));
    table.columns.push_back(realColumn(x, series.x.unit, std::move(xs)));
    table.columns.push_back(realColumn(series.y.title.empty() ? "y" : series.y.title, series.y.unit, std::move(ys)));
    if (bands) {
        table.columns.push_back(realColumn("lower", series.y.unit, std::move(lower)));
        table.columns.push_back(realColumn("upper", series.y.unit, std::move(upper)));
    }
    return table;
}

Table matrixTable(const Matrix& matrix) {
    Table table;
    std::vector<std::string> labels;
    for (std::size_t row = 0; row < matrix.rows; ++row)
        labels.push_back(row < matrix.rowLabels.size() ? matrix.rowLabels[row] : std::to_string(row + 1));
    table.columns.emplace_back(matrix.rowAxis.title, Column::Texts(std::move(labels)));
    for (std::size_t c = 0; c < matrix.columns; ++c) {
        const std::string name = c < matrix.columnLabels.size() ? matrix.columnLabels[c] : std::to_string(c + 1);
        std::vector<double> cells(matrix.rows);
        for (std::size_t row = 0; row < matrix.rows; ++row)
            cells[row] = matrix.at(row, c);
        Column column = realColumn(name, {}, std::move(cells));
        for (std::size_t row = 0; row < matrix.rows; ++row)
            if (matrix.at(row, c) != matrix.at(row, c)) // NaN: not measured
                column.setMissing(row);
        table.columns.push_back(std::move(column));
    }
    return table;
}

std::optional<DisplayTable> displayValue(const Value& value, const TableLimits& limits) {
    if (const auto table = valueAs<Table>(value))
        return displayTable(*table, limits);
    TableLimits named = limits;
    named.namesAreCodes = false;
    if (const auto scalars = valueAs<Scalars>(value))
        return displayScalars(*scalars);
    if (const auto series = valueAs<Series>(value))
        return displayTable(seriesTable(*series), named);
    if (const auto matrix = valueAs<Matrix>(value))
        return displayTable(matrixTable(*matrix), named);
    if (const auto graphs = valueAs<GraphSet>(value))
        return displayTable(graphs->graphs, named);
    return std::nullopt;
}

} // namespace vitrine
