#pragma once

#include "core/data/dataset.h"
#include "core/params/parameter.h"
#include "core/results/output.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vitrine {

using DatasetId = std::int64_t;
using RunId = std::int64_t;
using ArtifactId = std::int64_t;
using ReportId = std::int64_t;
using ExperimentId = std::int64_t;

enum class RunState { queued, running, finished, failed, cancelled, interrupted };
std::string_view runStateName(RunState state); ///< "queued", ...
RunState runStateFromName(std::string_view name);

/// A data set without its value.
struct DatasetRecord {
    DatasetId id = 0;
    std::string title;
    ValueKind kind = ValueKind::table;
    std::int64_t records = 0; ///< graphs or rows
    Ledger ledger;
    DatasetSource source;
    std::string contentHash;
    bool molecular = false;
    DatasetId versionOf = 0; ///< this is an earlier content of that data set, kept for the runs that used it
};

/// Reference of a run to one of its inputs.
struct InputReference {
    std::string inputId;
    std::string reference; ///< "dataset:3", "run:7/model", or a path for runs outside a project
    std::string title;     ///< as shown: "esol.csv"
    std::string contentHash;
    std::string path;             ///< file it came from, for the command line that repeats the run
    nlohmann::json readerOptions; ///< options that differ from what the reader detects by itself, for the same command
};

struct RunRecord {
    RunId id = 0;
    std::string title;
    std::string plugin;
    std::string pluginVersion;
    std::string programVersion;
    std::string experiment;
    ParameterSet parameters; ///< complete
    std::uint64_t seed = 0;
    int threads = 1;
    std::string device = "cpu";
    std::vector<InputReference> inputs;
    RunState state = RunState::queued;
    std::string message; ///< why it failed, what is partial
    std::string created; ///< ISO 8601, UTC
    double seconds = 0.0;
    std::int64_t peakBytes = 0;
};

struct ArtifactRecord {
    ArtifactId id = 0;
    RunId run = 0;
    OutputDescription description;
    Fingerprint fingerprint;
    std::string contentHash;
    bool partial = false;
};

/// A saved experiment: what the form holds before it is run.
struct ExperimentRecord {
    ExperimentId id = 0;
    std::string title;
    std::string plugin;
    std::string experiment;
    ParameterSet parameters;
    std::vector<InputReference> inputs;
    std::uint64_t seed = 0;
};

struct ReportRecord {
    ReportId id = 0;
    std::string title;
    nlohmann::json document; ///< see core/report/report_document.h
};

/// One line of the readable history of a project.
struct HistoryEntry {
    std::string time; ///< ISO 8601, UTC; filled in when empty
    std::string verb; ///< "done", "undone", "redone"
    std::string text; ///< "Rename data set to ESOL"
};

struct LogLine {
    std::string time; ///< ISO 8601, UTC
    std::string level;
    std::string text;
};

} // namespace vitrine
