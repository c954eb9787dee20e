#include "plugins/rival_game/compute/cascade.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vitrine::rival_game {

namespace {

double share(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? std::nan("") : static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

void Cascade::add(bool draft, bool final) {
    std::int64_t& cell = draft ? (final ? kept : regressed) : (final ? converted : lost);
    ++cell;
}

double Cascade::draft() const {
    return share(draftsRight(), problems());
}

double Cascade::final() const {
    return share(finalsRight(), problems());
}

double Cascade::net() const {
    return share(converted - regressed, problems());
}

double Cascade::conversionRate() const {
    return share(converted, converted + lost);
}

double Cascade::keepRate() const {
    return share(kept, draftsRight());
}

double Cascade::regressionRate() const {
    return share(regressed, draftsRight());
}

CascadeBounds cascadeBounds(std::int64_t draftsRight, std::int64_t finalsRight, std::int64_t problems) {
    const std::int64_t gain = finalsRight - draftsRight;
    return {std::max<std::int64_t>(gain, 0), std::min(problems - draftsRight, finalsRight)};
}

double bestOfTwoBias(double p, std::int64_t n, double correlation) {
    const double deviation = std::sqrt(p * (1.0 - p) / static_cast<double>(n));
    return deviation * std::sqrt((1.0 - correlation) / std::numbers::pi);
}

} // namespace vitrine::rival_game
