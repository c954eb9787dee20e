#pragma once

#include "core/jobs/job_queue.h"

#include <QString>

namespace vitrine {

/// "0:04", "12:30", "1:02:03".
QString durationText(double seconds);
/// "118 MB", "1.4 GB", in the user's locale; powers of 1000.
QString bytesText(std::int64_t bytes);
/// "under 1 s", "about 6 s", "about 0:30": a forecast, never more exact than it is.
QString forecastText(double seconds);
/// "queued", "running", "finished", ... as people read it: "Waiting", "Running", "Finished".
QString runStateText(RunState state);
/// Whether nothing will happen any more.
bool isEnded(RunState state);
/// Name of the icon that stands for the state in trees and tabs.
QString runStateIcon(RunState state);

} // namespace vitrine
