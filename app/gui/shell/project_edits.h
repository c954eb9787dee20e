#pragma once

#include "app/gui/shell/project_model.h"

namespace vitrine {

class Workbench;

/// Undoable changes of the things in the project tree.
void renameItem(Workbench& workbench, ProjectModel::Section section, std::int64_t id, const QString& name);
void removeItem(Workbench& workbench, ProjectModel::Section section, std::int64_t id);

/// A new experiment on a data set, stored and opened: the first experiment of the installed systems that accepts it.
void createExperiment(Workbench& workbench, const DatasetRecord* dataset);
/// An experiment of the system of a run, stored and opened: on the run's inputs as far as it takes them, with the run's
/// parameters as far as both have them in the same form, and then `values`.
void createFollowUp(Workbench& workbench, const RunRecord& run, const std::string& experimentId,
                    const nlohmann::json& values);
/// A report with the numbers and parameters of these runs, stored and opened.
void createReportOfRuns(Workbench& workbench, const std::vector<RunId>& runs);
/// An empty report, stored and opened.
void createReport(Workbench& workbench);

} // namespace vitrine
