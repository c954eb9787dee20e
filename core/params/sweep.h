#pragma once

#include "core/params/parameter.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Most runs that one sweep may start.
constexpr std::size_t kMostSweepRuns = 200;

/// One parameter with the values that it takes one after the other.
struct ParameterSweep {
    std::string parameter;
    std::vector<nlohmann::json> values; ///< valid and different, in the order given
    bool operator==(const ParameterSweep&) const = default;
};

/// Seeds of a sweep stand among the texts of its parameters under an id that no parameter can have.
constexpr const char* kSeedsId = "$seeds";
/// "1, 2, 3", also with ranges: "1..10". In the order given.
/// @errors invalid_argument in one sentence: no whole number, twice the same, too many, none
Result<std::vector<std::uint64_t>> parseSeeds(std::string_view text);

/// Values of swept parameters by id, as typed; see parseSweep.
using SweepTexts = std::map<std::string, std::string>;

/// The sweeps of an experiment are kept with what its form holds, under an id that no parameter can have. Runs have
/// none: ParameterSet::complete leaves it out.
SweepTexts sweepTexts(const ParameterSet& pending);
/// Replaces them; none leave nothing behind.
void setSweepTexts(ParameterSet& pending, const SweepTexts& sweeps);

/// Values as typed: "0.05, 0.1, 0.2", of numbers also "0.05..0.2 step 0.05" (the end belongs to it) and "0.001..1 log
/// 4" (so many values in equal ratios). Values that are lists themselves are separated by semicolons.
/// @errors invalid_argument in one sentence: not sweepable, no value, not allowed, twice the same, too many
Result<ParameterSweep> parseSweep(const ParameterSpec& spec, std::string_view text);

/// Number of combinations; kMostSweepRuns + 1 stands for all larger ones.
std::size_t sweepSize(const std::vector<ParameterSweep>& sweeps);

/// What each run sets, the last sweep changing fastest. @errors invalid_argument: a parameter twice, too many runs
Result<std::vector<ParameterSet>> sweepCombinations(const std::vector<ParameterSweep>& sweeps);

/// What tells a run of a sweep from the others: "Learning rate = 0.1, Iterations = 40, seed = 2".
/// @param seed  where seeds are swept
std::string sweepLabel(const ParameterSchema& schema, const ParameterSet& combination,
                       std::optional<std::uint64_t> seed = {});
/// The same by ids, for names of folders: "learning_rate=0.1, n_iter=40, seed=2".
std::string sweepIdentifier(const ParameterSchema& schema, const ParameterSet& combination,
                            std::optional<std::uint64_t> seed = {});
/// Title of a run of a sweep: the label comes first, so that lists which are too narrow show what differs.
std::string sweepTitle(const std::string& label, const std::string& title);

} // namespace vitrine
