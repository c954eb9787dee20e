#include "plugins/intruder_threshold/compute/exact_rung.h"

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
    : m_problem(std::make_unique<const SecularProblem>(std::move(problem))), m_finder(*m_problem, std::max(1, k)) {}

UpdatedTriplet ExactRung::describe(const SecularRoot& root, double s, UpdatedSpectrum& out, Eigen::Index column,
                                   bool overlaps) const {
    const SecularProblem& problem = *m_problem;
    const Eigen::Index e = problem.rank();
    const double z = root.z;
    const Vector& x = root.x;
    const Vector& reachLeft = root.left;
    const Vector& reachRight = root.right;
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
    // u~^T (gamma B A) v~, where J^-1 x = M x gives both projections
    triplet.slope = problem.unit *
                    (x.segment(root.near.size(), e).array() * x.tail(e).array() / problem.weights.array()).sum() /
                    (s * s * norm * norm);
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
