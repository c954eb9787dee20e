#include "plugins/intruder_threshold/compute/alignment.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <limits>

namespace vitrine::intruder {
namespace {

/// Positive eigenvalues of L^T [[0, I], [I, 0]] L, descending, where L L^T = S m S and S = diag(sqrt(theta)) on both
/// sides: the admissible 1 / s.
Result<Vector> inverseStrengths(const SecularProblem& problem, const Matrix& m) {
    const Eigen::Index e = problem.rank();
    Vector scale(2 * e);
    scale << problem.weights.cwiseSqrt(), problem.weights.cwiseSqrt();
    const Eigen::LLT<Matrix> cholesky(scale.asDiagonal() * m * scale.asDiagonal());
    if (cholesky.info() != Eigen::Success)
        return makeError(ErrorCode::numeric, "The core matrix is not positive definite at this edge.");
    const Matrix l = cholesky.matrixL();
    const Matrix cross = l.topRows(e).transpose() * l.bottomRows(e);
    auto eigen = linalg::symmetricEigen(cross + cross.transpose(), false);
    if (!eigen)
        return eigen.error();
    return Vector(eigen->values.tail(e).reverse());
}

double firstStrength(const Vector& inverse) {
    return inverse.size() > 0 && inverse(0) > 0.0 ? 1.0 / inverse(0) : std::numeric_limits<double>::infinity();
}

} // namespace

Result<std::vector<double>> strengthsAt(const SecularProblem& problem, double z) {
    const double point = z / problem.unit;
    if (!(point > problem.sigma(0)))
        return makeError(ErrorCode::invalidArgument, "The point must lie above the largest singular value.");
    std::vector<double> strengths;
    if (problem.rank() == 0)
        return strengths;
    const auto inverse = inverseStrengths(problem, coreMatrix(problem, point));
    if (!inverse)
        return inverse.error();
    for (const double value : *inverse)
        if (value > 0.0)
            strengths.push_back(1.0 / value);
    return strengths;
}

Result<Alignment> alignment(const SecularProblem& problem, const LayerSpectrum& layer, const CriticalEdge& edge,
                            int k) {
    Alignment out;
    const Eigen::Index e = problem.rank();
    if (e == 0) {
        out.aligned = out.withCoupling = std::numeric_limits<double>::infinity();
        return out;
    }
    const Eigen::Index dropped = std::min(edge.dropped, problem.poles.size());
    Matrix m = coreMatrix(problem, edge.z0 / problem.unit, dropped);
    const auto coupled = inverseStrengths(problem, m);
    m.topRightCorner(e, e).setZero();
    m.bottomLeftCorner(e, e).setZero();
    const auto apart = inverseStrengths(problem, m);
    if (!coupled)
        return coupled.error();
    if (!apart)
        return apart.error();
    out.withCoupling = firstStrength(*coupled);
    out.aligned = firstStrength(*apart);
    out.factor = out.aligned / criticalMultiplier(edge.theta, problem.weights(0) * problem.unit);
    const Eigen::Index leading = std::min<Eigen::Index>(k, problem.poles.size());
    const auto sharedEnergy = problem.a().col(0).head(leading).squaredNorm();
    const auto poles = problem.poles.head(leading).array();
    const auto image = problem.y().col(0).head(leading).array();
    const double acrossEnergy = (poles > 0.0).select(image / poles, 0.0).square().sum();
    out.energyLeft = problem.transposed ? acrossEnergy : sharedEnergy;
    out.energyRight = problem.transposed ? sharedEnergy : acrossEnergy;
    out.genericLeft = std::min(1.0, k / static_cast<double>(layer.rows));
    out.genericRight = std::min(1.0, k / static_cast<double>(layer.cols));
    return out;
}

} // namespace vitrine::intruder
