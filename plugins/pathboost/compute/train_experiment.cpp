#include "plugins/pathboost/compute/train_experiment.h"

#include "plugins/pathboost/compute/labels.h"
#include "plugins/pathboost/compute/metrics.h"
#include "plugins/pathboost/compute/model_json.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/result_tables.h"
#include "plugins/pathboost/compute/train_setup.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>

namespace vitrine::pathboost {

namespace {

constexpr std::size_t kResamples = 1000;

struct Seconds {
    double boosting = 0.0;
    double baselines = 0.0;
};

/// Measured on one core: ESOL, FreeSolv, QM9 sample and 130,000 molecules, 100 iterations.
Seconds secondsOf(const GraphSet& graphs, const FitOptions& options, const std::string& baselines) {
    constexpr double kSecondsPerNodeAndIteration = 3e-8;
    constexpr double kSecondsPerGraphOfCounts = 1e-4;
    constexpr double kSecondsPerMolecule = 1.5e-3;
    const auto nodes = static_cast<double>(graphs.topology.nodeCount());
    const auto count = static_cast<double>(graphs.graphCount());
    const double trees = options.importance == ImportanceKind::relative ? 2.0 : 1.0;
    Seconds seconds;
    seconds.boosting = kSecondsPerNodeAndIteration * nodes * options.iterations * (options.treeDepth / 3.0) * trees;
    if (baselines != "none")
        seconds.baselines += kSecondsPerGraphOfCounts * count;
    if (baselines == "all" && graphs.isMolecular())
        seconds.baselines += kSecondsPerMolecule * count;
    return seconds;
}

/// What the iterations leave behind: the model with its trees, as numbers and as document, curves and live tables.
double modelBytes(const GraphSet& graphs, const ParameterSet& parameters, const FitOptions& options) {
    constexpr double kBytesPerIteration = 1'500.0; // of one sub-model, without its tree
    constexpr double kBytesPerTreeNode = 250.0;
    double subModels = 1.0;
    if (options.form == ModelForm::multiAnchor) {
        const nlohmann::json& anchors = parameters.value("anchors");
        const auto label = labelAttribute(graphs, parameters.value("label_attribute"));
        const Column* labels = label ? graphs.nodes.find(*label) : nullptr;
        if (anchors.is_array() && !anchors.empty())
            subModels = static_cast<double>(anchors.size());
        else if (labels)
            subModels = static_cast<double>(LabelDictionary::fromColumn(*labels).size());
    }
    const double treeNodes = std::min(std::exp2(options.treeDepth + 1), 2.0 * static_cast<double>(graphs.graphCount()));
    return subModels * options.iterations * (kBytesPerIteration + kBytesPerTreeNode * treeNodes);
}

/// Learning curves and selected paths on their way to the window: at most 25 times a second, however fast the
/// iterations are. The final artifacts hold them all, so the clock has no influence on a result.
class LiveResults {
public:
    LiveResults(RunContext& context, std::string unit, int iterations)
        : m_context(context), m_unit(std::move(unit)), m_iterations(static_cast<std::size_t>(iterations)) {}

    Result<void> update(const FitProgress& progress) {
        constexpr std::chrono::milliseconds kPause{40};
        const auto now = std::chrono::steady_clock::now();
        if (m_sent > 0 && now - m_last < kPause)
            return {};
        m_last = now;
        const std::size_t from = std::exchange(m_sent, progress.curves.ensemble.size());
        auto appended = m_context.append(kTrainError, makeValue(learningCurves(progress.curves, m_unit, from)));
        // Nobody can follow more rows than this, and views look through all of them at each update.
        constexpr std::size_t kMostRows = 20'000;
        if (appended && m_iterations * progress.subModels.size() <= kMostRows)
            appended = m_context.append(kSelectedPaths, makeValue(selectedPathsTable(progress, m_unit, from)));
        return appended;
    }

private:
    RunContext& m_context;
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
    Result<void> fitBaselineModels();
    ScoredModel score(std::string id, std::string label, std::int64_t features, std::span<const double> predictions);
    std::vector<double> at(const std::vector<double>& values, std::span<const std::int32_t> graphs) const;
    /// Share of the progress bar that belongs to the iterations.
    double fitShare() const {
        const Seconds seconds = secondsOf(*m_setup.graphs, m_setup.options, m_setup.baselines);
        const double least = m_setup.baselines == "all" ? 0.3 : 0.7;
        return std::clamp(seconds.boosting / (seconds.boosting + seconds.baselines + 1e-9), least, 0.95);
    }

    TrainSetup m_setup;
    RunContext& m_context;
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
        return done;
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
    Result<void> appended;
    const int iterations = m_setup.options.iterations;
    LiveResults live(m_context, m_setup.input.targetUnit, iterations);
    auto fit = fitModel(m_setup.input, m_setup.options, m_context.threads(), m_context.stopToken(),
                        [&](const FitProgress& progress) {
                            if (auto sent = live.update(progress); !sent)
                                appended = sent;
                            m_context.progress(fitShare() * (progress.iteration + 1.0) / iterations, "Boosting");
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

Result<void> TrainRun::emitEvaluation() {
    m_context.progress(fitShare(), "Predicting");
    const GraphSet& graphs = *m_setup.graphs;
    // What was fitted is evaluated to the end, also after a stop: it takes milliseconds, and a partial model without
    // predictions would be of no use.
    const auto predictor = Predictor::make(m_fit.model, graphs);
    if (!predictor)
        return predictor.error();
    auto predictions = predictSet(*predictor, m_setup.train().graphs, m_context.threads(), {});
    if (!predictions)
        return predictions.error();
    m_predictions = std::move(*predictions);
    // The last point of a curve is the error of the predictions as they are emitted.
    Curves& curves = m_fit.curves;
    for (std::size_t part = 0; part < m_setup.input.parts.size(); ++part) {
        const auto& rows = m_setup.input.parts[part].graphs;
        curves.ensemble.back()[part] = partError(at(m_predictions.value, rows), at(m_setup.input.target, rows));
    }
    if (auto done = m_context.emitArtifact(kTrainError, makeValue(learningCurves(curves, m_fit.model.unit))); !done)
        return done;

    std::vector<std::int32_t> all(graphs.graphCount());
    std::iota(all.begin(), all.end(), 0);
    if (auto done = m_context.emitArtifact(kPredictions,
                                           makeValue(predictionsTable(m_fit.model, graphs, all, m_predictions,
                                                                      m_setup.input.target, m_setup.input.parts)));
        !done)
        return done;
    if (m_setup.options.importance != ImportanceKind::off) {
        const ImportanceTable importance = importanceTable(m_fit.model);
        if (importance.refused)
            m_context.log(LogLevel::warning, "positive and negative importances nearly cancel, so they are shown raw "
                                             "and not in percent");
        if (auto done = m_context.emitArtifact(kImportance,
                                               makeValue(importanceOutput(m_fit.model, importance, m_predictions)));
            !done)
            return done;
    }

    const Part* test = m_setup.part("test");
    m_judged = test ? test : &m_setup.train();
    m_metrics.unit = m_fit.model.unit;
    m_metrics.part = m_judged->name;
    m_metrics.selectedPaths = static_cast<std::int64_t>(predictor->selected().size());
    for (const SelectedPath& chosen : predictor->selected()) {
        const int length = m_fit.model.subModels[static_cast<std::size_t>(chosen.subModel)].length(chosen.path);
        m_metrics.longestPath = std::max(m_metrics.longestPath, length);
        m_metrics.shortestPath = m_metrics.shortestPath == 0 ? length : std::min(m_metrics.shortestPath, length);
    }
    m_metrics.model =
        score("pathboost", "PathBoost", m_metrics.selectedPaths, at(m_predictions.value, m_judged->graphs));
    const auto& train = m_setup.train().graphs;
    m_metrics.train = quality(at(m_predictions.value, train), at(m_setup.input.target, train));
    if (const Part* validation = m_setup.part("validation"))
        m_metrics.validation =
            quality(at(m_predictions.value, validation->graphs), at(m_setup.input.target, validation->graphs));
    m_metrics.subModels = static_cast<std::int64_t>(m_fit.model.subModels.size());
    m_metrics.iterations = static_cast<std::int64_t>(curves.ensemble.size());
    m_metrics.trainGraphs = static_cast<std::int64_t>(train.size());
    m_metrics.graphsWithoutAnchor = m_fit.graphsWithoutAnchor;
    return {};
}

ScoredModel TrainRun::score(std::string id, std::string label, std::int64_t features,
                            std::span<const double> predictions) {
    const std::vector<double> truth = at(m_setup.input.target, m_judged->graphs);
    ScoredModel scored{std::move(id), std::move(label), features, quality(predictions, truth), std::nullopt};
    const auto intervals =
        bootstrapQuality(predictions, truth, m_context.seed(), kResamples, m_context.threads(), m_context.stopToken());
    if (intervals) // none after a stop
        scored.intervals = *intervals;
    return scored;
}

Result<void> TrainRun::fitBaselineModels() {
    const double start = fitShare();
    const BaselineInput input{m_setup.graphs.get(), m_setup.input.labelAttribute,
                              m_setup.input.target, m_setup.train().graphs,
                              m_judged->graphs,     m_setup.baselines == "all"};
    const Baselines fitted =
        fitBaselines(input, m_context.threads(), m_context.stopToken(), [&](double share, const std::string& stage) {
            m_context.progress(start + (0.98 - start) * share, stage);
        });
    for (const std::string& note : fitted.notes)
        m_context.log(LogLevel::warning, note);
    for (const Baseline& baseline : fitted.models)
        m_metrics.baselines.push_back(score(baseline.id, baseline.label, baseline.features, baseline.predictions));
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
    const Seconds seconds = secondsOf(**graphs, options, parameters.text("baselines"));
    const auto nodes = static_cast<double>((*graphs)->topology.nodeCount());
    const double bytes = kBaseBytes + kBytesPerNodeAndLength * nodes * static_cast<double>(options.maximumPathLength) +
                         modelBytes(**graphs, parameters, options);
    return {0.05 + seconds.boosting + seconds.baselines, static_cast<std::int64_t>(bytes)};
}

} // namespace vitrine::pathboost
