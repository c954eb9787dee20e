#include "plugins/intruder_threshold/compute/d_transform.h"

#include "plugins/intruder_threshold/compute/bracketed_root.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder {

double DTransform::strength(double z) const {
    return z / (std::sqrt(left) * std::sqrt(right));
}

double DTransform::logSlope() const {
    return (leftSlope / left + rightSlope / right) / 2.0;
}

DTransform dTransform(const Vector& sigma, Eigen::Index rows, Eigen::Index cols, double z, Eigen::Index dropped) {
    const Eigen::Index q = sigma.size();
    // Neumaier's sum: the top atoms can outweigh the rest by many orders.
    double sum = 0.0;
    double sumRest = 0.0;
    double slope = 0.0;
    double slopeRest = 0.0;
    const auto add = [](double& total, double& rest, double term) {
        const double next = total + term;
        rest += std::abs(total) >= term ? (total - next) + term : (term - next) + total;
        total = next;
    };
    for (Eigen::Index i = dropped; i < q; ++i) {
        const double x = sigma(i) / z;
        const double inverse = 1.0 / ((z - sigma(i)) / z * (1.0 + x));
        add(sum, sumRest, inverse);
        add(slope, slopeRest, (1.0 + x * x) * inverse * inverse);
    }
    const auto m = static_cast<double>(rows);
    const auto n = static_cast<double>(cols);
    const auto atoms = static_cast<double>(q);
    return {(sum + sumRest + (m - atoms)) / m, (sum + sumRest + (n - atoms)) / n, (slope + slopeRest + (m - atoms)) / m,
            (slope + slopeRest + (n - atoms)) / n};
}

Outlier predictedOutlier(const Vector& sigma, Eigen::Index rows, Eigen::Index cols, double theta) {
    // theta <= rho because D(z) z^2 >= 1; the upper end because no atom lies above sigma_1.
    const double top = sigma.size() > 0 ? sigma(0) : 0.0;
    const double low = std::max(theta, std::nextafter(top, 2.0 * top));
    const double high = theta / 2.0 + std::hypot(theta / 2.0, top);
    const auto excess = [&](double z) {
        return z > top ? dTransform(sigma, rows, cols, z).strength(z) / theta - 1.0 : -1.0;
    };
    Outlier out;
    out.position = bracketedRoot(excess, low, std::max(high, low) * (1.0 + 1e-15));
    const DTransform d = dTransform(sigma, rows, cols, out.position);
    // -2 phi / (theta^2 D') with D' = -(leftSlope right + left rightSlope) / z^3 and theta^2 = z^2 / (left right).
    const double common = 2.0 * d.left * d.right / (d.leftSlope * d.right + d.left * d.rightSlope);
    out.leftOverlapSq = common * d.left;
    out.rightOverlapSq = common * d.right;
    return out;
}

} // namespace vitrine::intruder
