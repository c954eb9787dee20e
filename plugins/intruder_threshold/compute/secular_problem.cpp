#include "plugins/intruder_threshold/compute/secular_problem.h"

#include <Eigen/QR>

#include <cmath>

namespace vitrine::intruder {
namespace {

constexpr double samePole = 1e-13;

/// Rotates a group of equal poles so that only the first few of them meet the update.
void deflate(SecularProblem& problem, const Matrix& rows) {
    const Eigen::Index width = rows.cols();
    std::vector<Eigen::Index> kept;
    std::vector<Eigen::Index> left;
    Matrix turned = rows;
    for (const Cluster& group : clustersOf(problem.sigma, samePole)) {
        if (group.size() <= width)
            continue;
        const Eigen::HouseholderQR<Matrix> qr(rows.middleRows(group.first, group.size()));
        turned.middleRows(group.first, width) = qr.matrixQR().topRows(width).triangularView<Eigen::Upper>();
        for (Eigen::Index i = group.first + width; i < group.last; ++i)
            left.push_back(i);
    }
    std::size_t next = 0;
    for (Eigen::Index i = 0; i < problem.order; ++i) {
        if (next < left.size() && left[next] == i)
            ++next;
        else
            kept.push_back(i);
    }
    problem.poles = problem.sigma(kept);
    problem.rows = turned(kept, Eigen::all);
    problem.original = std::move(kept);
    problem.unchanged = problem.sigma(left);
    problem.unchangedIndex = std::move(left);
    problem.clusters = clustersOf(problem.poles);
}

} // namespace

Result<SecularProblem> secularProblem(const LayerSpectrum& layer, const MatrixIn& w, const LoraFactors& factors,
                                      double gamma) {
    const bool fits = w.rows() == layer.rows && w.cols() == layer.cols && layer.basis.rows() == layer.order();
    const bool adapterFits = factors.inactive() || (factors.u.rows() == w.rows() && factors.v.rows() == w.cols());
    if (!fits || !adapterFits)
        return makeError(ErrorCode::invalidArgument, "The adapter does not have the shape of its layer.");
    if (!(gamma > 0.0) || !std::isfinite(gamma))
        return makeError(ErrorCode::invalidArgument, "The scale of an adapter must be a positive number.");
    SecularProblem problem;
    problem.transposed = !layer.basisIsLeft();
    problem.order = layer.order();
    problem.unit = layer.largest() > 0.0 ? layer.largest() : gamma * factors.largest();
    if (problem.unit == 0.0)
        problem.unit = 1.0;
    problem.sigma = layer.sigma / problem.unit;
    problem.weights = factors.theta * (gamma / problem.unit);

    const Eigen::Index e = problem.rank();
    Matrix rows(problem.order, 2 * e);
    if (e > 0) {
        const Matrix& near = problem.transposed ? factors.v : factors.u;
        const Matrix& across = problem.transposed ? factors.u : factors.v;
        const auto shape = problem.transposed ? linalg::Shape::transposed : linalg::Shape::asIs;
        const Matrix image = linalg::product(w, shape, across, linalg::Shape::asIs) / problem.unit;
        rows.leftCols(e) = linalg::product(layer.basis, linalg::Shape::transposed, near, linalg::Shape::asIs);
        rows.rightCols(e) = linalg::product(layer.basis, linalg::Shape::transposed, image, linalg::Shape::asIs);
    }
    deflate(problem, rows);
    return problem;
}

Matrix coreMatrix(const SecularProblem& problem, double z, Eigen::Index dropped) {
    const Eigen::Index e = problem.rank();
    const Eigen::Index count = problem.poles.size() - dropped;
    const Vector inverse =
        ((z - problem.poles.tail(count).array()) * (z + problem.poles.tail(count).array())).inverse();
    const Matrix scaled = inverse.asDiagonal() * problem.rows.bottomRows(count);
    Matrix m = linalg::product(problem.rows.bottomRows(count), linalg::Shape::transposed, scaled, linalg::Shape::asIs);
    m.topLeftCorner(e, e) *= z;
    m.bottomRightCorner(e, e) /= z;
    m.bottomRightCorner(e, e).diagonal().array() += 1.0 / z;
    for (Eigen::Index i = 0; i < dropped; ++i) // the identity holds the whole of b^T b
        if (problem.poles(i) > 0.0)
            m.bottomRightCorner(e, e) -=
                problem.y().row(i).transpose() * problem.y().row(i) / (problem.poles(i) * problem.poles(i) * z);
    return m;
}

} // namespace vitrine::intruder
