#include "plugins/pathboost/compute/resampled_importance.h"

#include "core/base/parallel_for.h"
#include "core/base/rng.h"
#include "plugins/pathboost/compute/evaluation.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace vitrine::pathboost {

namespace {

constexpr std::uint64_t kSubsampleStream = 96;

std::vector<std::int32_t> subsample(std::span<const std::int32_t> train, std::uint64_t seed, std::uint64_t sample) {
    const auto n = static_cast<std::uint32_t>(train.size());
    const auto order = rng::permutation(seed, kSubsampleStream, sample, n);
    const auto size = std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(kSubsampleShare * n)));
    std::vector<std::int32_t> chosen;
    for (std::size_t i = 0; i < size; ++i)
        chosen.push_back(train[order[i]]);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

std::size_t longest(const PathBoostModel& model) {
    std::size_t iterations = 1;
    for (const SubModel& sub : model.subModels)
        iterations = std::max(iterations, sub.iterations.size());
    return iterations;
}

// Per definition the table of one subsample; normalised when that of the whole training part is.
using SampleTables = std::array<ImportanceTable, kImportanceDefinitions>;

SampleTables tablesOf(PathBoostModel model, const std::array<bool, kImportanceDefinitions>& normalized) {
    SampleTables tables;
    model.options.parity = true; // percentages of a subsample are not refused, its interval shows what they are worth
    for (std::size_t k = 0; k < kImportanceDefinitions; ++k) {
        model.options.importanceNormalize = normalized[k];
        tables[k] = importanceTable(model, ImportanceDefinition::at(k));
    }
    return tables;
}

std::vector<char> amongFirst(const ImportanceTable& table) {
    std::vector<std::size_t> order(table.entries.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return table.entries[a].value > table.entries[b].value; });
    std::vector<char> first(order.size(), 0);
    for (std::size_t i = 0; i < std::min(order.size(), kStableRanks); ++i)
        first[order[i]] = 1;
    return first;
}

ImportanceSpreads spreadsOf(const std::vector<SampleTables>& samples, std::size_t definitions) {
    struct Seen {
        std::vector<double> values;
        int first = 0;
    };
    ImportanceSpreads spreads;
    for (std::size_t k = 0; k < definitions; ++k) {
        std::map<std::vector<std::int32_t>, Seen> seen;
        for (const SampleTables& sample : samples) {
            const std::vector<char> first = amongFirst(sample[k]);
            for (std::size_t i = 0; i < first.size(); ++i) {
                Seen& path = seen[sample[k].entries[i].labels];
                path.values.push_back(sample[k].entries[i].value);
                path.first += first[i];
            }
        }
        for (auto& [labels, path] : seen) {
            path.values.resize(samples.size(), 0.0);
            const auto [lower, upper] = percentileInterval(std::move(path.values), 0.05, 0.95);
            spreads[labels][k] = {lower, upper, path.first / static_cast<double>(samples.size())};
        }
    }
    return spreads;
}

} // namespace

Result<ImportanceSpreads> resampleImportance(const FitInput& input, const PathBoostModel& fitted,
                                             const PreparedGraphs& graphs, std::uint64_t seed, int threads,
                                             const std::stop_token& stop, const std::function<void(double)>& done) {
    FitOptions options = fitted.options;
    options.stopping = {};
    options.iterations = static_cast<int>(longest(fitted));
    const std::size_t definitions =
        options.importance == ImportanceKind::relative ? kImportanceDefinitions : kImportanceDefinitions / 2;
    std::array<bool, kImportanceDefinitions> normalized{};
    for (std::size_t k = 0; k < definitions; ++k)
        normalized[k] = importanceTable(fitted, ImportanceDefinition::at(k)).normalized;
    std::vector<SampleTables> samples(kSubsamples);
    std::vector<Result<void>> outcome(kSubsamples);
    std::atomic<int> finished{0};
    parallelFor(kSubsamples, threads, [&](std::size_t i) {
        FitInput sample = input;
        sample.parts = {{"train", subsample(input.parts.front().graphs, seed, i)}};
        auto fit = fitModel(sample, options, graphs, 1, stop);
        if (!fit)
            outcome[i] = fit.error();
        else if (fit->stopped)
            outcome[i] = makeError(ErrorCode::cancelled, "cancelled");
        else
            samples[i] = tablesOf(std::move(fit->model), normalized);
        if (done)
            done(++finished / static_cast<double>(kSubsamples));
    });
    for (Result<void>& one : outcome)
        if (!one)
            return one.error();
    return spreadsOf(samples, definitions);
}

} // namespace vitrine::pathboost
