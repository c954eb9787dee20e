#include "plugins/intruder_threshold/compute/exact_rung.h"

#include "plugins/intruder_threshold/compute/bracketed_root.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace vitrine::intruder {
namespace {

struct Peak {
    double cosine = 0.0;
    Eigen::Index pole = 0;
};

/// Largest overlap with a pole or, where poles coincide, with their common space. Vectors of vanishing values are left
/// out: the base does not use their directions, and which ones they are is arbitrary.
Peak peakOf(const Vector& coordinates, const SecularProblem& problem) {
    Peak peak;
    const Eigen::Index used = (problem.poles.array() > 0.0).count(); // poles descend
    if (used == 0)
        return peak;
    peak.cosine = coordinates.head(used).cwiseAbs().maxCoeff(&peak.pole);
    for (const Cluster& cluster : problem.clusters) {
        if (cluster.first >= used)
            break;
        const double norm = coordinates.segment(cluster.first, cluster.size()).norm();
        if (norm > peak.cosine || (peak.pole >= cluster.first && peak.pole < cluster.last))
            peak = {norm, cluster.first};
    }
    return peak;
}

void scatter(const SecularProblem& problem, const Vector& coordinates, Matrix& out, Eigen::Index column) {
    for (std::size_t i = 0; i < problem.original.size(); ++i)
        out(problem.original[i], column) = std::abs(coordinates(static_cast<Eigen::Index>(i)));
}

} // namespace

int UpdatedSpectrum::intruders(double epsilon, int k) const {
    const std::size_t count = k < 0 ? triplets.size() : std::min(triplets.size(), static_cast<std::size_t>(k));
    int found = 0;
    for (std::size_t j = 0; j < count; ++j)
        found += triplets[j].maxcosLeft < epsilon ? 1 : 0;
    return found;
}

double UpdatedSpectrum::minMaxcos() const {
    double least = 1.0;
    for (const UpdatedTriplet& triplet : triplets)
        least = std::min(least, triplet.maxcosLeft);
    return least;
}

ExactRung::ExactRung(SecularProblem problem, int k)
    : m_problem(std::make_unique<const SecularProblem>(std::move(problem))), m_bordered(*m_problem, std::max(1, k)) {}

ExactRung::Root ExactRung::findRoot(Eigen::Index j, double low, double high, const std::stop_token& stop) {
    const Vector& poles = m_problem->poles;
    constexpr Eigen::Index fewPoles = 6;
    for (int step = 0; step < 64; ++step) {
        const PoleRange inside = m_bordered.polesAround(low, high, 0);
        if (inside.size() <= fewPoles || stop.stop_requested())
            break;
        const Eigen::Index half = inside.first + inside.size() / 2;
        const double middle = (poles(half - 1) + poles(half)) / 2.0;
        if (!(middle > low && middle < high))
            break;
        (m_bordered.countAbove(middle) >= j ? low : high) = middle;
    }
    Root root;
    root.near = m_bordered.polesAround(low, high, 2);
    root.p = j + m_problem->rank() - root.near.first;
    if (isolate(root, low, high, stop))
        return root;
    // Roots that lie together: the p-th eigenvalue crosses zero at the p-th of them.
    const auto crossing = [&](double z) { return m_bordered.eigenvalue(z, root.near, root.p); };
    const auto stopped = [&] { return stop.stop_requested() || m_bordered.failed(); };
    root.z = bracketedRoot(crossing, low, high, crossing(low), crossing(high), stopped);
    return root;
}

bool ExactRung::isolate(Root& root, double low, double high, const std::stop_token& stop) {
    // Inertia p at the lower end and p - 1 at the upper one: exactly one root lies between, and det T changes its sign.
    const auto wanted = static_cast<int>(root.p);
    auto atLow = m_bordered.factor(low, root.near);
    auto atHigh = m_bordered.factor(high, root.near);
    constexpr int mostBisections = 30;
    for (int step = 0; atLow.positive != wanted || atHigh.positive != wanted - 1; ++step) {
        const double middle = low + (high - low) / 2.0;
        if (step == mostBisections || stop.stop_requested() || !(middle > low && middle < high))
            return false;
        const auto atMiddle = m_bordered.factor(middle, root.near);
        if (atMiddle.positive >= wanted) {
            low = middle;
            atLow = atMiddle;
        } else {
            high = middle;
            atHigh = atMiddle;
        }
    }
    const long unit = std::max(atLow.exponent, atHigh.exponent);
    const auto scaled = [unit](const linalg::SymmetricFactor& factor) {
        constexpr long mostExponent = 1000;
        return std::ldexp(factor.mantissa,
                          static_cast<int>(std::clamp(factor.exponent - unit, -mostExponent, mostExponent)));
    };
    const auto determinant = [&](double z) { return scaled(m_bordered.factor(z, root.near)); };
    root.z =
        bracketedRoot(determinant, low, high, scaled(atLow), scaled(atHigh), [&] { return stop.stop_requested(); });
    return true;
}

UpdatedTriplet ExactRung::describe(const Root& root, double s, UpdatedSpectrum& out, Eigen::Index column,
                                   bool overlaps) {
    const SecularProblem& problem = *m_problem;
    const Eigen::Index e = problem.rank();
    const double z = root.z;
    const Vector x = m_bordered.eigenvector(z, root.near, root.p);
    const Vector reachLeft = problem.a() * x.segment(root.near.size(), e);
    const Vector reachRight = problem.y() * x.tail(e);
    const auto poles = problem.poles.array();
    const auto distance = (z - poles) * (z + poles);
    // The poles that stand for themselves are overwritten below; at them the quotient may be anything.
    Vector cu = (z * reachLeft.array() + reachRight.array()) / distance;
    Vector cv = (poles > 0.0).select((z * reachRight.array() / poles + poles * reachLeft.array()) / distance, 0.0);
    for (Eigen::Index i = 0; i < root.near.size(); ++i) {
        const Eigen::Index pole = root.near.first + i;
        const double sigma = problem.poles(pole);
        const double mirror = 0.5 * (reachLeft(pole) - reachRight(pole) / sigma) / (z + sigma);
        cu(pole) = x(i) * std::numbers::sqrt2 / 2.0 + mirror;
        cv(pole) = x(i) * std::numbers::sqrt2 / 2.0 - mirror;
    }
    const double norm = cu.norm(); // both halves of the eigenvector have the same
    cu /= norm;
    cv /= norm;
    const Peak near = peakOf(cu, problem);
    const Peak across = peakOf(cv, problem);
    // V_P^T v~ = (V_P^T W^T u~ + s gamma Theta U_P^T u~) / z
    const double direction = problem.a().col(0).dot(cu);
    const double directionAcross = (problem.y().col(0).dot(cu) + s * problem.weights(0) * direction) / z;
    UpdatedTriplet triplet;
    triplet.value = z * problem.unit;
    triplet.maxcosLeft = near.cosine;
    triplet.argLeft = problem.original[static_cast<std::size_t>(near.pole)];
    triplet.maxcosRight = across.cosine;
    triplet.argRight = problem.original[static_cast<std::size_t>(across.pole)];
    triplet.directionLeft = std::abs(direction);
    triplet.directionRight = std::abs(directionAcross);
    if (overlaps) {
        scatter(problem, cu, problem.transposed ? out.overlapsRight : out.overlapsLeft, column);
        scatter(problem, cv, problem.transposed ? out.overlapsLeft : out.overlapsRight, column);
    }
    if (problem.transposed) {
        std::swap(triplet.maxcosLeft, triplet.maxcosRight);
        std::swap(triplet.argLeft, triplet.argRight);
        std::swap(triplet.directionLeft, triplet.directionRight);
    }
    return triplet;
}

UpdatedTriplet ExactRung::unchanged(std::size_t which, UpdatedSpectrum& out, Eigen::Index column, bool overlaps) const {
    UpdatedTriplet triplet;
    triplet.value = m_problem->unchanged(static_cast<Eigen::Index>(which)) * m_problem->unit;
    triplet.maxcosLeft = triplet.maxcosRight = 1.0;
    triplet.argLeft = triplet.argRight = m_problem->unchangedIndex[which];
    if (overlaps)
        out.overlapsLeft(triplet.argLeft, column) = out.overlapsRight(triplet.argRight, column) = 1.0;
    return triplet;
}

} // namespace vitrine::intruder
