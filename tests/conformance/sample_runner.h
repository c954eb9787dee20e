#pragma once

#include "core/data/reader.h"
#include "core/jobs/run_executor.h"
#include "core/plugin/plugin_registry.h"
#include "tests/support/memory_sink.h"

#include <map>
#include <memory>

namespace vitrine::test {

/// What came out of a sample run.
struct SampleResult {
    RunOutcome outcome;
    std::shared_ptr<MemorySink> sink;
    double cpuSeconds = 0.0;
};

/// Runs the sample that an experiment declares in plugin.json.
class SampleRunner {
public:
    explicit SampleRunner(PluginRegistry& registry) : m_registry(registry) {}

    /// Inputs and completed parameters of the sample. "run:EXPERIMENT/OUTPUT" is taken from the sample of that
    /// experiment, which is run once.
    Result<RunInputs> inputs(const std::string& plugin, const std::string& experiment);
    SampleResult run(const std::string& plugin, const std::string& experiment, const RunInputs& inputs, int threads,
                     std::stop_source stop = std::stop_source(),
                     std::shared_ptr<MemorySink> sink = std::make_shared<MemorySink>());

private:
    Result<Value> value(const std::string& plugin, const std::string& file);
    Result<Value> outputOf(const std::string& plugin, const std::string& experiment, const std::string& output);

    PluginRegistry& m_registry;
    std::map<std::string, Value> m_values; ///< by plugin and file or output
};

} // namespace vitrine::test
