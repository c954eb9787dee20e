#pragma once

#include "plugins/intruder_threshold/compute/bordered_matrix.h"

#include <optional>

namespace vitrine::intruder {

/// g(z) = x^T T(z) x for a fixed vector x, without T: a sum over the poles. Where x is near an eigenvector whose
/// eigenvalue passes zero, the zero of g is nearer to that root than x is to the vector, by a square.
/// @source Voss, "Nonlinear eigenvalue problems", in Hogben (ed.), Handbook of Linear Algebra, 2nd edition, 2014
class RayleighFunctional {
public:
    /// @param x  as BorderedMatrix::nearestVector gives it. Cost poles * e.
    void set(const SecularProblem& problem, const PoleRange& near, const Vector& x, double s);

    /// The zero in [low, high], where no pole outside of `near` lies; there g falls. Nothing when there is none.
    /// @param guess  in [low, high]. Cost of a step: one sum over all poles.
    std::optional<double> root(double low, double high, double guess) const;

    /// a_i^T x_u and y_i^T x_v of all poles.
    const Vector& reachLeft() const { return m_left; }
    const Vector& reachRight() const { return m_right; }

private:
    struct Value {
        double value = 0.0;
        double slope = 0.0;
    };
    Value at(double z) const;

    const SecularProblem* m_problem = nullptr;
    PoleRange m_near;
    Vector m_left;
    Vector m_right;
    Eigen::ArrayXd m_own;    ///< near: squares of the first part of x
    Eigen::ArrayXd m_mirror; ///< near: (a x_u - b x_v)^2 / 2
    double m_constant = 0.0; ///< what does not depend on z
    double m_identity = 0.0; ///< what falls as 1 / z
};

} // namespace vitrine::intruder
