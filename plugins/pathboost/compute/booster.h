#pragma once

#include "core/kernels/graph/path_index.h"
#include "plugins/pathboost/compute/model.h"
#include "plugins/pathboost/compute/selector.h"
#include "plugins/pathboost/compute/tree.h"

#include <map>
#include <span>
#include <stop_token>
#include <vector>

namespace vitrine::pathboost {

/// What all sub-models of one fit share. Everything referred to outlives the boosters.
struct BoostingData {
    const Scheme& scheme;
    const GraphData& graphs;
    const PathIndex& index;
    std::span<const double> target; ///< one per graph; only training graphs are read
};

/// Boosting of one sub-model, one iteration at a time, so that several can advance in step and stop anywhere.
/// @source section 5 of the PathBoost specification
class Booster {
public:
    /// @param anchors  paths that occur in the training rows, at least one
    /// @param rows     training rows first, at least one
    Booster(const BoostingData& data, const FitOptions& options, std::vector<std::vector<std::int32_t>> anchors,
            RowMap rows);

    /// Puts the anchors (candidate policy `all`: everything below them) into the matrix.
    /// @errors out_of_range: too many path occurrences; cancelled
    Result<void> start(const std::stop_token& stop);
    /// One iteration. After an error the sub-model is what it was before. @errors as start()
    Result<void> step(const std::stop_token& stop);

    const SubModel& model() const { return m_model; }
    /// Remembers this moment as the best one so far.
    void markBest();
    /// Goes back to the moment of markBest(); further iterations would start from there. @pre markBest() was called
    void returnToBest();
    /// The model of the first `iterations` iterations, importance included; the booster must not be used afterwards.
    SubModel takeModel(std::size_t iterations);
    const RowMap& rows() const { return m_rows; }
    /// F after the last iteration for all rows, training rows first; classification: log-odds.
    std::span<const double> prediction() const { return m_prediction; }
    const Selector& selector() const { return m_selector; }

private:
    Result<void> addCandidates(const LabelledPath& path, const std::stop_token& stop);
    Result<void> expand(const LabelledPath& path, const std::stop_token& stop);
    std::int32_t usedPath(const LabelledPath& path);
    const PathColumns& columnsOf(const LabelledPath& path);
    std::vector<TreeInput> inputsOf(const LabelledPath& path);
    bool isClassifier() const { return m_options.task == Task::classification; }
    std::span<const double> trained() const { return {m_prediction.data(), m_truth.size()}; }
    std::span<const double> selectorTarget();
    void fitTree(Iteration& iteration, const LabelledPath& path);
    void updateResidual();
    void recordImportance(const Selection& selection, const Iteration& iteration);
    PartError errorOfOther(std::int32_t candidate);
    void sumImportance();
    void shareWithExtensions();
    double countCorrelation(std::int32_t path, std::int32_t prefix) const;

    const BoostingData& m_data;
    const FitOptions& m_options;
    RowMap m_rows;
    SubModel m_model;
    Selector m_selector;
    TreeLearner m_learner;
    std::vector<double> m_truth;      ///< training rows
    std::vector<double> m_prediction; ///< all rows
    std::vector<double> m_before;     ///< training rows, one iteration earlier; only for relative importance
    std::vector<double> m_best;       ///< prediction at markBest()
    std::size_t m_bestIterations = 0;
    std::vector<double> m_classResidual; ///< what the reference's selector looks at
    std::vector<double> m_residual;
    std::vector<double> m_centred;
    std::map<const LabelledPath*, bool> m_expanded; ///< paths of the matrix; true when their extensions are there too
    std::map<const LabelledPath*, std::int32_t> m_usedPaths;
    std::vector<const LabelledPath*> m_pathOf; ///< per used path
    std::map<const LabelledPath*, PathColumns> m_columns;
    std::vector<ImportanceValues> m_importance; ///< per iteration, without sharing
};

} // namespace vitrine::pathboost
