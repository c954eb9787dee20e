#include "plugins/intruder_threshold/compute/layer_result.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine::intruder_threshold {

const double LayerResult::kInfinity = std::numeric_limits<double>::infinity();

double LayerResult::thetaGeo() const {
    return std::sqrt(full.theta * bulk.theta);
}

double LayerResult::thetaFiniteSize() const {
    return finiteSize ? finiteSize->theta : std::nan("");
}

double LayerResult::excess() const {
    double sum = 0.0;
    for (const SpikeResult& spike : spikes)
        if (std::isfinite(full.theta))
            sum += std::max(0.0, spike.strength * spike.strength - full.theta * full.theta);
    return sum;
}

std::int64_t LayerResult::intruders(std::size_t k, double epsilon) const {
    const auto end = leading.begin() + static_cast<std::ptrdiff_t>(std::min(k, leading.size()));
    return std::count_if(leading.begin(), end, [&](const DirectionResult& one) { return one.left < epsilon; });
}

std::int64_t LayerResult::intrudersRight(std::size_t k, double epsilon) const {
    const auto end = leading.begin() + static_cast<std::ptrdiff_t>(std::min(k, leading.size()));
    return std::count_if(leading.begin(), end, [&](const DirectionResult& one) { return one.right < epsilon; });
}

} // namespace vitrine::intruder_threshold
