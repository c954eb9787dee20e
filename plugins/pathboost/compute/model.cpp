#include "plugins/pathboost/compute/model.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace vitrine::pathboost {

std::vector<std::int32_t> SubModel::labels(std::int32_t path) const {
    std::vector<std::int32_t> labels;
    for (; path >= 0; path = paths[static_cast<std::size_t>(path)].parent)
        labels.push_back(paths[static_cast<std::size_t>(path)].label);
    std::reverse(labels.begin(), labels.end());
    return labels;
}

int SubModel::length(std::int32_t path) const {
    int length = 0;
    for (; path >= 0; path = paths[static_cast<std::size_t>(path)].parent)
        ++length;
    return length;
}

std::string PathBoostModel::anchorLabel(const SubModel& sub) const {
    return sub.anchors.size() == 1 ? pathLabel(scheme.labels, sub.anchors.front(), scheme.elements) : "all";
}

std::string PathBoostModel::columnLabel(const SubModel& sub, const TreeNode& node) const {
    return label(sub, node.path) + ": " +
           (node.attribute == kCountColumn ? "occurrences"
                                           : scheme.attributes[static_cast<std::size_t>(node.attribute)].name);
}

namespace {

void normalize(ImportanceTable& table, bool parity) {
    constexpr double kMeaningful = 0.05;
    double sum = 0.0;
    double absolute = 0.0;
    for (const ImportanceEntry& entry : table.entries) {
        sum += entry.value;
        absolute += std::abs(entry.value);
    }
    if (sum == 0.0 || (!parity && std::abs(sum) < kMeaningful * absolute)) {
        table.refused = absolute > 0.0;
        return;
    }
    for (ImportanceEntry& entry : table.entries)
        entry.value = entry.value / sum * 100.0;
    table.normalized = true;
}

} // namespace

double FitOptions::rateAt(int iteration) const {
    constexpr double kLeast = 0.01;
    switch (schedule) {
    case RateSchedule::constant: break;
    case RateSchedule::exponential: return learningRate * std::pow(0.95, iteration);
    case RateSchedule::step: return learningRate * std::pow(0.5, iteration / 10);
    case RateSchedule::linear: return std::max(kLeast, learningRate - iteration * (learningRate - kLeast) / 100.0);
    }
    return learningRate;
}

ImportanceTable importanceTable(const PathBoostModel& model, const ImportanceDefinition& definition) {
    ImportanceTable table;
    std::vector<int> subModelsWith;
    std::map<std::vector<std::int32_t>, std::size_t> entryOf;
    double rows = 0.0;
    for (const SubModel& sub : model.subModels)
        rows += sub.trainRows;
    for (const SubModel& sub : model.subModels) {
        for (const PathImportance& importance : sub.importance) {
            const auto [place, isNew] = entryOf.emplace(sub.labels(importance.path), table.entries.size());
            if (isNew) {
                table.entries.push_back({place->first, 0.0});
                subModelsWith.push_back(0);
            }
            table.entries[place->second].value +=
                importance.values[definition.place()].value_or(0.0) * sub.trainRows / rows;
            ++subModelsWith[place->second];
        }
    }
    for (std::size_t i = 0; i < table.entries.size(); ++i)
        table.entries[i].value /= subModelsWith[i];
    if (model.options.importanceNormalize)
        normalize(table, model.options.parity);
    return table;
}

} // namespace vitrine::pathboost
