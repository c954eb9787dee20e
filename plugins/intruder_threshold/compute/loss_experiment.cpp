#include "plugins/intruder_threshold/compute/loss_experiment.h"

#include "core/base/available_memory.h"
#include "core/base/parallel_for.h"
#include "core/kernels/linalg/dense.h"
#include "plugins/intruder_threshold/compute/loss_tables.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/compute/result_tables.h"

#include <algorithm>
#include <mutex>
#include <set>

namespace vitrine::intruder_threshold {

namespace {

constexpr std::size_t kMaxStrengths = 256;

struct LossSetup {
    RunSetup layers;
    std::shared_ptr<const Tensors> tokens;
    std::vector<double> strengths; ///< ascending from 0
    bool halves = true;
    std::optional<std::string> baseText, taskText;
};

std::optional<std::string> textOf(const ParameterSet& parameters, const char* id) {
    return parameters.isNone(id) || parameters.text(id).empty() ? std::nullopt : std::optional(parameters.text(id));
}

Result<LossSetup> readLossSetup(const RunInputs& inputs) {
    auto layers = readSetup(inputs);
    if (!layers)
        return layers.error();
    auto tokens = inputs.get<Tensors>(kTokensInput);
    if (!tokens)
        return tokens.error();
    if (auto sound = checkTokens(**tokens); !sound)
        return sound.error();
    LossSetup setup{*std::move(layers), *std::move(tokens), {}, true, {}, {}};
    std::set<double> strengths{0.0};
    for (const auto& value : inputs.parameters.values().at("strengths"))
        strengths.insert(value.get<double>());
    setup.strengths.assign(strengths.begin(), strengths.end());
    if (setup.strengths.front() < 0.0 || setup.strengths.size() > kMaxStrengths)
        return makeError(ErrorCode::invalidArgument, "Strengths: up to 255 numbers from 0 on are expected");
    setup.halves = inputs.parameters.boolean("halves");
    setup.baseText = textOf(inputs.parameters, "base_text");
    setup.taskText = textOf(inputs.parameters, "task_text");
    return setup;
}

/// One run: thresholds of the layers, then the losses at every strength and of the two halves.
class LossRun {
public:
    LossRun(LossSetup setup, RunContext& context) : m_setup(std::move(setup)), m_context(context) {}
    Result<void> run();

private:
    Result<void> open();
    Result<void> analyseLayers();
    void addHalves();
    void measure(std::size_t index);
    Result<void> emitAll();
    std::vector<LossPoint> finishedPoints() const;
    std::vector<LossVariant> finishedVariants() const;

    LossSetup m_setup;
    RunContext& m_context;
    LayerInputs m_inputs;
    LossModel m_losses;
    LlamaUpdate m_update;
    std::vector<LayerResult> m_layers;   ///< as the plan
    std::vector<LossVariant> m_variants; ///< the adapter as it is, and its two halves
    /// Of every evaluation, the points of the curve first, then the halves: strengths of the layers, and the losses.
    std::vector<std::vector<double>> m_strengths;
    std::vector<std::optional<LossPair>> m_results; ///< a slot is written by one thread
    std::mutex m_reporting;                         ///< guards what follows, and the calls to m_context
    std::size_t m_done = 0, m_shown = 0;
    std::optional<Error> m_failed;
};

Result<void> LossRun::open() {
    m_context.progress(0.01, "Reading the model");
    const std::stop_token stop = m_context.stopToken();
    auto inputs = openInputs(m_setup.layers, stop);
    if (!inputs)
        return inputs.error();
    m_inputs = *std::move(inputs);
    const auto tokens = TensorSource::open(m_setup.tokens, stop);
    if (!tokens)
        return tokens.error();
    auto losses = readLossModel(*m_inputs.base, **tokens, stop);
    if (!losses)
        return losses.error();
    m_losses = *std::move(losses);
    auto update = readUpdate(m_inputs, m_setup.layers.plan, m_losses.model, stop);
    if (!update)
        return update.error();
    m_update = *std::move(update);
    m_context.log(LogLevel::info, "Linear algebra by " + linalg::backendName());
    for (const std::string& warning : m_setup.layers.plan.warnings)
        m_context.log(LogLevel::warning, warning);
    if (auto chosen = chooseTexts(m_losses, m_update, m_setup.baseText, m_setup.taskText, stop); !chosen)
        return chosen;
    m_context.log(LogLevel::info,
                  "Base text \"" + m_losses.baseName() + "\", task text \"" + m_losses.taskName() + "\"");
    return {};
}

Result<void> LossRun::analyseLayers() {
    const auto& plan = m_setup.layers.plan.layers;
    std::vector<Result<LayerResult>> results(plan.size(), makeError(ErrorCode::cancelled, "stopped"));
    parallelFor(plan.size(), m_context.threads(), [&](std::size_t i) {
        if (!m_context.stopRequested())
            results[i] = analyseLayer(m_setup.layers, m_inputs, plan[i], m_context.stopToken());
    });
    for (const auto& result : results) {
        if (!result)
            return result.error();
        m_layers.push_back(*result);
    }
    std::vector<LayerResult> sorted = m_layers;
    sortByDanger(sorted, Subject::adapter);
    return m_context.emitArtifact(kLayers, makeValue(layersTable(sorted, m_setup.layers.criterion, Subject::adapter)));
}

void LossRun::addHalves() {
    const std::vector<double> whole(m_layers.size(), 1.0);
    m_variants.push_back({"Whole adapter", static_cast<std::int64_t>(m_layers.size()), 1.0, m_update.norm(whole), {}});
    m_strengths.push_back(whole);
    std::vector<double> margins;
    margins.reserve(m_layers.size());
    for (const LayerResult& layer : m_layers)
        margins.push_back(layer.margin());
    // Both halves at the norm of the one that has less of it, so that neither is pushed beyond deployment.
    double norm = m_variants.front().norm;
    for (const bool critical : {true, false})
        if (const KeptHalf half = keptHalf(m_update, margins, critical, 1.0); half.factor > 0.0)
            norm = std::min(norm, 1.0 / half.factor);
    for (const bool critical : {true, false}) {
        KeptHalf half = keptHalf(m_update, margins, critical, norm);
        m_variants.push_back({critical ? "More critical half" : "Less critical half",
                              static_cast<std::int64_t>(half.layers),
                              half.factor,
                              m_update.norm(half.strengths),
                              {}});
        m_strengths.push_back(std::move(half.strengths));
    }
}

void LossRun::measure(std::size_t index) {
    if (m_context.stopRequested())
        return;
    const auto losses =
        m_losses.lossesOf(updatedModel(m_losses.model, m_update, m_strengths[index]), m_context.stopToken());
    const std::scoped_lock lock(m_reporting);
    if (!losses) {
        if (losses.error().code != ErrorCode::cancelled && !m_failed)
            m_failed = losses.error();
        return;
    }
    m_results[index] = *losses;
    // Points are shown in their order, whatever thread was first.
    std::vector<LossPoint> more;
    for (; m_shown < m_setup.strengths.size() && m_results[m_shown]; ++m_shown)
        more.push_back({m_setup.strengths[m_shown], m_results[m_shown].value_or(LossPair{})});
    if (!more.empty())
        if (auto shown = m_context.append(kLoss, makeValue(lossSeries(m_losses, more))); !shown && !m_failed)
            m_failed = shown.error();
    constexpr double kBegin = 0.25, kEnd = 0.98;
    m_context.progress(kBegin + (kEnd - kBegin) * static_cast<double>(++m_done) / static_cast<double>(m_results.size()),
                       "Evaluating the model");
}

std::vector<LossPoint> LossRun::finishedPoints() const {
    std::vector<LossPoint> points;
    for (std::size_t i = 0; i < m_setup.strengths.size(); ++i)
        if (m_results[i])
            points.push_back({m_setup.strengths[i], m_results[i].value_or(LossPair{})});
    return points;
}

std::vector<LossVariant> LossRun::finishedVariants() const {
    std::vector<LossVariant> variants = m_variants;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const auto& result = m_results[m_setup.strengths.size() + i];
        if (!result)
            return {};
        variants[i].loss = *result;
    }
    return variants;
}

Result<void> LossRun::emitAll() {
    const std::vector<LossPoint> points = finishedPoints();
    if (auto done = m_context.emitArtifact(kLoss, makeValue(lossSeries(m_losses, points))); !done)
        return done;
    const std::vector<LossVariant> variants = finishedVariants();
    if (!variants.empty() && !points.empty() && points.front().strength == 0.0)
        if (auto done = m_context.emitArtifact(kHalves, makeValue(variantsTable(variants, points.front().loss))); !done)
            return done;
    return m_context.emitArtifact(kMetrics, makeValue(lossScalars(points, m_layers, variants)));
}

Result<void> LossRun::run() {
    if (auto opened = open(); !opened)
        return opened;
    m_context.progress(0.1, "Thresholds of the layers");
    if (auto analysed = analyseLayers(); !analysed)
        return analysed;
    for (const double strength : m_setup.strengths)
        m_strengths.emplace_back(m_layers.size(), strength);
    if (m_setup.halves)
        addHalves();
    m_results.resize(m_strengths.size());
    const std::int64_t bytes = 16 * m_losses.model.shape.parameters(); // the model, and the layers under way
    const std::int64_t fitting = std::max<std::int64_t>(1, availableBytes() * 2 / 3 / std::max<std::int64_t>(1, bytes));
    const auto workers =
        std::min<std::int64_t>(m_context.threads(), availableBytes() > 0 ? fitting : m_context.threads());
    parallelFor(m_strengths.size(), static_cast<int>(workers), [this](std::size_t i) { measure(i); });
    if (m_failed)
        return *m_failed;
    if (auto done = emitAll(); !done)
        return done;
    if (m_context.stopRequested())
        return makeError(ErrorCode::cancelled, "stopped");
    m_context.progress(1.0, "Done");
    return {};
}

} // namespace

Inspection LossExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    if (!inputs.has(kBaseInput))
        return inspection;
    if (const auto base = inputs.get<Tensors>(kBaseInput); base && (*base)->form != "lora_adapter")
        if (const auto shape = llamaShape(**base, (*base)->config); !shape) {
            inspection.problems.push_back({"", shape.error().message, false});
            return inspection;
        }
    if (!inputs.has(kAdapterInput) || !inputs.has(kTokensInput))
        return inspection;
    const auto setup = readLossSetup(inputs);
    if (!setup) {
        inspection.problems.push_back({"", setup.error().message, false});
        return inspection;
    }
    for (const std::string& warning : setup->layers.plan.warnings)
        inspection.problems.push_back({"", warning, true});
    return inspection;
}

Estimate LossExperiment::estimate(const RunInputs& inputs) const {
    constexpr double kSecondsPerTokenParameter = 1.0e-10; // measured on one core
    constexpr double kSecondsPerProduct = 4.0e-10;
    constexpr double kBaseSeconds = 0.2;
    constexpr std::int64_t kBaseBytes = 60'000'000;
    const auto setup = readLossSetup(inputs);
    if (!setup)
        return {};
    const auto shape = llamaShape(*setup->layers.base, setup->layers.base->config);
    if (!shape || setup->tokens->items.empty())
        return {};
    std::int64_t tokens = 0;
    for (const Tensor& text : setup->tokens->items)
        tokens += valueCount(text);
    const auto texts = static_cast<double>(setup->tokens->items.size());
    const double passes = 2.0 * texts + 2.0 * static_cast<double>(setup->strengths.size() + 3);
    const auto work = static_cast<double>(tokens) / texts * static_cast<double>(shape->parameters());
    return {kBaseSeconds + kSecondsPerProduct * workOf(setup->layers.plan) + passes * kSecondsPerTokenParameter * work,
            kBaseBytes + 48 * shape->parameters()};
}

Result<void> LossExperiment::run(const RunInputs& inputs, RunContext& context) {
    auto setup = readLossSetup(inputs);
    if (!setup)
        return setup.error();
    return LossRun(*std::move(setup), context).run();
}

} // namespace vitrine::intruder_threshold
