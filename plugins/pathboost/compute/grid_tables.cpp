#include "plugins/pathboost/compute/grid_tables.h"

#include "core/base/number_text.h"
#include "plugins/pathboost/compute/table_columns.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace vitrine::pathboost {

namespace {

struct MeasureNames {
    std::array<const char*, 3> ids;
    std::array<const char*, 3> labels;
    std::array<bool, 3> hasUnit;
};
constexpr MeasureNames kNumbers{{"rmse", "mae", "r2"}, {"RMSE", "MAE", "R²"}, {true, true, false}};
constexpr MeasureNames kClasses{{"log_loss", "accuracy", "balanced_accuracy"},
                                {"log loss", "accuracy", "balanced accuracy"},
                                {false, false, false}};

const MeasureNames& namesOf(Task task) {
    return task == Task::classification ? kClasses : kNumbers;
}

/// Settings as columns; `candidateOf(row)` gives the place of a row's candidate.
template <class CandidateOf>
void addSettings(Table& table, std::span<const Candidate> candidates, std::size_t rows, CandidateOf&& candidateOf) {
    Column::Integers numbers, lengths, depths, iterations;
    Column::Reals rates;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t place = candidateOf(row);
        numbers.push_back(static_cast<std::int64_t>(place) + 1);
        rates.push_back(candidates[place].learningRate);
        lengths.push_back(candidates[place].pathLength);
        depths.push_back(candidates[place].treeDepth);
        iterations.push_back(candidates[place].iterations);
    }
    const auto add = [&](const char* name, auto cells, const char* description) {
        table.columns.emplace_back(name, std::move(cells));
        table.columns.back().description = description;
    };
    add("candidate", std::move(numbers), "Number of the combination, from 1");
    add("learning_rate", std::move(rates), "Learning rate ν");
    add("max_path_length", std::move(lengths), "Maximum path length L, nodes");
    add("tree_depth", std::move(depths), "Tree depth d");
    add("n_iter", std::move(iterations), "Iterations T");
}

void addSummaries(Table& table, std::span<const CandidateSummary> summaries, Task task, const std::string& unit) {
    const MeasureNames& names = namesOf(task);
    const std::array<std::pair<double CandidateSummary::*, double CandidateSummary::*>, 3> members{
        {{&CandidateSummary::loss, &CandidateSummary::lossDeviation},
         {&CandidateSummary::miss, &CandidateSummary::missDeviation},
         {&CandidateSummary::score, &CandidateSummary::scoreDeviation}}};
    for (std::size_t m = 0; m < members.size(); ++m) {
        std::vector<double> means, deviations;
        for (const CandidateSummary& one : summaries) {
            means.push_back(one.*members[m].first);
            deviations.push_back(one.*members[m].second);
        }
        const std::string of = names.hasUnit[m] ? unit : "";
        table.columns.push_back(
            realColumn(names.ids[m], std::move(means), std::string("Mean ") + names.labels[m] + " over the folds", of));
        table.columns.push_back(realColumn(std::string(names.ids[m]) + "_sd", std::move(deviations),
                                           "Sample standard deviation over the folds", of));
    }
    Column::Integers folds;
    for (const CandidateSummary& one : summaries)
        folds.push_back(one.folds);
    table.columns.emplace_back("folds", std::move(folds));
    table.columns.back().description = "Folds finished";
}

Scalar scalar(std::string id, std::string label, double value, std::string definition, bool headline) {
    Scalar one;
    one.id = std::move(id);
    one.label = std::move(label);
    one.value = value;
    one.definition = std::move(definition);
    one.headline = headline;
    return one;
}

} // namespace

Table foldsTable(std::span<const FoldError> errors, std::span<const Candidate> candidates, Task task,
                 const std::string& unit) {
    const MeasureNames& names = namesOf(task);
    const bool classes = task == Task::classification;
    Table table;
    addSettings(table, candidates, errors.size(),
                [&](std::size_t row) { return static_cast<std::size_t>(errors[row].candidate); });
    Column::Integers repeats, folds, n;
    std::array<std::vector<double>, 3> measures;
    for (const FoldError& one : errors) {
        repeats.push_back(one.repeat + 1);
        folds.push_back(one.fold + 1);
        n.push_back(one.error.n);
        measures[0].push_back(classes ? one.error.loss : std::sqrt(one.error.loss));
        measures[1].push_back(classes ? 1.0 - one.error.miss : one.error.miss);
        measures[2].push_back(classes ? one.error.balancedAccuracy() : one.r2);
    }
    table.columns.emplace_back("repeat", std::move(repeats));
    table.columns.emplace_back("fold", std::move(folds));
    for (std::size_t m = 0; m < measures.size(); ++m)
        table.columns.push_back(realColumn(names.ids[m], std::move(measures[m]),
                                           std::string(names.labels[m]) + " on the held-out graphs",
                                           names.hasUnit[m] ? unit : ""));
    table.columns.emplace_back("n", std::move(n));
    table.columns.back().description = "Held-out graphs compared";
    return table;
}

Table gridTable(std::span<const CandidateSummary> summaries, std::span<const Candidate> candidates, Task task,
                const std::string& unit) {
    Table table;
    addSettings(table, candidates, summaries.size(), [](std::size_t row) { return row; });
    addSummaries(table, summaries, task, unit);
    return table;
}

Scalars gridScalars(const CrossValidation& result, std::span<const CandidateSummary> summaries, std::int32_t best,
                    Task task, const std::string& unit, const FoldPlan& plan) {
    Scalars scalars;
    const MeasureNames& names = namesOf(task);
    if (best >= 0) {
        const CandidateSummary& summary = summaries[static_cast<std::size_t>(best)];
        const Candidate& candidate = result.candidates[static_cast<std::size_t>(best)];
        const std::array<std::pair<double, double>, 3> values{{{summary.loss, summary.lossDeviation},
                                                               {summary.miss, summary.missDeviation},
                                                               {summary.score, summary.scoreDeviation}}};
        for (std::size_t m = 0; m < values.size(); ++m) {
            if (std::isnan(values[m].first))
                continue;
            scalars.items.push_back(scalar(std::string("best_") + names.ids[m], std::string("Best ") + names.labels[m],
                                           values[m].first,
                                           "Mean over the folds with the best settings. It is the best of all "
                                           "combinations tried on these folds and so a little too good.",
                                           true));
            Scalar& one = scalars.items.back();
            one.unit = names.hasUnit[m] ? unit : "";
            one.lowerIsBetter = m == 0 || (m == 1 && task == Task::regression);
            if (!std::isnan(values[m].second))
                one.comparison = fmt::format("± {:.2g} between the folds", values[m].second);
        }
        const auto setting = [&](const char* id, const char* label, double value, const char* definition) {
            scalars.items.push_back(scalar(id, label, value, definition, false));
        };
        setting("best_candidate", "Best settings", best + 1.0, "Number of the combination in the grid");
        scalars.items.push_back(scalar("learning_rate", "Best learning rate", candidate.learningRate,
                                       "ν of the best settings; L, d and T stand below it", true));
        scalars.items.back().comparison =
            fmt::format("L {}, d {}, T {}", candidate.pathLength, candidate.treeDepth, candidate.iterations);
        setting("max_path_length", "Best maximum path length", candidate.pathLength, "L of the best settings, nodes");
        setting("tree_depth", "Best tree depth", candidate.treeDepth, "d of the best settings");
        setting("n_iter", "Best number of iterations", candidate.iterations, "T of the best settings");
    }
    const auto count = [&](const char* id, const char* label, double value, const char* definition) {
        scalars.items.push_back(scalar(id, label, value, definition, false));
    };
    count("candidates", "Combinations", static_cast<double>(result.candidates.size()), "Settings compared");
    count("folds", "Folds", static_cast<double>(plan.folds) * plan.repeats, "Folds times repeats");
    return scalars;
}

Table foldBaselinesTable(std::span<const FoldsOfModel> models, Task task, const std::string& unit) {
    Table table;
    Column::Texts names;
    Column::Integers features;
    std::vector<CandidateSummary> summaries;
    for (const FoldsOfModel& model : models) {
        names.push_back(model.label);
        features.push_back(model.features);
        summaries.push_back(model.summary);
    }
    table.columns.emplace_back("model", std::move(names));
    table.columns.back().description = "PathBoost with the best settings and the simple models on the same folds";
    addSummaries(table, summaries, task, unit);
    table.columns.emplace_back("features", std::move(features));
    table.columns.back().description = "Features; for PathBoost missing";
    return table;
}

} // namespace vitrine::pathboost
