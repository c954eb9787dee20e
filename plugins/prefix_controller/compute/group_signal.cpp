#include "plugins/prefix_controller/compute/group_signal.h"

#include "core/kernels/statistics/group_advantages.h"

#include <cmath>
#include <vector>

namespace vitrine::prefix_controller {

GroupSignal groupSignal(int correct, int rollouts) {
    std::vector<double> rewards(static_cast<std::size_t>(rollouts), 0.0);
    std::fill_n(rewards.begin(), correct, 1.0);
    const auto pair = [&](AdvantageNorm norm) {
        const GroupAdvantages group = groupAdvantages(rewards, norm);
        return SidePair{correct > 0 ? group.values.front() : 0.0, correct < rollouts ? group.values.back() : 0.0};
    };
    GroupSignal signal;
    signal.none = pair(AdvantageNorm::none);
    signal.population = pair(AdvantageNorm::population);
    signal.trl = pair(AdvantageNorm::trl);
    const double p = static_cast<double>(correct) / rollouts;
    signal.positiveNone = p * (1.0 - p);
    signal.positivePopulation = std::sqrt(p * (1.0 - p));
    signal.pairs = std::int64_t{correct} * (rollouts - correct);
    return signal;
}

DeadZone deadZoneAt(double probability, int rollouts) {
    DeadZone zone;
    zone.dead = std::pow(1.0 - probability, rollouts);
    zone.saturated = std::pow(probability, rollouts);
    zone.live = 1.0 - zone.dead - zone.saturated;
    zone.signal = probability * (1.0 - probability) * (1.0 - 1.0 / rollouts);
    return zone;
}

} // namespace vitrine::prefix_controller
