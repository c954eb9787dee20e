#pragma once

#include "app/cli/console.h"
#include "app/cli/result_folder.h"
#include "core/jobs/run_recorder.h"
#include "core/jobs/run_sink.h"
#include "core/jobs/time_left.h"

namespace vitrine::cli {

/// What a run reports, told on the console and written into the project and the result folder.
class CliRunSink : public RunSink {
public:
    /// @param recorder, folder  may be null
    CliRunSink(Console& console, RunRecorder* recorder, ResultFolder* folder)
        : m_console(console), m_recorder(recorder), m_folder(folder) {}

    void progress(double fraction, const std::string& stage) override;
    void log(LogLevel level, const std::string& text) override;
    void rows(const OutputDescription&, const Value&) override {}
    Result<void> artifact(const OutputDescription& output, const Value& value, bool partial) override;
    Result<Value> previous(const std::string& outputId) override;

    /// Scalars by output, in the order they came.
    const std::vector<std::pair<std::string, std::shared_ptr<const Scalars>>>& scalars() const { return m_scalars; }

private:
    Console& m_console;
    RunRecorder* m_recorder;
    ResultFolder* m_folder;
    TimeLeft m_timeLeft;
    const std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::vector<std::pair<std::string, std::shared_ptr<const Scalars>>> m_scalars;
};

} // namespace vitrine::cli
