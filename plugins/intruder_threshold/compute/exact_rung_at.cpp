#include "plugins/intruder_threshold/compute/exact_rung.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder {
namespace {

/// An update that is exactly aligned leaves roots on a pole, so bounds are moved by a few ulp.
constexpr double widening = 4e-14;
/// Roots below this share of the largest possible one are reported as 0.
constexpr double vanishing = 1e-14;

/// W itself: every vector is a pretrained one.
UpdatedSpectrum untouched(const SecularProblem& problem, Eigen::Index k, double s, bool overlaps) {
    UpdatedSpectrum out;
    out.strength = s;
    if (overlaps)
        out.overlapsLeft = out.overlapsRight = Matrix::Identity(problem.order, k);
    for (Eigen::Index j = 0; j < k; ++j)
        out.triplets.push_back({problem.sigma(j) * problem.unit, 1.0, 1.0, j, j, 0.0, 0.0, 0.0});
    return out;
}

struct Bounds {
    double low = 0.0;
    double high = 0.0;
};

/// What Weyl's inequalities say about the j-th root (from 1) of W(s), `move` = s gamma theta_1.
Bounds weylBounds(const SecularProblem& problem, Eigen::Index j, double move) {
    const Vector& poles = problem.poles;
    const Eigen::Index e = problem.rank();
    const Eigen::Index count = poles.size();
    Bounds bounds;
    bounds.low = std::max(j + e <= count ? poles(j + e - 1) : 0.0, j <= count ? poles(j - 1) - move : 0.0);
    bounds.high = (j <= count ? poles(j - 1) : 0.0) + move;
    if (j > e)
        bounds.high = std::min(bounds.high, poles(j - e - 1));
    return bounds;
}

} // namespace

Result<UpdatedSpectrum> ExactRung::at(double s, const ExactOptions& options, const std::stop_token& stop,
                                      const UpdatedSpectrum* near) {
    if (!(s >= 0.0) || !std::isfinite(s))
        return makeError(ErrorCode::invalidArgument, "A strength must be a number that is not negative.");
    const SecularProblem& problem = *m_problem;
    const Eigen::Index k = std::min<Eigen::Index>(options.k, problem.order);
    if (s == 0.0 || problem.rank() == 0)
        return untouched(problem, k, s, options.overlaps);
    m_finder.setStrength(s);
    const double move = s * problem.weights(0);
    const double least = vanishing * (problem.poles(0) + move);
    UpdatedSpectrum out;
    out.strength = s;
    if (options.overlaps) {
        out.overlapsLeft = Matrix::Zero(problem.order, k);
        out.overlapsRight = Matrix::Zero(problem.order, k);
    }
    // The roots of the deflated problem and the values that no update moves, merged in descending order.
    const auto moving = static_cast<Eigen::Index>(problem.poles.size());
    const std::size_t still = static_cast<std::size_t>(problem.unchanged.size());
    std::size_t nextStill = 0;
    Eigen::Index nextRoot = 1;
    SecularRoot root;
    bool have = false;
    double previous = problem.poles(0) + move;
    for (Eigen::Index column = 0; column < k; ++column) {
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, "Stopped.");
        if (!have && nextRoot <= moving) {
            Bounds bounds = weylBounds(problem, nextRoot, move);
            std::optional<double> guess;
            if (near && still == 0 && static_cast<std::size_t>(nextRoot) <= near->triplets.size()) {
                const double reach = std::abs(s - near->strength) * problem.weights(0);
                const UpdatedTriplet& other = near->triplets[static_cast<std::size_t>(nextRoot) - 1];
                const double value = other.value / problem.unit;
                guess = value + (s - near->strength) * other.slope / problem.unit;
                bounds.low = std::max(bounds.low, value - reach);
                bounds.high = std::min(bounds.high, value + reach);
            }
            const double high = std::min(bounds.high, previous) * (1.0 + widening) + widening * least;
            const double low = std::max(bounds.low * (1.0 - widening), least);
            root = high > low ? m_finder.find(nextRoot, low, high, guess, stop) : SecularRoot{};
            have = true;
        }
        const bool takeStill =
            nextStill < still && (!have || problem.unchanged(static_cast<Eigen::Index>(nextStill)) >= root.z);
        if (takeStill) {
            out.triplets.push_back(unchanged(nextStill++, out, column, options.overlaps));
            continue;
        }
        if (root.z <= least)
            out.triplets.push_back({});
        else
            out.triplets.push_back(describe(root, s, out, column, options.overlaps));
        previous = root.z;
        ++nextRoot;
        have = false;
        if (m_finder.failed())
            return makeError(ErrorCode::numeric, "The eigenvalues of a secular matrix do not converge.");
    }
    if (stop.stop_requested())
        return makeError(ErrorCode::cancelled, "Stopped.");
    return out;
}

} // namespace vitrine::intruder
