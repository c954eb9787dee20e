#include "plugins/prefix_controller/compute/controller.h"

#include <algorithm>
#include <cmath>

namespace vitrine::prefix_controller {

namespace {

constexpr double kSameRatio = 1e-9;

} // namespace

std::string_view reasonId(Reason reason) {
    switch (reason) {
    case Reason::none: return "none";
    case Reason::bisect: return "bisect";
    case Reason::first: return "first";
    case Reason::noMove: return "no_move";
    case Reason::smallChange: return "small_dm";
    case Reason::wrongSign: return "wrong_sign";
    case Reason::held: return "held";
    }
    return {};
}

Controller::Controller(const ControllerSettings& settings, double ratio)
    : m_settings(settings), m_ratio(ratio), m_high(settings.largestRatio) {}

ControllerUpdate Controller::update(double rate, double envelope) {
    ++m_number;
    m_ema = m_number == 1 ? rate : m_settings.emaWeight * m_ema + (1.0 - m_settings.emaWeight) * rate;
    ControllerUpdate update;
    update.number = m_number;
    update.ratioUsed = m_ratio;
    update.raw = rate;
    update.ema = m_ema;
    update.slope = std::nan("");
    update.proposal = std::nan("");
    if (m_settings.freeze && envelope < m_ratio) {
        update.reason = Reason::held;
    } else {
        const double signal = m_settings.signal == Signal::ema ? m_ema : rate;
        update.reopened = moveBracket(signal);
        update.proposal = proposal(signal, update);
        double limit = m_settings.largestStep;
        if (update.reason != Reason::none && m_settings.gain > 0.0)
            limit = std::min(limit, m_settings.gain * std::abs(signal - m_settings.target));
        const double wanted = update.proposal - m_ratio;
        update.clipped = std::abs(wanted) > limit;
        m_formerRatio = m_ratio;
        m_formerSignal = signal;
        m_hasFormer = true;
        m_ratio = std::clamp(m_ratio + std::clamp(wanted, -limit, limit), 0.0, m_settings.largestRatio);
    }
    update.ratioNext = m_ratio;
    update.low = m_low;
    update.high = m_high;
    return update;
}

Reopened Controller::moveBracket(double signal) {
    const auto stale = [this](std::int64_t confirmed) { return m_number - confirmed > m_settings.life; };
    if (signal < m_settings.target) {
        m_low = std::max(m_low, m_ratio);
        m_lowConfirmed = m_number;
        if (m_high < m_settings.largestRatio && (m_ratio >= m_high - m_settings.leastWidth || stale(m_highConfirmed))) {
            m_high = m_settings.largestRatio;
            return Reopened::high;
        }
        return Reopened::none;
    }
    m_high = std::min(m_high, m_ratio);
    m_highConfirmed = m_number;
    if (m_low > 0.0 && (m_ratio <= m_low + m_settings.leastWidth || stale(m_lowConfirmed))) {
        m_low = 0.0;
        return Reopened::low;
    }
    return Reopened::none;
}

double Controller::proposal(double signal, ControllerUpdate& update) const {
    const double middle = (m_low + m_high) / 2.0;
    const auto instead = [&](Reason reason) {
        update.reason = reason;
        return middle;
    };
    if (m_settings.mode == StepMode::bisect)
        return instead(Reason::bisect);
    if (!m_hasFormer)
        return instead(Reason::first);
    if (std::abs(m_ratio - m_formerRatio) < kSameRatio)
        return instead(Reason::noMove);
    if (std::abs(signal - m_formerSignal) < m_settings.leastChange)
        return instead(Reason::smallChange);
    update.slope = (signal - m_formerSignal) / (m_ratio - m_formerRatio);
    if (update.slope <= m_settings.leastSlope)
        return instead(Reason::wrongSign);
    return m_ratio + (m_settings.target - signal) / update.slope;
}

} // namespace vitrine::prefix_controller
