#include "plugins/pathboost/compute/result_tables.h"

#include "core/base/parallel_for.h"
#include "plugins/pathboost/compute/outputs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace vitrine::pathboost {

namespace {

constexpr const char* kResidual = "residual"; // truth minus prediction

constexpr std::int32_t kBlock = 256; // graphs

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

Column described(Column column, const std::string& description, const std::string& unit = {}) {
    column.description = description;
    column.unit = unit;
    return column;
}

// NaN cells become missing cells.
Column realColumn(const char* name, std::vector<double> cells) {
    std::vector<std::size_t> missing;
    for (std::size_t row = 0; row < cells.size(); ++row)
        if (std::isnan(cells[row])) {
            cells[row] = 0.0;
            missing.push_back(row);
        }
    Column column(name, std::move(cells));
    for (const std::size_t row : missing)
        column.setMissing(row);
    return column;
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

std::vector<std::string> graphNames(const GraphSet& graphs, std::span<const std::int32_t> rows) {
    const Column* ids = graphs.graphs.find(graphs.idColumn);
    std::vector<std::string> names;
    for (const std::int32_t row : rows)
        names.push_back(ids && ids->isValid(at(row)) ? ids->cellText(at(row)) : std::to_string(row));
    return names;
}

std::string anchorLabel(const Scheme& scheme, const SubModel& sub) {
    return sub.anchors.size() == 1 ? pathLabel(scheme.labels, sub.anchors.front(), scheme.elements) : "all";
}

Table selectedRows(const Scheme& scheme, const std::string& unit, std::span<const SubModel* const> subModels,
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
            errors.push_back(iteration.trainMse);
        }
    }
    const std::string squared = unit.empty() ? "" : "(" + unit + ")²";
    return {
        {described({column::kAnchor, std::move(anchors)}, "Anchor of the sub-model"),
         described({column::kIteration, std::move(iterations)}, "Counted from 1"),
         described({column::kPath, std::move(paths)}, "Labels joined by -"),
         described({column::kLabel, std::move(labels)}, "The path as people read it"),
         described({column::kGain, std::move(gains)}, "Reduction of the squared error by the selecting stump", squared),
         described({column::kTrainMse, std::move(errors)},
                   "Mean squared error of the sub-model on its training graphs after the iteration", squared)}};
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
            result.value[at(graph)] = evaluation.value;
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
    std::vector<const SubModel*> subModels;
    for (const SubModel& sub : model.subModels)
        subModels.push_back(&sub);
    return selectedRows(model.scheme, model.unit, subModels, 0);
}

Table selectedPathsTable(const FitProgress& progress, const std::string& unit, std::size_t from) {
    return selectedRows(progress.scheme, unit, progress.subModels, from);
}

Table importanceOutput(const PathBoostModel& model, const ImportanceTable& importance,
                       const SetPredictions& predictions) {
    struct Row {
        std::string path, label, anchor;
        double importance = 0.0;
        std::int64_t chosen = 0, first = 0, train = 0, all = 0;
        double effect = 0.0;
    };
    std::map<std::vector<std::int32_t>, double> valueOf;
    for (const ImportanceEntry& entry : importance.entries)
        valueOf[entry.labels] = entry.value;
    std::vector<Row> rows;
    const auto selected = selectedPaths(model);
    for (std::size_t i = 0; i < selected.size(); ++i) {
        const SubModel& sub = model.subModels[at(selected[i].subModel)];
        const std::int32_t path = selected[i].path;
        Row row{model.key(sub, path), model.label(sub, path), model.anchorLabel(sub), valueOf[sub.labels(path)]};
        for (std::size_t t = 0; t < sub.iterations.size(); ++t)
            if (sub.iterations[t].path == path) {
                ++row.chosen;
                row.first = row.first == 0 ? static_cast<std::int64_t>(t) + 1 : row.first;
            }
        row.train = sub.paths[at(path)].trainGraphs;
        row.all = predictions.graphsWith[i];
        row.effect = predictions.meanEffect[i];
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.importance > b.importance; });
    Column::Texts paths, labels, anchors;
    Column::Integers chosen, first, train, all;
    Column::Reals values, effects;
    for (Row& row : rows) {
        paths.push_back(std::move(row.path));
        labels.push_back(std::move(row.label));
        anchors.push_back(std::move(row.anchor));
        values.push_back(row.importance);
        chosen.push_back(row.chosen);
        first.push_back(row.first);
        train.push_back(row.train);
        all.push_back(row.all);
        effects.push_back(row.effect);
    }
    const bool squared = model.options.importanceError == ErrorMeasure::mse;
    const std::string unit = importance.normalized ? "%"
                             : model.unit.empty()  ? ""
                             : squared             ? "(" + model.unit + ")²"
                                                   : model.unit;
    return {{described({column::kPath, std::move(paths)}, "Labels joined by -"),
             described({column::kLabel, std::move(labels)}, "The path as people read it"),
             described({column::kAnchor, std::move(anchors)}, "Anchor of the sub-model"),
             described({column::kImportance, std::move(values)}, "Share of the fall of the training error", unit),
             described({column::kTimesChosen, std::move(chosen)}, "Iterations that selected the path"),
             described({column::kFirstIteration, std::move(first)}, "First of them, counted from 1"),
             described({column::kGraphsTrain, std::move(train)}, "Training graphs in which the path occurs"),
             described({column::kGraphsAll, std::move(all)}, "Graphs of the data set in which the path occurs"),
             described(realColumn(column::kMeanEffect, std::move(effects)),
                       "Mean contribution over the training graphs with the path minus that over those without",
                       model.unit)}};
}

Table predictionsTable(const PathBoostModel& model, const GraphSet& graphs, std::span<const std::int32_t> rows,
                       const SetPredictions& predictions, std::span<const double> truth, std::span<const Part> parts) {
    Table table;
    Column::Reals values, spreads, truths, residuals;
    Column::Integers subModels;
    for (const std::int32_t row : rows) {
        values.push_back(predictions.value[at(row)]);
        spreads.push_back(predictions.spread[at(row)]);
        subModels.push_back(predictions.subModels[at(row)]);
        truths.push_back(truth.empty() ? 0.0 : truth[at(row)]);
        residuals.push_back(truths.back() - values.back());
    }
    table.columns.push_back(described({column::kRow, Column::Integers(rows.begin(), rows.end())},
                                      "Row of the graph in the data set, from 0"));
    table.columns.push_back(described({column::kGraph, graphNames(graphs, rows)}, "Name of the graph"));
    if (!parts.empty()) {
        std::vector<std::string> partOf(graphs.graphCount());
        for (const Part& part : parts)
            for (const std::int32_t graph : part.graphs)
                partOf[at(graph)] = part.name;
        Column column(column::kPart, Column::Texts());
        Column::Texts names;
        for (const std::int32_t row : rows)
            names.push_back(partOf[at(row)]);
        column = Column(column::kPart, names);
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i].empty())
                column.setMissing(i);
        table.columns.push_back(described(std::move(column), "Part of the split; missing: used for nothing"));
    }
    if (!truth.empty())
        table.columns.push_back(described(realColumn(column::kTruth, std::move(truths)), model.target, model.unit));
    table.columns.push_back(described(realColumn(column::kPrediction, std::move(values)),
                                      "Mean of the sub-models whose anchor the graph contains", model.unit));
    if (!truth.empty())
        table.columns.push_back(
            described(realColumn(kResidual, std::move(residuals)), "Truth minus prediction", model.unit));
    table.columns.push_back(described({column::kSpread, std::move(spreads)},
                                      "Standard deviation between the sub-models; no calibrated interval", model.unit));
    table.columns.push_back(described({column::kSubModels, std::move(subModels)}, "Sub-models averaged"));
    return table;
}

Series learningCurves(const Curves& curves, const std::string& unit, std::size_t from) {
    Series series;
    series.x = {"Iteration", ""};
    series.y = {"RMSE", unit};
    const std::size_t end = curves.ensemble.size();
    std::vector<double> x(end - from);
    std::iota(x.begin(), x.end(), static_cast<double>(from) + 1.0);
    const auto add = [&](const std::string& id, const std::string& label, const std::string& group, auto&& mse) {
        SeriesLine line{id, label, group, x, {}, {}, {}};
        for (std::size_t t = from; t < end; ++t)
            line.y.push_back(std::sqrt(mse(t)));
        series.lines.push_back(std::move(line));
    };
    for (std::size_t part = 0; part < curves.parts.size(); ++part)
        add("ensemble/" + curves.parts[part], curves.parts[part], "ensemble",
            [&](std::size_t t) { return curves.ensemble[t][part].mse; });
    add("ensemble/train_weighted", "train, weighted over anchors", "reference",
        [&](std::size_t t) { return curves.weightedTrainMse[t]; });
    // In the single form the one sub-model is the ensemble, and no anchor has a curve of its own.
    for (const std::size_t sub : anchorsBySize(curves)) {
        const std::string& anchor = curves.anchorLabels[sub];
        for (std::size_t part = 0; part < curves.parts.size(); ++part)
            if (curves.subModels[sub].front()[part].n > 0)
                add("anchor:" + curves.anchorKeys[sub] + "/" + curves.parts[part], anchor + ", " + curves.parts[part],
                    "anchor " + anchor, [&](std::size_t t) { return curves.subModels[sub][t][part].mse; });
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
