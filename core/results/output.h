#pragma once

#include "core/base/result.h"
#include "core/values/value.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace vitrine {

/// One output as plugin.json declares it; a copy is kept with every artifact, so an old project shows without its
/// plugin.
struct OutputDescription {
    std::string id;
    ValueKind kind = ValueKind::table;
    std::string title;
    std::string help;
    std::string key;        ///< what a row stands for, for linked selection: "path", "graph", "layer"
    std::string keyColumn;  ///< table column that holds the key; defaults to `key`
    std::string when;       ///< condition on parameters; empty: always
    bool live = false;      ///< rows arrive while the run goes on
    bool headline = false;  ///< scalars shown as cards
    std::string better;     ///< "lower", "higher" or empty
    std::string definition; ///< formula, shown on hover and in reports
    std::string source;     ///< paper and section
    double tolerance = 0.0; ///< relative, for verification; 0: same bytes
    nlohmann::json view;    ///< hints for generic views: {"chart": "bar", "x": "path", "y": "importance", "top": 10}

    static Result<OutputDescription> fromJson(const nlohmann::json& object);
    nlohmann::json toJson() const;
};

/// What makes a figure or number recomputable. Every artifact carries it from the first day.
struct Fingerprint {
    std::string plugin; ///< id
    std::string pluginVersion;
    std::string programVersion;
    std::string experiment;                                       ///< id
    std::vector<std::pair<std::string, std::string>> inputHashes; ///< input id, content_sha256
    nlohmann::json parameters;                                    ///< complete
    std::uint64_t seed = 0;
    std::string command; ///< command line that makes it again

    nlohmann::json toJson() const;
    static Fingerprint fromJson(const nlohmann::json& object);
};

} // namespace vitrine
