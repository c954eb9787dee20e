#pragma once

#include <cstdint>
#include <string_view>

namespace vitrine::prefix_controller {

enum class StepMode { secant, bisect };
enum class Signal { ema, raw };

struct ControllerSettings {
    double target = 0.5;        ///< tau
    double emaWeight = 0.7;     ///< beta, weight of the old value
    double largestStep = 0.05;  ///< Delta
    double largestRatio = 0.9;  ///< rho_max
    double leastChange = 0.002; ///< eps: a signal that moved less gives no slope
    double leastSlope = 0.0;    ///< slope_min
    double leastWidth = 0.02;   ///< wmin: so near to a bound, a reading beyond contradicts it
    std::int64_t life = 2;      ///< updates after which a bound that was not confirmed is dropped
    double gain = 2.0;          ///< limits steps without a slope to gain |v - tau|; 0: no such limit
    StepMode mode = StepMode::secant;
    Signal signal = Signal::ema;
    bool freeze = true; ///< nothing moves while the envelope is below the ratio
};

/// Where a proposal came from.
enum class Reason {
    none,        ///< secant
    bisect,      ///< bisection was asked for
    first,       ///< there is one reading only
    noMove,      ///< the ratio did not move since the last one
    smallChange, ///< the signal hardly changed
    wrongSign,   ///< the slope points the wrong way
    held         ///< the envelope is below the ratio
};
std::string_view reasonId(Reason reason);

enum class Reopened { none, high, low };

/// One update with everything that led to it.
struct ControllerUpdate {
    std::int64_t number = 0; ///< n, from 1
    double ratioUsed = 0.0;  ///< rho before
    double ratioNext = 0.0;  ///< rho after
    double raw = 0.0;        ///< y, success rate of the window
    double ema = 0.0;        ///< m
    Reason reason = Reason::none;
    double low = 0.0; ///< bracket after the update
    double high = 0.0;
    Reopened reopened = Reopened::none;
    double slope = 0.0;    ///< NaN where none was computed
    double proposal = 0.0; ///< NaN when held
    bool clipped = false;
};

/// Closed loop on the base prefix ratio: secant on the last two readings, bisection inside a bracket whose stale ends
/// are dropped, limited steps. @source section 4 of the specification; the paper leaves re-opening and gain open
class Controller {
public:
    /// @param ratio  rho_b(0), in [0, largestRatio]
    Controller(const ControllerSettings& settings, double ratio);

    /// One window. @param rate  y in [0, 1]   @param envelope  at the last step of the window
    ControllerUpdate update(double rate, double envelope);
    double ratio() const { return m_ratio; }
    const ControllerSettings& settings() const { return m_settings; }

private:
    Reopened moveBracket(double signal);
    double proposal(double signal, ControllerUpdate& update) const;

    ControllerSettings m_settings;
    double m_ratio;
    double m_ema = 0.0;
    double m_low = 0.0;
    double m_high;
    std::int64_t m_lowConfirmed = 0;
    std::int64_t m_highConfirmed = 0;
    double m_formerRatio = 0.0;
    double m_formerSignal = 0.0;
    bool m_hasFormer = false;
    std::int64_t m_number = 0;
};

} // namespace vitrine::prefix_controller
