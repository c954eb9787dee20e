#pragma once

#include "core/report/composed_report.h"

#include <string>
#include <vector>

namespace vitrine {

/// Name of the file, within a report folder, that `vitrine verify` reads.
inline constexpr const char* kProvenanceFile = "data/provenance.json";

/// A file of a report folder.
struct ReportFile {
    std::string name;       ///< "data/table-1-metrics.json"
    std::string fileSha256; ///< of its bytes
    int part = -1;          ///< position of the part that it belongs to; -1: the whole report
};

/// What it takes to compute a report again, as JSON: the runs with experiment, parameters, seed and inputs; of every
/// figure and table the output it shows, its content_sha256 and its files; the hash of every file.
std::string provenanceJson(const ComposedReport& report, const std::vector<ReportFile>& files);

} // namespace vitrine
