#pragma once

#include "plugins/pathboost/compute/fit.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace vitrine::pathboost {

inline constexpr int kSubsamples = 50;
inline constexpr double kSubsampleShare = 0.8;
inline constexpr std::size_t kStableRanks = 10;

/// How the importance of a path varies between subsamples of the training graphs.
struct ImportanceSpread {
    double lower = 0.0;     ///< 5th percentile; a subsample that never selected the path counts as 0
    double upper = 0.0;     ///< 95th percentile
    double stability = 0.0; ///< share of the subsamples in which the path is among the 10 most important ones
};

/// Spreads by path (label codes) and definition; none where the definition was not measured.
using ImportanceSpreads =
    std::map<std::vector<std::int32_t>, std::array<std::optional<ImportanceSpread>, kImportanceDefinitions>>;

/// Fits 50 models, each on 80 % of the training graphs drawn without replacement with (seed, stream 96, sample), with
/// the parameters of `fitted` and as many iterations as its longest sub-model kept.
/// @param fitted  importance measured  @param done  called with the share of the fits done, from any thread
/// @return spreads of every path selected in any subsample, in percent where the importance of `fitted` is
/// @errors cancelled; those of fitModel()
/// @source section 17 of the PathBoost specification
Result<ImportanceSpreads> resampleImportance(const FitInput& input, const PathBoostModel& fitted,
                                             const PreparedGraphs& graphs, std::uint64_t seed, int threads,
                                             const std::stop_token& stop, const std::function<void(double)>& done = {});

} // namespace vitrine::pathboost
