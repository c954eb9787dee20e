#include "plugins/pathboost/compute/prediction_tables.h"

#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/table_columns.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {

namespace {

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

std::vector<std::string> graphNames(const GraphSet& graphs, std::span<const std::int32_t> rows) {
    const Column* ids = graphs.graphs.find(graphs.idColumn);
    std::vector<std::string> names;
    for (const std::int32_t row : rows)
        names.push_back(ids && ids->isValid(at(row)) ? ids->cellText(at(row)) : std::to_string(row));
    return names;
}

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
        // One sub-model has no spread; 0 would read as sure.
        spreads.push_back(predictions.subModels[at(row)] < 2 ? std::nan("") : predictions.spread[at(row)]);
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
    table.columns.push_back(
        described(realColumn(column::kSpread, std::move(spreads)),
                  "Standard deviation between the sub-models, missing where there is one; no calibrated interval",
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
    predictions.subModels.assign(input.target.size(), static_cast<std::int32_t>(repeats.size()));
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
            column.description = "Sample standard deviation between the repeats, missing when there is one";
    return table;
}

} // namespace vitrine::pathboost
