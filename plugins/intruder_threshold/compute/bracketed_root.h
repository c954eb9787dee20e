#pragma once

#include <cmath>
#include <limits>
#include <utility>

namespace vitrine::intruder {

/// Root of an increasing or decreasing continuous function between `low` and `high`, to 4 ulp: the Illinois form of
/// regula falsi, with a bisection whenever three steps did not shrink the bracket to a quarter. Where the signs at the
/// ends agree the end with the smaller value is returned.
/// @param stopped  asked before each evaluation; the midpoint so far is returned when it says so
template <class Function, class Stop>
double bracketedRoot(const Function& f, double low, double high, double atLow, double atHigh, const Stop& stopped) {
    if (atLow == 0.0)
        return low;
    if (atHigh == 0.0)
        return high;
    if ((atLow > 0.0) == (atHigh > 0.0))
        return std::abs(atLow) < std::abs(atHigh) ? low : high;
    constexpr double ulp = std::numeric_limits<double>::epsilon();
    double before = high - low;
    int lastSide = 0;
    // A bisection alone needs about 60 steps for any bracket with a positive lower end.
    for (int step = 0; step < 400; ++step) {
        const double width = high - low;
        const double middle = low + width / 2.0;
        if (width <= 4.0 * ulp * std::abs(high) || middle <= low || middle >= high || stopped())
            return middle;
        double next = low + width * (-atLow / (atHigh - atLow));
        bool halved = false;
        if (step % 3 == 2) {
            halved = width > before / 4.0;
            before = width;
        }
        // A step to within the tolerance of an end would leave the far end where it is.
        const double margin = 1.5 * ulp * std::abs(high);
        if (halved || !(next > low && next < high))
            next = middle;
        else if (next - low < margin)
            next = low + margin;
        else if (high - next < margin)
            next = high - margin;
        const double value = f(next);
        if (value == 0.0)
            return next;
        if ((value > 0.0) == (atLow > 0.0)) {
            low = next;
            atLow = value;
            if (lastSide == -1)
                atHigh /= 2.0;
            lastSide = -1;
        } else {
            high = next;
            atHigh = value;
            if (lastSide == 1)
                atLow /= 2.0;
            lastSide = 1;
        }
    }
    return low + (high - low) / 2.0;
}

template <class Function>
double bracketedRoot(const Function& f, double low, double high) {
    return bracketedRoot(f, low, high, f(low), f(high), [] { return false; });
}

} // namespace vitrine::intruder
