#pragma once

#include "core/compare/compare_runs.h"

#include <QString>

#include <map>
#include <memory>
#include <stop_token>
#include <vector>

namespace vitrine {

class PluginRegistry;

/// Runs side by side, with everything that is said about them.
struct Comparison {
    std::vector<ComparedRun> runs;
    std::size_t reference = 0; ///< position of the run that the others are compared to
    std::vector<ComparedFact> facts;
    std::vector<ComparedMetric> metrics;
    std::vector<PairedErrors> errors;
    std::vector<SharedLine> lines;
    std::map<RunId, std::string> stale; ///< why results are older than their data
    QString problem;                    ///< what could not be read

    std::string csv() const;
};

/// For worker threads. Runs that cannot be read are left out and named in `problem`.
/// @param reference  id of a run; the first run where it is none of them
std::shared_ptr<const Comparison> makeComparison(const ProjectStore& store, const PluginRegistry& plugins,
                                                 const std::vector<RunId>& runs, RunId reference,
                                                 const std::stop_token& stop);

} // namespace vitrine
