#pragma once

#include "core/jobs/run_sink.h"

#include <functional>
#include <map>
#include <mutex>
#include <vector>

namespace vitrine::test {

/// Keeps all that a run reports; may act on a report (to stop the run at a chosen moment).
class MemorySink : public RunSink {
public:
    void progress(double fraction, const std::string& stage) override {
        fractions.push_back(fraction);
        stages.push_back(stage);
        if (onProgress)
            onProgress(fraction);
    }
    void log(LogLevel level, const std::string& text) override {
        const std::scoped_lock lock(m_mutex);
        lines.push_back(std::string(logLevelName(level)) + ": " + text);
    }
    void rows(const OutputDescription& output, const Value&) override {
        const std::scoped_lock lock(m_mutex);
        ++rowReports[output.id];
    }
    Result<void> artifact(const OutputDescription& output, const Value& value, bool partial) override {
        if (output.id == refused)
            return makeError(ErrorCode::storage, "the disk is full");
        artifacts[output.id] = value;
        partials[output.id] = partial;
        if (onArtifact)
            onArtifact(output.id);
        return {};
    }

    /// The artifact as T, or null.
    template <class T>
    std::shared_ptr<const T> as(const std::string& outputId) const {
        const auto found = artifacts.find(outputId);
        return found == artifacts.end() ? nullptr : valueAs<T>(found->second);
    }

    std::vector<double> fractions;
    std::vector<std::string> stages;
    std::vector<std::string> lines;
    std::map<std::string, int> rowReports;
    std::map<std::string, Value> artifacts;
    std::map<std::string, bool> partials;
    std::string refused; ///< output that the sink refuses to take
    std::function<void(double)> onProgress;
    std::function<void(const std::string&)> onArtifact;

private:
    std::mutex m_mutex; // protects lines and rowReports
};

} // namespace vitrine::test
