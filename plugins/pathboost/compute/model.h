#pragma once

#include "plugins/pathboost/compute/early_stopping.h"
#include "plugins/pathboost/compute/graph_data.h"
#include "plugins/pathboost/compute/loss.h"
#include "plugins/pathboost/compute/tree.h"

#include <array>
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
/// Learning rate at iteration t: nu, nu 0.95^t, nu 0.5^floor(t/10), max(0.01, nu - t (nu - 0.01)/100).
enum class RateSchedule { constant, exponential, step, linear };

/// Everything that decides a fit besides data, rows and target.
struct FitOptions {
    Task task = Task::regression;
    int iterations = 100; ///< T, the most of any anchor
    /// Multi-anchor form: T of each anchor, in the order of FitInput::anchors; empty: `iterations` for all of them.
    std::vector<int> anchorIterations;
    int maximumPathLength = 5; ///< L, nodes
    double learningRate = 0.1; ///< nu
    RateSchedule schedule = RateSchedule::constant;
    int treeDepth = 3;
    ModelForm form = ModelForm::multiAnchor;
    CandidatePolicy candidates = CandidatePolicy::frontier;
    std::optional<double> replaceMissing; ///< stands for missing in attribute columns
    NoAnchorValue noAnchor = NoAnchorValue::trainMean;
    ImportanceKind importance = ImportanceKind::off;
    ErrorMeasure importanceError = ErrorMeasure::mse;
    bool importanceCorrelation = false;
    bool importanceNormalize = true;
    EarlyStopping stopping; ///< needs a part "validation"
    bool parity = false;    ///< where the reference implementation and we differ, do as it does
    std::int64_t maximumOccurrences = 50'000'000;

    double rateAt(int iteration) const; ///< nu_t, iterations from 0
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
    double trainLoss = 0.0; ///< PartError::loss of this sub-model on its own training rows, after the step
    double trainMiss = 0.0; ///< PartError::miss of the same
    bool operator==(const Iteration&) const = default;
};

/// One way to measure the importance of a path.
struct ImportanceDefinition {
    ImportanceKind kind = ImportanceKind::absolute; ///< not off
    ErrorMeasure error = ErrorMeasure::mse;
    bool shared = false; ///< with the importance of prefixes, weighted by the correlation of the counts

    std::size_t place() const {
        return (kind == ImportanceKind::relative ? 4U : 0U) + (error == ErrorMeasure::mae ? 2U : 0U) +
               (shared ? 1U : 0U);
    }
    static ImportanceDefinition at(std::size_t place) {
        return {(place & 4U) != 0 ? ImportanceKind::relative : ImportanceKind::absolute,
                (place & 2U) != 0 ? ErrorMeasure::mae : ErrorMeasure::mse, (place & 1U) != 0};
    }
    bool operator==(const ImportanceDefinition&) const = default;
};
inline constexpr std::size_t kImportanceDefinitions = 8;
/// One value per definition; none where it was not measured (the relative ones double the work of a fit).
using ImportanceValues = std::array<std::optional<double>, kImportanceDefinitions>;

/// Importance of one selected path of one sub-model, before normalisation.
struct PathImportance {
    std::int32_t path = 0; ///< used path
    ImportanceValues values{};
    bool operator==(const PathImportance&) const = default;
};

/// One boosting run. In the multi-anchor form it has one anchor, in the single form all of them.
struct SubModel {
    std::vector<std::vector<std::int32_t>> anchors; ///< paths of label codes
    std::int32_t trainRows = 0;
    double baseLoss = 0.0; ///< error of predicting the mean of y (classification: its log-odds)
    double baseMiss = 0.0;
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
    std::vector<std::string> classes; ///< classification: the negative and the positive value of the target
    double trainMean = 0.0;           ///< of the target; classification: its log-odds
    std::vector<SubModel> subModels;

    bool isClassifier() const { return options.task == Task::classification; }
    /// The definition in which the importance of this fit is shown. @pre importance is not off
    ImportanceDefinition definition() const {
        return {options.importance, options.importanceError, options.importanceCorrelation};
    }
    /// What a graph without any anchor is predicted as (multi-anchor form); classification: log-odds.
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
ImportanceTable importanceTable(const PathBoostModel& model, const ImportanceDefinition& definition);
/// In the definition that the options of the model name. @pre importance is not off
inline ImportanceTable importanceTable(const PathBoostModel& model) {
    return importanceTable(model, model.definition());
}

} // namespace vitrine::pathboost
