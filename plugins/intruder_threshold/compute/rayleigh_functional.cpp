#include "plugins/intruder_threshold/compute/rayleigh_functional.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace vitrine::intruder {

void RayleighFunctional::set(const SecularProblem& problem, const PoleRange& near, const Vector& x, double s) {
    const Eigen::Index e = problem.rank();
    m_problem = &problem;
    m_near = near;
    m_left.noalias() = problem.a() * x.segment(near.size(), e);
    m_right.noalias() = problem.y() * x.tail(e);
    const auto own = x.head(near.size()).array();
    const Eigen::ArrayXd left = m_left.segment(near.first, near.size());
    const Eigen::ArrayXd right =
        m_right.segment(near.first, near.size()).array() / problem.poles.segment(near.first, near.size()).array();
    m_own = own.square();
    m_mirror = 0.5 * (left - right).square();
    m_constant = std::numbers::sqrt2 * (own * (left + right)).sum() -
                 2.0 * (x.segment(near.size(), e).array() * x.tail(e).array() / problem.weights.array()).sum() / s;
    m_identity = x.tail(e).squaredNorm() - right.square().sum();
}

RayleighFunctional::Value RayleighFunctional::at(double z) const {
    const Vector& poles = m_problem->poles;
    Value out{m_constant + m_identity / z, -m_identity / (z * z)};
    const auto add = [&](Eigen::Index first, Eigen::Index count) {
        double sum = 0.0;
        double slope = 0.0;
        for (Eigen::Index i = first; i < first + count; ++i) {
            const double inverse = 1.0 / ((z - poles(i)) * (z + poles(i)));
            const double reach = z * m_left(i) + m_right(i);
            const double term = reach * inverse;
            sum += reach * term;
            slope += 2.0 * term * (m_left(i) - z * term);
        }
        out.value += sum / z;
        out.slope += (slope - sum / z) / z;
    };
    add(0, m_near.first);
    add(m_near.last, poles.size() - m_near.last);
    const auto near = poles.segment(m_near.first, m_near.size()).array();
    out.value += ((near - z) * m_own + m_mirror / (near + z)).sum();
    out.slope -= (m_own + m_mirror / (near + z).square()).sum();
    return out;
}

std::optional<double> RayleighFunctional::root(double low, double high, double guess) const {
    constexpr int mostSteps = 60;
    constexpr double ulp = std::numeric_limits<double>::epsilon();
    double z = guess;
    bool belowLow = false, aboveHigh = false;
    for (int step = 0; step < mostSteps; ++step) {
        const Value now = at(z);
        if (!std::isfinite(now.value) || !(now.slope < 0.0))
            return std::nullopt;
        (now.value >= 0.0 ? low : high) = z;
        double next = z - now.value / now.slope;
        if (std::abs(next - z) <= 2.0 * ulp * z)
            return next;
        if (next <= low || next >= high) { // out of the bracket: first to its end, then halve
            bool& tried = next <= low ? belowLow : aboveHigh;
            next = tried ? low + (high - low) / 2.0 : next <= low ? low : high;
            if (tried && (next <= low || next >= high))
                return next;
            if (!tried) {
                tried = true;
                const double end = at(next).value;
                if (!std::isfinite(end) || (next == low ? end < 0.0 : end > 0.0))
                    return std::nullopt;
                next = low + (high - low) / 2.0;
            }
        }
        z = next;
    }
    return z;
}

} // namespace vitrine::intruder
