#include "plugins/intruder_threshold/compute/marchenko_pastur.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace vitrine::intruder::marchenko_pastur {
namespace {

struct GaussRule {
    static constexpr int points = 20;
    std::array<double, points> nodes{};
    std::array<double, points> weights{};
};

/// Gauss-Legendre nodes on [-1, 1] by Newton's method on the three-term recurrence.
GaussRule gaussLegendre() {
    GaussRule rule;
    constexpr int n = GaussRule::points;
    for (int i = 0; i < n; ++i) {
        double x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5));
        double derivative = 0.0;
        for (int step = 0; step < 20; ++step) {
            double previous = 1.0;
            double value = x;
            for (int k = 2; k <= n; ++k) {
                const double next = ((2 * k - 1) * x * value - (k - 1) * previous) / k;
                previous = value;
                value = next;
            }
            derivative = n * (x * value - previous) / (x * x - 1.0);
            const double move = value / derivative;
            x -= move;
            if (std::abs(move) < 1e-16)
                break;
        }
        rule.nodes[static_cast<std::size_t>(i)] = x;
        rule.weights[static_cast<std::size_t>(i)] = 2.0 / ((1.0 - x * x) * derivative * derivative);
    }
    return rule;
}

/// Probability below lambda = 1 + c - 2 sqrt(c) cos(t). Panels shrink towards t = 0, where the density of c near 1 has
/// a pole just outside.
double probability(double c, double t, const GaussRule& rule) {
    const double root = std::sqrt(c);
    const auto density = [&](double angle) {
        if (c == 1.0) {
            const double cosine = std::cos(angle / 2.0);
            return 2.0 / std::numbers::pi * cosine * cosine;
        }
        const double sine = 2.0 * root * std::sin(angle);
        // 1 + c - 2 sqrt(c) cos t without cancellation
        const double half = std::sin(angle / 2.0);
        const double lambda = (1.0 - root) * (1.0 - root) + 4.0 * root * half * half;
        return sine * sine / (2.0 * std::numbers::pi * c * lambda);
    };
    double total = 0.0;
    double high = t;
    for (int panel = 0; panel < 40; ++panel) {
        const double low = panel == 39 ? 0.0 : high / 2.0;
        for (int i = 0; i < GaussRule::points; ++i) {
            const auto k = static_cast<std::size_t>(i);
            total +=
                rule.weights[k] * (high - low) / 2.0 * density((low + high) / 2.0 + (high - low) / 2.0 * rule.nodes[k]);
        }
        high = low;
    }
    return total;
}

} // namespace

double edge(double c) {
    return 1.0 + std::sqrt(c);
}

double criticalStrength(double c) {
    return std::sqrt(std::sqrt(c));
}

double dTransform(double c, double z) {
    const double shifted = z * z - (c + 1.0);
    // (s - sqrt(s^2 - 4c)) / 2c, in the form that does not cancel for large z
    return 2.0 / (shifted + std::sqrt(std::max(0.0, shifted * shifted - 4.0 * c)));
}

double outlierPosition(double c, double theta) {
    return std::sqrt((1.0 + theta * theta) * (c + theta * theta)) / theta;
}

double smallSideOverlapSq(double c, double theta) {
    const double t = theta * theta;
    return std::max(0.0, 1.0 - c * (1.0 + t) / (t * (t + c)));
}

double largeSideOverlapSq(double c, double theta) {
    const double t = theta * theta;
    return std::max(0.0, 1.0 - (c + t) / (t * (t + 1.0)));
}

double median(double c) {
    const GaussRule rule = gaussLegendre();
    double low = 0.0;
    double high = std::numbers::pi;
    for (int step = 0; step < 55; ++step) {
        const double middle = (low + high) / 2.0;
        (probability(c, middle, rule) < 0.5 ? low : high) = middle;
    }
    const double half = std::sin((low + high) / 4.0);
    const double root = std::sqrt(c);
    return (1.0 - root) * (1.0 - root) + 4.0 * root * half * half;
}

} // namespace vitrine::intruder::marchenko_pastur
