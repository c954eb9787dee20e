#pragma once

#include "core/base/log.h"
#include "core/base/result.h"
#include "core/results/output.h"
#include "core/values/value.h"

#include <string>

namespace vitrine {

/// Receives what a run reports while it goes on. Calls come from the run's threads; progress, log and rows may come
/// while an artifact is still being taken, artifacts come one at a time.
class RunSink {
public:
    virtual ~RunSink() = default;
    /// Never decreasing.
    virtual void progress(double fraction, const std::string& stage) = 0;
    virtual void log(LogLevel level, const std::string& text) = 0;
    /// Rows appended to a live output, already checked against those before.
    virtual void rows(const OutputDescription& output, const Value& rows) = 0;
    /// A finished or partial output, already checked. An error fails the run's emitArtifact.
    virtual Result<void> artifact(const OutputDescription& output, const Value& value, bool partial) = 0;
    /// What an interrupted run of the same experiment left. @errors not_found
    virtual Result<Value> previous(const std::string& outputId) {
        return makeError(ErrorCode::notFound, "no interrupted run left the output \"" + outputId + '"');
    }
};

} // namespace vitrine
