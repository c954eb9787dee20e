#include "plugins/intruder_threshold/compute/layer_experiments.h"

#include "core/base/available_memory.h"
#include "core/base/parallel_for.h"
#include "core/kernels/linalg/dense.h"
#include "plugins/intruder_threshold/compute/analyse_layer.h"
#include "plugins/intruder_threshold/compute/layer_values.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/compute/prediction_quality_table.h"
#include "plugins/intruder_threshold/compute/restore_layers.h"
#include "plugins/intruder_threshold/compute/result_scalars.h"
#include "plugins/intruder_threshold/compute/result_tables.h"
#include "plugins/intruder_threshold/compute/tied_weights.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <mutex>
#include <numeric>

namespace vitrine::intruder_threshold {

namespace {

constexpr std::int64_t kBytesPerCell = 8;

/// Bytes that the analysis of a layer holds: the matrix, its Gram matrix and the vectors of that; of a fine-tuned model
/// also the tuned matrix, its vectors and the difference.
std::int64_t bytesOf(const Layer& layer) {
    const std::int64_t small = std::min(layer.rows, layer.columns);
    const std::int64_t matrices = layer.update == Update::replacement ? 3 : 1;
    const std::int64_t squares = layer.update == Update::replacement ? 5 : 4;
    return kBytesPerCell * (matrices * layer.rows * layer.columns + squares * small * small);
}

/// One run over the layers. The results lie in the order of the plan until all are there.
class LayerRun {
public:
    LayerRun(RunSetup setup, RunContext& context) : m_setup(std::move(setup)), m_context(context) {}
    Result<void> run();

private:
    void restore();
    void analyse(std::size_t place);
    void report(std::size_t index);
    Result<void> appendRows(const LayerResult& result);
    Result<void> emitAll();
    Result<void> emitScan(const std::vector<LayerResult>& layers);
    Result<void> emitDirections(const std::vector<LayerResult>& layers);
    Scalars metricsOf(const std::vector<LayerResult>& layers) const;
    std::vector<LayerResult> finished() const;
    int workers() const;

    RunSetup m_setup;
    RunContext& m_context;
    LayerInputs m_inputs;
    std::vector<std::size_t> m_order; ///< largest layers first, so that the last ones are short
    std::vector<std::optional<Result<LayerResult>>> m_results; ///< as the plan; a slot is written by one thread
    std::mutex m_reporting;                                    ///< guards what follows, and the calls to m_context
    double m_done = 0.0;
    std::optional<Error> m_failed;
};

/// As many layers at a time as threads and memory allow.
int LayerRun::workers() const {
    std::int64_t largest = 1;
    for (const Layer& layer : m_setup.plan.layers)
        largest = std::max(largest, bytesOf(layer));
    const std::int64_t free = availableBytes();
    const auto fitting = free > 0 ? std::max<std::int64_t>(1, free * 2 / 3 / largest) : m_context.threads();
    return static_cast<int>(std::min<std::int64_t>(m_context.threads(), fitting));
}

Result<void> LayerRun::run() {
    m_context.progress(0.01, "Opening the weights");
    auto inputs = openInputs(m_setup, m_context.stopToken());
    if (!inputs)
        return inputs.error();
    m_inputs = std::move(*inputs);
    if (auto merged = mergeTied(*m_inputs.base, m_setup.plan, m_context.stopToken()); !merged)
        return merged;
    m_context.log(LogLevel::info, "Linear algebra by " + linalg::backendName());
    for (const std::string& warning : m_setup.plan.warnings)
        m_context.log(LogLevel::warning, warning);
    const auto& layers = m_setup.plan.layers;
    m_order.resize(layers.size());
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    std::ranges::stable_sort(m_order, std::greater{}, [&](std::size_t i) { return bytesOf(layers[i]); });
    m_results.resize(layers.size());
    restore();
    const int atOnce = workers();
    m_context.log(LogLevel::info, fmt::format("{} layers, up to {} in memory at a time", layers.size(), atOnce));
    parallelFor(layers.size(), atOnce, [this](std::size_t place) { analyse(place); });
    if (m_failed)
        return *m_failed;
    if (auto done = emitAll(); !done)
        return done;
    if (m_context.stopRequested())
        return makeError(ErrorCode::cancelled, "stopped");
    m_context.progress(1.0, "Done");
    return {};
}

/// Layers that an unfinished run with the same inputs and parameters had finished are not analysed again.
void LayerRun::restore() {
    const auto& layers = m_setup.plan.layers;
    auto before = restoredLayers(m_context, m_setup);
    if (before.empty())
        return;
    m_context.log(LogLevel::info, std::to_string(before.size()) + " of " + std::to_string(layers.size()) +
                                      " layers are taken from the run that was not finished");
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (const auto found = before.find(layers[i].name); found != before.end()) {
            m_results[i] = std::move(found->second);
            report(i);
        }
}

void LayerRun::analyse(std::size_t place) {
    const std::size_t index = m_order[place];
    if (m_context.stopRequested() || m_results[index])
        return;
    auto result = analyseLayer(m_setup, m_inputs, m_setup.plan.layers[index], m_context.stopToken());
    if (!result && result.error().code == ErrorCode::cancelled)
        return;
    m_results[index] = std::move(result);
    report(index);
}

void LayerRun::report(std::size_t index) {
    const Layer& layer = m_setup.plan.layers[index];
    const std::scoped_lock lock(m_reporting);
    m_done += static_cast<double>(layer.rows) * static_cast<double>(layer.columns) *
              static_cast<double>(std::min(layer.rows, layer.columns));
    const std::optional<Result<LayerResult>>& slot = m_results[index];
    if (!slot)
        return;
    const Result<LayerResult>& result = *slot;
    if (!result)
        m_context.log(LogLevel::warning, layer.name + ": " + result.error().message + "; the layer is left out");
    else if (auto appended = appendRows(*result); !appended && !m_failed)
        m_failed = appended.error();
    constexpr double kLayersShare = 0.96;
    m_context.progress(0.02 + kLayersShare * m_done / workOf(m_setup.plan), layer.name);
}

// All that is needed to take the layer up again, should the process end here.
Result<void> LayerRun::appendRows(const LayerResult& result) {
    const std::vector<LayerResult> one{result};
    const Subject subject = m_setup.subject();
    if (auto done = m_context.append(kLayers, makeValue(layersTable(one, m_setup.criterion, subject))); !done)
        return done;
    if (subject != Subject::adapter)
        return {};
    for (auto& [id, rows] : {std::pair{kSpectrum, makeValue(spectrumSeries(one))},
                             {kSpikes, makeValue(spikesTable(one))},
                             {kDirections, makeValue(directionsTable(one, m_setup.criterion, subject))},
                             {kLayerSensitivity, makeValue(layerSensitivityTable(one))}})
        if (auto done = m_context.append(id, rows); !done)
            return done;
    return m_setup.grid == ScanGrid::off ? Result<void>() : m_context.append(kScan, makeValue(scanTable(one)));
}

std::vector<LayerResult> LayerRun::finished() const {
    std::vector<LayerResult> layers;
    for (const auto& result : m_results)
        if (result && *result)
            layers.push_back(**result);
    sortByDanger(layers, m_setup.subject());
    return layers;
}

Result<void> LayerRun::emitAll() {
    const std::vector<LayerResult> layers = finished();
    const Subject subject = m_setup.subject();
    std::vector<LeftOut> leftOut = m_setup.plan.leftOut;
    for (std::size_t i = 0; i < m_results.size(); ++i)
        if (const auto& result = m_results[i]; result && !*result)
            leftOut.push_back({m_setup.plan.layers[i].name, LeftOutCause::unreadable, result->error().message});
    if (layers.empty() && !leftOut.empty() && !m_context.stopRequested())
        return makeError(ErrorCode::invalidArgument,
                         "no layer could be analysed: " + leftOut.back().name + ": " + leftOut.back().reason);
    if (auto done = m_context.emitArtifact(kLayers, makeValue(layersTable(layers, m_setup.criterion, subject))); !done)
        return done;
    if (auto done = m_context.emitArtifact(kSpectrum, makeValue(spectrumSeries(layers))); !done)
        return done;
    if (auto done = m_context.emitArtifact(kLeftOut, makeValue(leftOutTable(leftOut))); !done)
        return done;
    if (subject == Subject::adapter)
        if (auto done = emitScan(layers); !done)
            return done;
    if (subject != Subject::base)
        if (auto done = emitDirections(layers); !done)
            return done;
    return m_context.emitArtifact(kMetrics, makeValue(metricsOf(layers)));
}

Scalars LayerRun::metricsOf(const std::vector<LayerResult>& layers) const {
    switch (m_setup.subject()) {
    case Subject::base: return auditScalars(layers);
    case Subject::adapter: return adapterScalars(layers, m_setup.criterion);
    case Subject::tuned: return tunedScalars(layers, m_setup.criterion);
    }
    return {};
}

Result<void> LayerRun::emitScan(const std::vector<LayerResult>& layers) {
    if (auto done = m_context.emitArtifact(kSpikes, makeValue(spikesTable(layers))); !done)
        return done;
    if (m_setup.grid == ScanGrid::off)
        return {};
    if (auto done = m_context.emitArtifact(kScan, makeValue(scanTable(layers))); !done)
        return done;
    return m_context.emitArtifact(kPrediction, makeValue(predictionTable(layers, m_setup.criterion)));
}

Result<void> LayerRun::emitDirections(const std::vector<LayerResult>& layers) {
    const Criterion& criterion = m_setup.criterion;
    if (m_setup.subject() == Subject::tuned)
        if (auto done = m_context.emitArtifact(kUpdateSpectrum, makeValue(updateSeries(layers))); !done)
            return done;
    for (auto& [id, value] : {std::pair{kDirections, makeValue(directionsTable(layers, criterion, m_setup.subject()))},
                              {kOverlaps, makeValue(overlapMatrix(layers, criterion, m_setup.subject()))},
                              {kSensitivity, makeValue(sensitivityTable(layers))},
                              {kLayerSensitivity, makeValue(layerSensitivityTable(layers))}})
        if (auto done = m_context.emitArtifact(id, value); !done)
            return done;
    return {};
}

bool sameFiles(const Tensors& one, const Tensors& other) {
    return std::ranges::equal(one.files, other.files, [](const TensorFile& a, const TensorFile& b) {
        return !a.sha256.empty() && a.sha256 == b.sha256;
    });
}

} // namespace

Inspection LayerExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    if (!inputs.has(kBaseInput))
        return inspection;
    const auto setup = readSetup(inputs);
    if (!setup) {
        inspection.problems.push_back({"", setup.error().message, false});
        return inspection;
    }
    for (const std::string& warning : setup->plan.warnings)
        inspection.problems.push_back({"", warning, true});
    if (setup->tuned && sameFiles(*setup->tuned, *setup->base))
        inspection.problems.push_back({"", "the fine-tuned model is the base itself; nothing will have changed", true});
    return inspection;
}

Estimate LayerExperiment::estimate(const RunInputs& inputs) const {
    // Measured on one core: the decomposition, and per strength the roots of k directions.
    constexpr double kSecondsPerProduct = 4.0e-10;
    constexpr double kSecondsPerRoot = 1.4e-5; // of one direction at one strength, refinement of crossings included
    constexpr double kSecondsPerRankSquared = 2.6e-7;
    constexpr double kBaseSeconds = 0.15;
    constexpr std::int64_t kBaseBytes = 60'000'000;
    constexpr double kSecondsPerDrawnValue = 4.0e-5; // of the finite-size estimate, all draws and positions
    const auto setup = readSetup(inputs);
    if (!setup)
        return {};
    constexpr double kDecompositions = 3.0; // of base, tuned weight and difference
    double seconds = kBaseSeconds + kSecondsPerProduct * workOf(setup->plan) * (setup->tuned ? kDecompositions : 1.0);
    std::int64_t largest = 0;
    for (const Layer& layer : setup->plan.layers) {
        const auto rank = static_cast<double>(layer.rank);
        if (setup->finiteSize)
            seconds += kSecondsPerDrawnValue * static_cast<double>(std::min(layer.rows, layer.columns));
        const auto roots = static_cast<double>(scanStrengths(setup->grid).size() * setup->criterion.k);
        if (layer.update == Update::lowRank)
            seconds += roots * (kSecondsPerRoot + kSecondsPerRankSquared * rank * rank);
        largest = std::max(largest, bytesOf(layer));
    }
    return {seconds, kBaseBytes + 2 * largest};
}

Result<void> LayerExperiment::run(const RunInputs& inputs, RunContext& context) {
    auto setup = readSetup(inputs);
    if (!setup)
        return setup.error();
    return LayerRun(std::move(*setup), context).run();
}

} // namespace vitrine::intruder_threshold
