#include "core/compare/paired_errors.h"

#include "core/figure/view_hints.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace vitrine {

namespace {

/// More values than this in the group column are no parts of a split.
constexpr std::size_t kMostGroups = 4;

/// The columns of one table, found by name.
struct ErrorTable {
    const Column* key = nullptr;
    const Column* measured = nullptr;
    const Column* predicted = nullptr;
    const Column* group = nullptr;

    bool isUsable(std::size_t row) const {
        return key->isValid(row) && std::isfinite(measured->number(row)) && std::isfinite(predicted->number(row));
    }
    double error(std::size_t row) const { return std::abs(predicted->number(row) - measured->number(row)); }
    std::string groupOf(std::size_t row) const { return group ? group->cellText(row) : std::string(); }
};

std::optional<ErrorTable> findColumns(const ComparedRun& run, const std::string& outputId) {
    const auto table = run.output<Table>(outputId);
    const auto columns = table ? errorColumns(run.descriptions.at(outputId)) : std::nullopt;
    if (!columns)
        return std::nullopt;
    ErrorTable found{table->find(columns->key), table->find(columns->measured), table->find(columns->predicted),
                     columns->group.empty() ? nullptr : table->find(columns->group)};
    if (!found.key || !found.measured || !found.predicted || !found.measured->isNumeric() ||
        !found.predicted->isNumeric())
        return std::nullopt;
    return found;
}

bool sharesInput(const RunRecord& a, const RunRecord& b) {
    return std::ranges::any_of(a.inputs, [&](const InputReference& input) {
        return !input.contentHash.empty() && std::ranges::any_of(b.inputs, [&](const InputReference& other) {
            return other.inputId == input.inputId && other.contentHash == input.contentHash;
        });
    });
}

std::vector<std::string> groupsOf(const ErrorTable& table) {
    std::vector<std::string> groups;
    for (std::size_t row = 0; table.group && row < table.group->size(); ++row) {
        std::string group = table.groupOf(row);
        if (std::ranges::find(groups, group) == groups.end())
            groups.push_back(std::move(group));
        if (groups.size() > kMostGroups)
            return {std::string()};
    }
    return groups.empty() ? std::vector<std::string>{std::string()} : groups;
}

PairedErrors::OfRun pairUp(const ErrorTable& run, const ErrorTable& reference, const std::string& group) {
    std::unordered_map<std::string, std::size_t> rows;
    for (std::size_t row = 0; row < run.key->size(); ++row)
        if (run.isUsable(row))
            rows.emplace(run.key->cellText(row), row);
    PairedErrors::OfRun paired;
    std::vector<double> differences;
    for (std::size_t row = 0; row < reference.key->size(); ++row) {
        if (!group.empty() && reference.groupOf(row) != group)
            continue;
        const auto other = reference.isUsable(row) ? rows.find(reference.key->cellText(row)) : rows.end();
        if (other == rows.end() || run.groupOf(other->second) != reference.groupOf(row) ||
            run.measured->number(other->second) != reference.measured->number(row))
            ++paired.leftOut;
        else
            differences.push_back(run.error(other->second) - reference.error(row));
    }
    paired.test = pairedTTest(differences);
    return paired;
}

} // namespace

std::optional<ErrorColumns> errorColumns(const OutputDescription& output) {
    if (output.kind != ValueKind::table || output.key.empty())
        return std::nullopt;
    const ViewHints hints = ViewHints::fromJson(output.view);
    if (!hints.diagonal || hints.x.empty() || hints.y.size() != 1)
        return std::nullopt;
    return ErrorColumns{output.keyColumn.empty() ? output.key : output.keyColumn, hints.x, hints.y.front(),
                        hints.group};
}

std::vector<PairedErrors> pairedErrors(ComparedRuns runs, std::size_t reference) {
    std::vector<PairedErrors> all;
    const ComparedRun& base = runs[reference];
    for (const auto& [id, description] : base.descriptions) {
        const auto table = findColumns(base, id);
        if (!table)
            continue;
        for (const std::string& group : groupsOf(*table)) {
            PairedErrors errors{id, description.title, group, table->measured->unit, {}};
            errors.runs.resize(runs.size());
            bool any = false;
            for (std::size_t i = 0; i < runs.size(); ++i) {
                const auto other = i == reference || !sharesInput(runs[i].record, base.record)
                                       ? std::nullopt
                                       : findColumns(runs[i], id);
                if (other)
                    errors.runs[i] = pairUp(*other, *table, group);
                any = any || errors.runs[i].test;
            }
            if (any)
                all.push_back(std::move(errors));
        }
    }
    return all;
}

} // namespace vitrine
