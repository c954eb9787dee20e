#pragma once

#include "plugins/pathboost/views/run_paths.h"

#include <nlohmann/json.hpp>

namespace vitrine::pathboost {

inline constexpr const char* kImportanceFigure = "pathboost/importance";

/// Which bars there are.
struct ImportanceChoice {
    static constexpr int kTop = 10;
    int top = kTop;
    QStringList also; ///< keys of further paths, beneath the most important ones

    nlohmann::json toJson() const;
    static ImportanceChoice fromJson(const nlohmann::json& options); ///< what does not fit is left out
};

/// The most important paths as bars; without importances those selected most often. Empty when there are no paths.
std::optional<FigureSpec> importanceFigure(const RunData& data, const RunPaths& paths, const ImportanceChoice& choice);

} // namespace vitrine::pathboost
