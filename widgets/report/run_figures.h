#pragma once

#include "core/report/compose_report.h"
#include "widgets/views/view_registry.h"

namespace vitrine {

/// Everything of a run that views and figures look at, read from the project. Inputs that are gone are left out.
/// @errors not_found: no such run
Result<std::shared_ptr<const RunData>> readRunData(const ProjectStore& store, RunId run);

/// Figures of reports: those of a data set, a system's own by its id, else the generic one of an output. Reads each run
/// once; keeps no more than the last run, so that a page that is composed again and again reads it once. Copies may be
/// used on any thread. The store and the registry must live as long as the provider.
FigureProvider figureProvider(const ProjectStore& store, const ViewRegistry& views);

} // namespace vitrine
