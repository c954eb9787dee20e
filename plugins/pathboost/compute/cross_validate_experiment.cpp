#include "plugins/pathboost/compute/cross_validate_experiment.h"

#include "plugins/pathboost/compute/baselines.h"
#include "plugins/pathboost/compute/evaluation.h"
#include "plugins/pathboost/compute/fold_baselines.h"
#include "plugins/pathboost/compute/grid_tables.h"
#include "plugins/pathboost/compute/inspection_parts.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/prediction_tables.h"
#include "plugins/pathboost/compute/shared_graphs.h"
#include "plugins/pathboost/compute/train_forecast.h"
#include "plugins/pathboost/compute/train_setup.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {

namespace {

constexpr std::size_t kMostCandidates = 1000;

/// Inputs and parameters, read and checked.
struct Setup {
    std::shared_ptr<const GraphSet> graphs;
    std::string graphsHash;
    FitInput input;
    FitOptions options;
    Grid grid;
    FoldPlan plan;
    std::string baselines;
    std::vector<std::int32_t> rows; ///< graphs with a target
};

template <class T>
std::vector<T> listOf(const ParameterSet& parameters, const char* id) {
    std::vector<T> values;
    for (const auto& value : parameters.value(id))
        values.push_back(value.get<T>());
    return values;
}

Result<Setup> readSetup(const RunInputs& inputs) {
    auto graphs = inputs.get<GraphSet>(kGraphsInput);
    if (!graphs)
        return graphs.error();
    const ParameterSet& parameters = inputs.parameters;
    Setup setup;
    setup.graphs = std::move(*graphs);
    setup.graphsHash = inputs.items.at(kGraphsInput).contentHash;
    setup.options = modelOptions(parameters);
    setup.baselines = parameters.text("baselines");
    auto input = readFitInput(*setup.graphs, parameters, setup.options.task);
    if (!input)
        return input.error();
    setup.input = std::move(*input);
    setup.grid = {listOf<double>(parameters, "learning_rate"), listOf<int>(parameters, "max_path_length"),
                  listOf<int>(parameters, "tree_depth"), listOf<int>(parameters, "n_iter")};
    setup.grid.tidy();
    setup.plan = {static_cast<int>(parameters.integer("folds")), static_cast<int>(parameters.integer("repeats")),
                  inputs.seed};
    for (const char* id : {"learning_rate", "max_path_length", "tree_depth", "n_iter"})
        if (parameters.value(id).empty())
            return makeError(ErrorCode::invalidArgument,
                             std::string(id) + ": the list is empty; at least one value would be right");
    if (setup.grid.candidateCount() > kMostCandidates)
        return makeError(ErrorCode::invalidArgument,
                         "n_iter: the grid has " + std::to_string(setup.grid.candidateCount()) +
                             " combinations; up to " + std::to_string(kMostCandidates) + " would be right");
    for (std::size_t graph = 0; graph < setup.input.target.size(); ++graph)
        if (std::isfinite(setup.input.target[graph]))
            setup.rows.push_back(static_cast<std::int32_t>(graph));
    if (setup.rows.size() < static_cast<std::size_t>(setup.plan.folds))
        return makeError(ErrorCode::invalidArgument, "folds: " + std::to_string(setup.rows.size()) +
                                                         " graphs with a target cannot be divided into " +
                                                         std::to_string(setup.plan.folds) + " folds");
    return setup;
}

/// One comparison from the first fit to the last number.
class Comparison {
public:
    Comparison(Setup setup, RunContext& context) : m_setup(std::move(setup)), m_context(context) {}
    Result<void> run();

private:
    Result<void> compare();
    Result<void> emitGrid();
    Result<void> emitPredictions();
    Result<void> emitBaselines();
    const std::string& unit() const { return m_setup.input.targetUnit; }

    Setup m_setup;
    RunContext& m_context;
    std::shared_ptr<const PreparedGraphs> m_graphs;
    CrossValidation m_result;
    std::vector<CandidateSummary> m_summaries;
    std::int32_t m_best = -1;
};

Result<void> Comparison::run() {
    if (auto done = compare(); !done)
        return done;
    if (auto done = emitGrid(); !done)
        return done;
    if (m_context.stopRequested() || m_best < 0)
        return makeError(ErrorCode::cancelled, "cancelled");
    if (auto done = emitPredictions(); !done)
        return done;
    if (m_setup.baselines != "none")
        if (auto done = emitBaselines(); !done)
            return done;
    if (m_context.stopRequested())
        return makeError(ErrorCode::cancelled, "cancelled");
    m_context.progress(1.0, "Done");
    return {};
}

Result<void> Comparison::compare() {
    m_context.progress(0.0, "Reading the graphs");
    auto prepared =
        sharedGraphs(m_context, *m_setup.graphs, m_setup.graphsHash, m_setup.input.labelAttribute, m_setup.options);
    if (!prepared)
        return prepared.error();
    m_graphs = std::move(*prepared);
    for (const std::string& warning : m_graphs->warnings)
        m_context.log(LogLevel::warning, warning);
    constexpr double kShareOfGrid = 0.7;
    const std::vector<Candidate> candidates = candidatesOf(m_setup.grid);
    Result<void> appended;
    auto result = crossValidate(
        m_setup.input, m_setup.options, m_setup.grid, m_setup.plan, m_setup.rows, *m_graphs, m_context.threads(),
        m_context.stopToken(), [&](const std::vector<FoldError>& errors, double share) {
            if (auto sent =
                    m_context.append(kFolds, makeValue(foldsTable(errors, candidates, m_setup.options.task, unit())));
                !sent)
                appended = sent;
            m_context.progress(kShareOfGrid * share, "Comparing settings");
        });
    if (!result)
        return result.error();
    if (!appended)
        return appended;
    m_result = std::move(*result);
    return {};
}

Result<void> Comparison::emitGrid() {
    const Task task = m_setup.options.task;
    m_summaries = summaries(m_result, task);
    m_best = bestCandidate(m_summaries);
    if (auto done =
            m_context.emitArtifact(kFolds, makeValue(foldsTable(m_result.errors, m_result.candidates, task, unit())));
        !done)
        return done;
    if (auto done = m_context.emitArtifact(kGrid, makeValue(gridTable(m_summaries, m_result.candidates, task, unit())));
        !done)
        return done;
    return m_context.emitArtifact(kMetrics,
                                  makeValue(gridScalars(m_result, m_summaries, m_best, task, unit(), m_setup.plan)));
}

Result<void> Comparison::emitPredictions() {
    m_context.progress(0.7, "Predicting with the best settings");
    const auto repeats =
        heldOutPredictions(m_setup.input, m_setup.options, m_result.candidates[static_cast<std::size_t>(m_best)],
                           m_setup.plan, m_setup.rows, *m_graphs, m_context.threads(), m_context.stopToken());
    if (!repeats)
        return repeats.error();
    const Task task = m_setup.options.task;
    return m_context.emitArtifact(
        kPredictions, makeValue(heldOutTable(m_setup.input, task, *m_setup.graphs, m_setup.rows, *repeats)));
}

Result<void> Comparison::emitBaselines() {
    constexpr double kStart = 0.8;
    const Task task = m_setup.options.task;
    const BaselineInput input{
        m_setup.graphs.get(),      m_setup.input.labelAttribute, m_setup.input.target, {}, {}, task,
        m_setup.baselines == "all"};
    auto models = foldBaselines(
        input, m_setup.plan, m_setup.rows, m_context.threads(), m_context.stopToken(),
        [&](double share, const std::string& stage) { m_context.progress(kStart + (0.98 - kStart) * share, stage); });
    for (const std::string& note : models.notes)
        m_context.log(LogLevel::warning, note);
    models.models.insert(models.models.begin(),
                         {"PathBoost, best settings", 0, m_summaries[static_cast<std::size_t>(m_best)]});
    return m_context.emitArtifact(kBaselines, makeValue(foldBaselinesTable(models.models, task, unit())));
}

} // namespace

Result<void> CrossValidateExperiment::run(const RunInputs& inputs, RunContext& context) {
    auto setup = readSetup(inputs);
    if (!setup)
        return setup.error();
    return Comparison(std::move(*setup), context).run();
}

Inspection CrossValidateExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    const auto graphs = inputs.get<GraphSet>(kGraphsInput);
    if (!graphs)
        return inspection;
    offerGraphChoices(**graphs, inputs.parameters, inspection);
    if (const auto setup = readSetup(inputs); !setup)
        inspection.problems.push_back(problemOf(setup.error()));
    return inspection;
}

Estimate CrossValidateExperiment::estimate(const RunInputs& inputs) const {
    const auto setup = readSetup(inputs);
    if (!setup)
        return {};
    double seconds = 0.05;
    FitOptions options = setup->options;
    options.iterations = setup->grid.iterations.back();
    const double fits = static_cast<double>(setup->plan.folds) * setup->plan.repeats;
    const auto groups = static_cast<double>(setup->grid.learningRates.size() * setup->grid.pathLengths.size());
    for (const int depth : setup->grid.treeDepths) {
        options.treeDepth = depth;
        seconds += groups * fits * trainSeconds(*setup->graphs, options, "none", false).boosting;
    }
    seconds += fits * trainSeconds(*setup->graphs, options, setup->baselines, false).baselines;
    constexpr double kBytesPerNodeAndLength = 100.0;
    constexpr double kBaseBytes = 60e6;
    constexpr double kBytesPerFit = 40e6;
    const auto nodes = static_cast<double>(setup->graphs->topology.nodeCount());
    return {seconds, static_cast<std::int64_t>(kBaseBytes + kBytesPerFit +
                                               kBytesPerNodeAndLength * nodes * setup->grid.pathLengths.back())};
}

} // namespace vitrine::pathboost
