#pragma once

#include "plugins/pathboost/views/run_paths.h"

#include <nlohmann/json.hpp>

namespace vitrine::pathboost {

inline constexpr const char* kImportanceFigure = "pathboost/importance";

/// Which bars there are.
struct ImportanceChoice {
    static constexpr int kTop = 10;
    int top = kTop;
    QStringList also;       ///< keys of further paths, beneath the most important ones
    std::string definition; ///< "relative/mae/shared"; empty: that of the run

    nlohmann::json toJson() const;
    static ImportanceChoice fromJson(const nlohmann::json& options); ///< what does not fit is left out
};

/// Definitions in which the run measured the importance, that of the run first.
std::vector<std::string> importanceDefinitionsOf(const RunData& data);
/// "Absolute, MSE, shared".
QString definitionName(const RunData& data, const std::string& definition);

/// The most important paths as bars, with intervals where there are any; without importances those selected most often.
/// Empty when there are no paths.
std::optional<FigureSpec> importanceFigure(const RunData& data, const RunPaths& paths, const ImportanceChoice& choice);

} // namespace vitrine::pathboost
