#include "plugins/rival_game/compute/paired_experiment.h"

#include "core/kernels/statistics/binomial.h"
#include "core/values/table_rows.h"
#include "plugins/rival_game/compute/outputs.h"
#include "plugins/rival_game/compute/paired_outcomes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitrine::rival_game {

namespace {

constexpr double kSecondsPerDraw = 7e-9;
constexpr std::size_t kMostGroups = 60;

double meanTokens(const OutcomeGroup& group, double PairedOutcome::*tokens) {
    double sum = 0.0;
    std::size_t n = 0;
    for (const PairedOutcome& one : group.outcomes)
        if (!std::isnan(one.*tokens)) {
            sum += one.*tokens;
            ++n;
        }
    return n > 0 ? sum / static_cast<double>(n) : std::nan("");
}

std::int64_t rightOf(const OutcomeGroup& group) {
    return std::ranges::count_if(group.outcomes, &PairedOutcome::final);
}

Table cascadesTable(const std::vector<OutcomeGroup>& groups, double level) {
    TableRows rows;
    for (const OutcomeGroup& group : groups) {
        const bool single = group.isSinglePass();
        const Cascade cascade = group.cascade();
        const auto n = static_cast<std::int64_t>(group.outcomes.size());
        const std::int64_t right = rightOf(group);
        const ProbabilityInterval interval = clopperPearson(right, n, level);
        const auto count = [single](std::int64_t value) { return single ? std::nan("") : static_cast<double>(value); };
        rows.text("group", group.name());
        rows.text("method", group.method);
        rows.text("direction", group.direction);
        rows.integer("seed", group.seed);
        rows.integer("problems", n);
        rows.real("final", static_cast<double>(right) / static_cast<double>(n));
        rows.real("low", interval.low);
        rows.real("high", interval.high);
        rows.real("draft", cascade.draft());
        rows.real("net", cascade.net());
        rows.real("conversion_rate", cascade.conversionRate());
        rows.real("keep_rate", cascade.keepRate());
        rows.real("kept", count(cascade.kept));
        rows.real("regressed", count(cascade.regressed));
        rows.real("converted", count(cascade.converted));
        rows.real("lost", count(cascade.lost));
        const double draftTokens = meanTokens(group, &PairedOutcome::draftTokens);
        const double finalTokens = meanTokens(group, &PairedOutcome::finalTokens);
        const double all = finalTokens + (single ? 0.0 : draftTokens);
        rows.real("draft_tokens", draftTokens);
        rows.real("final_tokens", finalTokens);
        rows.real("tokens_per_correct",
                  right > 0 ? all * static_cast<double>(n) / static_cast<double>(right) : std::nan(""));
    }
    return rows.table();
}

Result<Table> testsTable(const std::vector<OutcomeGroup>& groups, const ParameterSet& parameters, RunContext& context) {
    const double level = parameters.real("level");
    const auto resamples = static_cast<std::size_t>(parameters.integer("resamples"));
    TableRows rows;
    const std::size_t pairs = groups.size() * (groups.size() - 1) / 2;
    std::size_t done = 0;
    for (std::size_t i = 0; i < groups.size(); ++i)
        for (std::size_t k = i + 1; k < groups.size(); ++k) {
            const auto comparison =
                compareOutcomes(groups[i], groups[k], level, context.seed(), resamples, context.stopToken());
            if (!comparison)
                return comparison.error();
            context.progress(static_cast<double>(++done) / static_cast<double>(pairs), "Comparing");
            rows.text("first", groups[i].name());
            rows.text("second", groups[k].name());
            rows.integer("problems", comparison->problems);
            rows.real("difference", comparison->problems > 0 ? comparison->difference : std::nan(""));
            rows.real("low", comparison->problems > 0 ? comparison->low : std::nan(""));
            rows.real("high", comparison->problems > 0 ? comparison->high : std::nan(""));
            rows.integer("only_first", comparison->onlyFirst);
            rows.integer("only_second", comparison->onlySecond);
            rows.real("p", comparison->p);
        }
    return rows.table();
}

/// The better direction of each method, chosen after the fact.
Scalars headlines(const std::vector<OutcomeGroup>& groups, double level) {
    std::vector<const OutcomeGroup*> order;
    order.reserve(groups.size());
    for (const OutcomeGroup& group : groups)
        order.push_back(&group);
    const auto accuracy = [](const OutcomeGroup* group) {
        return static_cast<double>(rightOf(*group)) / static_cast<double>(group->outcomes.size());
    };
    std::ranges::stable_sort(order, std::greater{}, accuracy);
    constexpr std::size_t kCards = 4;
    Scalars scalars;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto n = static_cast<std::int64_t>(order[i]->outcomes.size());
        const ProbabilityInterval interval = clopperPearson(rightOf(*order[i]), n, level);
        Scalar scalar;
        scalar.id = "final_" + std::to_string(i + 1);
        scalar.label = order[i]->name();
        scalar.value = accuracy(order[i]);
        scalar.interval =
            Interval{interval.low, interval.high,
                     fmt::format("{:g} % Clopper-Pearson over problems, one training run", 100.0 * level), n};
        scalar.definition = "Share of the problems whose final answer is right. The better of two directions is chosen "
                            "after the fact: of two equally good ones it is " +
                            fmt::format("{:.4f}", bestOfTwoBias(scalar.value, n, 0.0)) +
                            " too high in the mean, were they independent.";
        scalar.headline = i < kCards;
        scalars.items.push_back(std::move(scalar));
    }
    return scalars;
}

} // namespace

Inspection PairedExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    const auto table = inputs.get<Table>(kPairsInput);
    std::vector<std::string> notes;
    if (table)
        if (const auto groups = readOutcomes(**table, notes); !groups)
            inspection.problems.push_back({kPairsInput, groups.error().message, false});
    return inspection;
}

Estimate PairedExperiment::estimate(const RunInputs& inputs) const {
    const auto table = inputs.get<Table>(kPairsInput);
    if (!table)
        return {};
    const double draws =
        static_cast<double>(inputs.parameters.integer("resamples")) * static_cast<double>((*table)->rowCount()) * 4.0;
    return {draws * kSecondsPerDraw, static_cast<std::int64_t>((*table)->rowCount()) * 200};
}

Result<void> PairedExperiment::run(const RunInputs& inputs, RunContext& context) {
    const auto table = inputs.get<Table>(kPairsInput);
    if (!table)
        return table.error();
    std::vector<std::string> notes;
    const auto groups = readOutcomes(**table, notes);
    if (!groups)
        return groups.error();
    if (groups->size() > kMostGroups)
        return makeError(ErrorCode::outOfRange,
                         fmt::format("the table holds {} combinations of method, direction and seed; {} at most are "
                                     "compared with one another",
                                     groups->size(), kMostGroups));
    for (const std::string& note : notes)
        context.log(LogLevel::warning, note + ".");
    const double level = inputs.parameters.real("level");
    if (auto done = context.emitArtifact(kMetrics, makeValue(headlines(*groups, level))); !done)
        return done;
    if (auto done = context.emitArtifact(kCascades, makeValue(cascadesTable(*groups, level))); !done)
        return done;
    auto tests = testsTable(*groups, inputs.parameters, context);
    if (!tests)
        return tests.error();
    return context.emitArtifact(kTests, makeValue(std::move(*tests)));
}

} // namespace vitrine::rival_game
