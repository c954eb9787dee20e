#include "core/kernels/statistics/paired_test.h"

#include <cmath>
#include <limits>

namespace vitrine {
namespace {

constexpr double kTiny = 1e-300;

double notZero(double value) {
    return std::abs(value) < kTiny ? kTiny : value;
}

/// Continued fraction of the incomplete beta function by Lentz's method; converges fast for x < (a + 1) / (a + b + 2).
double betaFraction(double a, double b, double x) {
    constexpr int kMostSteps = 10000;
    double c = 1.0;
    double d = 1.0 / notZero(1.0 - (a + b) * x / (a + 1.0));
    double fraction = d;
    for (int m = 1; m <= kMostSteps; ++m) {
        const double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / notZero(1.0 + even * d);
        c = notZero(1.0 + even / c);
        fraction *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / notZero(1.0 + odd * d);
        c = notZero(1.0 + odd / c);
        const double step = d * c;
        fraction *= step;
        if (std::abs(step - 1.0) < 1e-15)
            break;
    }
    return fraction;
}

double logGamma(double x) {
    int sign = 0;
    return ::lgamma_r(x, &sign); // std::lgamma writes a global
}

/// Regularised incomplete beta function I_x(a, b); `y` is 1 - x without cancellation.
double incompleteBeta(double a, double b, double x, double y) {
    if (x <= 0.0)
        return 0.0;
    if (y <= 0.0)
        return 1.0;
    const double front = std::exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * std::log(x) + b * std::log(y));
    if (x < (a + 1.0) / (a + b + 2.0))
        return front * betaFraction(a, b, x) / a;
    return 1.0 - front * betaFraction(b, a, y) / b;
}

} // namespace

double studentTwoSided(double t, double freedom) {
    if (std::isinf(t))
        return 0.0;
    const double square = t * t;
    return incompleteBeta(freedom / 2.0, 0.5, freedom / (freedom + square), square / (freedom + square));
}

double studentCritical(double p, double freedom) {
    double low = 0.0;
    double high = 1.0;
    while (studentTwoSided(high, freedom) > p && high < 1e300)
        high *= 2.0;
    for (int i = 0; i < 200 && high - low > 1e-14 * high; ++i) {
        const double middle = 0.5 * (low + high);
        (studentTwoSided(middle, freedom) > p ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

std::optional<PairedTest> pairedTTest(std::span<const double> differences, double level) {
    if (differences.size() < 2)
        return std::nullopt;
    const auto n = static_cast<double>(differences.size());
    double sum = 0.0;
    for (const double d : differences)
        sum += d;
    PairedTest test;
    test.n = static_cast<std::int64_t>(differences.size());
    test.mean = sum / n;
    double squares = 0.0;
    for (const double d : differences)
        squares += (d - test.mean) * (d - test.mean);
    const double error = std::sqrt(squares / (n - 1.0) / n);
    const double half = studentCritical(1.0 - level, n - 1.0) * error;
    test.lower = test.mean - half;
    test.upper = test.mean + half;
    if (error > 0.0)
        test.t = test.mean / error;
    else if (test.mean != 0.0)
        test.t = std::copysign(std::numeric_limits<double>::infinity(), test.mean);
    test.p = studentTwoSided(test.t, n - 1.0);
    return test;
}

} // namespace vitrine
