#pragma once

#include "core/jobs/live_rows.h"
#include "core/jobs/process_memory.h"
#include "core/jobs/run_executor.h"

#include <QTemporaryDir>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace vitrine {

/// The run context of a run in this process. Made and asked for its balance by executeRun.
class LocalRunContext : public RunContext {
public:
    LocalRunContext(const RunInputs& inputs, const RunSettings& settings, RunSink& sink);

    std::stop_token stopToken() const override { return m_settings.stop; }
    void progress(double fraction, const std::string& stage) override;
    void log(LogLevel level, const std::string& text) override;
    std::uint64_t seed() const override { return m_seed; }
    int threads() const override { return m_settings.threads; }
    Result<std::string> scratch() override;
    Result<void> append(const std::string& outputId, const Value& rows) override;
    Result<void> emitArtifact(const std::string& outputId, Value value) override;
    Result<Value> previous(const std::string& outputId) const override;

    /// Hands live rows without an output over as partial ones. Called once, after run has returned.
    Result<void> close();
    std::vector<std::string> partialOutputs() const { return ids(m_partial); }
    /// Wanted outputs that never came, in the order of their declaration.
    std::vector<std::string> missingOutputs() const;
    std::int64_t peakBytes() const { return m_memory.bytes(); }
    /// Memory that the run took in a process of its own.
    void noteMemory(std::int64_t bytes) {
        const std::scoped_lock lock(m_memoryMutex);
        m_memory.note(bytes);
    }

protected:
    std::shared_ptr<const void> derivedAny(const std::string& key, std::type_index type,
                                           const std::function<DerivedValue()>& make) override;

private:
    static std::vector<std::string> ids(const std::set<std::string>& set) { return {set.begin(), set.end()}; }
    /// The description of an output that this run may emit. @errors invalid_argument
    Result<const OutputDescription*> admit(const std::string& outputId, const Value& value) const;
    Result<void> store(const OutputDescription& output, const Value& value, bool partial);

    RunSettings m_settings;
    std::vector<OutputDescription> m_wanted;
    RunSink& m_sink;
    std::uint64_t m_seed;

    std::mutex m_progressMutex; // protects the next three; never held while an artifact is taken
    double m_fraction = -1.0;
    std::string m_stage;
    std::chrono::steady_clock::time_point m_lastSample;

    mutable std::mutex m_memoryMutex; // protects m_memory
    PeakMemory m_memory;

    std::mutex m_outputMutex; // protects the next three and orders artifacts
    std::map<std::string, std::unique_ptr<LiveRows>> m_live;
    std::set<std::string> m_emitted;
    std::set<std::string> m_partial;

    std::mutex m_scratchMutex; // protects m_scratch
    std::unique_ptr<QTemporaryDir> m_scratch;
};

} // namespace vitrine
