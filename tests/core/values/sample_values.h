#pragma once

#include "core/values/value.h"

#include <cmath>

// One value of every kind, with missing cells, non-finite numbers, empty parts and text beyond ASCII.
namespace vitrine::samples {

inline Table table() {
    Table table;
    table.columns.emplace_back("flag", Column::Booleans{1, 0, 1});
    table.columns.emplace_back("count", Column::Integers{-5, 0, INT64_MAX});
    table.columns.emplace_back("Löslichkeit", Column::Reals{0.1, std::nan(""), -HUGE_VAL});
    table.columns.emplace_back("name", Column::Texts{"", "β-carotene, \"red\"", "line\nbreak"});
    table.columns[1].setMissing(1);
    table.columns[2].unit = "log mol/L";
    table.columns[3].description = "as in the file";
    return table;
}

inline Scalars scalars() {
    Scalars scalars;
    scalars.items.push_back({"rmse", "RMSE", 0.75, "log mol/L", Interval{0.7, 0.8, "95 % bootstrap", 226}, "20 % below",
                             "root of the mean square", true, true});
    scalars.items.push_back({"n", "Graphs", std::nan(""), "", std::nullopt, "", "", false, false});
    scalars.items.push_back({"r2", "R²", 1.0, "", Interval{-HUGE_VAL, 1.0, "jackknife", 3}, "", "", false, false});
    return scalars;
}

inline Series series() {
    Series series;
    series.x = {"iteration", ""};
    series.y = {"RMSE", "log mol/L"};
    series.lines.push_back({"ensemble/train", "train", "ensemble", {0, 1, 2}, {3, std::nan(""), 1}, {}, {}});
    series.lines.push_back({"ensemble/test", "test", "ensemble", {0, 1}, {3, 2}, {2, 1}, {4, HUGE_VAL}});
    series.lines.push_back({"empty", "", "", {}, {}, {}, {}});
    return series;
}

inline Matrix matrix() {
    Matrix matrix;
    matrix.rows = 2;
    matrix.columns = 3;
    matrix.cells = {1, 2, 3, 4, std::nan(""), 6};
    matrix.rowLabels = {"a", "b"};
    matrix.columnLabels = {"x", "y", "z"};
    matrix.rowAxis = {"task", ""};
    matrix.columnAxis = {"stage", ""};
    matrix.valueAxis = {"accuracy", "%"};
    return matrix;
}

/// Ethanol and methane.
inline GraphSet graphSet() {
    GraphSet graphs;
    graphs.name = "two";
    graphs.topology.nodeOffsets = {0, 3, 4};
    graphs.topology.edgeOffsets = {0, 2, 2};
    graphs.topology.edgeSource = {0, 1};
    graphs.topology.edgeTarget = {1, 2};
    graphs.nodes.columns.emplace_back("atomic_number", Column::Integers{6, 6, 8, 6});
    graphs.nodes.columns.emplace_back("mass", Column::Reals{12.011, 12.011, 15.999, 12.0});
    graphs.edges.columns.emplace_back("bond_order", Column::Reals{1, 1.5});
    graphs.graphs.columns.emplace_back("id", Column::Texts{"ethanol", "methane"});
    graphs.graphs.columns.emplace_back("smiles", Column::Texts{"CCO", "C"});
    graphs.graphs.columns.emplace_back("solubility", Column::Reals{1.1, -2});
    graphs.graphs.columns.back().unit = "log mol/L";
    graphs.labelAttribute = "atomic_number";
    graphs.targetColumn = "solubility";
    graphs.idColumn = "id";
    graphs.structureColumn = "smiles";
    return graphs;
}

inline Model model() {
    return {"pathboost-model", 2, {{"anchors", {"6", "8"}}, {"mean", -3.05}, {"none", nullptr}, {"big", 1e300}}};
}

inline std::vector<Value> all() {
    return {makeValue(scalars()),
            makeValue(table()),
            makeValue(series()),
            makeValue(matrix()),
            makeValue(graphSet()),
            makeValue(model()),
            makeValue(Files{"/runs/1", {"a.txt", "sub/ü.bin"}}),
            makeValue(Document{"# Titel\n\nα ≤ β"})};
}

/// The same kinds with nothing in them.
inline std::vector<Value> empty() {
    Table noRows;
    noRows.columns.emplace_back("x", Column::Reals{});
    noRows.columns.emplace_back("t", Column::Texts{});
    return {makeValue(Scalars{}), makeValue(Table{}),  makeValue(std::move(noRows)),
            makeValue(Series{}),  makeValue(Matrix{}), makeValue(GraphSet{}),
            makeValue(Model{}),   makeValue(Files{}),  makeValue(Document{})};
}

} // namespace vitrine::samples
