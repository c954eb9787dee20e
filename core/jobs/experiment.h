#pragma once

#include "core/jobs/run_context.h"
#include "core/results/output.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vitrine {

/// Options of one parameter as found in the data: columns, labels with counts.
struct FoundOption {
    std::string value;
    std::string label;
    std::int64_t count = -1; ///< -1: no count
};

/// What an experiment says about inputs and parameters before it is run. Cheap (under 50 ms) or run in a job.
struct Inspection {
    std::map<std::string, std::vector<FoundOption>> options; ///< by parameter id
    std::map<std::string, nlohmann::json> suggested;         ///< data-dependent defaults by parameter id
    std::vector<ParameterProblem> problems;
};

/// Forecast shown before Start.
struct Estimate {
    double seconds = 0.0;
    std::int64_t peakBytes = 0;
};

/// One experiment; a fresh object for each run.
class Experiment {
public:
    virtual ~Experiment() = default;
    virtual Inspection inspect(const RunInputs& inputs) const = 0;
    virtual Estimate estimate(const RunInputs& inputs) const = 0;
    virtual Result<void> run(const RunInputs& inputs, RunContext& context) = 0;
};

/// Where the job queue gets experiments from; the plugin registry is one.
class ExperimentSource {
public:
    virtual ~ExperimentSource() = default;
    /// @errors not_found, plugin
    virtual Result<std::unique_ptr<Experiment>> create(std::string_view pluginId, std::string_view experimentId) = 0;
    /// Declared outputs; empty for an unknown experiment.
    virtual std::vector<OutputDescription> outputs(std::string_view pluginId, std::string_view experimentId) const = 0;
    /// Declared parameters; null for an unknown experiment. Valid as long as the source.
    virtual const ParameterSchema* parameters(std::string_view pluginId, std::string_view experimentId) const = 0;
    virtual std::string version(std::string_view pluginId) const = 0;
};

} // namespace vitrine
