#pragma once

#include "core/compare/compare_runs.h"
#include "core/report/compose_report.h"
#include "core/report/report_document.h"

namespace vitrine {

/// Figure ids of table blocks that compare runs. Options: "runs", array of run ids; "reference", id of the one that the
/// others are compared to.
constexpr const char* kComparedFactsId = "compare/facts";
constexpr const char* kComparedMetricsId = "compare/metrics";

/// The table of such a block from what the project holds; runs that are gone are left out. Empty when fewer than two
/// are there, and for other blocks.
std::optional<ProvidedTable> comparedTableOf(const ProjectStore& store, const ExperimentLookup& experiments,
                                             const ReportBlock& block);

/// What a report of a comparison holds: what differs, the numbers with their differences and paired tests, the curves
/// that runs share (those of held-out parts first), the parameters of the reference, definitions.
/// @param runs  at least two, in the order of their colours
ReportDocument comparisonReport(ComparedRuns runs, std::size_t reference);

} // namespace vitrine
