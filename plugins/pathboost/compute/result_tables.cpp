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
    std::vector<const SubModel*> subModels;
    for (const SubModel& sub : model.subModels)
        subModels.push_back(&sub);
    return selectedRows(model.scheme, model.options.task, model.unit, subModels, 0);
}

Table selectedPathsTable(const FitProgress& progress, Task task, const std::string& unit, std::size_t from) {
    return selectedRows(progress.scheme, task, unit, progress.subModels, from);
}

namespace {

std::optional<ImportanceSpread> spreadOf(const ImportanceSpreads& spreads, const std::vector<std::int32_t>& labels,
                                         const ImportanceDefinition& definition) {
    const auto found = spreads.find(labels);
    return found == spreads.end() ? std::nullopt : found->second[definition.place()];
}

void addSpreads(const std::vector<std::optional<ImportanceSpread>>& spreads, const std::string& unit, Table& table) {
    Column::Reals lower, upper, stability;
    for (const auto& spread : spreads) { // a path that no subsample selected has importance 0 in all of them
        const ImportanceSpread value = spread.value_or(ImportanceSpread{});
        lower.push_back(value.lower);
        upper.push_back(value.upper);
        stability.push_back(value.stability);
    }
    table.columns.push_back(
        described({column::kLower, std::move(lower)}, "5th percentile, subsampling 80 %, n = 50", unit));
    table.columns.push_back(
        described({column::kUpper, std::move(upper)}, "95th percentile, subsampling 80 %, n = 50", unit));
    table.columns.push_back(described({column::kStability, std::move(stability)},
                                      "Share of the 50 subsamples in which the path is among the 10 most important"));
}

} // namespace

std::string definitionKey(const ImportanceDefinition& definition) {
    return std::string(definition.kind == ImportanceKind::relative ? "relative" : "absolute") +
           (definition.error == ErrorMeasure::mae ? "/mae" : "/mse") + (definition.shared ? "/shared" : "");
}

std::string importanceUnit(const PathBoostModel& model, const ImportanceDefinition& definition, bool normalized) {
    if (normalized)
        return "%";
    if (model.isClassifier() || model.unit.empty())
        return "";
    return definition.error == ErrorMeasure::mse ? "(" + model.unit + ")²" : model.unit;
}

Table importanceOutput(const PathBoostModel& model, const ImportanceTable& importance,
                       const SetPredictions& predictions, const ImportanceSpreads& spreads) {
    struct Row {
        std::string path, label, anchor;
        double importance = 0.0;
        std::optional<ImportanceSpread> spread;
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
        Row row{model.key(sub, path), model.label(sub, path), model.anchorLabel(sub), valueOf[sub.labels(path)],
                spreadOf(spreads, sub.labels(path), model.definition())};
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
    std::vector<std::optional<ImportanceSpread>> found;
    for (Row& row : rows) {
        found.push_back(row.spread);
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
    const std::string unit = importanceUnit(model, model.definition(), importance.normalized);
    Table table{{described({column::kPath, std::move(paths)}, "Labels joined by -"),
                 described({column::kLabel, std::move(labels)}, "The path as people read it"),
                 described({column::kAnchor, std::move(anchors)}, "Anchor of the sub-model"),
                 described({column::kImportance, std::move(values)}, "Share of the fall of the training error", unit)}};
    if (!spreads.empty())
        addSpreads(found, unit, table);
    for (Column& column : std::vector<Column>{
             described({column::kTimesChosen, std::move(chosen)}, "Iterations that selected the path"),
             described({column::kFirstIteration, std::move(first)}, "First of them, counted from 1"),
             described({column::kGraphsTrain, std::move(train)}, "Training graphs in which the path occurs"),
             described({column::kGraphsAll, std::move(all)}, "Graphs of the data set in which the path occurs"),
             described(realColumn(column::kMeanEffect, std::move(effects)),
                       model.isClassifier()
                           ? "Mean contribution to the log-odds over the training graphs with the path minus that over "
                             "those without"
                           : "Mean contribution over the training graphs with the path minus that over those without",
                       contributionUnit(model))})
        table.columns.push_back(std::move(column));
    return table;
}

Table importanceDefinitions(const PathBoostModel& model, const ImportanceSpreads& spreads) {
    const std::size_t count =
        model.options.importance == ImportanceKind::relative ? kImportanceDefinitions : kImportanceDefinitions / 2;
    Column::Texts paths, labels, definitions, units;
    Column::Reals values;
    std::vector<std::optional<ImportanceSpread>> found;
    for (std::size_t k = 0; k < count; ++k) {
        const ImportanceDefinition definition = ImportanceDefinition::at(k);
        ImportanceTable importance = importanceTable(model, definition);
        std::stable_sort(importance.entries.begin(), importance.entries.end(),
                         [](const ImportanceEntry& a, const ImportanceEntry& b) { return a.value > b.value; });
        for (const ImportanceEntry& entry : importance.entries) {
            paths.push_back(pathKey(model.scheme.labels, entry.labels));
            labels.push_back(pathLabel(model.scheme.labels, entry.labels, model.scheme.elements));
            definitions.push_back(definitionKey(definition));
            values.push_back(entry.value);
            units.push_back(importanceUnit(model, definition, importance.normalized));
            found.push_back(spreadOf(spreads, entry.labels, definition));
        }
    }
    Table table{{described({column::kPath, std::move(paths)}, "Labels joined by -"),
                 described({column::kLabel, std::move(labels)}, "The path as people read it"),
                 described({column::kDefinition, std::move(definitions)},
                           "absolute or relative / error / shared with extensions"),
                 described({column::kImportance, std::move(values)}, "In the unit of the last column")}};
    if (!spreads.empty())
        addSpreads(found, "", table);
    table.columns.push_back(described({column::kUnit, std::move(units)}, "% of the sum, or the unit of the error"));
    return table;
}

namespace {

void addNumbers(const PathBoostModel& model, std::span<const std::int32_t> rows, const SetPredictions& predictions,
                std::span<const double> truth, Table& table) {
    Column::Reals values, truths, residuals;
    for (const std::int32_t row : rows) {
        values.push_back(predictions.value[at(row)]);
        truths.push_back(truth.empty() ? 0.0 : truth[at(row)]);
        residuals.push_back(truths.back() - values.back());
    }
    if (!truth.empty())
        table.columns.push_back(described(realColumn(column::kTruth, std::move(truths)), model.target, model.unit));
    table.columns.push_back(described(realColumn(column::kPrediction, std::move(values)),
                                      "Mean of the sub-models whose anchor the graph contains", model.unit));
    if (!truth.empty())
        table.columns.push_back(
            described(realColumn(column::kResidual, std::move(residuals)), "Truth minus prediction", model.unit));
}

void addClasses(const PathBoostModel& model, std::span<const std::int32_t> rows, const SetPredictions& predictions,
                std::span<const double> truth, Table& table) {
    Column::Reals probabilities, residuals;
    Column::Texts truths, classes, correct;
    std::vector<std::size_t> noTruth, noClass;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double p = predictions.value[at(rows[i])];
        const double y = truth.empty() ? std::nan("") : truth[at(rows[i])];
        const bool positive = predictions.score[at(rows[i])] >= 0.0;
        probabilities.push_back(p);
        residuals.push_back(y - p);
        truths.push_back(std::isnan(y) ? "" : model.classes[y >= 0.5 ? 1 : 0]);
        classes.push_back(std::isnan(p) ? "" : model.classes[positive ? 1 : 0]);
        correct.push_back((y >= 0.5) == positive ? "yes" : "no");
        if (std::isnan(p))
            noClass.push_back(i);
        if (std::isnan(y) || std::isnan(p))
            noTruth.push_back(i);
    }
    Column truthColumn(column::kTruth, std::move(truths));
    Column classColumn(column::kClass, std::move(classes));
    Column correctColumn(column::kCorrect, std::move(correct));
    for (const std::size_t i : noClass)
        classColumn.setMissing(i);
    for (const std::size_t i : noTruth)
        correctColumn.setMissing(i);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (truth.empty() || std::isnan(truth[at(rows[i])]))
            truthColumn.setMissing(i);
    if (!truth.empty())
        table.columns.push_back(described(std::move(truthColumn), model.target));
    table.columns.push_back(
        described(realColumn(column::kPrediction, std::move(probabilities)),
                  "Probability of " + model.classes[1] +
                      ", from the mean log-odds of the sub-models whose anchor the graph contains"));
    table.columns.push_back(described(std::move(classColumn), "Class with a probability of one half or more"));
    if (truth.empty())
        return;
    table.columns.push_back(described(std::move(correctColumn), "The predicted class is the true one"));
    table.columns.push_back(
        described(realColumn(column::kResidual, std::move(residuals)),
                  "1 for " + model.classes[1] + ", 0 for " + model.classes[0] + ", minus the probability"));
}

} // namespace

Table predictionsTable(const PathBoostModel& model, const GraphSet& graphs, std::span<const std::int32_t> rows,
                       const SetPredictions& predictions, std::span<const double> truth, std::span<const Part> parts) {
    Table table;
    Column::Reals spreads;
    Column::Integers subModels;
    for (const std::int32_t row : rows) {
        spreads.push_back(predictions.spread[at(row)]);
        subModels.push_back(predictions.subModels[at(row)]);
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
    if (model.isClassifier())
        addClasses(model, rows, predictions, truth, table);
    else
        addNumbers(model, rows, predictions, truth, table);
    table.columns.push_back(described({column::kSpread, std::move(spreads)},
                                      "Standard deviation between the sub-models; no calibrated interval",
                                      model.isClassifier() ? "" : model.unit));
    table.columns.push_back(described({column::kSubModels, std::move(subModels)}, "Sub-models averaged"));
    return table;
}

Table heldOutTable(const FitInput& input, Task task, const GraphSet& graphs, std::span<const std::int32_t> rows,
                   const std::vector<std::vector<double>>& repeats) {
    const bool classes = task == Task::classification;
    PathBoostModel named; // the names that the table needs
    named.options.task = task;
    named.target = input.targetName;
    named.unit = input.targetUnit;
    named.classes = input.classes;
    SetPredictions predictions;
    predictions.value.assign(input.target.size(), std::nan(""));
    predictions.score = predictions.value;
    predictions.spread.assign(input.target.size(), 0.0);
    predictions.subModels.assign(input.target.size(), 0);
    const auto count = static_cast<double>(repeats.size());
    for (const std::int32_t row : rows) {
        double sum = 0.0, shown = 0.0, squares = 0.0;
        const auto valueOf = [&](double score) { return classes ? probability(score) : score; };
        for (const auto& repeat : repeats) {
            sum += repeat[at(row)];
            shown += valueOf(repeat[at(row)]) / count;
        }
        for (const auto& repeat : repeats)
            squares += std::pow(valueOf(repeat[at(row)]) - shown, 2);
        predictions.score[at(row)] = sum / count;
        predictions.value[at(row)] = valueOf(sum / count);
        predictions.spread[at(row)] = repeats.size() < 2 || std::isnan(sum) ? 0.0 : std::sqrt(squares / (count - 1.0));
    }
    Table table = predictionsTable(named, graphs, rows, predictions, input.target, {});
    std::erase_if(table.columns, [](const Column& column) { return column.name == column::kSubModels; });
    for (Column& column : table.columns)
        if (column.name == column::kPrediction)
            column.description = "By models that were not trained on the graph, mean over the repeats";
        else if (column.name == column::kSpread)
            column.description = "Sample standard deviation between the repeats; 0 when there is one";
    return table;
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
