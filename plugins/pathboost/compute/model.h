#pragma once

#include "plugins/pathboost/compute/graph_data.h"
#include "plugins/pathboost/compute/tree.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace vitrine::pathboost {

enum class ModelForm { multiAnchor, single };
enum class CandidatePolicy { frontier, all };
enum class ImportanceKind { off, absolute, relative };
enum class ErrorMeasure { mse, mae };
enum class NoAnchorValue { trainMean, zero, nan };

/// Everything that decides a fit besides data, rows and target.
struct FitOptions {
    int iterations = 100;      ///< T
    int maximumPathLength = 5; ///< L, nodes
    double learningRate = 0.1; ///< nu
    int treeDepth = 3;
    ModelForm form = ModelForm::multiAnchor;
    CandidatePolicy candidates = CandidatePolicy::frontier;
    std::optional<double> replaceMissing; ///< stands for missing in attribute columns
    NoAnchorValue noAnchor = NoAnchorValue::trainMean;
    ImportanceKind importance = ImportanceKind::off;
    ErrorMeasure importanceError = ErrorMeasure::mse;
    bool importanceCorrelation = false;
    bool importanceNormalize = true;
    bool parity = false; ///< where the reference implementation and we differ, do as it does
    std::int64_t maximumOccurrences = 50'000'000;
};

/// A path that a sub-model selected, or a prefix of one. Paths form a prefix tree.
struct UsedPath {
    std::int32_t parent = -1;     ///< used path without the last node, -1 for one node
    std::int32_t label = 0;       ///< code of the last node
    std::int32_t trainGraphs = 0; ///< training rows in which it occurs
    std::int64_t trainOccurrences = 0;
    bool operator==(const UsedPath&) const = default;
};

/// One step of boosting.
struct Iteration {
    std::int32_t path = 0;  ///< the selected used path p_t
    double mean = 0.0;      ///< m_t, mean of the residual, added in full
    double rate = 0.1;      ///< nu_t
    Tree tree;              ///< h_t, fitted to the centred residual
    double gain = 0.0;      ///< of the selecting stump
    double threshold = 0.0; ///< of the selecting stump, on the count of the path
    double trainMse = 0.0;  ///< of this sub-model on its own training rows, after the step
    double trainMae = 0.0;
    bool operator==(const Iteration&) const = default;
};

/// Importance of one selected path of one sub-model, before normalisation.
struct PathImportance {
    std::int32_t path = 0; ///< used path
    double value = 0.0;
    bool operator==(const PathImportance&) const = default;
};

/// One boosting run. In the multi-anchor form it has one anchor, in the single form all of them.
struct SubModel {
    std::vector<std::vector<std::int32_t>> anchors; ///< paths of label codes
    std::int32_t trainRows = 0;
    double baseMse = 0.0; ///< error of predicting the mean of y
    double baseMae = 0.0;
    std::vector<UsedPath> paths;
    std::vector<Iteration> iterations;
    std::vector<PathImportance> importance; ///< in the order of first selection; empty when off

    /// Label codes of a used path, first to last.
    std::vector<std::int32_t> labels(std::int32_t path) const;
    int length(std::int32_t path) const;
    bool operator==(const SubModel&) const = default;
};

/// A fitted model. Every prefix of its iterations is a model too, so a cancelled fit leaves a valid one.
struct PathBoostModel {
    Scheme scheme;
    FitOptions options;
    std::string target; ///< name of the predicted column
    std::string unit;
    double trainMean = 0.0;
    std::vector<SubModel> subModels;

    /// What a graph without any anchor is predicted as (multi-anchor form).
    double valueWithoutAnchor() const {
        switch (options.noAnchor) {
        case NoAnchorValue::trainMean: return trainMean;
        case NoAnchorValue::zero: return 0.0;
        case NoAnchorValue::nan: break;
        }
        return std::numeric_limits<double>::quiet_NaN();
    }
    std::string key(const SubModel& sub, std::int32_t path) const { return pathKey(scheme.labels, sub.labels(path)); }
    std::string label(const SubModel& sub, std::int32_t path) const {
        return pathLabel(scheme.labels, sub.labels(path), scheme.elements);
    }
    /// Anchor of a sub-model as people read it; "all" in the single form with several anchors.
    std::string anchorLabel(const SubModel& sub) const;
    /// What an inner node of a tree looks at, as people read it: "C-C-Cl: occurrences", "C-C: mass".
    std::string columnLabel(const SubModel& sub, const TreeNode& node) const;
};

/// The importance of one path over all sub-models.
struct ImportanceEntry {
    std::vector<std::int32_t> labels;
    double value = 0.0;
};
struct ImportanceTable {
    std::vector<ImportanceEntry> entries; ///< in the order of sub-models and first selection
    bool normalized = false;              ///< values are percent of their sum
    bool refused = false;                 ///< normalising was asked for, but positive and negative parts nearly cancel
};

/// Importance of the model's paths: sub-models are weighted by their training rows, a path of several sub-models is
/// averaged, then normalised to 100 when asked for. Normalising is refused when |sum| < 5 % of the sum of absolute
/// values (not under parity).
/// @source section 10 of the PathBoost specification
ImportanceTable importanceTable(const PathBoostModel& model);

} // namespace vitrine::pathboost
