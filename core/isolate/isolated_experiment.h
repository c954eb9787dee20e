#pragma once

#include "core/jobs/experiment.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace vitrine {

struct IsolationSettings {
    std::string program;                ///< this program; empty: the one that runs
    std::vector<std::string> arguments; ///< that make it a worker
    std::int64_t memoryLimit = 0;       ///< bytes of a run; 0: what is free when it starts
    /// Told when a run took its process down.
    std::function<void(const std::string& plugin, const std::string& how)> crashed;
};

/// An experiment whose run happens in a process of its own: if that crashes or takes more memory than it may, the run
/// fails with a sentence and the program goes on. Inspection and forecast stay in this process.
class IsolatedExperiment : public Experiment {
public:
    IsolatedExperiment(std::string plugin, std::string experiment, std::unique_ptr<Experiment> local,
                       IsolationSettings settings);

    Inspection inspect(const RunInputs& inputs) const override { return m_local->inspect(inputs); }
    Estimate estimate(const RunInputs& inputs) const override { return m_local->estimate(inputs); }
    /// After a stop request the process is ended when it is silent for 0.7 s, and after five in any case.
    /// @errors those of the experiment; plugin: the process crashed; out_of_range: its memory limit; internal: it could
    ///         not be started
    Result<void> run(const RunInputs& inputs, RunContext& context) override;

private:
    const std::string m_plugin;
    const std::string m_experiment;
    const std::unique_ptr<Experiment> m_local;
    const IsolationSettings m_settings;
};

} // namespace vitrine
