#include "plugins/pathboost/compute/cross_validation.h"

#include "core/base/parallel_for.h"
#include "plugins/pathboost/compute/split.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

namespace vitrine::pathboost {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

template <class T>
void sortUnique(std::vector<T>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

FitOptions optionsOf(FitOptions options, const Candidate& candidate) {
    options.learningRate = candidate.learningRate;
    options.maximumPathLength = candidate.pathLength;
    options.treeDepth = candidate.treeDepth;
    options.iterations = candidate.iterations;
    options.stopping = {};
    options.importance = ImportanceKind::off;
    return options;
}

double deviations(std::span<const double> target, std::span<const std::int32_t> graphs) {
    double sum = 0.0;
    for (const std::int32_t graph : graphs)
        sum += target[at(graph)];
    const double mean = sum / static_cast<double>(graphs.size());
    double squares = 0.0;
    for (const std::int32_t graph : graphs)
        squares += (target[at(graph)] - mean) * (target[at(graph)] - mean);
    return squares;
}

Result<void> checkPlan(const Grid& grid, const FoldPlan& plan, std::size_t graphs) {
    if (grid.candidateCount() == 0)
        return makeError(ErrorCode::invalidArgument, "the grid has an empty list; at least one value of each setting "
                                                     "would be right");
    if (graphs < at(plan.folds))
        return makeError(ErrorCode::invalidArgument, "folds: " + std::to_string(graphs) +
                                                         " graphs with a target cannot be divided into " +
                                                         std::to_string(plan.folds) + " folds");
    return {};
}

struct Moments {
    double mean = kNaN;
    double deviation = kNaN;
};

Moments moments(const std::vector<double>& values) {
    double sum = 0.0;
    double n = 0.0;
    for (const double value : values)
        if (!std::isnan(value)) {
            sum += value;
            n += 1.0;
        }
    const double mean = sum / n; // NaN when there is none
    double squares = 0.0;
    for (const double value : values)
        if (!std::isnan(value))
            squares += (value - mean) * (value - mean);
    return {mean, n < 2.0 ? kNaN : std::sqrt(squares / (n - 1.0))};
}

} // namespace

std::vector<std::vector<Part>> divisions(const FoldPlan& plan, std::span<const std::int32_t> graphs) {
    std::vector<std::vector<Part>> all;
    for (int repeat = 0; repeat < plan.repeats; ++repeat) {
        const auto folds = drawFolds(graphs, plan.folds, repeat, plan.seed);
        for (std::size_t held = 0; held < folds.size(); ++held) {
            Part train{"train", {}};
            for (std::size_t fold = 0; fold < folds.size(); ++fold)
                if (fold != held)
                    train.graphs.insert(train.graphs.end(), folds[fold].begin(), folds[fold].end());
            std::sort(train.graphs.begin(), train.graphs.end());
            all.push_back({std::move(train), {"test", folds[held]}});
        }
    }
    return all;
}

void Grid::tidy() {
    sortUnique(learningRates);
    sortUnique(pathLengths);
    sortUnique(treeDepths);
    sortUnique(iterations);
}

std::vector<Candidate> candidatesOf(const Grid& grid) {
    std::vector<Candidate> candidates;
    for (const double rate : grid.learningRates)
        for (const int length : grid.pathLengths)
            for (const int depth : grid.treeDepths)
                for (const int iterations : grid.iterations)
                    candidates.push_back({rate, length, depth, iterations});
    return candidates;
}

Result<CrossValidation> crossValidate(const FitInput& input, const FitOptions& options, const Grid& grid,
                                      const FoldPlan& plan, std::span<const std::int32_t> graphs,
                                      const PreparedGraphs& prepared, int threads, const std::stop_token& stop,
                                      const FoldObserver& observer) {
    if (auto checked = checkPlan(grid, plan, graphs.size()); !checked)
        return checked.error();
    CrossValidation result;
    result.candidates = candidatesOf(grid);
    const std::size_t stages = grid.iterations.size();
    const std::size_t groups = result.candidates.size() / stages;
    const auto parts = divisions(plan, graphs);
    // One task per division and group of candidates that differ in the number of iterations alone.
    std::vector<std::vector<FoldError>> done(parts.size() * groups);
    std::vector<Result<void>> outcome(done.size());
    std::mutex mutex; // protects `finished` and the observer
    std::size_t finished = 0;
    parallelFor(done.size(), threads, [&](std::size_t task) {
        const std::size_t division = task / groups;
        const std::size_t first = task % groups * stages; // candidate
        FitInput fold = input;
        fold.parts = parts[division];
        const auto fit = fitModel(fold, optionsOf(options, result.candidates[first + stages - 1]), prepared, 1, stop);
        if (!fit || fit->stopped) {
            outcome[task] = fit ? makeError(ErrorCode::cancelled, "cancelled") : fit.error();
            return;
        }
        const double squares = deviations(input.target, fold.parts[1].graphs);
        for (std::size_t stage = 0; stage < stages; ++stage) {
            const std::size_t last = std::min(at(grid.iterations[stage]), fit->curves.ensemble.size()) - 1;
            const PartError& error = fit->curves.ensemble[last][1];
            const double r2 = squares > 0.0 ? 1.0 - error.loss * static_cast<double>(error.n) / squares : kNaN;
            done[task].push_back({static_cast<std::int32_t>(first + stage),
                                  static_cast<std::int32_t>(division) / plan.folds,
                                  static_cast<std::int32_t>(division) % plan.folds, error, r2});
        }
        const std::lock_guard lock(mutex);
        ++finished;
        if (observer)
            observer(done[task], static_cast<double>(finished) / static_cast<double>(done.size()));
    });
    for (const Result<void>& one : outcome) {
        if (one)
            continue;
        if (one.error().code != ErrorCode::cancelled)
            return one.error();
        result.stopped = true;
    }
    for (const auto& errors : done)
        result.errors.insert(result.errors.end(), errors.begin(), errors.end());
    return result;
}

CandidateSummary summaryOf(const std::vector<double>& loss, const std::vector<double>& miss,
                           const std::vector<double>& score) {
    const Moments ofLoss = moments(loss);
    const Moments ofMiss = moments(miss);
    const Moments ofScore = moments(score);
    return {static_cast<std::int64_t>(loss.size()),
            ofLoss.mean,
            ofLoss.deviation,
            ofMiss.mean,
            ofMiss.deviation,
            ofScore.mean,
            ofScore.deviation};
}

std::vector<CandidateSummary> summaries(const CrossValidation& result, Task task) {
    const bool classes = task == Task::classification;
    struct Values {
        std::vector<double> loss, miss, score;
    };
    std::vector<Values> values(result.candidates.size());
    for (const FoldError& one : result.errors) {
        Values& of = values[at(one.candidate)];
        of.loss.push_back(classes ? one.error.loss : std::sqrt(one.error.loss));
        of.miss.push_back(classes ? 1.0 - one.error.miss : one.error.miss);
        of.score.push_back(classes ? one.error.balancedAccuracy() : one.r2);
    }
    std::vector<CandidateSummary> all;
    for (const Values& of : values)
        all.push_back(summaryOf(of.loss, of.miss, of.score));
    return all;
}

std::int32_t bestCandidate(const std::vector<CandidateSummary>& summaries) {
    std::int64_t most = 1;
    for (const CandidateSummary& one : summaries)
        most = std::max(most, one.folds);
    std::int32_t best = -1;
    for (std::size_t i = 0; i < summaries.size(); ++i)
        if (summaries[i].folds == most && !std::isnan(summaries[i].loss) &&
            (best < 0 || summaries[i].loss < summaries[at(best)].loss))
            best = static_cast<std::int32_t>(i);
    return best;
}

Result<std::vector<std::vector<double>>> heldOutPredictions(const FitInput& input, const FitOptions& options,
                                                            const Candidate& candidate, const FoldPlan& plan,
                                                            std::span<const std::int32_t> graphs,
                                                            const PreparedGraphs& prepared, int threads,
                                                            const std::stop_token& stop) {
    const auto parts = divisions(plan, graphs);
    std::vector<std::vector<double>> predictions(at(plan.repeats), std::vector<double>(input.target.size(), kNaN));
    std::vector<Result<void>> outcome(parts.size());
    parallelFor(parts.size(), threads, [&](std::size_t division) {
        FitInput fold = input;
        fold.parts = parts[division];
        const auto fit = fitModel(fold, optionsOf(options, candidate), prepared, 1, stop);
        if (!fit || fit->stopped) {
            outcome[division] = fit ? makeError(ErrorCode::cancelled, "cancelled") : fit.error();
            return;
        }
        // Folds of a repeat do not overlap, so no two threads write one cell.
        std::vector<double>& of = predictions[division / at(plan.folds)];
        for (std::size_t i = 0; i < fold.parts[1].graphs.size(); ++i)
            of[at(fold.parts[1].graphs[i])] = fit->lastPredictions[1][i];
    });
    for (Result<void>& one : outcome)
        if (!one)
            return one.error();
    return predictions;
}

} // namespace vitrine::pathboost
