#pragma once

#include "core/base/result.h"
#include "core/store/project_store.h"

#include <map>
#include <span>
#include <stop_token>
#include <string>

namespace vitrine {

/// A run with those of its outputs that can be put beside those of another: numbers, curves, and tables that name a
/// measured and a predicted column.
struct ComparedRun {
    RunRecord record;
    std::map<std::string, OutputDescription> descriptions; ///< by output id
    std::map<std::string, Value> outputs;                  ///< by output id
    std::map<std::string, Fingerprint> fingerprints;       ///< by output id

    /// The output as T, or null when there is none of this id and kind.
    template <class T>
    std::shared_ptr<const T> output(const std::string& id) const {
        const auto found = outputs.find(id);
        return found == outputs.end() ? nullptr : valueAs<T>(found->second);
    }
};

using ComparedRuns = std::span<const ComparedRun>;

/// Reads what is compared of a run. What is damaged is left out. @errors those of the store, cancelled
Result<ComparedRun> readComparedRun(const ProjectStore& store, RunId run, const std::stop_token& stop = {});

/// "run 12"
std::string runName(const RunRecord& run);

} // namespace vitrine
