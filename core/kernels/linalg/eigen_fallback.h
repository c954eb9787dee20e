#pragma once

#include "core/kernels/linalg/dense.h"

namespace vitrine::linalg {

/// The decompositions of dense.h by Eigen alone. In a file of their own: they are expensive to compile.
Result<SymmetricEigen> eigenSymmetric(const Matrix& a, bool vectors);
Result<Svd> eigenSvd(const Matrix& a, bool vectors);

} // namespace vitrine::linalg
