#pragma once

#include "app/cli/catalogue_commands.h"
#include "app/cli/command_line.h"
#include "app/cli/console.h"
#include "app/cli/result_folder.h"
#include "app/cli/run_inputs.h"
#include "core/jobs/run_executor.h"
#include "core/jobs/run_recorder.h"
#include "core/plugin/plugin_registry.h"

#include <QTemporaryDir>

#include <memory>
#include <stop_token>

namespace vitrine::cli {

/// What a saved experiment or the name of one asks for, before the other options. @errors invalid_argument, not_found
Result<ExperimentRecord> wantedExperiment(const std::string& what);
/// The experiment of a record. @errors not_found
Result<FoundExperiment> findWanted(const ExperimentRecord& wanted, const PluginRegistry& registry);

/// `vitrine run`: from the command line to results in a project, a folder and a report. Used once.
class RunSession {
public:
    RunSession(const CommandLine& line, PluginRegistry& registry, Console& console, std::stop_token stop);

    /// @return the exit code
    int execute();

private:
    // Everything before the run; an error of these starts nothing.
    Result<void> findWhat();
    Result<void> readAssignments();
    Result<void> openProject();
    Result<void> readInputs();
    Result<void> completeParameters();
    Result<void> checkMemory(const Experiment& experiment);
    Result<void> prepare();

    RunRecord makeRecord() const;
    Result<void> keepInputs();
    Result<RunOutcome> run();
    nlohmann::ordered_json runFile(const RunRecord& record) const;
    Result<void> writeRunFile(const RunOutcome& outcome);
    Result<void> writeReport(const RunOutcome& outcome);
    void tell(const RunOutcome& outcome, int exitCode);

    const CommandLine& m_line;
    PluginRegistry& m_registry;
    Console& m_console;
    const std::stop_token m_stop;

    FoundExperiment m_what;
    ExperimentRecord m_wanted; ///< experiment file and command line together
    std::vector<ResolvedInput> m_inputs;
    RunInputs m_runInputs;
    RunRecord m_record;
    std::vector<std::pair<std::string, std::shared_ptr<const Scalars>>> m_scalars; ///< by output

    std::unique_ptr<QTemporaryDir> m_temporary; ///< of the project that only a report needs
    std::shared_ptr<ProjectStore> m_store;      ///< null without project and report
    std::unique_ptr<RunRecorder> m_recorder;
    std::unique_ptr<ResultFolder> m_folder;
    std::unique_ptr<Experiment> m_experiment;
};

} // namespace vitrine::cli
