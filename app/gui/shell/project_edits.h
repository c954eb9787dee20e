#pragma once

#include "app/gui/shell/project_model.h"

namespace vitrine {

class Workbench;

/// Undoable changes of the things in the project tree.
void renameItem(Workbench& workbench, ProjectModel::Section section, std::int64_t id, const QString& name);
void removeItem(Workbench& workbench, ProjectModel::Section section, std::int64_t id);

/// A new experiment on a data set, stored and opened: the first experiment of the installed systems that accepts it.
void createExperiment(Workbench& workbench, const DatasetRecord* dataset);
/// An empty report, stored and opened.
void createReport(Workbench& workbench);

} // namespace vitrine
