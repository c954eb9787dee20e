#include "core/kernels/linalg/dense.h"

#include "core/kernels/linalg/eigen_fallback.h"
#include "core/kernels/linalg/lapack_library.h"
#include "core/kernels/linalg/library/lapack_face.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace vitrine::linalg {
namespace {

int stride(const MatrixIn& a) {
    return std::max(1, static_cast<int>(a.outerStride()));
}

Error notFinite() {
    return makeError(ErrorCode::numeric, "A matrix has an entry that is not a finite number.");
}

Error notConverged(const char* what, int info) {
    return makeError(ErrorCode::numeric, fmt::format("The {} of a matrix do not converge.", what),
                     fmt::format("LAPACK info {}", info));
}

void copyLowerToUpper(Matrix& a) {
    for (Eigen::Index j = 1; j < a.cols(); ++j)
        a.col(j).head(j) = a.row(j).head(j).transpose();
}

} // namespace

std::string backendName() {
    if (const VitrineLapack* library = lapackLibrary())
        return fmt::format("{}, {}", library->library(), library->kernel());
    return fmt::format("Eigen {}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION);
}

Matrix product(const MatrixIn& a, Shape shapeA, const MatrixIn& b, Shape shapeB) {
    const bool ta = shapeA == Shape::transposed;
    const bool tb = shapeB == Shape::transposed;
    const Eigen::Index m = ta ? a.cols() : a.rows();
    const Eigen::Index k = ta ? a.rows() : a.cols();
    const Eigen::Index n = tb ? b.rows() : b.cols();
    const VitrineLapack* library = lapackLibrary();
    if (!library || m == 0 || n == 0 || k == 0) {
        if (ta)
            return tb ? Matrix(a.transpose() * b.transpose()) : Matrix(a.transpose() * b);
        return tb ? Matrix(a * b.transpose()) : Matrix(a * b);
    }
    Matrix out(m, n);
    library->gemm(ta, tb, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k), 1.0, a.data(), stride(a),
                  b.data(), stride(b), 0.0, out.data(), static_cast<int>(m));
    return out;
}

void gramInto(const MatrixIn& a, Matrix& out) {
    out.resize(a.cols(), a.cols());
    if (const VitrineLapack* library = lapackLibrary(); library && a.size() > 0) {
        library->syrk(1, static_cast<int>(a.cols()), static_cast<int>(a.rows()), a.data(), stride(a), out.data(),
                      static_cast<int>(out.rows()));
        return;
    }
    out.triangularView<Eigen::Lower>() = a.transpose() * a;
}

Matrix gram(const MatrixIn& a, Shape shape) {
    const bool transposed = shape == Shape::transposed;
    const Eigen::Index n = transposed ? a.cols() : a.rows();
    const Eigen::Index k = transposed ? a.rows() : a.cols();
    Matrix out = Matrix::Zero(n, n);
    if (a.size() == 0)
        return out;
    if (const VitrineLapack* library = lapackLibrary())
        library->syrk(transposed, static_cast<int>(n), static_cast<int>(k), a.data(), stride(a), out.data(),
                      static_cast<int>(n));
    else if (transposed)
        out.selfadjointView<Eigen::Lower>().rankUpdate(a.transpose());
    else
        out.selfadjointView<Eigen::Lower>().rankUpdate(a);
    copyLowerToUpper(out);
    return out;
}

Result<SymmetricEigen> symmetricEigen(Matrix a, bool vectors) {
    if (!a.allFinite())
        return notFinite();
    const VitrineLapack* library = lapackLibrary();
    if (!library || a.size() == 0)
        return eigenSymmetric(a, vectors);
    const int n = static_cast<int>(a.rows());
    SymmetricEigen out;
    out.values.resize(n);
    int workSize = 0;
    int intSize = 0;
    library->syevd(vectors, n, a.data(), n, out.values.data(), nullptr, &workSize, nullptr, &intSize);
    std::vector<double> work(static_cast<std::size_t>(workSize));
    std::vector<int> ints(static_cast<std::size_t>(intSize));
    const int info =
        library->syevd(vectors, n, a.data(), n, out.values.data(), work.data(), &workSize, ints.data(), &intSize);
    if (info != 0)
        return notConverged("eigenvalues", info);
    if (vectors)
        out.vectors = std::move(a);
    return out;
}

Result<Svd> svd(Matrix a, bool vectors) {
    if (!a.allFinite())
        return notFinite();
    const VitrineLapack* library = lapackLibrary();
    if (!library || a.size() == 0)
        return eigenSvd(a, vectors);
    const int m = static_cast<int>(a.rows());
    const int n = static_cast<int>(a.cols());
    const int q = std::min(m, n);
    Svd out;
    out.values.resize(q);
    Matrix vt;
    if (vectors) {
        out.u.resize(m, q);
        vt.resize(q, n);
    }
    double* u = vectors ? out.u.data() : nullptr;
    double* v = vectors ? vt.data() : nullptr;
    int workSize = 0;
    library->gesdd(m, n, a.data(), m, out.values.data(), u, m, v, q, nullptr, &workSize, nullptr);
    std::vector<double> work(static_cast<std::size_t>(workSize));
    std::vector<int> ints(8 * static_cast<std::size_t>(q));
    const int info =
        library->gesdd(m, n, a.data(), m, out.values.data(), u, m, v, q, work.data(), &workSize, ints.data());
    if (info != 0)
        return notConverged("singular values", info);
    if (vectors)
        out.v = vt.transpose();
    return out;
}

} // namespace vitrine::linalg
