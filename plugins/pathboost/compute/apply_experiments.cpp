#include "plugins/pathboost/compute/apply_experiments.h"

#include "plugins/pathboost/compute/metrics.h"
#include "plugins/pathboost/compute/model_json.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/prediction_tables.h"
#include "plugins/pathboost/compute/result_tables.h"
#include "plugins/pathboost/compute/train_setup.h"
#include "plugins/pathboost/compute/unseen_labels.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace vitrine::pathboost {

namespace {

/// Graphs and model of a run, and the predictor that refers to both.
struct Applied {
    std::shared_ptr<const GraphSet> graphs;
    PathBoostModel model;
};

Result<Applied> readApplied(const RunInputs& inputs) {
    auto graphs = inputs.get<GraphSet>(kGraphsInput);
    if (!graphs)
        return graphs.error();
    const auto document = inputs.get<Model>(kModelInput);
    if (!document)
        return document.error();
    auto model = readModel(**document);
    if (!model)
        return model.error();
    return Applied{std::move(*graphs), std::move(*model)};
}

Result<Predictor> makePredictor(const Applied& applied, std::span<const std::int32_t> only, RunContext& context) {
    context.progress(0.05, "Searching the paths");
    std::vector<std::string> warnings;
    auto predictor = Predictor::make(applied.model, *applied.graphs, context.stopToken(), only, &warnings);
    for (const std::string& warning : warnings)
        context.log(LogLevel::warning, warning);
    return predictor;
}

Estimate applyEstimate(const RunInputs& inputs) {
    constexpr double kSecondsPerNode = 2e-6; // measured on one core, models of 100 iterations
    constexpr std::int64_t kBytesPerNode = 400;
    constexpr std::int64_t kBaseBytes = 60'000'000;
    const auto graphs = inputs.get<GraphSet>(kGraphsInput);
    const std::int64_t nodes = graphs ? (*graphs)->topology.nodeCount() : 0;
    return {0.05 + kSecondsPerNode * static_cast<double>(nodes), kBaseBytes + kBytesPerNode * nodes};
}

// What both experiments can say before a run: whether the model fits the graphs.
Applied const* inspectModel(const Result<Applied>& applied, const RunInputs& inputs, Inspection& inspection) {
    if (!inputs.has(kGraphsInput) || !inputs.has(kModelInput))
        return nullptr;
    if (!applied) {
        inspection.problems.push_back({"", applied.error().message, false});
        return nullptr;
    }
    const Table& nodes = applied->graphs->nodes;
    if (!nodes.find(applied->model.scheme.labelAttribute))
        inspection.problems.push_back({"",
                                       "the graphs have no node attribute \"" + applied->model.scheme.labelAttribute +
                                           "\", which the model needs",
                                       false});
    for (const AttributeKey& key : applied->model.scheme.attributes) {
        const Table& table = key.scope == AttributeScope::edge ? applied->graphs->edges : nodes;
        if (!table.find(key.column))
            inspection.problems.push_back(
                {"", "the graphs lack the attribute \"" + key.name + "\"; it counts as missing", true});
    }
    return &*applied;
}

bool canBeTruth(const Column& column, const PathBoostModel& model) {
    return model.isClassifier() ? hasTwoClasses(column) : column.isNumeric();
}

// The truth to compare with: the parameter, else the model's own target column, else the one the graphs name.
Result<const Column*> truthColumn(const Applied& applied, const nlohmann::json& parameter) {
    if (parameter.is_string())
        return targetColumn(*applied.graphs, parameter);
    for (const std::string& name : {applied.model.target, applied.graphs->targetColumn})
        if (const Column* column = applied.graphs->graphs.find(name); column && canBeTruth(*column, applied.model))
            return column;
    return static_cast<const Column*>(nullptr);
}

/// Rows in ascending order, each once; all when none are given.
Result<std::vector<std::int32_t>> chosenRows(const nlohmann::json& parameter, std::size_t graphCount) {
    std::set<std::int64_t> chosen;
    for (const auto& row : parameter)
        chosen.insert(row.get<std::int64_t>());
    if (chosen.empty()) {
        std::vector<std::int32_t> all(graphCount);
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
    if (*chosen.begin() < 0 || static_cast<std::uint64_t>(*chosen.rbegin()) >= graphCount)
        return makeError(
            ErrorCode::invalidArgument,
            "rows: there is no row " + std::to_string(*chosen.begin() < 0 ? *chosen.begin() : *chosen.rbegin()) +
                "; rows from 0 to " + std::to_string(static_cast<std::int64_t>(graphCount) - 1) + " would be right");
    return std::vector<std::int32_t>(chosen.begin(), chosen.end());
}

} // namespace

Inspection PredictExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    const auto applied = readApplied(inputs);
    if (const Applied* found = inspectModel(applied, inputs, inspection))
        for (const Column& column : found->graphs->graphs.columns)
            if (canBeTruth(column, found->model))
                inspection.options["target"].push_back(
                    {column.name, column.name, static_cast<std::int64_t>(column.size() - column.missingCount())});
    return inspection;
}

Estimate PredictExperiment::estimate(const RunInputs& inputs) const {
    return applyEstimate(inputs);
}

Result<void> PredictExperiment::run(const RunInputs& inputs, RunContext& context) {
    const auto applied = readApplied(inputs);
    if (!applied)
        return applied.error();
    const auto truth = truthColumn(*applied, inputs.parameters.value("target"));
    if (!truth)
        return truth.error();
    const auto predictor = makePredictor(*applied, {}, context);
    if (!predictor)
        return predictor.error();
    context.progress(0.5, "Predicting");
    const auto predictions = predictSet(*predictor, {}, context.threads(), context.stopToken());
    if (!predictions)
        return predictions.error();
    std::vector<std::int32_t> rows(applied->graphs->graphCount());
    std::iota(rows.begin(), rows.end(), 0);
    const PathBoostModel& model = applied->model;
    const std::vector<double> known = *truth ? truthValues(**truth, model.classes) : std::vector<double>();
    Table table = predictionsTable(applied->model, *applied->graphs, rows, *predictions, known, {});
    if (const std::size_t found = addUnseenLabels(unseenLabels(model, *applied->graphs), rows, table); found > 0)
        context.log(LogLevel::warning, std::to_string(found) + (found == 1 ? " graph holds" : " graphs hold") +
                                           " labels that the model was not trained on (see the column \"" +
                                           column::kUnseen + "\"); they add nothing to the prediction");
    if (auto done = context.emitArtifact(kPredictions, makeValue(std::move(table))); !done)
        return done;
    const auto without = std::count(predictions->subModels.begin(), predictions->subModels.end(), 0);
    const auto count = static_cast<std::int64_t>(rows.size());
    Scalars metrics;
    if (model.isClassifier())
        metrics = predictClassScalars(*truth ? std::optional(classQuality(predictions->value, known)) : std::nullopt,
                                      count, without);
    else
        metrics = predictScalars(*truth ? std::optional(quality(predictions->value, known)) : std::nullopt, model.unit,
                                 count, without);
    if (*truth)
        context.log(LogLevel::warning, "the model does not store which graphs it was trained on; if they are among "
                                       "these, the errors are too small");
    if (auto done = context.emitArtifact(kMetrics, makeValue(std::move(metrics))); !done)
        return done;
    context.progress(1.0, "Done");
    return {};
}

Inspection ExplainExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    const auto applied = readApplied(inputs);
    if (const Applied* found = inspectModel(applied, inputs, inspection))
        if (const auto rows = chosenRows(inputs.parameters.value("rows"), found->graphs->graphCount()); !rows)
            inspection.problems.push_back({"rows", rows.error().message.substr(std::string("rows: ").size()), false});
    return inspection;
}

Estimate ExplainExperiment::estimate(const RunInputs& inputs) const {
    Estimate estimate = applyEstimate(inputs);
    const auto graphs = inputs.get<GraphSet>(kGraphsInput);
    constexpr std::int64_t kBytesPerGraph = 8'000; // some 60 lines with their texts
    estimate.peakBytes += graphs ? kBytesPerGraph * static_cast<std::int64_t>((*graphs)->graphCount()) : 0;
    return estimate;
}

Result<void> ExplainExperiment::run(const RunInputs& inputs, RunContext& context) {
    constexpr std::size_t kMostLines = 5'000'000;
    const auto applied = readApplied(inputs);
    if (!applied)
        return applied.error();
    const auto rows = chosenRows(inputs.parameters.value("rows"), applied->graphs->graphCount());
    if (!rows)
        return rows.error();
    const auto predictor = makePredictor(*applied, *rows, context);
    if (!predictor)
        return predictor.error();
    std::vector<std::pair<std::int32_t, Explanation>> explanations;
    SetPredictions predictions;
    predictions.value.resize(applied->graphs->graphCount());
    predictions.score.resize(predictions.value.size());
    predictions.spread.resize(predictions.value.size());
    predictions.subModels.resize(predictions.value.size());
    std::size_t lines = 0;
    for (const std::int32_t row : *rows) {
        if (context.stopRequested())
            break;
        Explanation explanation = explain(applied->model, *predictor, row);
        lines += explanation.lines.size();
        if (lines > kMostLines)
            return makeError(ErrorCode::outOfRange, "rows: the explanations of these graphs have more than " +
                                                        std::to_string(kMostLines) +
                                                        " lines; fewer rows would be right");
        const auto place = static_cast<std::size_t>(row);
        predictions.score[place] = explanation.total;
        predictions.value[place] = applied->model.isClassifier() ? probability(explanation.total) : explanation.total;
        predictions.spread[place] = explanation.spread;
        predictions.subModels[place] = static_cast<std::int32_t>(explanation.ofAnchor.size());
        explanations.emplace_back(row, std::move(explanation));
        context.progress(0.2 + 0.7 * static_cast<double>(explanations.size()) / static_cast<double>(rows->size()),
                         "Explaining");
    }
    const std::span<const std::int32_t> done(rows->data(), explanations.size());
    if (auto emitted = context.emitArtifact(
            kContributions, makeValue(contributionsTable(explanations, contributionUnit(applied->model))));
        !emitted)
        return emitted;
    Table table = predictionsTable(applied->model, *applied->graphs, done, predictions, {}, {});
    addUnseenLabels(unseenLabels(applied->model, *applied->graphs), done, table);
    if (auto emitted = context.emitArtifact(kPredictions, makeValue(std::move(table))); !emitted)
        return emitted;
    if (context.stopRequested())
        return makeError(ErrorCode::cancelled, "cancelled");
    context.progress(1.0, "Done");
    return {};
}

} // namespace vitrine::pathboost
