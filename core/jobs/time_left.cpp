#include "core/jobs/time_left.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr double kMinSeconds = 0.5;    // before that any number would only flicker
constexpr double kMinFraction = 0.005; // of progress seen
constexpr double kMemorySeconds = 8.0; // time constant of the smoothed pace
constexpr double kTrustInMean = 0.25;  // weight of the mean pace since the start, the rest is the smoothed one

} // namespace

void TimeLeft::report(double seconds, double fraction) {
    if (m_firstSeconds < 0.0) {
        m_firstSeconds = m_lastSeconds = seconds;
        m_firstFraction = m_lastFraction = fraction;
        return;
    }
    const double elapsed = seconds - m_lastSeconds;
    if (elapsed <= 0.0)
        return;
    const double pace = (fraction - m_lastFraction) / elapsed;
    const bool first = m_lastSeconds == m_firstSeconds;
    const double weight = first ? 1.0 : 1.0 - std::exp(-elapsed / std::min(kMemorySeconds, seconds - m_firstSeconds));
    m_pace += (pace - m_pace) * weight;
    m_lastSeconds = seconds;
    m_lastFraction = fraction;
}

double TimeLeft::remaining(double seconds) const {
    const double seen = seconds - m_firstSeconds;
    const double done = m_lastFraction - m_firstFraction;
    if (m_firstSeconds < 0.0 || seen < kMinSeconds || done < kMinFraction)
        return -1.0;
    if (m_lastFraction >= 1.0)
        return 0.0;
    const double overall = done / (m_lastSeconds - m_firstSeconds);
    const double pace = (1.0 - kTrustInMean) * m_pace + kTrustInMean * overall;
    return std::max(0.0, (1.0 - m_lastFraction) / pace - (seconds - m_lastSeconds));
}

} // namespace vitrine
