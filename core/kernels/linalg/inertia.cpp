#include "core/kernels/linalg/dense.h"
#include "core/kernels/linalg/eigen_fallback.h"
#include "core/kernels/linalg/lapack_library.h"
#include "core/kernels/linalg/library/lapack_face.h"

#include <cmath>
#include <memory>
#include <vector>

namespace vitrine::linalg {

namespace {

void multiply(SymmetricFactor& factor, double by) {
    int exponent = 0;
    factor.mantissa = std::frexp(factor.mantissa * by, &exponent);
    factor.exponent += exponent;
}

SymmetricFactor factorByEigenvalues(const Matrix& a) {
    SymmetricFactor factor{0, 1.0, 0};
    const auto eigen = eigenSymmetric(a, false);
    if (!eigen)
        return factor;
    for (const double value : eigen->values) {
        factor.positive += value > 0.0 ? 1 : 0;
        multiply(factor, value);
    }
    return factor;
}

} // namespace

int positiveInertia(Matrix& a) {
    return factorSymmetric(a).positive;
}

SymmetricFactor factorSymmetric(Matrix& a) {
    const int n = static_cast<int>(a.rows());
    const VitrineLapack* library = lapackLibrary();
    if (!library || n == 0)
        return factorByEigenvalues(a);
    std::vector<int> pivots(static_cast<std::size_t>(n));
    const auto work = std::make_unique_for_overwrite<double[]>(64 * static_cast<std::size_t>(n));
    library->sytrf(n, a.data(), n, pivots.data(), work.get());
    SymmetricFactor factor{0, 1.0, 0};
    for (int i = 0; i < n; ++i) {
        if (pivots[static_cast<std::size_t>(i)] <
            0) { // a 2 x 2 block: Bunch-Kaufman takes one only when it is indefinite
            ++factor.positive;
            multiply(factor, a(i, i) * a(i + 1, i + 1) - a(i + 1, i) * a(i + 1, i));
            ++i;
        } else {
            factor.positive += a(i, i) > 0.0 ? 1 : 0;
            multiply(factor, a(i, i));
        }
    }
    return factor;
}

void SymmetricSolver::factor(Matrix& a) {
    constexpr double belowRounding = 1e-18;
    m_factor.swap(a);
    a.resize(m_factor.rows(), m_factor.cols());
    const int n = static_cast<int>(m_factor.rows());
    const VitrineLapack* library = lapackLibrary();
    m_positive = 0;
    if (!library || n == 0) {
        auto eigen = eigenSymmetric(m_factor, true);
        m_values = eigen ? std::move(eigen->values) : Vector::Constant(n, std::nan(""));
        m_factor = eigen ? std::move(eigen->vectors) : Matrix::Identity(n, n);
        m_values = (m_values.array() == 0.0).select(belowRounding, m_values);
        m_positive = static_cast<int>((m_values.array() > 0.0).count());
        return;
    }
    m_pivots.resize(static_cast<std::size_t>(n));
    m_work.resize(64 * static_cast<std::size_t>(n));
    library->sytrf(n, m_factor.data(), n, m_pivots.data(), m_work.data());
    for (int i = 0; i < n; ++i) {
        if (m_pivots[static_cast<std::size_t>(i)] < 0) { // a 2 x 2 block, indefinite
            ++m_positive;
            ++i;
            continue;
        }
        if (m_factor(i, i) == 0.0)
            m_factor(i, i) = belowRounding;
        m_positive += m_factor(i, i) > 0.0 ? 1 : 0;
    }
}

void SymmetricSolver::solve(Vector& x) const {
    const VitrineLapack* library = lapackLibrary();
    const int n = static_cast<int>(m_factor.rows());
    if (library && n > 0)
        library->sytrs(n, m_factor.data(), n, m_pivots.data(), x.data());
    else
        x = m_factor * ((m_factor.transpose() * x).array() / m_values.array()).matrix().eval();
}

} // namespace vitrine::linalg
