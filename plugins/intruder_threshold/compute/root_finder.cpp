#include "plugins/intruder_threshold/compute/root_finder.h"

#include "plugins/intruder_threshold/compute/bracketed_root.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine::intruder {
namespace {

constexpr double ulp = std::numeric_limits<double>::epsilon();

/// What is known of a root: evaluated points on both sides of it, and whether their inertia says that it is the only
/// one between them.
struct Evidence {
    double low = 0.0;
    double high = 0.0;
    bool atLow = false;
    bool atHigh = false;

    void take(double z, Eigen::Index positive, Eigen::Index p) {
        const bool below = positive >= p;
        const bool only = positive == (below ? p : p - 1);
        bool& certain = below ? atLow : atHigh;
        double& bound = below ? low : high;
        if (only || !certain || (below ? z > bound : z < bound)) {
            bound = z;
            certain = only;
        }
    }
    bool certain() const { return atLow && atHigh; }
    /// Whether a zero at z is one of those between, and not one at an end within rounding.
    bool holds(double z) const {
        const double margin = 16.0 * ulp * z;
        return certain() && z - low >= margin && high - z >= margin;
    }
    double middle() const { return low + (high - low) / 2.0; }
};

} // namespace

void RootFinder::setStrength(double s) {
    m_strength = s;
    m_bordered.setStrength(s);
}

SecularRoot RootFinder::find(Eigen::Index j, double low, double high, std::optional<double> guess,
                             const std::stop_token& stop) {
    Bracket bracket{low, high};
    if (guess) {
        const double at = std::clamp(*guess, low, high);
        constexpr Eigen::Index beside = 3;
        if (auto root = follow(j, bracket, at, m_bordered.polesAround(at, at, beside)))
            return *std::move(root);
    }
    bracket = narrow(j, bracket, stop);
    const PoleRange near = m_bordered.polesAround(bracket.low, bracket.high, 2);
    if (auto root = follow(j, bracket, bracket.low + (bracket.high - bracket.low) / 2.0, near))
        return *std::move(root);
    return bisect(j, bracket, near, stop);
}

std::optional<SecularRoot> RootFinder::follow(Eigen::Index j, Bracket bracket, double guess, const PoleRange& near) {
    // Between the poles that do not stand for themselves, and not at them.
    constexpr double apart = 1e-12;
    const Vector& poles = m_problem.poles;
    Evidence known{bracket.low, bracket.high, false, false};
    if (near.last < poles.size())
        known.low = std::max(known.low, poles(near.last) * (1.0 + apart));
    if (near.first > 0)
        known.high = std::min(known.high, poles(near.first - 1) * (1.0 - apart));
    if (!(known.low < known.high))
        return std::nullopt;
    const Eigen::Index p = j + m_problem.rank() - near.first;
    SecularRoot root;
    root.near = near;
    double z = std::clamp(guess, known.low, known.high);
    double offset = 64.0 * ulp;
    int strangers = 0;
    constexpr int mostSteps = 12, mostStrangers = 4;
    for (int step = 0; step < mostSteps && strangers < mostStrangers; ++step) {
        known.take(z, m_bordered.nearestVector(z, near, root.x), p);
        if (!root.x.allFinite() || !(known.low < known.high))
            return std::nullopt;
        m_functional.set(m_problem, near, root.x, m_strength);
        const auto next = m_functional.root(known.low, known.high, z);
        if (!next) { // the vector belongs to another root
            ++strangers;
            root.x.resize(0);
            z = known.middle();
            continue;
        }
        constexpr double settled = 1e-12, close = 1e-5;
        const double move = std::abs(*next - z);
        if (known.holds(*next) && move <= settled * z) {
            root.z = *next;
            root.left = m_functional.reachLeft();
            root.right = m_functional.reachRight();
            return root;
        }
        z = *next;
        if (move <= close * z && !known.holds(z)) { // step over it, to where its other side is not known yet
            const bool below = known.atLow == known.atHigh ? z - known.low < known.high - z : !known.atLow;
            z *= below ? 1.0 - offset : 1.0 + offset;
            offset *= 8.0;
        }
    }
    return std::nullopt;
}

RootFinder::Bracket RootFinder::narrow(Eigen::Index j, Bracket bracket, const std::stop_token& stop) {
    const Vector& poles = m_problem.poles;
    constexpr Eigen::Index fewPoles = 6;
    for (int step = 0; step < 64; ++step) {
        const PoleRange inside = m_bordered.polesAround(bracket.low, bracket.high, 0);
        if (inside.size() <= fewPoles || stop.stop_requested())
            break;
        const Eigen::Index half = inside.first + inside.size() / 2;
        const double middle = (poles(half - 1) + poles(half)) / 2.0;
        if (!(middle > bracket.low && middle < bracket.high))
            break;
        (m_bordered.countAbove(middle) >= j ? bracket.low : bracket.high) = middle;
    }
    return bracket;
}

SecularRoot RootFinder::bisect(Eigen::Index j, Bracket bracket, const PoleRange& near, const std::stop_token& stop) {
    SecularRoot root;
    root.near = near;
    const Eigen::Index p = j + m_problem.rank() - near.first;
    if (!isolate(root, p, bracket, stop)) {
        // Roots that lie together: the p-th eigenvalue crosses zero at the p-th of them.
        const auto crossing = [&](double z) { return m_bordered.eigenvalue(z, near, p); };
        const auto stopped = [&] { return stop.stop_requested() || m_bordered.failed(); };
        root.z =
            bracketedRoot(crossing, bracket.low, bracket.high, crossing(bracket.low), crossing(bracket.high), stopped);
    }
    root.x = m_bordered.eigenvector(root.z, near, p);
    const Eigen::Index e = m_problem.rank();
    root.left = m_problem.a() * root.x.segment(near.size(), e);
    root.right = m_problem.y() * root.x.tail(e);
    return root;
}

bool RootFinder::isolate(SecularRoot& root, Eigen::Index p, Bracket bracket, const std::stop_token& stop) {
    // Inertia p at the lower end and p - 1 at the upper one: exactly one root lies between, and det T changes its sign.
    auto [low, high] = bracket;
    const auto wanted = static_cast<int>(p);
    auto atLow = m_bordered.factor(low, root.near);
    auto atHigh = m_bordered.factor(high, root.near);
    constexpr int mostBisections = 30;
    for (int step = 0; atLow.positive != wanted || atHigh.positive != wanted - 1; ++step) {
        const double middle = low + (high - low) / 2.0;
        if (step == mostBisections || stop.stop_requested() || !(middle > low && middle < high))
            return false;
        const auto atMiddle = m_bordered.factor(middle, root.near);
        if (atMiddle.positive >= wanted) {
            low = middle;
            atLow = atMiddle;
        } else {
            high = middle;
            atHigh = atMiddle;
        }
    }
    const long unit = std::max(atLow.exponent, atHigh.exponent);
    const auto scaled = [unit](const linalg::SymmetricFactor& factor) {
        constexpr long mostExponent = 1000;
        return std::ldexp(factor.mantissa,
                          static_cast<int>(std::clamp(factor.exponent - unit, -mostExponent, mostExponent)));
    };
    const auto determinant = [&](double z) { return scaled(m_bordered.factor(z, root.near)); };
    root.z =
        bracketedRoot(determinant, low, high, scaled(atLow), scaled(atHigh), [&] { return stop.stop_requested(); });
    return true;
}

} // namespace vitrine::intruder
