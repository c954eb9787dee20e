#include "widgets/jobs/job_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

QString say(const char* text) {
    return QCoreApplication::translate("vitrine::jobs", text);
}

} // namespace

QString durationText(double seconds) {
    const auto total = static_cast<qint64>(std::max(0.0, std::floor(seconds)));
    const auto two = [](qint64 number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
    if (total < 3600)
        return QStringLiteral("%1:%2").arg(total / 60).arg(two(total % 60));
    return QStringLiteral("%1:%2:%3").arg(total / 3600).arg(two(total / 60 % 60), two(total % 60));
}

QString bytesText(std::int64_t bytes) {
    const QLocale locale;
    const double value = static_cast<double>(std::max<std::int64_t>(0, bytes));
    if (value < 999.5e3)
        return locale.toString(std::round(value / 1e3), 'f', 0) + QStringLiteral(" kB");
    if (value < 999.5e6)
        return locale.toString(value / 1e6, 'f', value < 9.95e6 ? 1 : 0) + QStringLiteral(" MB");
    return locale.toString(value / 1e9, 'f', value < 99.5e9 ? 1 : 0) + QStringLiteral(" GB");
}

QString forecastText(double seconds) {
    if (seconds < 1.0)
        return say("under 1 s");
    if (seconds < 10.0)
        return say("about %1 s").arg(std::lround(seconds));
    // Two figures at most: 0:30, 2:20, not 2:23.
    const double unit = seconds < 60.0 ? 5.0 : seconds < 600.0 ? 10.0 : 60.0;
    return say("about %1").arg(durationText(std::round(seconds / unit) * unit));
}

QString runStateText(RunState state) {
    switch (state) {
    case RunState::queued: return say("Waiting");
    case RunState::running: return say("Running");
    case RunState::finished: return say("Finished");
    case RunState::failed: return say("Failed");
    case RunState::cancelled: return say("Cancelled");
    case RunState::interrupted: return say("Interrupted");
    }
    return {};
}

bool isEnded(RunState state) {
    return state != RunState::queued && state != RunState::running;
}

QString runStateIcon(RunState state) {
    switch (state) {
    case RunState::queued: return QStringLiteral("clock");
    case RunState::running: return QStringLiteral("run");
    case RunState::finished: return QStringLiteral("check");
    case RunState::failed: return QStringLiteral("error");
    case RunState::cancelled: return QStringLiteral("cancel");
    case RunState::interrupted: return QStringLiteral("warn");
    }
    return {};
}

} // namespace vitrine
