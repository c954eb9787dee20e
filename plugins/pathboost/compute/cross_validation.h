#pragma once

#include "plugins/pathboost/compute/fit.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace vitrine::pathboost {

/// Settings to be compared; every combination is a candidate.
struct Grid {
    std::vector<double> learningRates;
    std::vector<int> pathLengths;
    std::vector<int> treeDepths;
    std::vector<int> iterations;

    /// Sorted, each value once.
    void tidy();
    std::size_t candidateCount() const {
        return learningRates.size() * pathLengths.size() * treeDepths.size() * iterations.size();
    }
};

struct Candidate {
    double learningRate = 0.1;
    int pathLength = 5;
    int treeDepth = 3;
    int iterations = 100;
};

/// Rates outermost, then lengths, depths, iterations.
std::vector<Candidate> candidatesOf(const Grid& grid);

/// Error of one candidate on the held-out graphs of one fold.
struct FoldError {
    std::int32_t candidate = 0;
    std::int32_t repeat = 0;
    std::int32_t fold = 0;
    PartError error;
    double r2 = 0.0; ///< of a regression; NaN when the held-out targets are equal
};

struct FoldPlan {
    int folds = 5;
    int repeats = 1;
    std::uint64_t seed = 0;
};

/// Parts train and test of every fold, repeat by repeat. @pre 2 <= folds <= graphs.size()
std::vector<std::vector<Part>> divisions(const FoldPlan& plan, std::span<const std::int32_t> graphs);

struct CrossValidation {
    std::vector<Candidate> candidates;
    std::vector<FoldError> errors; ///< by repeat, fold and candidate; after a stop only those that were finished
    bool stopped = false;
};

/// Called with the errors of each finished fit, one call at a time, from any thread and in any order.
using FoldObserver = std::function<void(const std::vector<FoldError>&, double share)>;

/// Fits every combination of rate, length and depth in every fold with the largest number of iterations; smaller
/// numbers are stages of the same fit. All fits share the path index and run in parallel, one thread each; results do
/// not depend on the number of threads.
/// @param input    without parts @param graphs  rows to be divided; their targets are finite
/// @param options  of all candidates; early stopping and importance are not used
/// @errors invalid_argument: fewer graphs than folds, an empty list of the grid; those of fitModel()
/// @source section 11 of the PathBoost specification
Result<CrossValidation> crossValidate(const FitInput& input, const FitOptions& options, const Grid& grid,
                                      const FoldPlan& plan, std::span<const std::int32_t> graphs,
                                      const PreparedGraphs& prepared, int threads, const std::stop_token& stop,
                                      const FoldObserver& observer = {});

/// Mean and sample standard deviation of one candidate over its finished folds.
struct CandidateSummary {
    std::int64_t folds = 0;
    double loss = 0.0; ///< RMSE, or log loss of classes
    double lossDeviation = 0.0;
    double miss = 0.0; ///< MAE, or accuracy of classes
    double missDeviation = 0.0;
    double score = 0.0; ///< R2, or balanced accuracy of classes; over the folds in which it is defined
    double scoreDeviation = 0.0;
};
CandidateSummary summaryOf(const std::vector<double>& loss, const std::vector<double>& miss,
                           const std::vector<double>& score);
std::vector<CandidateSummary> summaries(const CrossValidation& result, Task task);
/// The candidate with the smallest mean loss over all folds, the first among equals; -1 when none has finished.
std::int32_t bestCandidate(const std::vector<CandidateSummary>& summaries);

/// Predictions of graphs by models not trained on them, with one candidate: [repeat][graph of the set], NaN elsewhere;
/// log-odds of classes.
/// @errors as crossValidate(), cancelled
Result<std::vector<std::vector<double>>> heldOutPredictions(const FitInput& input, const FitOptions& options,
                                                            const Candidate& candidate, const FoldPlan& plan,
                                                            std::span<const std::int32_t> graphs,
                                                            const PreparedGraphs& prepared, int threads,
                                                            const std::stop_token& stop);

} // namespace vitrine::pathboost
