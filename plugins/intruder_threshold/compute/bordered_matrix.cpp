#include "plugins/intruder_threshold/compute/bordered_matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace vitrine::intruder {
namespace {

/// b = y / sigma is not to be trusted below this; the pole then stays in the sum, where nothing divides by sigma.
constexpr double smallestNear = 1e-7;

/// How many leading poles are kept out of the far field: those that a root of interest can come near, then on to the
/// widest gap among the next few, which makes the intervals of the far field fewest.
Eigen::Index explicitCount(const SecularProblem& problem, Eigen::Index k) {
    const Eigen::Index all = problem.poles.size();
    const Eigen::Index reach = k + problem.rank(); // sigma~_k >= sigma_{k + e}
    Eigen::Index best = reach + 2;
    if (best >= all)
        return all;
    const double from = problem.poles(reach - 1);
    constexpr Eigen::Index further = 16;
    for (Eigen::Index c = best + 1; c < std::min(all, reach + 2 + further); ++c)
        if (from - problem.poles(best) < 2e-3 * from)
            best = c;
    return best;
}

} // namespace

BorderedMatrix::BorderedMatrix(const SecularProblem& problem, Eigen::Index k) : m_problem(problem) {
    m_top = explicitCount(problem, std::min(k, problem.order));
    m_topRows = problem.rows.topRows(m_top);
    const Eigen::Index rest = problem.poles.size() - m_top;
    if (rest > 0) {
        const Eigen::Index reach = std::min(k, problem.order) + problem.rank();
        m_far = FarField(problem.poles.tail(rest), problem.rows.bottomRows(rest), problem.poles(reach - 1));
    } else {
        m_far = FarField(Vector(0), Matrix(0, 2 * problem.rank()), 0.0);
    }
}

void BorderedMatrix::setStrength(double s) {
    const Eigen::Index e = m_problem.rank();
    m_scale.resize(2 * e);
    m_scale.head(e) = (s * m_problem.weights).cwiseSqrt();
    m_scale.tail(e) = m_scale.head(e);
}

PoleRange BorderedMatrix::polesAround(double low, double high, Eigen::Index beside) const {
    const double* begin = m_problem.poles.data();
    const double* end = begin + m_top;
    const auto descending = [](double pole, double value) { return pole > value; };
    const auto first = std::lower_bound(begin, end, high, descending) - begin;
    const auto last =
        std::lower_bound(begin, end, low, [](double pole, double value) { return pole >= value; }) - begin;
    const auto trusted = std::lower_bound(begin, end, smallestNear, descending) - begin;
    PoleRange range;
    range.first = std::min<Eigen::Index>(std::max<Eigen::Index>(0, first - beside), trusted);
    range.last = std::clamp<Eigen::Index>(last + beside, range.first, trusted);
    return range;
}

void BorderedMatrix::assemble(double z, const PoleRange& near) {
    const Eigen::Index e = m_problem.rank();
    const Eigen::Index count = near.size();
    m_far.evaluate(z, m_core);
    const auto top = m_problem.poles.head(m_top).array();
    Vector inverse = ((z - top) * (z + top)).inverse();
    inverse.segment(near.first, count).setZero();
    m_work = inverse.asDiagonal() * m_topRows;
    m_core += linalg::product(m_topRows, linalg::Shape::transposed, m_work, linalg::Shape::asIs);
    m_core.topLeftCorner(e, e) *= z;
    m_core.bottomRightCorner(e, e) /= z;
    m_core.bottomRightCorner(e, e).diagonal().array() += 1.0 / z;

    const Eigen::Index order = count + 2 * e;
    m_t.setZero(order, order);
    Matrix side(2 * e, count); // columns (a_i, -b_i)
    for (Eigen::Index i = 0; i < count; ++i) {
        const double sigma = m_problem.poles(near.first + i);
        const auto row = m_topRows.row(near.first + i);
        m_t(i, i) = sigma - z;
        side.col(i).head(e) = row.head(e).transpose();
        side.col(i).tail(e) = row.tail(e).transpose() / -sigma;
        auto border = m_t.col(i).tail(2 * e);
        border.head(e) = side.col(i).head(e) * std::numbers::sqrt2 / 2.0;
        border.tail(e) = side.col(i).tail(e) * -std::numbers::sqrt2 / 2.0;
        border.array() *= m_scale.array();
    }
    if (count > 0) {
        const auto poles = m_problem.poles.segment(near.first, count).array();
        const Vector negative = 0.5 / (z + poles);
        m_core.noalias() += side * negative.asDiagonal() * side.transpose();
        m_core.bottomRightCorner(e, e).noalias() -= side.bottomRows(e) * side.bottomRows(e).transpose() / z;
    }
    auto block = m_t.bottomRightCorner(2 * e, 2 * e);
    block = m_scale.asDiagonal() * m_core * m_scale.asDiagonal();
    block.bottomLeftCorner(e, e).diagonal().array() -= 1.0;
}

Eigen::Index BorderedMatrix::countAbove(double z) {
    const PoleRange near = polesAround(z, z, 2);
    assemble(z, near);
    Eigen::Index above = 0;
    while (above < m_top && m_problem.poles(above) > z)
        ++above;
    const Eigen::Index nearAbove = std::clamp<Eigen::Index>(above - near.first, 0, near.size());
    return linalg::positiveInertia(m_t) - m_problem.rank() + above - nearAbove;
}

linalg::SymmetricFactor BorderedMatrix::factor(double z, const PoleRange& near) {
    assemble(z, near);
    return linalg::factorSymmetric(m_t);
}

double BorderedMatrix::eigenvalue(double z, const PoleRange& near, Eigen::Index p) {
    assemble(z, near);
    const auto eigen = linalg::symmetricEigen(m_t, false);
    if (!eigen) {
        m_failed = true;
        return 0.0;
    }
    return eigen->values(std::clamp<Eigen::Index>(m_t.rows() - p, 0, m_t.rows() - 1));
}

Vector BorderedMatrix::eigenvector(double z, const PoleRange& near, Eigen::Index p) {
    assemble(z, near);
    const auto eigen = linalg::symmetricEigen(m_t, true);
    if (!eigen) {
        m_failed = true;
        return Vector::Zero(m_t.rows());
    }
    Vector x = eigen->vectors.col(std::clamp<Eigen::Index>(m_t.rows() - p, 0, m_t.rows() - 1));
    x.tail(m_scale.size()).array() *= m_scale.array();
    return x;
}

} // namespace vitrine::intruder
