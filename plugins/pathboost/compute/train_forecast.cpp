#include "plugins/pathboost/compute/train_forecast.h"

#include "plugins/pathboost/compute/resampled_importance.h"
#include "plugins/pathboost/compute/train_setup.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {

// Measured on one core: ESOL, FreeSolv, QM9 sample and 130,000 molecules, 100 iterations.
TrainSeconds trainSeconds(const GraphSet& graphs, const FitOptions& options, const std::string& baselines,
                          bool intervals) {
    constexpr double kSecondsPerNodeAndIteration = 3e-8;
    constexpr double kSecondsPerGraphOfCounts = 1e-4;
    constexpr double kSecondsPerMolecule = 1.5e-3;
    const auto nodes = static_cast<double>(graphs.topology.nodeCount());
    const auto count = static_cast<double>(graphs.graphCount());
    const double trees = options.importance == ImportanceKind::relative ? 2.0 : 1.0;
    TrainSeconds seconds;
    seconds.boosting = kSecondsPerNodeAndIteration * nodes * options.iterations * (options.treeDepth / 3.0) * trees;
    if (intervals)
        seconds.intervals = kSubsamples * kSubsampleShare * seconds.boosting;
    if (baselines != "none")
        seconds.baselines += kSecondsPerGraphOfCounts * count;
    if (baselines == "all" && graphs.isMolecular())
        seconds.baselines += kSecondsPerMolecule * count;
    return seconds;
}

double modelBytes(const GraphSet& graphs, const ParameterSet& parameters, const FitOptions& options) {
    constexpr double kBytesPerIteration = 1'500.0; // of one sub-model, without its tree
    constexpr double kBytesPerTreeNode = 250.0;
    double subModels = 1.0;
    if (options.form == ModelForm::multiAnchor) {
        const nlohmann::json& anchors = parameters.value("anchors");
        const auto label = labelAttribute(graphs, parameters.value("label_attribute"));
        const Column* labels = label ? graphs.nodes.find(*label) : nullptr;
        if (anchors.is_array() && !anchors.empty())
            subModels = static_cast<double>(anchors.size());
        else if (labels)
            subModels = static_cast<double>(LabelDictionary::fromColumn(*labels).size());
    }
    const double treeNodes = std::min(std::exp2(options.treeDepth + 1), 2.0 * static_cast<double>(graphs.graphCount()));
    return subModels * options.iterations * (kBytesPerIteration + kBytesPerTreeNode * treeNodes);
}

} // namespace vitrine::pathboost
