#include "plugins/pathboost/compute/inspection_parts.h"

#include "plugins/pathboost/compute/graph_data.h"
#include "plugins/pathboost/compute/target.h"
#include "plugins/pathboost/compute/train_setup.h"

#include <algorithm>
#include <array>

namespace vitrine::pathboost {

namespace {

void offerColumns(const GraphSet& graphs, Inspection& inspection) {
    for (const Column& column : graphs.graphs.columns)
        if (canBeTarget(column))
            inspection.options["target"].push_back(
                {column.name, column.name, static_cast<std::int64_t>(column.size() - column.missingCount())});
    for (const Column& column : graphs.nodes.columns)
        if (column.type() != ColumnType::real)
            inspection.options["label_attribute"].push_back({column.name, column.name, -1});
}

// Labels with the number of graphs that contain them.
void offerAnchors(const GraphSet& graphs, const Column& column, bool elements, Inspection& inspection) {
    const LabelDictionary labels = LabelDictionary::fromColumn(column);
    const std::vector<std::int32_t> codes = labels.codes(column);
    std::vector<std::int64_t> count(static_cast<std::size_t>(labels.size()), 0);
    std::vector<std::int64_t> lastGraph(count.size(), -1);
    for (std::size_t graph = 0; graph < graphs.graphCount(); ++graph)
        for (std::int64_t node = graphs.topology.nodeOffsets[graph]; node < graphs.topology.nodeOffsets[graph + 1];
             ++node) {
            const std::int32_t code = codes[static_cast<std::size_t>(node)];
            if (code < 0 || lastGraph[static_cast<std::size_t>(code)] == static_cast<std::int64_t>(graph))
                continue;
            lastGraph[static_cast<std::size_t>(code)] = static_cast<std::int64_t>(graph);
            ++count[static_cast<std::size_t>(code)];
        }
    for (std::int32_t code = 0; code < labels.size(); ++code)
        inspection.options["anchors"].push_back(
            {labels.text(code), labelText(labels.text(code), elements), count[static_cast<std::size_t>(code)]});
}

} // namespace

ParameterProblem problemOf(const Error& error) {
    const auto colon = error.message.find(": ");
    const std::string parameter = colon == std::string::npos ? "" : error.message.substr(0, colon);
    constexpr std::array<const char*, 12> kKnown{
        "target", "task",          "positive_class",  "split",      "label_attribute", "anchors",
        "folds",  "learning_rate", "max_path_length", "tree_depth", "n_iter",          "anchor_iterations"};
    if (std::find(kKnown.begin(), kKnown.end(), parameter) == kKnown.end())
        return {"", error.message, false};
    return {parameter, error.message.substr(colon + 2), false};
}

void offerGraphChoices(const GraphSet& graphs, const ParameterSet& parameters, Inspection& inspection) {
    offerColumns(graphs, inspection);
    if (!graphs.targetColumn.empty())
        inspection.suggested["target"] = graphs.targetColumn;
    const auto label = labelAttribute(graphs, parameters.value("label_attribute"));
    if (!label)
        return;
    inspection.suggested["label_attribute"] = *label;
    if (const Column* labels = graphs.nodes.find(*label))
        offerAnchors(graphs, *labels, graphs.isMolecular() && *label == "atomic_number", inspection);
}

} // namespace vitrine::pathboost
