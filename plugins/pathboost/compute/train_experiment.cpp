#include "plugins/pathboost/compute/train_experiment.h"

#include "plugins/pathboost/compute/importance_tables.h"
#include "plugins/pathboost/compute/labels.h"
#include "plugins/pathboost/compute/metrics.h"
#include "plugins/pathboost/compute/model_json.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/prediction_tables.h"
#include "plugins/pathboost/compute/resampled_importance.h"
#include "plugins/pathboost/compute/result_tables.h"
#include "plugins/pathboost/compute/shared_graphs.h"
#include "plugins/pathboost/compute/train_forecast.h"
#include "plugins/pathboost/compute/train_setup.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>

namespace vitrine::pathboost {

namespace {

constexpr std::size_t kResamples = 1000;

/// Learning curves and selected paths on their way to the window: at most 25 times a second, however fast the
/// iterations are. The final artifacts hold them all, so the clock has no influence on a result.
class LiveResults {
public:
    LiveResults(RunContext& context, const TrainSetup& setup)
        : m_context(context), m_task(setup.options.task), m_unit(setup.input.targetUnit),
          m_iterations(static_cast<std::size_t>(setup.options.iterations)) {}

    Result<void> update(const FitProgress& progress) {
        constexpr std::chrono::milliseconds kPause{40};
        const auto now = std::chrono::steady_clock::now();
        if (m_sent > 0 && now - m_last < kPause)
            return {};
        m_last = now;
        const std::size_t from = std::exchange(m_sent, progress.curves.ensemble.size());
        auto appended = m_context.append(kTrainError, makeValue(learningCurves(progress.curves, m_task, m_unit, from)));
        // Nobody can follow more rows than this, and views look through all of them at each update.
        constexpr std::size_t kMostRows = 20'000;
        if (appended && m_iterations * progress.subModels.size() <= kMostRows)
            appended = m_context.append(kSelectedPaths, makeValue(selectedPathsTable(progress, m_task, m_unit, from)));
        return appended;
    }

private:
    RunContext& m_context;
    Task m_task;
    std::string m_unit;
    std::size_t m_iterations;
    std::size_t m_sent = 0;
    std::chrono::steady_clock::time_point m_last;
};

/// One training run from fit to the last number.
class TrainRun {
public:
    TrainRun(TrainSetup setup, RunContext& context) : m_setup(std::move(setup)), m_context(context) {}
    Result<void> run();

private:
    Result<void> fit();
    Result<void> emitModel();
    Result<void> emitEvaluation();
    bool evaluatesAfterStop() const;
    Result<void> endWithoutEvaluation();
    Result<void> emitCurves();
    Result<void> emitImportance();
    void describeModel(const Predictor& predictor);
    Result<void> fitBaselineModels();
    ScoredModel score(std::string id, std::string label, std::int64_t features, const Part& part,
                      const std::vector<double>& predictions, bool intervals);
    std::vector<double> at(const std::vector<double>& values, std::span<const std::int32_t> graphs) const;
    /// Shares of the progress bar: the iterations end at the first, the importance at the second.
    std::pair<double, double> shares() const {
        const TrainSeconds seconds =
            trainSeconds(*m_setup.graphs, m_setup.options, m_setup.baselines, m_setup.intervals);
        const double whole = seconds.boosting + seconds.intervals + seconds.baselines + 1e-9;
        const double least = m_setup.intervals ? 0.05 : m_setup.baselines == "all" ? 0.3 : 0.7;
        const double fitted = std::clamp(seconds.boosting / whole, least, 0.95);
        return {fitted, std::clamp(fitted + seconds.intervals / whole, fitted, 0.95)};
    }

    TrainSetup m_setup;
    RunContext& m_context;
    std::shared_ptr<const PreparedGraphs> m_graphs;
    FitResult m_fit;
    SetPredictions m_predictions;
    TrainMetrics m_metrics;
    const Part* m_judged = nullptr; ///< test part, or the training part when there is none
};

std::vector<double> TrainRun::at(const std::vector<double>& values, std::span<const std::int32_t> graphs) const {
    std::vector<double> chosen;
    for (const std::int32_t graph : graphs)
        chosen.push_back(values[static_cast<std::size_t>(graph)]);
    return chosen;
}

Result<void> TrainRun::run() {
    for (const std::string& warning : m_setup.warnings)
        m_context.log(LogLevel::warning, warning);
    if (auto done = fit(); !done)
        return done;
    if (auto done = emitModel(); !done)
        return done;
    if (auto done = emitEvaluation(); !done)
        return done.error().code == ErrorCode::cancelled ? endWithoutEvaluation() : done;
    if (m_setup.baselines != "none" && !m_context.stopRequested())
        if (auto done = fitBaselineModels(); !done)
            return done;
    if (auto done = m_context.emitArtifact(kMetrics, makeValue(trainScalars(m_metrics))); !done)
        return done;
    if (m_context.stopRequested())
        return makeError(ErrorCode::cancelled, "cancelled");
    m_context.progress(1.0, "Done");
    return {};
}

Result<void> TrainRun::fit() {
    m_context.progress(0.0, "Reading the graphs");
    auto prepared =
        sharedGraphs(m_context, *m_setup.graphs, m_setup.graphsHash, m_setup.input.labelAttribute, m_setup.options);
    if (!prepared)
        return prepared.error();
    m_graphs = std::move(*prepared);
    Result<void> appended;
    const int iterations = m_setup.options.iterations;
    LiveResults live(m_context, m_setup);
    auto fit = fitModel(m_setup.input, m_setup.options, *m_graphs, m_context.threads(), m_context.stopToken(),
                        [&](const FitProgress& progress) {
                            if (auto sent = live.update(progress); !sent)
                                appended = sent;
                            m_context.progress(shares().first * (progress.iteration + 1.0) / iterations, "Boosting");
                        });
    if (!fit)
        return fit.error();
    if (!appended)
        return appended;
    m_fit = std::move(*fit);
    for (const std::string& warning : m_fit.warnings)
        m_context.log(LogLevel::warning, warning);
    if (m_fit.graphsWithoutAnchor > 0 && m_setup.options.form == ModelForm::multiAnchor)
        m_context.log(LogLevel::warning, std::to_string(m_fit.graphsWithoutAnchor) +
                                             " training graphs contain no anchor and were used by no sub-model");
    return {};
}

Result<void> TrainRun::emitModel() {
    if (auto done = m_context.emitArtifact(kModel, makeValue(modelDocument(m_fit.model))); !done)
        return done;
    return m_context.emitArtifact(kSelectedPaths, makeValue(selectedPathsTable(m_fit.model)));
}

Result<void> TrainRun::emitCurves() {
    // The last point of a curve is the error of the predictions as they are emitted.
    Curves& curves = m_fit.curves;
    if (m_fit.finalPoint)
        for (std::size_t part = 0; part < m_setup.input.parts.size(); ++part) {
            const auto& rows = m_setup.input.parts[part].graphs;
            curves.ensemble[*m_fit.finalPoint][part] =
                partError(m_setup.options.task, at(m_predictions.score, rows), at(m_setup.input.target, rows));
        }
    return m_context.emitArtifact(kTrainError,
                                  makeValue(learningCurves(curves, m_setup.options.task, m_fit.model.unit)));
}

// What was fitted is evaluated also after a stop where that takes a moment, because a partial model is of more use
// with its predictions. A long fit to many graphs would keep the person waiting.
bool TrainRun::evaluatesAfterStop() const {
    constexpr double kMostTreeWalks = 5e6;
    double walks = 0.0;
    for (const SubModel& sub : m_fit.model.subModels)
        walks += static_cast<double>(sub.iterations.size()) * static_cast<double>(m_setup.graphs->graphCount());
    return walks <= kMostTreeWalks;
}

Result<void> TrainRun::endWithoutEvaluation() {
    m_context.log(LogLevel::warning, "the model so far is kept without predictions, which would take a while; "
                                     "the experiment Predict makes them");
    if (auto done = m_context.emitArtifact(
            kTrainError, makeValue(learningCurves(m_fit.curves, m_setup.options.task, m_fit.model.unit)));
        !done)
        return done;
    return makeError(ErrorCode::cancelled, "cancelled");
}

Result<void> TrainRun::emitEvaluation() {
    m_context.progress(shares().first, "Predicting");
    const GraphSet& graphs = *m_setup.graphs;
    const auto stop = evaluatesAfterStop() ? std::stop_token{} : m_context.stopToken();
    const auto predictor = Predictor::make(m_fit.model, graphs, stop);
    if (!predictor)
        return predictor.error();
    auto predictions = predictSet(*predictor, m_setup.train().graphs, m_context.threads(), stop);
    if (!predictions)
        return predictions.error();
    m_predictions = std::move(*predictions);
    if (auto done = emitCurves(); !done)
        return done;
    std::vector<std::int32_t> all(graphs.graphCount());
    std::iota(all.begin(), all.end(), 0);
    if (auto done = m_context.emitArtifact(kPredictions,
                                           makeValue(predictionsTable(m_fit.model, graphs, all, m_predictions,
                                                                      m_setup.input.target, m_setup.input.parts)));
        !done)
        return done;
    if (m_setup.options.importance != ImportanceKind::off)
        if (auto done = emitImportance(); !done)
            return done;
    describeModel(*predictor);
    return {};
}

Result<void> TrainRun::emitImportance() {
    ImportanceSpreads spreads;
    if (m_setup.intervals && !m_context.stopRequested()) {
        const auto [from, to] = shares();
        auto resampled =
            resampleImportance(m_setup.input, m_fit.model, *m_graphs, m_context.seed(), m_context.threads(),
                               m_context.stopToken(), [&, from = from, to = to](double share) {
                                   m_context.progress(from + (to - from) * share, "Importance of subsamples");
                               });
        if (resampled)
            spreads = std::move(*resampled);
        else if (resampled.error().code != ErrorCode::cancelled)
            m_context.log(LogLevel::warning, "the importance has no intervals: " + resampled.error().message);
    }
    const ImportanceTable importance = importanceTable(m_fit.model);
    if (importance.refused)
        m_context.log(LogLevel::warning, "positive and negative importances nearly cancel, so they are shown raw "
                                         "and not in percent");
    if (auto done = m_context.emitArtifact(
            kImportance, makeValue(importanceOutput(m_fit.model, importance, m_predictions, spreads)));
        !done)
        return done;
    return m_context.emitArtifact(kImportanceDefinitionsOutput, makeValue(importanceDefinitions(m_fit.model, spreads)));
}

void TrainRun::describeModel(const Predictor& predictor) {
    const Part* test = m_setup.part("test");
    m_judged = test ? test : &m_setup.train();
    m_metrics.task = m_setup.options.task;
    m_metrics.unit = m_fit.model.unit;
    if (m_fit.model.isClassifier())
        m_metrics.positive = m_fit.model.classes[1];
    m_metrics.part = m_judged->name;
    constexpr std::size_t kFew = 20;
    if (const std::size_t count = m_judged->graphs.size(); count < kFew)
        m_context.log(LogLevel::warning, "the errors are those of " + std::to_string(count) +
                                             (count == 1 ? " graph" : " graphs") +
                                             "; so few say little, a cross-validation would say more");
    m_metrics.selectedPaths = static_cast<std::int64_t>(predictor.selected().size());
    for (const SelectedPath& chosen : predictor.selected()) {
        const int length = m_fit.model.subModels[static_cast<std::size_t>(chosen.subModel)].length(chosen.path);
        m_metrics.longestPath = std::max(m_metrics.longestPath, length);
        m_metrics.shortestPath = m_metrics.shortestPath == 0 ? length : std::min(m_metrics.shortestPath, length);
    }
    const auto scored = [&](const Part& part, bool intervals) {
        return score("pathboost", "PathBoost", m_metrics.selectedPaths, part, at(m_predictions.value, part.graphs),
                     intervals);
    };
    m_metrics.model = scored(*m_judged, true);
    m_metrics.train = scored(m_setup.train(), false);
    if (const Part* validation = m_setup.part("validation"))
        m_metrics.validation = scored(*validation, false);
    m_metrics.subModels = static_cast<std::int64_t>(m_fit.model.subModels.size());
    for (const SubModel& sub : m_fit.model.subModels)
        m_metrics.iterations = std::max(m_metrics.iterations, static_cast<std::int64_t>(sub.iterations.size()));
    m_metrics.stopIteration = static_cast<std::int64_t>(m_fit.stopIteration);
    m_metrics.bestIteration = static_cast<std::int64_t>(m_fit.bestIteration);
    m_metrics.trainGraphs = static_cast<std::int64_t>(m_setup.train().graphs.size());
    m_metrics.graphsWithoutAnchor = m_fit.graphsWithoutAnchor;
}

ScoredModel TrainRun::score(std::string id, std::string label, std::int64_t features, const Part& part,
                            const std::vector<double>& predictions, bool intervals) {
    const std::vector<double> truth = at(m_setup.input.target, part.graphs);
    ScoredModel scored;
    scored.id = std::move(id);
    scored.label = std::move(label);
    scored.features = features;
    const auto bootstrap = [&](auto&& function) {
        return function(predictions, truth, m_context.seed(), kResamples, m_context.threads(), m_context.stopToken());
    };
    if (m_setup.options.task == Task::classification) {
        scored.classes = classQuality(predictions, truth);
        if (intervals)
            if (const auto found = bootstrap(bootstrapClasses); found) // none after a stop
                scored.classIntervals = *found;
    } else {
        scored.quality = quality(predictions, truth);
        if (intervals)
            if (const auto found = bootstrap(bootstrapQuality); found)
                scored.intervals = *found;
    }
    return scored;
}

Result<void> TrainRun::fitBaselineModels() {
    const double start = shares().second;
    const BaselineInput input{
        m_setup.graphs.get(), m_setup.input.labelAttribute, m_setup.input.target,      m_setup.train().graphs,
        m_judged->graphs,     m_setup.options.task,         m_setup.baselines == "all"};
    const Baselines fitted =
        fitBaselines(input, m_context.threads(), m_context.stopToken(), [&](double share, const std::string& stage) {
            m_context.progress(start + (0.98 - start) * share, stage);
        });
    for (const std::string& note : fitted.notes)
        m_context.log(LogLevel::warning, note);
    for (const Baseline& baseline : fitted.models)
        m_metrics.baselines.push_back(
            score(baseline.id, baseline.label, baseline.features, *m_judged, baseline.predictions, true));
    return m_context.emitArtifact(kBaselines, makeValue(baselinesTable(m_metrics)));
}

} // namespace

Result<void> TrainExperiment::run(const RunInputs& inputs, RunContext& context) {
    auto setup = readTrainSetup(inputs);
    if (!setup)
        return setup.error();
    return TrainRun(std::move(*setup), context).run();
}

Estimate TrainExperiment::estimate(const RunInputs& inputs) const {
    constexpr double kBytesPerNodeAndLength = 100.0;
    constexpr double kBaseBytes = 60e6;
    const auto graphs = inputs.get<GraphSet>(kGraphsInput);
    if (!graphs)
        return {};
    const ParameterSet& parameters = inputs.parameters;
    const FitOptions options = fitOptions(parameters);
    const TrainSeconds seconds =
        trainSeconds(**graphs, options, parameters.text("baselines"), parameters.boolean("importance_intervals"));
    const auto nodes = static_cast<double>((*graphs)->topology.nodeCount());
    const double bytes = kBaseBytes + kBytesPerNodeAndLength * nodes * static_cast<double>(options.maximumPathLength) +
                         modelBytes(**graphs, parameters, options);
    return {0.05 + seconds.boosting + seconds.intervals + seconds.baselines, static_cast<std::int64_t>(bytes)};
}

} // namespace vitrine::pathboost
