#pragma once

#include "core/compare/compared_run.h"
#include "core/compare/paired_errors.h"
#include "core/figure/figure_spec.h"
#include "core/report/compose_report.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vitrine {

/// One thing that was set or given differently.
struct ComparedFact {
    std::string id;    ///< of the parameter, else "seed", "input/ID", ...
    std::string label; ///< "Learning rate  ν (unit)"
    std::string help;
    std::vector<std::string> texts; ///< per run; empty: the run has none
};

/// System, versions, inputs, seed, device and parameters where the runs differ, in the order of the form. Of runs of
/// different experiments only parameters that all of them have.
std::vector<ComparedFact> differingFacts(ComparedRuns runs, const ExperimentLookup& experiments);

/// One number that at least two runs have: same output, id and unit.
struct ComparedMetric {
    std::string outputId, id, label, unit, definition;
    bool lowerIsBetter = false;
    std::vector<std::optional<Scalar>> values; ///< per run
};

/// Visits the headline numbers of a run; where an output marks none, all of them are.
void forEachHeadline(const ComparedRun& run, const std::function<void(const OutputDescription&, const Scalar&)>& visit);

/// Headline numbers; those of outputs without marked ones are all headlines.
std::vector<ComparedMetric> sharedMetrics(ComparedRuns runs);

/// A line of a curve output that at least two runs have.
struct SharedLine {
    std::string outputId, lineId;
    std::string title; ///< "Learning curves, test"
    bool operator==(const SharedLine&) const = default;
};
std::vector<SharedLine> sharedLines(ComparedRuns runs);

/// The line of all runs in one figure: a colour and dash per run, by position. Runs whose axes have other units are
/// left out. Marks have the id of the run, and keys are of kind "run". Empty when fewer than one run has the line.
std::optional<FigureSpec> overlaidFigure(ComparedRuns runs, const SharedLine& line);

/// Everything compared as one table: a row for every metric and run, then paired tests, then what differs.
Table comparisonTable(ComparedRuns runs, std::size_t reference, const std::vector<ComparedMetric>& metrics,
                      const std::vector<PairedErrors>& errors, const std::vector<ComparedFact>& facts);

/// How the paired test is named wherever its numbers stand.
constexpr const char* kPairedTestKind = "paired t-test, 95 % interval";

} // namespace vitrine
