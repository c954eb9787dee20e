#include "plugins/pathboost/compute/result_tables.h"

#include "core/base/parallel_for.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/table_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace vitrine::pathboost {

namespace {

constexpr std::int32_t kBlock = 256; // graphs

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

// What one block of graphs adds to the account of the paths.
struct PathSums {
    std::vector<std::int64_t> graphsWith;
    std::vector<std::int64_t> trainWith;
    std::vector<double> effectWith;
    std::vector<double> effectWithout;

    explicit PathSums(std::size_t paths)
        : graphsWith(paths, 0), trainWith(paths, 0), effectWith(paths, 0.0), effectWithout(paths, 0.0) {}
};

void addGraph(const Predictor& predictor, std::int32_t graph, bool inTraining, const Evaluation& evaluation,
              PathSums& sums) {
    for (std::size_t path = 0; path < sums.graphsWith.size(); ++path) {
        const bool occurs = predictor.occurrences(path, graph) > 0;
        sums.graphsWith[path] += occurs ? 1 : 0;
        if (!inTraining)
            continue;
        sums.trainWith[path] += occurs ? 1 : 0;
        (occurs ? sums.effectWith : sums.effectWithout)[path] += evaluation.contributions[path];
    }
}

void finishPaths(const std::vector<PathSums>& blocks, std::size_t trainGraphs, SetPredictions& result) {
    PathSums all(blocks.front().graphsWith.size());
    for (const PathSums& block : blocks)
        for (std::size_t path = 0; path < all.graphsWith.size(); ++path) {
            all.graphsWith[path] += block.graphsWith[path];
            all.trainWith[path] += block.trainWith[path];
            all.effectWith[path] += block.effectWith[path];
            all.effectWithout[path] += block.effectWithout[path];
        }
    result.graphsWith = std::move(all.graphsWith);
    for (std::size_t path = 0; path < all.trainWith.size(); ++path) {
        const auto with = static_cast<double>(all.trainWith[path]);
        const double without = static_cast<double>(trainGraphs) - with;
        result.meanEffect.push_back(all.effectWith[path] / with - all.effectWithout[path] / without); // 0/0 is NaN
    }
}

std::string anchorLabel(const Scheme& scheme, const SubModel& sub) {
    return sub.anchors.size() == 1 ? pathLabel(scheme.labels, sub.anchors.front(), scheme.elements) : "all";
}

Table selectedRows(const Scheme& scheme, Task task, const std::string& unit, std::span<const SubModel* const> subModels,
                   std::size_t from) {
    Column::Texts anchors, paths, labels;
    Column::Integers iterations;
    Column::Reals gains, errors;
    for (const SubModel* sub : subModels) {
        const std::string anchor = anchorLabel(scheme, *sub);
        for (std::size_t t = from; t < sub->iterations.size(); ++t) {
            const Iteration& iteration = sub->iterations[t];
            const auto codes = sub->labels(iteration.path);
            anchors.push_back(anchor);
            iterations.push_back(static_cast<std::int64_t>(t) + 1);
            paths.push_back(pathKey(scheme.labels, codes));
            labels.push_back(pathLabel(scheme.labels, codes, scheme.elements));
            gains.push_back(iteration.gain);
            errors.push_back(iteration.trainLoss);
        }
    }
    const bool classes = task == Task::classification;
    const std::string squared = classes || unit.empty() ? "" : "(" + unit + ")²";
    return {
        {described({column::kAnchor, std::move(anchors)}, "Anchor of the sub-model"),
         described({column::kIteration, std::move(iterations)}, "Counted from 1"),
         described({column::kPath, std::move(paths)}, "Labels joined by -"),
         described({column::kLabel, std::move(labels)}, "The path as people read it"),
         described({column::kGain, std::move(gains)}, "Reduction of the squared error by the selecting stump", squared),
         described({classes ? column::kTrainLogLoss : column::kTrainMse, std::move(errors)},
                   std::string(classes ? "Log loss" : "Mean squared error") +
                       " of the sub-model on its training graphs after the iteration",
                   squared)}};
}

// Sub-models with curves of their own, those with most training graphs first.
std::vector<std::size_t> anchorsBySize(const Curves& curves) {
    std::vector<std::size_t> order(curves.anchorKeys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&curves](std::size_t a, std::size_t b) {
        return curves.subModels[a].front().front().n > curves.subModels[b].front().front().n;
    });
    return order;
}

} // namespace

Result<SetPredictions> predictSet(const Predictor& predictor, std::span<const std::int32_t> effectsOver, int threads,
                                  const std::stop_token& stop) {
    const std::int32_t count = predictor.graphCount();
    const bool paths = !effectsOver.empty();
    SetPredictions result;
    result.value.resize(at(count));
    result.score.resize(at(count));
    result.spread.resize(at(count));
    result.subModels.resize(at(count));
    std::vector<char> inTraining(at(count), 0);
    for (const std::int32_t graph : effectsOver)
        inTraining[at(graph)] = 1;
    const auto blockCount = at((count + kBlock - 1) / kBlock);
    std::vector<PathSums> blocks(paths ? blockCount : 0, PathSums(predictor.selected().size()));
    parallelFor(blockCount, threads, [&](std::size_t block) {
        if (stop.stop_requested())
            return;
        Evaluation evaluation;
        const auto first = static_cast<std::int32_t>(block) * kBlock;
        for (std::int32_t graph = first; graph < std::min(count, first + kBlock); ++graph) {
            predictor.evaluate(graph, evaluation);
            result.score[at(graph)] = evaluation.value;
            result.value[at(graph)] = predictor.isClassifier() ? probability(evaluation.value) : evaluation.value;
            result.spread[at(graph)] = evaluation.spread;
            result.subModels[at(graph)] = evaluation.subModels;
            if (paths)
                addGraph(predictor, graph, inTraining[at(graph)] != 0, evaluation, blocks[block]);
        }
    });
    if (stop.stop_requested())
        return makeError(ErrorCode::cancelled, "cancelled");
    if (paths && !blocks.empty())
        finishPaths(blocks, effectsOver.size(), result);
    return result;
}

Table selectedPathsTable(const PathBoostModel& model) {
    std::vector<const SubModel*> subModels(model.subModels.size());
    std::transform(model.subModels.begin(), model.subModels.end(), subModels.begin(),
                   [](const SubModel& sub) { return &sub; });
    return selectedRows(model.scheme, model.options.task, model.unit, subModels, 0);
}

Table selectedPathsTable(const FitProgress& progress, Task task, const std::string& unit, std::size_t from) {
    return selectedRows(progress.scheme, task, unit, progress.subModels, from);
}

Series learningCurves(const Curves& curves, Task task, const std::string& unit, std::size_t from) {
    const bool classes = task == Task::classification;
    Series series;
    series.x = {"Iteration", ""};
    series.y = {classes ? "Log loss" : "RMSE", classes ? "" : unit};
    const auto add = [&](const std::string& id, const std::string& label, const std::string& group, std::size_t end,
                         auto&& loss) {
        SeriesLine line{id, label, group, {}, {}, {}, {}};
        for (std::size_t t = from; t < end; ++t) {
            line.x.push_back(static_cast<double>(t) + 1.0);
            line.y.push_back(classes ? loss(t) : std::sqrt(loss(t)));
        }
        series.lines.push_back(std::move(line));
    };
    const std::size_t end = curves.ensemble.size();
    for (std::size_t part = 0; part < curves.parts.size(); ++part)
        add("ensemble/" + curves.parts[part], curves.parts[part], "ensemble", end,
            [&](std::size_t t) { return curves.ensemble[t][part].loss; });
    add("ensemble/train_weighted", "train, weighted over anchors", "reference", end,
        [&](std::size_t t) { return curves.weightedTrainLoss[t]; });
    // In the single form the one sub-model is the ensemble, and no anchor has a curve of its own.
    for (const std::size_t sub : anchorsBySize(curves)) {
        const std::string& anchor = curves.anchorLabels[sub];
        for (std::size_t part = 0; part < curves.parts.size(); ++part)
            if (curves.subModels[sub].front()[part].n > 0)
                add("anchor:" + curves.anchorKeys[sub] + "/" + curves.parts[part], anchor + ", " + curves.parts[part],
                    "anchor " + anchor, curves.subModels[sub].size(),
                    [&](std::size_t t) { return curves.subModels[sub][t][part].loss; });
    }
    return series;
}

Table contributionsTable(const std::vector<std::pair<std::int32_t, Explanation>>& explanations,
                         const std::string& unit) {
    Column::Integers graphs, occurrences;
    Column::Texts paths, labels, anchors;
    Column::Reals values;
    for (const auto& [graph, explanation] : explanations)
        for (const ContributionLine& line : explanation.lines) {
            graphs.push_back(graph);
            paths.push_back(line.path);
            labels.push_back(line.label);
            anchors.push_back(line.anchor);
            values.push_back(line.value);
            occurrences.push_back(line.occurrences);
        }
    return {{described({column::kGraph, std::move(graphs)}, "Row of the graph in the data set, from 0"),
             described({column::kPath, std::move(paths)}, "Labels joined by -; base: starts of the sub-models"),
             described({column::kLabel, std::move(labels)}, "The path as people read it"),
             described({column::kAnchor, std::move(anchors)}, "Anchor of the sub-model"),
             described(realColumn(column::kValue, std::move(values)), "What the path adds to the prediction", unit),
             described({column::kOccurrences, std::move(occurrences)}, "Occurrences of the path in the graph")}};
}

} // namespace vitrine::pathboost
