#pragma once

#include "plugins/intruder_threshold/compute/bordered_matrix.h"
#include "plugins/intruder_threshold/compute/rayleigh_functional.h"

#include <optional>
#include <stop_token>

namespace vitrine::intruder {

/// A singular value of W(s) and the null vector of T there.
struct SecularRoot {
    double z = 0.0; ///< in units of the problem
    PoleRange near;
    Vector x;     ///< near part, then x_u and x_v
    Vector left;  ///< poles, a_i^T x_u
    Vector right; ///< poles, y_i^T x_v
};

/// Finds singular values of W(s) by their number. First it follows the eigenvector whose eigenvalue passes zero, with
/// about four factorisations; the inertia of T on both sides says whether the root is the one that was asked for. Where
/// it is not, or roots lie together, counts and bisection find it.
class RootFinder {
public:
    /// As BorderedMatrix.
    RootFinder(const SecularProblem& problem, Eigen::Index k) : m_problem(problem), m_bordered(problem, k) {}

    /// Call before find(). @param s  > 0
    void setStrength(double s);
    /// The j-th root (from 1), which lies in [low, high]. @param guess  where it may be, or nothing
    SecularRoot find(Eigen::Index j, double low, double high, std::optional<double> guess, const std::stop_token& stop);
    bool failed() const { return m_bordered.failed(); }

private:
    struct Bracket {
        double low = 0.0;
        double high = 0.0;
    };
    std::optional<SecularRoot> follow(Eigen::Index j, Bracket bracket, double guess, const PoleRange& near);
    Bracket narrow(Eigen::Index j, Bracket bracket, const std::stop_token& stop);
    SecularRoot bisect(Eigen::Index j, Bracket bracket, const PoleRange& near, const std::stop_token& stop);
    bool isolate(SecularRoot& root, Eigen::Index p, Bracket bracket, const std::stop_token& stop);

    const SecularProblem& m_problem;
    BorderedMatrix m_bordered;
    RayleighFunctional m_functional;
    double m_strength = 0.0;
};

} // namespace vitrine::intruder
