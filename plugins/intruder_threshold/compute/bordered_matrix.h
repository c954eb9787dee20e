#pragma once

#include "plugins/intruder_threshold/compute/far_field.h"
#include "plugins/intruder_threshold/compute/secular_problem.h"

namespace vitrine::intruder {

/// A contiguous range of poles [first, last).
struct PoleRange {
    Eigen::Index first = 0;
    Eigen::Index last = 0;
    Eigen::Index size() const { return last - first; }
};

/// The symmetric matrix T(z) of order near + 2 e whose inertia counts the singular values of W(s): the positive poles
/// of `near` stand in a diagonal of their own, so that T is finite at them. All lengths in units of the problem.
class BorderedMatrix {
public:
    /// @param k  largest number of roots asked for; roots beyond it lie outside of what can be evaluated
    BorderedMatrix(const SecularProblem& problem, Eigen::Index k);

    /// Sets the strength s > 0; call before anything below.
    void setStrength(double s);

    /// Number of poles that can be near.
    Eigen::Index explicitPoles() const { return m_top; }
    /// Poles in [low, high] and `beside` more on each side, without those too small to be near.
    PoleRange polesAround(double low, double high, Eigen::Index beside) const;

    /// Number of singular values of W(s) above z that the update reaches.
    Eigen::Index countAbove(double z);
    /// Inertia and determinant of T(z): cheaper than an eigenvalue, and the determinant changes its sign where one root
    /// is passed.
    linalg::SymmetricFactor factor(double z, const PoleRange& near);
    /// The p-th largest eigenvalue of T(z), p from 1.
    double eigenvalue(double z, const PoleRange& near, Eigen::Index p);
    /// Eigenvector to it: first the near part, then x_u and x_v (2 e) with the scaling undone; the scaled one has
    /// length 1.
    Vector eigenvector(double z, const PoleRange& near, Eigen::Index p);
    /// The eigenvector of T(z) whose eigenvalue is nearest to zero, by inverse iteration from `x` (a zero vector or one
    /// of another size: from a fixed start). Laid out as eigenvector(). @return number of positive eigenvalues; x is
    /// not finite when there is no such vector
    int nearestVector(double z, const PoleRange& near, Vector& x);
    bool failed() const { return m_failed; }

private:
    void weigh(double z, const PoleRange& near);
    void assemble(double z, const PoleRange& near);

    const SecularProblem& m_problem;
    Eigen::Index m_top = 0; ///< poles below this index are summed one by one
    FarField m_far;
    Vector m_scale;    ///< e, sqrt(s gamma theta)
    Vector m_scales;   ///< 2 e, the same for both sides
    Matrix m_topA;     ///< top x e, rows a_i with that scale
    Matrix m_topY;     ///< the same of y
    Matrix m_weights;  ///< top x 3, of a a^T, y a^T and y y^T
    Matrix m_weighted; ///< top x e
    Matrix m_t;
    linalg::SymmetricSolver m_solver;
    bool m_failed = false;
};

} // namespace vitrine::intruder
