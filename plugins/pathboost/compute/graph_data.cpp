#include "plugins/pathboost/compute/graph_data.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace vitrine::pathboost {

namespace {

Result<const Column*> labelColumn(const GraphSet& graphs, const std::string& name) {
    if (const Column* column = graphs.nodes.find(name))
        return column;
    std::string present;
    for (const Column& column : graphs.nodes.columns)
        present += (present.empty() ? "" : ", ") + column.name;
    return makeError(ErrorCode::invalidArgument, "the graphs have no node attribute \"" + name + "\"; they have " +
                                                     (present.empty() ? "none" : present));
}

} // namespace

Result<Scheme> makeScheme(const GraphSet& graphs, const std::string& labelAttribute, bool parity,
                          std::vector<std::string>* warnings) {
    const auto label = labelColumn(graphs, labelAttribute);
    if (!label)
        return label.error();
    const bool elements = graphs.isMolecular() && (*label)->isNumeric() && labelAttribute == "atomic_number";
    Scheme scheme{labelAttribute, LabelDictionary::fromColumn(**label), {}, elements};
    for (const Column& column : graphs.nodes.columns)
        if (column.isNumeric())
            scheme.attributes.push_back({column.name, column.name, AttributeScope::node});
    for (const Column& column : graphs.edges.columns) {
        if (!column.isNumeric())
            continue;
        const auto same = std::find_if(scheme.attributes.begin(), scheme.attributes.end(),
                                       [&](const AttributeKey& key) { return key.name == column.name; });
        if (same == scheme.attributes.end()) {
            scheme.attributes.push_back({column.name, column.name, AttributeScope::edge});
        } else if (parity) {
            same->scope = AttributeScope::merged;
        } else {
            scheme.attributes.push_back({"edge:" + column.name, column.name, AttributeScope::edge});
            if (warnings)
                warnings->push_back("nodes and edges both have an attribute \"" + column.name +
                                    "\"; the one of the edges is called \"edge:" + column.name + "\"");
        }
    }
    std::sort(scheme.attributes.begin(), scheme.attributes.end(),
              [](const AttributeKey& a, const AttributeKey& b) { return a.name < b.name; });
    return scheme;
}

std::string guessLabelAttribute(const GraphSet& graphs) {
    constexpr std::size_t kMostLabels = 200;
    std::string best;
    std::size_t bestCount = 1;
    for (const Column& column : graphs.nodes.columns) {
        if (column.type() == ColumnType::real)
            continue;
        std::unordered_set<std::string> seen;
        for (std::size_t row = 0; row < column.size() && seen.size() <= kMostLabels; ++row)
            if (column.isValid(row))
                seen.insert(column.cellText(row));
        if (seen.size() > bestCount && seen.size() <= kMostLabels) {
            best = column.name;
            bestCount = seen.size();
        }
    }
    return best;
}

Result<GraphData> prepareGraphs(const GraphSet& graphs, const Scheme& scheme, std::vector<std::string>* warnings) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    if (graphs.topology.nodeCount() >= kMost || graphs.topology.edgeCount() >= kMost / 2)
        return makeError(ErrorCode::outOfRange, "the graphs have " + std::to_string(graphs.topology.nodeCount()) +
                                                    " nodes and " + std::to_string(graphs.topology.edgeCount()) +
                                                    " edges; fewer than 2^31 nodes and 2^30 edges would be right");
    const auto label = labelColumn(graphs, scheme.labelAttribute);
    if (!label)
        return label.error();
    GraphData data;
    data.adjacency = Adjacency(graphs.topology);
    data.labelOfNode = scheme.labels.codes(**label);
    for (const AttributeKey& key : scheme.attributes) {
        AttributeValues values;
        const Column* ofNode = key.scope == AttributeScope::edge ? nullptr : graphs.nodes.find(key.column);
        const Column* ofEdge = key.scope == AttributeScope::node ? nullptr : graphs.edges.find(key.column);
        if (ofNode && ofNode->isNumeric())
            values.ofNode = ofNode->numbers();
        if (ofEdge && ofEdge->isNumeric())
            values.ofEdge = ofEdge->numbers();
        if (warnings && values.ofNode.empty() && values.ofEdge.empty())
            warnings->push_back("the graphs lack the numeric attribute \"" + key.name + "\"; it counts as missing");
        data.attributes.push_back(std::move(values));
    }
    return data;
}

} // namespace vitrine::pathboost
