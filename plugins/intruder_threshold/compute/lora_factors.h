#pragma once

#include "core/base/result.h"
#include "core/kernels/linalg/dense.h"

namespace vitrine::intruder {

using linalg::Matrix;
using linalg::MatrixIn;
using linalg::Vector;

/// Thin singular value decomposition B A = u diag(theta) v^T of the product of an adapter's factors.
struct LoraFactors {
    Matrix u;                 ///< m x e, orthonormal columns
    Vector theta;             ///< e values, descending, all > 1e-12 theta_1; without the deployment scale
    Matrix v;                 ///< n x e
    Eigen::Index columns = 0; ///< r, the number of columns of B

    /// e: the number of components that matter.
    Eigen::Index effectiveRank() const { return theta.size(); }
    /// An adapter that was never trained (B = 0): no strength is critical.
    bool inactive() const { return theta.size() == 0; }
    double largest() const { return inactive() ? 0.0 : theta(0); }
};

/// Thin QR of B and A^T, then the singular value decomposition of a matrix of order min(m, n, r); the product is never
/// formed. Cost O((m + n) r^2).
/// @param b  m x r
/// @param a  r x n
/// @error invalidArgument  the shapes do not fit; numeric  an entry is not finite
Result<LoraFactors> loraFactors(const MatrixIn& b, const MatrixIn& a);

} // namespace vitrine::intruder
