#include "plugins/intruder_threshold/compute/finite_size.h"

#include "core/base/rng.h"
#include "plugins/intruder_threshold/compute/rank_one_scan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace vitrine::intruder {
namespace {

constexpr std::uint64_t kStream = 91; ///< directions of this estimate
constexpr int kAbove = 200;           ///< positions above sigma_1
constexpr double kNearest = 1e-5, kFarthest = 6.0;
constexpr int kInGap = 24; ///< positions in every gap between leading values

/// First q coordinates of a point of the sphere in `dimension` dimensions; the rest of its energy of 1.
double drawDirection(std::uint64_t seed, int draw, std::uint64_t side, Eigen::Index dimension, Vector& first) {
    double all = 0.0;
    for (Eigen::Index i = 0; i < dimension; ++i) {
        const double value =
            rng::normal(seed, kStream, static_cast<std::uint64_t>(draw), static_cast<std::uint64_t>(i), side);
        all += value * value;
        if (i < first.size())
            first(i) = value;
    }
    first /= std::sqrt(all);
    return std::max(0.0, 1.0 - first.squaredNorm());
}

/// Positions of a singular value in units of sigma_1: above the spectrum, and Chebyshev points in the leading gaps.
std::vector<double> positions(const Vector& sigma, int k) {
    std::vector<double> z;
    z.reserve(kAbove);
    const double step = std::log(kFarthest / kNearest) / (kAbove - 1);
    for (int i = 0; i < kAbove; ++i)
        z.push_back(1.0 + kNearest * std::exp(step * i));
    const Eigen::Index gaps = std::min<Eigen::Index>(k, sigma.size()) - 1;
    for (Eigen::Index j = 0; j < gaps; ++j) {
        const double middle = (sigma(j) + sigma(j + 1)) / 2.0;
        const double half = (sigma(j) - sigma(j + 1)) / 2.0;
        for (int i = 0; i < kInGap; ++i) {
            const double at = middle + half * std::cos(std::numbers::pi * (2 * i + 1) / (2.0 * kInGap));
            if (at < sigma(j) && at > sigma(j + 1))
                z.push_back(at);
        }
    }
    return z;
}

struct Candidate {
    double strength = 0.0;
    std::size_t position = 0;
};

/// Smallest strength of one draw with an intruder among the k leading directions, in units of sigma_1.
double thresholdOf(const Vector& sigma, const std::vector<Cluster>& clusters, const std::vector<double>& z,
                   const RankOneUpdate& update, const FiniteSizeOptions& options, const std::stop_token& stop) {
    std::vector<RankOnePoint> points;
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < z.size() && !stop.stop_requested(); ++i) {
        points.push_back(rankOneAt(sigma, update, z[i]));
        for (const auto& solution : points.back().solutions)
            if (solution && solution->rank <= options.k)
                candidates.push_back({solution->strength, i});
    }
    // Overlaps cost as much as all that was before: only those up to the answer are looked at.
    std::ranges::sort(candidates, {}, &Candidate::strength);
    for (const Candidate& one : candidates) {
        if (stop.stop_requested())
            break;
        const RankOnePoint& point = points[one.position];
        if (rankOneOverlap(sigma, clusters, update, point, one.strength, z[one.position]) < options.epsilon)
            return one.strength;
    }
    return std::numeric_limits<double>::infinity();
}

/// Between the two neighbours in order, as NumPy's percentile; infinite as soon as one of them is.
double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double part = place - static_cast<double>(below);
    if (part == 0.0)
        return sorted[below];
    return std::isinf(sorted[below + 1]) ? sorted[below + 1]
                                         : sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

} // namespace

Result<FiniteSizeEstimate> finiteSizeEstimate(const Vector& sigma, Eigen::Index rows, Eigen::Index cols,
                                              const FiniteSizeOptions& options, const std::stop_token& stop) {
    if (sigma.size() == 0 || !(sigma(0) > 0.0) || options.draws < 1)
        return FiniteSizeEstimate{}; // an update of any strength is an intruder
    const double unit = sigma(0);
    const Vector scaled = sigma / unit;
    const std::vector<Cluster> clusters = clustersOf(scaled);
    const std::vector<double> z = positions(scaled, options.k);
    std::vector<double> thresholds;
    RankOneUpdate update;
    update.a.resize(sigma.size());
    update.b.resize(sigma.size());
    for (int draw = 0; draw < options.draws; ++draw) {
        update.beyondU = drawDirection(options.seed, draw, 0, rows, update.a);
        update.beyondV = drawDirection(options.seed, draw, 1, cols, update.b);
        if (rows == sigma.size())
            update.beyondU = 0.0;
        if (cols == sigma.size())
            update.beyondV = 0.0;
        thresholds.push_back(unit * thresholdOf(scaled, clusters, z, update, options, stop));
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, "Stopped.");
    }
    std::ranges::sort(thresholds);
    constexpr double kLow = 0.1, kMiddle = 0.5, kHigh = 0.9;
    return FiniteSizeEstimate{quantile(thresholds, kMiddle), quantile(thresholds, kLow), quantile(thresholds, kHigh)};
}

} // namespace vitrine::intruder
