#include "core/kernels/linalg/eigen_fallback.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace vitrine::linalg {

Result<SymmetricEigen> eigenSymmetric(const Matrix& a, bool vectors) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(a,
                                                       vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
    if (solver.info() != Eigen::Success)
        return makeError(ErrorCode::numeric, "The eigenvalues of a matrix do not converge.");
    SymmetricEigen out;
    out.values = solver.eigenvalues();
    if (vectors)
        out.vectors = solver.eigenvectors();
    return out;
}

Result<Svd> eigenSvd(const Matrix& a, bool vectors) {
    const Eigen::BDCSVD<Matrix> solver(a, vectors ? Eigen::ComputeThinU | Eigen::ComputeThinV : 0U);
    if (solver.info() != Eigen::Success)
        return makeError(ErrorCode::numeric, "The singular values of a matrix do not converge.");
    Svd out;
    out.values = solver.singularValues();
    if (vectors) {
        out.u = solver.matrixU();
        out.v = solver.matrixV();
    }
    return out;
}

} // namespace vitrine::linalg
