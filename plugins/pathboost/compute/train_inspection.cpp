#include "plugins/pathboost/compute/graph_data.h"
#include "plugins/pathboost/compute/inspection_parts.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/split.h"
#include "plugins/pathboost/compute/train_experiment.h"
#include "plugins/pathboost/compute/train_setup.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {

namespace {

void warnAboutAnchors(const TrainSetup& setup, const Column& labels, Inspection& inspection) {
    if (setup.input.anchors.empty())
        return;
    const LabelDictionary dictionary = LabelDictionary::fromColumn(labels);
    const std::vector<std::int32_t> codes = dictionary.codes(labels);
    std::vector<char> isAnchor(static_cast<std::size_t>(dictionary.size()), 0);
    for (const auto& anchor : setup.input.anchors) {
        const std::int32_t code = dictionary.code(anchor.front());
        if (code < 0)
            inspection.problems.push_back({"anchors", "no node has the label " + anchor.front(), true});
        else
            isAnchor[static_cast<std::size_t>(code)] = 1;
    }
    std::int64_t without = 0;
    const auto& offsets = setup.graphs->topology.nodeOffsets;
    for (const std::int32_t graph : setup.train().graphs) {
        const auto first = codes.begin() + offsets[static_cast<std::size_t>(graph)];
        const auto last = codes.begin() + offsets[static_cast<std::size_t>(graph) + 1];
        without +=
            std::none_of(first, last,
                         [&](std::int32_t code) { return code >= 0 && isAnchor[static_cast<std::size_t>(code)] != 0; })
                ? 1
                : 0;
    }
    if (without > 0 && setup.options.form == ModelForm::multiAnchor)
        inspection.problems.push_back(
            {"anchors", std::to_string(without) + " training graphs contain none of them and are used by no sub-model",
             true});
}

// Ways to divide the graphs that make sense here.
void offerSplits(const GraphSet& graphs, Inspection& inspection) {
    auto& offered = inspection.options["split"];
    offered = {{"fraction:0.1", "A random tenth for testing"},
               {"fraction:0.2", "A random fifth for testing"},
               {"fraction:0.3", "A random three tenths for testing"}};
    for (const Column& column : graphs.graphs.columns) {
        if (column.type() != ColumnType::text)
            continue;
        const auto parts = partsByRule({SplitRule::Kind::column, 0.0, column.name}, graphs, {}, 1);
        if (parts && !parts->empty() && !parts->front().graphs.empty())
            offered.push_back({"column:" + column.name, "By the column " + column.name});
    }
    offered.push_back({"none", "No test part, train on all"});
}

} // namespace

Inspection TrainExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    const auto graphs = inputs.get<GraphSet>(kGraphsInput);
    if (!graphs)
        return inspection;
    offerGraphChoices(**graphs, inputs.parameters, inspection);
    offerSplits(**graphs, inspection);
    const auto label = labelAttribute(**graphs, inputs.parameters.value("label_attribute"));
    const Column* labels = label ? (*graphs)->nodes.find(*label) : nullptr;
    const auto setup = readTrainSetup(inputs);
    if (!setup) {
        inspection.problems.push_back(problemOf(setup.error()));
        return inspection;
    }
    for (const std::string& warning : setup->warnings)
        inspection.problems.push_back({"target", warning, true});
    if (setup->train().graphs.empty())
        inspection.problems.push_back({"split", "no graph is left to train on", false});
    for (const std::int32_t graph : setup->train().graphs)
        if (std::isnan(setup->input.target[static_cast<std::size_t>(graph)])) {
            inspection.problems.push_back(
                {"split", "training graph " + std::to_string(graph) + " has no \"" + setup->input.targetName + "\"",
                 false});
            break;
        }
    if (labels)
        warnAboutAnchors(*setup, *labels, inspection);
    else if (label)
        inspection.problems.push_back(
            {"label_attribute", "the graphs have no node attribute \"" + *label + "\"", false});
    return inspection;
}

} // namespace vitrine::pathboost
