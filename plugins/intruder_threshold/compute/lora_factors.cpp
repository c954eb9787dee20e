#include "plugins/intruder_threshold/compute/lora_factors.h"

#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>

namespace vitrine::intruder {
namespace {

constexpr double negligible = 1e-12;

struct ThinQr {
    Matrix q;
    Matrix r;
};

ThinQr thinQr(const Matrix& a) {
    const Eigen::Index p = std::min(a.rows(), a.cols());
    const Eigen::HouseholderQR<Matrix> qr(a);
    ThinQr out;
    out.q = qr.householderQ() * Matrix::Identity(a.rows(), p);
    out.r = qr.matrixQR().topRows(p).triangularView<Eigen::Upper>();
    return out;
}

} // namespace

Result<LoraFactors> loraFactors(const MatrixIn& b, const MatrixIn& a) {
    if (b.cols() != a.rows())
        return makeError(ErrorCode::invalidArgument,
                         fmt::format("The factors of an adapter do not fit: B is {} x {}, A is {} x {}.", b.rows(),
                                     b.cols(), a.rows(), a.cols()));
    LoraFactors out;
    out.columns = b.cols();
    if (b.size() == 0 || a.size() == 0)
        return out;
    if (!b.allFinite() || !a.allFinite())
        return makeError(ErrorCode::numeric, "A factor of the adapter has an entry that is not a finite number.");
    const ThinQr qb = thinQr(b);
    const ThinQr qa = thinQr(a.transpose());
    auto core = linalg::svd(qb.r * qa.r.transpose(), true);
    if (!core)
        return core.error();
    const Vector& theta = core->values;
    Eigen::Index rank = 0;
    while (rank < theta.size() && theta(rank) > negligible * theta(0))
        ++rank;
    out.theta = theta.head(rank);
    out.u = qb.q * core->u.leftCols(rank);
    out.v = qa.q * core->v.leftCols(rank);
    return out;
}

} // namespace vitrine::intruder
