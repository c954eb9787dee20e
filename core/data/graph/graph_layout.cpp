#include "core/data/graph/graph_layout.h"

#include "core/data/message_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine {
namespace {

constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};
constexpr std::array<std::string_view, 3> kPrefixes{kGraphicsPlace, kPositionPlace, ""};

std::string joined(std::string_view prefix, std::string_view axis) {
    std::string name(prefix);
    name += axis;
    return name;
}

/// Null where there is no such column of numbers.
const Column* numbersOf(const Table& nodes, const std::string& name) {
    const Column* column = nodes.find(name);
    const bool numbers = column && (column->type() == ColumnType::integer || column->type() == ColumnType::real);
    return numbers ? column : nullptr;
}

bool isComplete(const Column& column) {
    for (std::size_t row = 0; row < column.size(); ++row)
        if (!std::isfinite(column.number(row)))
            return false;
    return column.size() > 0;
}

Column takeColumn(Table& nodes, const std::string& name) {
    const auto found = std::find_if(nodes.columns.begin(), nodes.columns.end(),
                                    [&](const Column& column) { return column.name == name; });
    Column column = std::move(*found);
    nodes.columns.erase(found);
    return column;
}

/// The column as one of the layout.
Column asPlaces(Column column, std::string axis) {
    if (column.type() == ColumnType::real) {
        column.name = std::move(axis);
        return column;
    }
    Column places(std::move(axis), Column::Reals(column.integers().begin(), column.integers().end()));
    places.setValidity({column.validity().begin(), column.validity().end()});
    return places;
}

Column allMissing(const std::string& axis, std::size_t count) {
    Column column(axis, Column::Reals(count));
    for (std::size_t row = 0; row < count; ++row)
        column.setMissing(row);
    return column;
}

Table plannedLayout(Table& nodes, std::size_t nodeCount, const GraphSetPlan& plan) {
    const auto isIn = [&](std::string_view prefix) {
        return std::any_of(plan.layout.begin(), plan.layout.end(), [&](const PlannedColumn& axis) {
            return numbersOf(nodes, placeName(plan, prefix, axis.name)) != nullptr;
        });
    };
    const auto* prefix = std::find_if(kPrefixes.begin(), kPrefixes.end(), isIn);
    Table layout;
    for (const PlannedColumn& axis : plan.layout) {
        const std::string name = prefix == kPrefixes.end() ? std::string() : placeName(plan, *prefix, axis.name);
        Column column = prefix != kPrefixes.end() && numbersOf(nodes, name)
                            ? asPlaces(takeColumn(nodes, name), axis.name)
                            : allMissing(axis.name, nodeCount);
        column.unit = axis.unit;
        column.description = axis.description;
        layout.columns.push_back(std::move(column));
    }
    return layout;
}

/// Marks what is no place as missing.
void clean(Column& column, const std::string& name, Ledger& ledger) {
    for (std::size_t row = 0; row < column.size(); ++row)
        if (column.isValid(row) && !std::isfinite(column.reals()[row])) {
            column.setMissing(row);
            ledger.noteAll(LedgerAction::marked, name, "Place that is no finite number, taken as missing", 1);
        }
}

Table foundLayout(Table& nodes, std::string_view prefix, Ledger& ledger) {
    const bool plain = prefix.empty();
    const auto isPlaces = [&](std::string_view axis) {
        const Column* column = numbersOf(nodes, joined(prefix, axis));
        return column && (!plain || isComplete(*column));
    };
    Table layout;
    if (!isPlaces(kAxes[0]) || !isPlaces(kAxes[1]))
        return layout;
    std::string others;
    for (const std::string_view axis : kAxes) {
        if (!isPlaces(axis))
            continue;
        const std::string name = joined(prefix, axis);
        if (axis != kAxes[0])
            others += (others.empty() ? "" : " and ") + inQuotes(name);
        Column column = asPlaces(takeColumn(nodes, name), std::string(axis));
        clean(column, name, ledger);
        layout.columns.push_back(std::move(column));
    }
    ledger.noteAll(LedgerAction::changed, joined(prefix, kAxes[0]),
                   "Taken with " + others + " as the places of the nodes, not as attributes", 1);
    return layout;
}

} // namespace

std::string placeName(const GraphSetPlan& plan, std::string_view prefix, const std::string& axis) {
    std::string name = joined(prefix, axis);
    const auto isTaken = [&](const PlannedColumn& column) { return column.name == name; };
    while (std::any_of(plan.nodes.begin(), plan.nodes.end(), isTaken))
        name += '_';
    return name;
}

Table takeLayout(Table& nodes, std::size_t nodeCount, const GraphSetPlan* plan, Ledger& ledger) {
    if (plan)
        return plan->layout.empty() ? Table() : plannedLayout(nodes, nodeCount, *plan);
    for (const std::string_view prefix : kPrefixes)
        if (Table layout = foundLayout(nodes, prefix, ledger); !layout.columns.empty())
            return layout;
    return {};
}

} // namespace vitrine
