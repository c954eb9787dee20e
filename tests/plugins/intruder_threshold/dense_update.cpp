#include "tests/plugins/intruder_threshold/dense_update.h"

#include <Eigen/QR>

#include <algorithm>

namespace vitrine::intruder {
namespace {

/// Coordinates of x in the basis and an orthonormal basis of what lies outside of it.
struct Split {
    Matrix inside;   ///< q x e
    Matrix residual; ///< p x e, coordinates outside
};

Split split(const Matrix& basis, const Matrix& x) {
    Split out;
    out.inside = basis.transpose() * x;
    Matrix outside = x - basis * out.inside;
    const Matrix again = basis.transpose() * outside; // once more: the first difference is orthogonal to rounding only
    outside -= basis * again;
    out.inside += again;
    const Eigen::Index room = std::min(basis.rows() - basis.cols(), x.cols());
    if (room > 0) {
        const Eigen::HouseholderQR<Matrix> qr(outside);
        out.residual = qr.matrixQR().topRows(room).triangularView<Eigen::Upper>();
    } else {
        out.residual.resize(0, x.cols());
    }
    return out;
}

/// As in the exact rung: clusters count as a whole, vectors of vanishing values, from `used` on, are left out.
void peak(const Vector& cosines, Eigen::Index used, const std::vector<Cluster>& clusters, double& value,
          Eigen::Index& index) {
    value = used > 0 ? cosines.head(used).maxCoeff(&index) : 0.0;
    for (const Cluster& cluster : clusters) {
        if (cluster.first >= used)
            break;
        const double norm = cosines.segment(cluster.first, cluster.size()).norm();
        if (norm > value || (index >= cluster.first && index < cluster.last)) {
            value = norm;
            index = cluster.first;
        }
    }
}

} // namespace

Result<UpdatedSpectrum> denseUpdate(const linalg::Svd& w, const LoraFactors& factors, double gamma, double s,
                                    const ExactOptions& options) {
    const Eigen::Index q = w.values.size();
    const Eigen::Index e = factors.effectiveRank();
    const Split left = split(w.u, e > 0 ? factors.u : Matrix(w.u.rows(), 0));
    const Split right = split(w.v, e > 0 ? factors.v : Matrix(w.v.rows(), 0));
    Matrix b(q + left.residual.rows(), e);
    Matrix a(q + right.residual.rows(), e);
    b << left.inside, left.residual;
    a << right.inside, right.residual;
    Matrix core = (s * gamma) * (b * factors.theta.asDiagonal() * a.transpose());
    core.diagonal().head(q) += w.values;
    auto svd = linalg::svd(std::move(core), true);
    if (!svd)
        return svd.error();
    const Eigen::Index k = std::min<Eigen::Index>(options.k, q);
    const auto clusters = clustersOf(w.values);
    const Eigen::Index used = (w.values.array() > 1e-12 * w.values(0)).count();
    UpdatedSpectrum out;
    out.strength = s;
    const Matrix cosLeft = svd->u.topLeftCorner(q, k).cwiseAbs();
    const Matrix cosRight = svd->v.topLeftCorner(q, k).cwiseAbs();
    for (Eigen::Index j = 0; j < k; ++j) {
        UpdatedTriplet triplet;
        triplet.value = svd->values(j);
        peak(cosLeft.col(j), used, clusters, triplet.maxcosLeft, triplet.argLeft);
        peak(cosRight.col(j), used, clusters, triplet.maxcosRight, triplet.argRight);
        if (e > 0) {
            triplet.directionLeft = std::abs(b.col(0).dot(svd->u.col(j)));
            triplet.directionRight = std::abs(a.col(0).dot(svd->v.col(j)));
        }
        out.triplets.push_back(triplet);
    }
    if (options.overlaps) {
        out.overlapsLeft = cosLeft;
        out.overlapsRight = cosRight;
    }
    return out;
}

} // namespace vitrine::intruder
