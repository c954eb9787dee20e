#pragma once

#include "core/base/result.h"

#include <Eigen/Core>

#include <string>
#include <vector>

namespace vitrine::linalg {

/// Dense products and decompositions in double, on one thread. All of them go through one library that is opened at
/// the first call (LAPACK and BLAS with the kernels of this processor) or, where it is missing, through Eigen. Results
/// do not depend on the number of threads that call; they agree between the two to rounding.
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using MatrixIn = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

/// What computes, for the log: "OpenBLAS 0.3.21, SkylakeX" or "Eigen 3.4.0".
std::string backendName();

enum class Shape { asIs, transposed };

/// op(a) op(b). Inner dimensions must agree. Cost 2 m n k.
Matrix product(const MatrixIn& a, Shape shapeA, const MatrixIn& b, Shape shapeB);

/// The lower triangle of a^T a (n x n) is written to `out`, the strict upper one is left as it was; a is m x n.
void gramInto(const MatrixIn& a, Matrix& out);

/// a a^T (asIs, m x m) or a^T a (transposed, n x n) as a full symmetric matrix.
Matrix gram(const MatrixIn& a, Shape shape);

struct SymmetricEigen {
    Vector values;  ///< n, ascending
    Matrix vectors; ///< n x n, a column each; empty when only values were asked for
};

/// Eigen-decomposition of a symmetric matrix of which the lower triangle is read. Cost about 9 n^3 with vectors.
/// @error numeric  not finite, or the iteration does not converge
Result<SymmetricEigen> symmetricEigen(Matrix a, bool vectors);

struct Svd {
    Vector values; ///< q = min(m, n), descending
    Matrix u;      ///< m x q; empty when only values were asked for
    Matrix v;      ///< n x q
};

/// Thin singular value decomposition a = u diag(values) v^T of an m x n matrix.
/// @error numeric  not finite, or the iteration does not converge
Result<Svd> svd(Matrix a, bool vectors);

/// Number of positive eigenvalues of a symmetric matrix (lower triangle read), by Bunch-Kaufman pivoting: exact up to
/// perturbations of a few ulp of its norm. Not finite counts as an error of the caller. Cost n^3 / 3.
int positiveInertia(Matrix& a);

/// What an L D L^T factorisation tells of a symmetric matrix: positive eigenvalues, and the determinant as
/// mantissa * 2^exponent, which neither overflows nor vanishes.
struct SymmetricFactor {
    int positive = 0;
    double mantissa = 0.0; ///< 0, or its magnitude in [0.5, 1)
    long exponent = 0;
};

/// The same cost as positiveInertia; `a` is destroyed.
SymmetricFactor factorSymmetric(Matrix& a);

/// An L D L^T factorisation that is kept, to solve with. One object can factor many matrices; it keeps its memory.
class SymmetricSolver {
public:
    /// Factors a symmetric matrix (lower triangle read). `a` is left with anything of its size. Pivots that are
    /// exactly zero are replaced by one far below rounding, so a singular matrix gives its null vector large.
    void factor(Matrix& a);
    int positive() const { return m_positive; }
    /// x becomes A^-1 x.
    void solve(Vector& x) const;

private:
    Matrix m_factor; ///< as sytrf leaves it, or the eigenvectors
    Vector m_values; ///< eigenvalues; without the library only
    std::vector<int> m_pivots;
    std::vector<double> m_work;
    int m_positive = 0;
};

} // namespace vitrine::linalg
