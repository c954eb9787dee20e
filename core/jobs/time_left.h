#pragma once

namespace vitrine {

/// Estimates the time left of a job from its progress. Early reports count little and the recent pace counts most,
/// so a slow start does not spoil the rest.
class TimeLeft {
public:
    /// @param seconds since the start, not decreasing. @param fraction in [0, 1], not decreasing.
    void report(double seconds, double fraction);
    /// Seconds left at the given moment; -1 while nothing can be said.
    double remaining(double seconds) const;

private:
    double m_firstSeconds = -1.0;
    double m_firstFraction = 0.0;
    double m_lastSeconds = 0.0;
    double m_lastFraction = 0.0;
    double m_pace = 0.0; // fraction per second, smoothed
};

} // namespace vitrine
