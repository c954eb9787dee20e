#include "plugins/prefix_controller/compute/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vitrine::prefix_controller {

double envelopeAt(double progress, double flat, double largestRatio) {
    if (flat >= 1.0)
        return largestRatio;
    return largestRatio * std::clamp((1.0 - progress) / (1.0 - flat), 0.0, 1.0);
}

double offsetOf(double solved, double span) {
    return span * (1.0 - 2.0 * solved);
}

double sampleRatio(double base, double offset, double envelope, double largestRatio) {
    return std::min(envelope, std::clamp(base + offset, 0.0, largestRatio));
}

double decayAt(double progress, double start, DecayShape shape) {
    if (shape == DecayShape::cosine)
        return start * (1.0 + std::cos(std::numbers::pi * progress)) / 2.0;
    return start * (1.0 - progress);
}

std::vector<double> isotonic(std::span<const double> values) {
    struct Block {
        double sum;
        std::size_t count;
        double mean() const { return sum / static_cast<double>(count); }
    };
    std::vector<Block> blocks;
    for (const double value : values) {
        blocks.push_back({value, 1});
        while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() >= blocks.back().mean()) {
            const Block last = blocks.back();
            blocks.pop_back();
            blocks.back().sum += last.sum;
            blocks.back().count += last.count;
        }
    }
    std::vector<double> pooled;
    for (const Block& block : blocks)
        pooled.insert(pooled.end(), block.count, block.mean());
    return pooled;
}

double invert(std::span<const double> grid, std::span<const double> success, double target, double largestRatio) {
    std::vector<double> knots(grid.begin(), grid.end());
    std::vector<double> curve = isotonic(success);
    if (curve.empty() || curve.front() >= target)
        return 0.0;
    knots.push_back(1.0);
    curve.push_back(std::max(1.0, curve.back()));
    const auto reached = std::ranges::find_if(curve, [target](double value) { return value >= target; });
    if (reached == curve.end()) // the target is above one
        return largestRatio;
    const auto i = static_cast<std::size_t>(reached - curve.begin());
    const double part = (target - curve[i - 1]) / (curve[i] - curve[i - 1]);
    return std::clamp(knots[i - 1] + part * (knots[i] - knots[i - 1]), 0.0, largestRatio);
}

double flopsOf(double parameters, double sampledTokens, double trainedTokens) {
    return 2.0 * parameters * sampledTokens + 6.0 * parameters * trainedTokens;
}

} // namespace vitrine::prefix_controller
