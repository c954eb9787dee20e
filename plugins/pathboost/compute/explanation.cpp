#include "plugins/pathboost/compute/explanation.h"

#include "plugins/pathboost/compute/one_graph.h"
#include "plugins/pathboost/compute/outputs.h"

#include <cmath>

namespace vitrine::pathboost {

Explanation explain(const PathBoostModel& model, const Predictor& predictor, std::int32_t graph) {
    const Evaluation evaluation = predictor.evaluate(graph);
    Explanation explanation;
    explanation.total = evaluation.value;
    explanation.spread = evaluation.spread;
    explanation.lines.push_back({kBaseRow, kBaseRow, {}, evaluation.base, 0});
    for (std::size_t sub = 0; sub < model.subModels.size(); ++sub)
        if (!std::isnan(evaluation.ofSubModel[sub]))
            explanation.ofAnchor.emplace_back(model.anchorLabel(model.subModels[sub]), evaluation.ofSubModel[sub]);
    for (std::size_t i = 0; i < predictor.selected().size(); ++i) {
        const SelectedPath& place = predictor.selected()[i];
        if (std::isnan(evaluation.ofSubModel[static_cast<std::size_t>(place.subModel)]))
            continue; // not a sub-model of this graph: contributes exactly 0
        const SubModel& sub = model.subModels[static_cast<std::size_t>(place.subModel)];
        explanation.lines.push_back({model.key(sub, place.path), model.label(sub, place.path), model.anchorLabel(sub),
                                     evaluation.contributions[i], predictor.occurrences(i, graph)});
    }
    return explanation;
}

Result<Explanation> explainGraph(const PathBoostModel& model, const GraphSet& graphs, std::int32_t graph,
                                 const std::stop_token& stop) {
    if (graph < 0 || static_cast<std::size_t>(graph) >= graphs.graphCount())
        return makeError(ErrorCode::invalidArgument, "there is no graph " + std::to_string(graph) + "; the set has " +
                                                         std::to_string(graphs.graphCount()));
    const GraphSet one = oneGraph(graphs, graph);
    const auto predictor = Predictor::make(model, one, stop);
    if (!predictor)
        return predictor.error();
    return explain(model, *predictor, 0);
}

} // namespace vitrine::pathboost
