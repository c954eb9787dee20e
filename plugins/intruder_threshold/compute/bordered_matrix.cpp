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

/// Nothing special to any eigenvector, and the same in every run.
Vector startVector(Eigen::Index order) {
    Vector x(order);
    for (Eigen::Index i = 0; i < order; ++i)
        x(i) = 1.0 + 0.5 * std::sin(static_cast<double>(7 * i + 1));
    return x;
}

} // namespace

BorderedMatrix::BorderedMatrix(const SecularProblem& problem, Eigen::Index k) : m_problem(problem) {
    m_top = explicitCount(problem, std::min(k, problem.order));
    const Eigen::Index rest = problem.poles.size() - m_top;
    if (rest > 0) {
        const Eigen::Index reach = std::min(k, problem.order) + problem.rank();
        m_far = FarField(problem.poles.tail(rest), problem.rows.bottomRows(rest), problem.poles(reach - 1));
    } else {
        m_far = FarField(Vector(0), Matrix(0, 2 * problem.rank()), 0.0);
    }
}

void BorderedMatrix::setStrength(double s) {
    m_scale = (s * m_problem.weights).cwiseSqrt();
    m_scales.resize(2 * m_scale.size());
    m_scales << m_scale, m_scale;
    m_topA = m_problem.a().topRows(m_top) * m_scale.asDiagonal();
    m_topY = m_problem.y().topRows(m_top) * m_scale.asDiagonal();
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

void BorderedMatrix::weigh(double z, const PoleRange& near) {
    const auto top = m_problem.poles.head(m_top).array();
    m_weights.resize(m_top, 3);
    m_weights.col(1) = ((z - top) * (z + top)).inverse();
    m_weights.col(0) = z * m_weights.col(1);
    m_weights.col(2) = m_weights.col(1) / z;
    // Of a near pole only its mirror image stays, in the directions (a, -b), and b = y / sigma leaves the identity.
    for (Eigen::Index i = near.first; i < near.last; ++i) {
        const double sigma = m_problem.poles(i);
        const double mirror = 0.5 / (z + sigma);
        m_weights.row(i) << mirror, -mirror / sigma, (mirror - 1.0 / z) / (sigma * sigma);
    }
}

void BorderedMatrix::assemble(double z, const PoleRange& near) {
    const Eigen::Index e = m_problem.rank();
    const Eigen::Index count = near.size();
    m_t.setZero(count + 2 * e, count + 2 * e);
    for (Eigen::Index i = 0; i < count; ++i) {
        const double sigma = m_problem.poles(near.first + i);
        m_t(i, i) = sigma - z;
        m_t.col(i).segment(count, e) = m_topA.row(near.first + i).transpose() * (std::numbers::sqrt2 / 2.0);
        m_t.col(i).tail(e) = m_topY.row(near.first + i).transpose() * (std::numbers::sqrt2 / 2.0 / sigma);
    }
    auto block = m_t.bottomRightCorner(2 * e, 2 * e);
    const Vector& far = m_far.evaluate(z);
    Eigen::Index at = 0;
    for (Eigen::Index j = 0; j < e; ++j) {
        block.col(j).segment(j, e - j).array() =
            far.segment(at, e - j).array() * m_scale.tail(e - j).array() * (m_scale(j) * z);
        block.col(j).tail(e).array() = far.segment(at + e - j, e).array() * m_scale.array() * m_scale(j);
        at += 2 * e - j;
    }
    for (Eigen::Index j = 0; j < e; ++j) {
        block.col(e + j).tail(e - j).array() =
            far.segment(at, e - j).array() * m_scale.tail(e - j).array() * (m_scale(j) / z);
        at += e - j;
    }
    weigh(z, near);
    const auto add = [this](Eigen::Index weight, const Matrix& left, const Matrix& right, auto&& out) {
        m_weighted = m_weights.col(weight).asDiagonal() * right;
        out += linalg::product(left, linalg::Shape::transposed, m_weighted, linalg::Shape::asIs);
    };
    add(0, m_topA, m_topA, block.topLeftCorner(e, e));
    add(1, m_topY, m_topA, block.bottomLeftCorner(e, e));
    add(2, m_topY, m_topY, block.bottomRightCorner(e, e));
    block.bottomLeftCorner(e, e).diagonal().array() -= 1.0;
    block.bottomRightCorner(e, e).diagonal().array() += m_scale.array().square() / z;
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
    x.tail(m_scales.size()).array() *= m_scales.array();
    return x;
}

int BorderedMatrix::nearestVector(double z, const PoleRange& near, Vector& x) {
    assemble(z, near);
    m_solver.factor(m_t);
    const Eigen::Index order = m_t.rows();
    auto scaled = [&] { return x.tail(m_scales.size()).array(); };
    if (x.size() == order)
        scaled() /= m_scales.array();
    else
        x = startVector(order);
    x.normalize();
    constexpr int mostSteps = 4;
    constexpr double settled = 1e-10;
    Vector before;
    for (int step = 0; step < mostSteps; ++step) {
        before = x;
        m_solver.solve(x);
        x /= x.dot(before) < 0.0 ? -x.stableNorm() : x.stableNorm();
        if ((x - before).squaredNorm() < settled * settled)
            break;
    }
    scaled() *= m_scales.array();
    return m_solver.positive();
}

} // namespace vitrine::intruder
