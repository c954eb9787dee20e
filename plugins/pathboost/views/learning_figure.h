#pragma once

#include "plugins/pathboost/views/run_paths.h"

#include <nlohmann/json.hpp>

namespace vitrine::pathboost {

inline constexpr const char* kLearningFigure = "pathboost/train_error";

/// Which learning curves there are.
struct LearningChoice {
    static constexpr std::size_t kMostAnchors = 8; ///< more could not be told apart

    bool perAnchor = false;
    std::string part = "test";        ///< of the curves per anchor: "train", "validation", "test"
    std::vector<std::string> anchors; ///< keys of anchors that must be among those drawn, drawn wider

    nlohmann::json toJson() const;
    static LearningChoice fromJson(const nlohmann::json& options); ///< what does not fit is left out
};

/// Parts of the split that the run has curves of, in the order train, validation, test.
std::vector<std::string> curveParts(const RunData& data);
/// Keys of the anchors that have curves of their own, those with most training graphs first; none in the single form.
std::vector<std::string> curveAnchors(const RunData& data);
/// Iterations that have been done.
int iterationsDone(const RunData& data);
/// Iterations that the run was asked for.
int iterationsWanted(const RunData& data);

/// Error after each iteration: of the averaged prediction with the simple baselines as dashed lines, or of the
/// sub-models on one part. While the run is live the axis reaches to the last iteration and a dotted line stands at the
/// present one. Empty when there are no curves.
std::optional<FigureSpec> learningFigure(const RunData& data, const LearningChoice& choice);

} // namespace vitrine::pathboost
