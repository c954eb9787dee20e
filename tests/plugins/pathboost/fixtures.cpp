#include "tests/plugins/pathboost/fixtures.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <stdexcept>

namespace vitrine::pathboost::test {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Integer column when all cells are whole numbers, as the readers do it; NaN cells become missing.
Column numberColumn(const std::string& name, const std::vector<double>& cells, bool whole) {
    Column column;
    if (whole) {
        Column::Integers integers;
        for (const double cell : cells)
            integers.push_back(std::isnan(cell) ? 0 : static_cast<std::int64_t>(cell));
        column = Column(name, std::move(integers));
    } else {
        column = Column(name, Column::Reals(cells));
    }
    for (std::size_t row = 0; row < cells.size(); ++row)
        if (std::isnan(cells[row]))
            column.setMissing(row);
    return column;
}

Table tableOf(const std::vector<std::string>& names, const std::vector<std::vector<double>>& cells) {
    Table table;
    for (std::size_t c = 0; c < names.size(); ++c) {
        const bool whole = std::all_of(cells[c].begin(), cells[c].end(),
                                       [](double cell) { return std::isnan(cell) || cell == std::floor(cell); });
        table.columns.push_back(numberColumn(names[c], cells[c], whole));
    }
    return table;
}

} // namespace

nlohmann::json readJson(const std::string& name) {
    std::ifstream file(std::string(VITRINE_TEST_DATA) + "/" + name);
    if (!file)
        throw std::runtime_error("missing test data " + name);
    return nlohmann::json::parse(file);
}

GraphSet readGraphs(const std::string& name, const std::string& labelAttribute) {
    const nlohmann::json json = readJson("graphs/" + name);
    const auto nodeNames = json.at("node_attributes").get<std::vector<std::string>>();
    const auto edgeNames = json.at("edge_attributes").get<std::vector<std::string>>();
    std::vector<std::vector<double>> nodeCells(nodeNames.size());
    std::vector<std::vector<double>> edgeCells(edgeNames.size());
    std::vector<double> y;
    GraphSet set;
    set.labelAttribute = labelAttribute;
    set.targetColumn = "y";
    for (const auto& graph : json.at("graphs")) {
        y.push_back(graph.at("y").get<double>());
        for (const auto& node : graph.at("nodes"))
            for (std::size_t a = 0; a < nodeNames.size(); ++a)
                nodeCells[a].push_back(node.at(a).get<double>());
        for (const auto& edge : graph.at("edges")) {
            set.topology.edgeSource.push_back(edge.at(0).get<std::int32_t>());
            set.topology.edgeTarget.push_back(edge.at(1).get<std::int32_t>());
            for (std::size_t a = 0; a < edgeNames.size(); ++a)
                edgeCells[a].push_back(edge.at(2 + a).get<double>());
        }
        set.topology.nodeOffsets.push_back(set.topology.nodeOffsets.back() +
                                           static_cast<std::int64_t>(graph.at("nodes").size()));
        set.topology.edgeOffsets.push_back(set.topology.edgeOffsets.back() +
                                           static_cast<std::int64_t>(graph.at("edges").size()));
    }
    set.nodes = tableOf(nodeNames, nodeCells);
    set.edges = tableOf(edgeNames, edgeCells);
    set.graphs = tableOf({"y"}, {y});
    return set;
}

GraphSet mutagGraphs() {
    const auto column = [](const char* name) {
        std::ifstream file(std::string(VITRINE_TEST_DATA) + "/graphs/mutag/MUTAG_" + name + ".txt");
        if (!file)
            throw std::runtime_error("missing test data MUTAG");
        std::vector<double> cells;
        std::string cell;
        for (std::string line; std::getline(file, line);)
            for (std::istringstream cellsOfLine(line); std::getline(cellsOfLine, cell, ',');)
                cells.push_back(std::stod(cell));
        return cells;
    };
    const auto pairs = column("A");
    const auto bondOfPair = column("edge_labels");
    const auto graphOfNode = column("graph_indicator");
    auto y = column("graph_labels");
    std::vector<std::int32_t> first(y.size() + 1, 0);
    for (const double graph : graphOfNode)
        ++first[static_cast<std::size_t>(graph)];
    for (std::size_t graph = 1; graph < first.size(); ++graph)
        first[graph] += first[graph - 1];
    std::vector<double> degree(graphOfNode.size(), 0.0), bond;
    GraphSet set;
    set.labelAttribute = "label";
    set.targetColumn = "y";
    std::size_t pair = 0;
    for (std::size_t graph = 0; graph < y.size(); ++graph) {
        for (; 2 * pair < pairs.size(); ++pair) {
            const auto from = static_cast<std::int32_t>(pairs[2 * pair]) - 1;
            const auto to = static_cast<std::int32_t>(pairs[2 * pair + 1]) - 1;
            if (from >= first[graph + 1])
                break;
            degree[static_cast<std::size_t>(from)] += 1.0;
            if (from > to)
                continue; // each edge stands twice
            set.topology.edgeSource.push_back(from - first[graph]);
            set.topology.edgeTarget.push_back(to - first[graph]);
            bond.push_back(bondOfPair[pair]);
        }
        set.topology.nodeOffsets.push_back(first[graph + 1]);
        set.topology.edgeOffsets.push_back(static_cast<std::int64_t>(bond.size()));
        y[graph] = y[graph] > 0.0 ? 1.0 : 0.0;
    }
    set.nodes = tableOf({"label", "degree"}, {column("node_labels"), degree});
    set.edges = tableOf({"bond"}, {bond});
    set.graphs = tableOf({"y"}, {y});
    return set;
}

GraphSet tinyGraphs(const nlohmann::json& fixture, const std::vector<std::string>& names) {
    const std::vector<std::string> nodeNames{"t", "x", "q"};
    const std::vector<std::string> edgeNames{"w"};
    std::vector<std::vector<double>> nodeCells(nodeNames.size());
    std::vector<std::vector<double>> edgeCells(edgeNames.size());
    GraphSet set;
    set.labelAttribute = "t";
    for (const std::string& name : names) {
        const auto& graph = fixture.at("graphs").at(name);
        for (const auto& node : graph.at("nodes"))
            for (std::size_t a = 0; a < nodeNames.size(); ++a)
                nodeCells[a].push_back(node.value(nodeNames[a], kNaN));
        for (const auto& edge : graph.at("edges")) {
            set.topology.edgeSource.push_back(edge.at(0).get<std::int32_t>());
            set.topology.edgeTarget.push_back(edge.at(1).get<std::int32_t>());
            edgeCells[0].push_back(edge.at(2).value("w", kNaN));
        }
        set.topology.nodeOffsets.push_back(set.topology.nodeOffsets.back() +
                                           static_cast<std::int64_t>(graph.at("nodes").size()));
        set.topology.edgeOffsets.push_back(set.topology.edgeOffsets.back() +
                                           static_cast<std::int64_t>(graph.at("edges").size()));
    }
    set.nodes = tableOf(nodeNames, nodeCells);
    set.edges = tableOf(edgeNames, edgeCells);
    return set;
}

std::vector<std::int32_t> splitRows(const std::string& dataset, const std::string& part) {
    return readJson("pathboost_reference/splits.json").at("splits").at(dataset).at(part);
}

FitInput moleculeInput(const GraphSet& graphs, const std::string& dataset) {
    FitInput input;
    input.graphs = &graphs;
    input.labelAttribute = graphs.labelAttribute;
    input.target = targetOf(graphs);
    input.targetName = "y";
    input.parts = {{"train", splitRows(dataset, "train")}, {"test", splitRows(dataset, "test")}};
    return input;
}

std::vector<double> targetOf(const GraphSet& graphs) {
    return graphs.graphs.find("y")->numbers();
}

std::string referenceName(const std::vector<std::string>& labels) {
    std::string name = "(";
    for (std::size_t i = 0; i < labels.size(); ++i)
        name += (i > 0 ? ", " : "") + labels[i];
    return name + (labels.size() == 1 ? ",)" : ")");
}

std::string referenceName(const PathBoostModel& model, const std::vector<std::int32_t>& path) {
    std::vector<std::string> labels;
    for (const std::int32_t code : path)
        labels.push_back(model.scheme.labels.text(code));
    return referenceName(labels);
}

bool close(double a, double b, double relative, double absolute) {
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b);
    return a == b || std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b)) + absolute;
}

} // namespace vitrine::pathboost::test
