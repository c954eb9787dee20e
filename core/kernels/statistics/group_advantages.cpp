#include "core/kernels/statistics/group_advantages.h"

#include <cmath>

namespace vitrine {

namespace {

constexpr double kNoSpread = 1e-12;
constexpr double kTrlEpsilon = 1e-4;

} // namespace

GroupAdvantages groupAdvantages(std::span<const double> rewards, AdvantageNorm norm) {
    GroupAdvantages group;
    group.values.assign(rewards.size(), 0.0);
    const auto n = static_cast<double>(rewards.size());
    if (rewards.empty()) {
        group.dropped = true;
        return group;
    }
    for (const double reward : rewards)
        group.mean += reward;
    group.mean /= n;
    double squares = 0.0;
    for (const double reward : rewards)
        squares += (reward - group.mean) * (reward - group.mean);
    if (std::sqrt(squares / n) <= kNoSpread) {
        group.dropped = true;
        return group;
    }
    double divisor = 1.0;
    switch (norm) {
    case AdvantageNorm::none: break;
    case AdvantageNorm::population: divisor = std::sqrt(squares / n); break;
    case AdvantageNorm::sample: divisor = std::sqrt(squares / (n - 1.0)); break;
    case AdvantageNorm::trl: divisor = std::sqrt(squares / (n - 1.0)) + kTrlEpsilon; break;
    }
    for (std::size_t i = 0; i < rewards.size(); ++i)
        group.values[i] = (rewards[i] - group.mean) / divisor;
    return group;
}

} // namespace vitrine
