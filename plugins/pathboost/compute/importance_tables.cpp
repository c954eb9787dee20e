#include "plugins/pathboost/compute/importance_tables.h"

#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/table_columns.h"

#include <algorithm>
#include <map>
#include <optional>

namespace vitrine::pathboost {

namespace {

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

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

} // namespace vitrine::pathboost
