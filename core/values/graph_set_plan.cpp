#include "core/values/graph_set_plan.h"

#include "core/values/json_text.h"

#include <set>

namespace vitrine {
namespace {

constexpr std::string_view kFormat = "vitrine-columns-1";

nlohmann::json columnsJson(const Table& table) {
    nlohmann::json list = nlohmann::json::array();
    for (const Column& column : table.columns) {
        nlohmann::json item = {{"name", column.name}, {"type", columnTypeName(column.type())}};
        if (!column.unit.empty())
            item["unit"] = column.unit;
        if (!column.description.empty())
            item["description"] = column.description;
        list.push_back(std::move(item));
    }
    return list;
}

std::optional<ColumnType> typeFromName(std::string_view name) {
    for (const ColumnType type : {ColumnType::boolean, ColumnType::integer, ColumnType::real, ColumnType::text})
        if (columnTypeName(type) == name)
            return type;
    return std::nullopt;
}

bool takeColumns(const nlohmann::json& json, const char* key, std::vector<PlannedColumn>& columns) {
    const nlohmann::json& list = jsonField(json, key);
    if (!list.is_array())
        return false;
    for (const nlohmann::json& item : list) {
        const auto type = typeFromName(textField(item, "type"));
        if (!type || !jsonField(item, "name").is_string())
            return false;
        columns.push_back({textField(item, "name"), *type, textField(item, "unit"), textField(item, "description")});
    }
    return true;
}

/// Reals with names of their own, "x" and "y" among them.
bool isLayout(const std::vector<PlannedColumn>& columns) {
    std::set<std::string_view> names;
    for (const PlannedColumn& column : columns)
        if (column.type != ColumnType::real || !names.insert(column.name).second)
            return false;
    return names.contains("x") && names.contains("y") && names.size() <= kMaxLayoutColumns;
}

} // namespace

std::string graphSetField(const std::string& column, const GraphSetPlan& plan) {
    if (column == plan.idColumn)
        return "id";
    if (column == plan.structureColumn)
        return "smiles";
    if (column == plan.targetColumn)
        return "y";
    // Others give way to these, and to those that give way: "id" becomes "id_", "id_" becomes "id__".
    std::string stem = column;
    while (stem.ends_with('_'))
        stem.pop_back();
    for (const char* taken : {"nodes", "edges", "layout", "id", "smiles", "y"})
        if (stem == taken)
            return column + '_';
    return column;
}

GraphSetPlan planOf(const GraphSet& graphs) {
    GraphSetPlan plan{
        graphs.name, graphs.labelAttribute, graphs.targetColumn, graphs.idColumn, graphs.structureColumn, {}, {}, {},
        {}};
    for (const auto& [table, columns] : {std::pair{&graphs.nodes, &plan.nodes},
                                         {&graphs.edges, &plan.edges},
                                         {&graphs.graphs, &plan.graphs},
                                         {&graphs.layout, &plan.layout}})
        for (const Column& column : table->columns)
            columns->push_back({column.name, column.type(), column.unit, column.description});
    return plan;
}

std::string planText(const GraphSet& graphs) {
    nlohmann::json json = {{"format", kFormat},
                           {"name", graphs.name},
                           {"label", graphs.labelAttribute},
                           {"target", graphs.targetColumn},
                           {"id", graphs.idColumn},
                           {"structure", graphs.structureColumn},
                           {"nodes", columnsJson(graphs.nodes)},
                           {"edges", columnsJson(graphs.edges)},
                           {"graphs", columnsJson(graphs.graphs)}};
    if (!graphs.layout.columns.empty())
        json["layout"] = columnsJson(graphs.layout);
    return jsonText(json);
}

std::optional<GraphSetPlan> parsePlan(std::string_view text) {
    const auto json = parseJson(text);
    if (!json || textField(*json, "format") != kFormat)
        return std::nullopt;
    GraphSetPlan plan;
    plan.name = textField(*json, "name");
    plan.labelAttribute = textField(*json, "label");
    plan.targetColumn = textField(*json, "target");
    plan.idColumn = textField(*json, "id");
    plan.structureColumn = textField(*json, "structure");
    if (!takeColumns(*json, "nodes", plan.nodes) || !takeColumns(*json, "edges", plan.edges) ||
        !takeColumns(*json, "graphs", plan.graphs) ||
        (json->contains("layout") && (!takeColumns(*json, "layout", plan.layout) || !isLayout(plan.layout))))
        return std::nullopt;
    return plan;
}

} // namespace vitrine
