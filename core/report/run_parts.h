#pragma once

#include "core/report/composed_report.h"
#include "core/report/report_project.h"

#include <set>
#include <string>
#include <vector>

namespace vitrine {

// The parts of a report that come from records rather than from results. Each function gives the parts below the
// heading of its block.

/// Every parameter with symbol, value and default; changed ones are marked. A column that the data set names itself is
/// no change.
std::vector<ComposedPart> parameterParts(const RunFacts& run, const ReportProject& project, bool anonymous);

/// Versions, seed, threads, device, times, hashes of all inputs and outputs, and the command that makes it again.
std::vector<ComposedPart> provenanceParts(const RunFacts& run, const ReportProject& project, bool anonymous);

/// What the import of each input read, changed, dropped and why; inputs that came from another run are followed to its
/// data. `told` holds the data sets that were told already.
std::vector<ComposedPart> ledgerParts(const RunFacts& run, const ReportProject& project, std::set<DatasetId>& told);
std::vector<ComposedPart> ledgerParts(const DatasetRecord& dataset);

/// Numbered list of what to cite for these runs, the program last.
std::vector<ComposedPart> citationParts(const std::vector<const RunFacts*>& runs);

/// List of definitions; those of one name and text appear once.
std::vector<ComposedPart> definitionParts(const std::vector<Definition>& definitions);

/// "3, 17, 20–24 and 250 more"
std::string linesText(const std::vector<std::int64_t>& lines, std::int64_t count);

} // namespace vitrine
