#include "core/kernels/statistics/binomial.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/special_functions/beta.hpp>

#include <algorithm>

namespace vitrine {

ProbabilityInterval clopperPearson(std::int64_t k, std::int64_t n, double level) {
    ProbabilityInterval interval;
    if (n <= 0)
        return interval;
    const double tail = (1.0 - level) / 2.0;
    const auto successes = static_cast<double>(k);
    const auto failures = static_cast<double>(n - k);
    if (k > 0)
        interval.low = boost::math::ibeta_inv(successes, failures + 1.0, tail);
    if (k < n)
        interval.high = boost::math::ibetac_inv(successes + 1.0, failures, tail);
    return interval;
}

double mcnemarExact(std::int64_t n01, std::int64_t n10) {
    const std::int64_t pairs = n01 + n10;
    if (pairs == 0)
        return 1.0;
    const boost::math::binomial_distribution<double> fair(static_cast<double>(pairs), 0.5);
    return std::min(1.0, 2.0 * boost::math::cdf(fair, static_cast<double>(std::min(n01, n10))));
}

} // namespace vitrine
