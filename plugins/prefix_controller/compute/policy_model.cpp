#include "plugins/prefix_controller/compute/policy_model.h"

#include "core/base/rng.h"

#include <algorithm>
#include <cmath>

namespace vitrine::prefix_controller {

namespace {

constexpr std::uint64_t kPopulationStream = 1;

double logistic(double x) {
    return 1.0 / (1.0 + std::exp(-x));
}

} // namespace

std::vector<SimProblem> makePopulation(const PolicyModel& model, std::uint64_t seed, std::uint64_t firstId,
                                       std::size_t count) {
    std::vector<SimProblem> problems(count);
    for (std::size_t i = 0; i < count; ++i) {
        SimProblem& one = problems[i];
        one.id = firstId + i;
        const auto uniform = [&](std::uint64_t field) { return rng::u01(seed, kPopulationStream, one.id, field); };
        const auto normal = [&](std::uint64_t field) { return rng::normal(seed, kPopulationStream, one.id, field); };
        one.easy = uniform(0) < model.easyShare;
        one.midpoint = one.easy ? -0.30 + 0.10 * normal(1)
                                : std::clamp(model.midpointMean + model.midpointSpread * normal(1), -0.6, 1.3);
        one.scale = model.scaleMean * std::exp(0.30 * normal(2));
        one.transfer = 1.0 + model.transferSpread * (2.0 * uniform(3) - 1.0);
        one.dips = uniform(4) < model.dipShare;
        one.dipCentre = 0.5 + 0.3 * uniform(5);
        one.referenceTokens = 2400.0 * std::exp(0.35 * normal(6));
        one.unaidedTokens = 8000.0 * std::exp(0.25 * normal(7));
        one.bin = Practice::binOf(one.midpoint);
    }
    return problems;
}

double successAt(const SimProblem& problem, double ratio, double shift) {
    constexpr double kDepth = 0.6, kDipWidth = 0.06;
    double success = logistic((ratio - (problem.midpoint - shift)) / problem.scale);
    if (problem.dips) {
        const double away = (ratio - problem.dipCentre) / kDipWidth;
        success *= 1.0 - kDepth * std::exp(-0.5 * away * away);
    }
    return success;
}

int Practice::binOf(double midpoint) {
    const double place = std::floor((midpoint - (kFirstCentre - 0.5 * kBinWidth)) / kBinWidth);
    return static_cast<int>(std::clamp(place, 0.0, static_cast<double>(kBins - 1)));
}

void Practice::addShared(const std::vector<const SimProblem*>& batch, const std::vector<double>& weights, double rate,
                         double width) {
    for (int b = 0; b < kBins; ++b) {
        const double centre = kFirstCentre + kBinWidth * b;
        double sum = 0.0;
        for (std::size_t i = 0; i < batch.size(); ++i) {
            const double away = (centre - batch[i]->midpoint) / width;
            sum += weights[i] * std::exp(-0.5 * away * away);
        }
        m_shared[static_cast<std::size_t>(b)] += rate * sum / static_cast<double>(batch.size());
    }
}

} // namespace vitrine::prefix_controller
