#pragma once

#include "app/cli/kept_json.h"
#include "core/plugin/plugin_registry.h"

#include <string>
#include <vector>

namespace vitrine::cli {

/// A report folder: its runs can be computed again in their order, each given what those before it made.
class KeptReport {
public:
    /// @errors not_found (no data/provenance.json), parse
    static Result<KeptReport> open(const std::string& folder);

    std::size_t runCount() const;
    /// A run with its inputs and the outputs that the report shows.
    /// @param made  outputs of the runs before it, by run
    /// @errors those of keptRecord and keptInput
    Result<KeptRun> run(std::size_t index, const std::map<RunId, std::map<std::string, Value>>& made,
                        const MovedInputs& moved, const PluginRegistry& registry, const ReadContext& context) const;
    /// Files that are gone or were changed since they were written, one sentence each.
    std::vector<std::string> changedFiles() const;

private:
    KeptReport(std::string folder, nlohmann::json provenance)
        : m_folder(std::move(folder)), m_provenance(std::move(provenance)) {}
    std::vector<KeptOutput> outputsOf(RunId run, const std::vector<OutputDescription>& declared) const;

    std::string m_folder;
    nlohmann::json m_provenance;
};

} // namespace vitrine::cli
