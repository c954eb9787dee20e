#pragma once

#include "plugins/pathboost/compute/predictor.h"

#include <string>
#include <vector>

namespace vitrine::pathboost {

/// One line of a prediction taken apart.
struct ContributionLine {
    std::string path;   ///< key, "6-6-17"; kBaseRow for the sub-models' starts
    std::string label;  ///< "C-C-Cl"; "base"
    std::string anchor; ///< label of the sub-model's anchor, empty for the base
    double value = 0.0;
    std::int32_t occurrences = 0; ///< of the path in the graph
};

/// One prediction taken apart. Adding the lines in their order, starting from the first, gives `total` bit for bit.
struct Explanation {
    std::vector<ContributionLine> lines; ///< base first, then selected paths by sub-model and first selection
    double total = 0.0;                  ///< the prediction
    double spread = 0.0;                 ///< standard deviation between sub-models
    std::vector<std::pair<std::string, double>> ofAnchor; ///< prediction of each of the graph's sub-models
};

/// @param graph  in [0, predictor.graphCount())
Explanation explain(const PathBoostModel& model, const Predictor& predictor, std::int32_t graph);

/// The same for one graph of a set, without preparing the others.
/// @errors invalid_argument: no such graph or label attribute; out_of_range: too many path occurrences; cancelled
Result<Explanation> explainGraph(const PathBoostModel& model, const GraphSet& graphs, std::int32_t graph,
                                 const std::stop_token& stop = {});

} // namespace vitrine::pathboost
