#pragma once

#include "core/plugin/plugin_registry.h"
#include "core/report/composed_report.h"
#include "core/report/report_document.h"
#include "core/store/project_store.h"

#include <functional>
#include <stop_token>

namespace vitrine {

/// Makes the figure of a block: that of a data set (the run is empty then), that of a system's own view by
/// block.figureId, else the generic one of the output.
/// Empty when there is none. Called on the composing thread.
using FigureProvider = std::function<std::optional<FigureSpec>(const RunRecord&, const ReportBlock&)>;

/// A table that is made of several outputs: as it is shown, and exact.
struct ProvidedTable {
    DisplayTable shown;
    Value data;
    std::string name;
    std::string caption;
    std::vector<Definition> definitions;
};

/// Makes the table of a block that names a figure id. Empty when there is none. Called on the composing thread.
using TableProvider = std::function<std::optional<ProvidedTable>(const ReportBlock&)>;

/// The experiment of a run as its plugin describes it, or null when the plugin is not installed.
using ExperimentLookup = std::function<const ExperimentInfo*(const std::string& plugin, const std::string& experiment)>;

/// Looks in the installed plugins; the registry must live as long as the lookup.
ExperimentLookup experimentLookup(const PluginRegistry& plugins);

struct ComposeOptions {
    FigureProvider figures;
    TableProvider tables;
    ExperimentLookup experiments;
    std::string date; ///< ISO, "2026-11-30", printed as "30 November 2026"; empty: none
    std::stop_token stop;
    std::function<void(double fraction, const std::string& stage)> progress;
};

/// Resolves every block. A data set, run, output or number that is gone becomes a sentence in its place.
/// @errors cancelled
Result<ComposedReport> composeReport(const ProjectStore& store, const ReportDocument& document,
                                     const ComposeOptions& options);

} // namespace vitrine
