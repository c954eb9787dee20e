#pragma once

#include "core/jobs/run_context.h"
#include "plugins/pathboost/compute/prepared_graphs.h"

namespace vitrine::pathboost {

/// The graphs with their path index from the cache that all runs share, so that a second run on the same data set
/// starts at once. Without a content hash they are prepared for this run alone.
/// @errors those of prepareForFits()
inline Result<std::shared_ptr<const PreparedGraphs>> sharedGraphs(RunContext& context, const GraphSet& graphs,
                                                                  const std::string& contentHash,
                                                                  const std::string& labelAttribute,
                                                                  const FitOptions& options) {
    Error error;
    const auto make = [&]() -> std::shared_ptr<const PreparedGraphs> {
        auto prepared = prepareForFits(graphs, labelAttribute, options.parity, options.maximumOccurrences);
        if (prepared)
            return *prepared;
        error = prepared.error();
        return nullptr;
    };
    const std::string key =
        "pathboost/graphs/" + contentHash + "/" + labelAttribute + (options.parity ? "/parity" : "");
    auto found = contentHash.empty() ? make() : context.derived<PreparedGraphs>(key, make);
    if (found)
        return found;
    return error.message.empty() ? makeError(ErrorCode::cancelled, "cancelled") : error;
}

} // namespace vitrine::pathboost
