#include "plugins/rival_game/compute/paired_outcomes.h"

#include "core/base/rng.h"
#include "core/kernels/statistics/binomial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace vitrine::rival_game {

namespace {

constexpr std::uint64_t kBootstrapStream = 53;

/// A column that holds 0 and 1, as numbers, truth values or text.
Result<std::optional<bool>> outcomeAt(const Column& column, std::size_t row) {
    if (!column.isValid(row))
        return std::optional<bool>();
    if (column.isNumeric()) {
        const double value = column.number(row);
        if (value == 0.0 || value == 1.0)
            return std::optional(value == 1.0);
    } else {
        const std::string text = column.cellText(row);
        if (text == "1" || text == "true" || text == "True")
            return std::optional(true);
        if (text == "0" || text == "false" || text == "False")
            return std::optional(false);
    }
    return makeError(ErrorCode::invalidArgument, fmt::format("row {}: \"{}\" in the column {}; expected 0 or 1",
                                                             row + 1, column.cellText(row), column.name));
}

double numberAt(const Column* column, std::size_t row) {
    return column && column->isNumeric() && column->isValid(row) ? column->number(row) : std::nan("");
}

std::string textAt(const Column* column, std::size_t row) {
    return column && column->isValid(row) ? column->cellText(row) : std::string();
}

using GroupKey = std::tuple<std::string, std::string, std::int64_t>;

/// The outcomes of one group as they come; the latest training step of a problem wins.
struct Collected {
    std::map<std::string, std::pair<double, PairedOutcome>> byProblem;
};

} // namespace

bool OutcomeGroup::isSinglePass() const {
    return std::ranges::none_of(outcomes, [](const PairedOutcome& one) { return one.draft.has_value(); });
}

Cascade OutcomeGroup::cascade() const {
    Cascade cascade;
    for (const PairedOutcome& one : outcomes)
        if (one.draft)
            cascade.add(*one.draft, one.final);
    return cascade;
}

std::string OutcomeGroup::name() const {
    std::string name = method.empty() ? "all" : method;
    if (!direction.empty())
        name += ' ' + direction;
    return seed != 0 ? name + ", seed " + std::to_string(seed) : name;
}

Result<std::vector<OutcomeGroup>> readOutcomes(const Table& table, std::vector<std::string>& notes) {
    const Column* problem = table.find("problem");
    const Column* final = table.find("final_correct");
    for (const auto& [column, name] : {std::pair{problem, "problem"}, {final, "final_correct"}})
        if (!column)
            return makeError(ErrorCode::invalidArgument,
                             fmt::format("the table has no column {}; expected problem and final_correct, and, where "
                                         "there are any, method, seed, direction, draft_correct, draft_tokens, "
                                         "final_tokens, step",
                                         name));
    const Column* draft = table.find("draft_correct");
    const Column* seeds = table.find("seed");
    std::map<GroupKey, Collected> groups;
    std::int64_t empty = 0, repeated = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const auto outcome = outcomeAt(*final, row);
        if (!outcome)
            return outcome.error();
        const auto before = draft ? outcomeAt(*draft, row) : Result<std::optional<bool>>(std::nullopt);
        if (!before)
            return before.error();
        if (!*outcome || !problem->isValid(row)) {
            ++empty;
            continue;
        }
        PairedOutcome one{problem->cellText(row), *before, **outcome, numberAt(table.find("draft_tokens"), row),
                          numberAt(table.find("final_tokens"), row)};
        const double seed = numberAt(seeds, row);
        const double step = numberAt(table.find("step"), row);
        const GroupKey key{textAt(table.find("method"), row), textAt(table.find("direction"), row),
                           std::isfinite(seed) ? static_cast<std::int64_t>(seed) : 0};
        const auto [place, isNew] = groups[key].byProblem.try_emplace(one.problem, step, one);
        repeated += isNew ? 0 : 1;
        if (!isNew && !(step < place->second.first))
            place->second = {step, std::move(one)};
    }
    if (groups.empty())
        return makeError(ErrorCode::invalidArgument, "the table holds no evaluated answer");
    if (empty > 0)
        notes.push_back(fmt::format("{} rows without a problem or an outcome were left out", empty));
    if (repeated > 0)
        notes.push_back(fmt::format("{} rows repeat a problem of the same method, direction and seed; the latest step "
                                    "counts",
                                    repeated));
    std::vector<OutcomeGroup> read;
    for (auto& [key, collected] : groups) {
        OutcomeGroup group{std::get<0>(key), std::get<1>(key), std::get<2>(key), {}};
        for (auto& [name, one] : collected.byProblem)
            group.outcomes.push_back(std::move(one.second));
        read.push_back(std::move(group));
    }
    return read;
}

Result<PairedComparison> compareOutcomes(const OutcomeGroup& first, const OutcomeGroup& second, double level,
                                         std::uint64_t seed, std::size_t resamples, const std::stop_token& stop) {
    std::vector<int> differences;
    PairedComparison comparison;
    for (auto a = first.outcomes.begin(), b = second.outcomes.begin();
         a != first.outcomes.end() && b != second.outcomes.end();) {
        if (a->problem != b->problem) {
            a->problem < b->problem ? void(++a) : void(++b);
            continue;
        }
        differences.push_back(static_cast<int>(a->final) - static_cast<int>(b->final));
        comparison.onlyFirst += differences.back() > 0 ? 1 : 0;
        comparison.onlySecond += differences.back() < 0 ? 1 : 0;
        ++a;
        ++b;
    }
    const auto n = static_cast<std::uint32_t>(differences.size());
    comparison.problems = n;
    comparison.p = mcnemarExact(comparison.onlyFirst, comparison.onlySecond);
    if (n == 0)
        return comparison;
    comparison.difference = static_cast<double>(comparison.onlyFirst - comparison.onlySecond) / n;
    std::vector<double> means;
    for (std::size_t r = 0; r < resamples; ++r) {
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, "cancelled");
        std::int64_t sum = 0;
        for (std::uint32_t i = 0; i < n; ++i)
            sum += differences[rng::index(n, seed, kBootstrapStream, r, i)];
        means.push_back(static_cast<double>(sum) / n);
    }
    std::ranges::sort(means);
    const auto at = [&means](double share) {
        const double place = share * static_cast<double>(means.size() - 1);
        const auto low = static_cast<std::size_t>(place);
        const std::size_t high = std::min(low + 1, means.size() - 1);
        return means[low] + (place - static_cast<double>(low)) * (means[high] - means[low]);
    };
    const double tail = (1.0 - level) / 2.0;
    comparison.low = at(tail);
    comparison.high = at(1.0 - tail);
    return comparison;
}

} // namespace vitrine::rival_game
