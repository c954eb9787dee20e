#include "plugins/intruder_threshold/compute/budget_experiment.h"

#include "core/base/parallel_for.h"
#include "core/data/reader.h"
#include "core/data/weights/tensor_decode.h"
#include "core/data/weights/tensor_encode.h"
#include "core/kernels/linalg/dense.h"
#include "plugins/intruder_threshold/compute/analyse_layer.h"
#include "plugins/intruder_threshold/compute/budget_losses.h"
#include "plugins/intruder_threshold/compute/budget_writer.h"
#include "plugins/intruder_threshold/compute/layer_experiments.h"
#include "plugins/intruder_threshold/compute/layer_values.h"
#include "plugins/intruder_threshold/compute/outputs.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

using Layers = std::vector<Result<LayerResult>>;

struct Budget {
    BudgetMode mode = BudgetMode::clip;
    std::string edge = "full";
    double cap = 1.0;
    std::string folder; ///< empty: nothing is kept
    bool losses = false;
};

Budget budgetOf(const ParameterSet& parameters) {
    Budget budget;
    budget.mode = parameters.text("mode") == "scale" ? BudgetMode::scale : BudgetMode::clip;
    budget.edge = parameters.text("edge");
    budget.cap = parameters.real("cap");
    if (!parameters.isNone("folder"))
        budget.folder = parameters.text("folder");
    budget.losses = parameters.boolean(kLosses);
    return budget;
}

double thresholdOf(const LayerResult& layer, const std::string& edge) {
    return edge == "full" ? layer.full.theta : edge == "bulk" ? layer.bulk.theta : layer.thetaGeo();
}

std::string noteOf(const Budget& budget, double kappa) {
    return "rule " + std::string(budget.mode == BudgetMode::scale ? "scale" : "clip") + ", edge " + budget.edge +
           ", cap " + std::to_string(budget.cap) + ", kappa " + std::to_string(kappa);
}

/// A matrix as it will be read again from a file of this type.
Eigen::MatrixXd rounded(const Eigen::MatrixXd& matrix, const std::string& dtype) {
    std::string bytes;
    encodeValues(dtype, matrix.data(), static_cast<std::size_t>(matrix.size()), bytes);
    Eigen::MatrixXd result(matrix.rows(), matrix.cols());
    decodeValues(dtype, bytes.data(), static_cast<std::size_t>(matrix.size()), result.data());
    return result;
}

/// One budget run.
class BudgetRun {
public:
    BudgetRun(const RunInputs& given, RunSetup setup, Budget budget, RunContext& context)
        : m_given(given), m_setup(std::move(setup)), m_budget(std::move(budget)), m_context(context) {}
    Result<void> run();

private:
    Result<Layers> analyseAll(const RunSetup& setup, const LayerInputs& inputs, double from, double to);
    Result<void> cut(BudgetWriter& writer);
    Result<BudgetedFactors> fitted(const Layer& layer, double limit);
    Result<void> readAgain();
    Table budgetTable() const;
    Result<void> compareLosses();
    Scalars metrics() const;

    const RunInputs& m_given;
    RunSetup m_setup;
    Budget m_budget;
    RunContext& m_context;
    LayerInputs m_inputs;
    Layers m_before, m_after;
    std::vector<double> m_factors; ///< as the layers
    std::string m_folder;
    std::shared_ptr<const Tensors> m_written;
    std::vector<LossVariant> m_losses; ///< empty: not asked for
};

Result<Layers> BudgetRun::analyseAll(const RunSetup& setup, const LayerInputs& inputs, double from, double to) {
    const auto& layers = setup.plan.layers;
    Layers results(layers.size(), makeError(ErrorCode::cancelled, "stopped"));
    std::atomic<std::size_t> done = 0;
    parallelFor(layers.size(), m_context.threads(), [&](std::size_t i) {
        if (m_context.stopRequested())
            return;
        results[i] = analyseLayer(setup, inputs, layers[i], m_context.stopToken());
        const double share = static_cast<double>(++done) / static_cast<double>(layers.size());
        m_context.progress(from + (to - from) * share, layers[i].name);
    });
    if (m_context.stopRequested())
        return makeError(ErrorCode::cancelled, "stopped");
    return results;
}

// Rounding to the type of the file may lift a spike over its limit again: then it is cut a little more.
Result<BudgetedFactors> BudgetRun::fitted(const Layer& layer, double limit) {
    constexpr int kMostTries = 16;
    const auto factors = loadFactors(*m_inputs.adapter, layer, m_context.stopToken());
    if (!factors)
        return factors.error();
    const auto product = intruder::loraFactors(factors->b, factors->a);
    if (!product)
        return product.error();
    const auto& items = m_setup.adapter->items;
    double wanted = limit;
    BudgetedFactors result = budgeted(factors->b, factors->a, *product, layer.gamma, wanted, m_budget.mode);
    for (int i = 1; i <= kMostTries && result.changed; ++i) {
        const auto stored = intruder::loraFactors(rounded(result.b, items[layer.b.tensor].dtype),
                                                  rounded(result.a, items[layer.a.tensor].dtype));
        if (!stored)
            return stored.error();
        const double strongest = layer.gamma * stored->largest();
        if (strongest <= limit)
            break;
        constexpr double kLittle = 5e-4; // rounding is another one at every try
        wanted *= limit / strongest * (1.0 - kLittle * i);
        result = budgeted(factors->b, factors->a, *product, layer.gamma, wanted, m_budget.mode);
    }
    return result;
}

Result<void> BudgetRun::cut(BudgetWriter& writer) {
    const auto& layers = m_setup.plan.layers;
    m_factors.assign(layers.size(), 1.0);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (m_context.stopRequested())
            return makeError(ErrorCode::cancelled, "stopped");
        if (!m_before[i]) {
            m_context.log(LogLevel::warning,
                          layers[i].name + ": " + m_before[i].error().message + "; it stays as it is");
            continue;
        }
        const double threshold = thresholdOf(*m_before[i], m_budget.edge);
        if (!std::isfinite(threshold) || layers[i].update != Update::lowRank)
            continue;
        const auto milder = fitted(layers[i], m_budget.cap * threshold);
        if (!milder)
            return milder.error();
        m_factors[i] = milder->factor;
        if (milder->changed)
            if (auto done = writer.replace(layers[i], *milder, m_context.stopToken()); !done)
                return done;
    }
    return {};
}

Result<void> BudgetRun::readAgain() {
    const auto read = ReaderRegistry::withBuiltins().read(m_folder);
    if (!read)
        return read.error();
    m_written = valueAs<Tensors>(read->value);
    if (!m_written || m_written->items.size() != m_setup.adapter->items.size())
        return makeError(ErrorCode::internal, "the adapter that was written reads otherwise than it was written");
    const auto placed = setupOfWritten(m_setup, m_written);
    if (!placed)
        return placed.error();
    const RunSetup& again = *placed;
    const auto inputs = openInputs(again, m_context.stopToken());
    if (!inputs)
        return inputs.error();
    auto results = analyseAll(again, *inputs, 0.6, 0.98);
    if (!results)
        return results.error();
    m_after = std::move(*results);
    return {};
}

Result<void> BudgetRun::run() {
    m_context.log(LogLevel::info, "Linear algebra by " + linalg::backendName());
    auto inputs = openInputs(m_setup, m_context.stopToken());
    if (!inputs)
        return inputs.error();
    m_inputs = std::move(*inputs);
    auto before = analyseAll(m_setup, m_inputs, 0.02, 0.5);
    if (!before)
        return before.error();
    m_before = std::move(*before);
    BudgetWriter writer(m_inputs.adapter);
    if (auto done = cut(writer); !done)
        return done;
    m_folder = m_budget.folder;
    if (m_folder.empty()) {
        auto scratch = m_context.scratch();
        if (!scratch)
            return scratch.error();
        m_folder = *scratch + "/adapter";
    }
    m_context.progress(0.55, "Writing the adapter");
    if (auto done = writer.write(m_folder, noteOf(m_budget, m_setup.kappa), m_context.stopToken()); !done)
        return done;
    if (auto done = readAgain(); !done)
        return done;
    if (!m_budget.folder.empty()) {
        Files files{m_folder, {"adapter_config.json", "adapter_model.safetensors"}};
        if (auto done = m_context.emitArtifact(kAdapterOut, makeValue(std::move(files))); !done)
            return done;
    }
    if (auto done = m_context.emitArtifact(kBudgetTable, makeValue(budgetTable())); !done)
        return done;
    if (m_budget.losses)
        if (auto done = compareLosses(); !done)
            return done;
    if (auto done = m_context.emitArtifact(kMetrics, makeValue(metrics())); !done)
        return done;
    m_context.progress(1.0, "Done");
    return {};
}

Result<void> BudgetRun::compareLosses() {
    m_context.progress(0.98, "Evaluating the model");
    auto losses = budgetLosses(m_given, m_written, m_context.threads(), m_context.stopToken());
    if (!losses)
        return losses.error();
    m_losses = *std::move(losses);
    return m_context.emitArtifact(kLosses, makeValue(variantsTable(m_losses, m_losses.front().loss)));
}

Table BudgetRun::budgetTable() const {
    Column::Texts names, modules;
    Column::Reals limits, factors, updateBefore, updateAfter, marginBefore, marginAfter;
    Column::Integers bearingBefore, bearingAfter;
    const Criterion& criterion = m_setup.criterion;
    for (std::size_t i = 0; i < m_before.size(); ++i) {
        if (!m_before[i] || !m_after[i])
            continue;
        const LayerResult &old = *m_before[i], &now = *m_after[i];
        const double threshold = thresholdOf(old, m_budget.edge);
        names.push_back(old.layer);
        modules.push_back(old.module);
        limits.push_back(m_budget.cap * threshold);
        factors.push_back(m_factors[i]);
        updateBefore.push_back(old.update());
        updateAfter.push_back(now.update());
        marginBefore.push_back(old.update() / threshold);
        marginAfter.push_back(now.update() / threshold);
        bearingBefore.push_back(old.intruders(criterion.k, criterion.epsilon));
        bearingAfter.push_back(now.intruders(criterion.k, criterion.epsilon));
    }
    Table table;
    table.columns.emplace_back(column::kLayer, std::move(names));
    for (auto& [name, values] : {std::pair{"margin_before", marginBefore}, {"margin_after", marginAfter}})
        table.columns.emplace_back(name, values);
    table.columns.emplace_back("intruders_before", std::move(bearingBefore));
    table.columns.emplace_back("intruders_after", std::move(bearingAfter));
    for (auto& [name, values] : {std::pair{"factor", factors},
                                 {"limit", limits},
                                 {"update_before", updateBefore},
                                 {"update_after", updateAfter}})
        table.columns.emplace_back(name, values);
    table.columns.emplace_back(column::kModule, std::move(modules));
    return table;
}

Scalars BudgetRun::metrics() const {
    std::int64_t overBefore = 0, overAfter = 0, before = 0, after = 0, cutLayers = 0;
    double largest = 0.0;
    for (std::size_t i = 0; i < m_before.size(); ++i) {
        if (!m_before[i] || !m_after[i])
            continue;
        const double threshold = thresholdOf(*m_before[i], m_budget.edge);
        overBefore += m_before[i]->update() > threshold ? 1 : 0;
        overAfter += m_after[i]->update() > threshold ? 1 : 0;
        before += m_before[i]->intruders(m_setup.criterion.k, m_setup.criterion.epsilon);
        after += m_after[i]->intruders(m_setup.criterion.k, m_setup.criterion.epsilon);
        cutLayers += m_factors[i] < 1.0 ? 1 : 0;
        largest = std::max(largest, m_after[i]->update() / threshold);
    }
    const auto item = [](const char* id, const char* label, double value, std::string comparison,
                         const char* definition) {
        Scalar scalar;
        scalar.id = id;
        scalar.label = label;
        scalar.value = value;
        scalar.comparison = std::move(comparison);
        scalar.definition = definition;
        scalar.headline = true;
        scalar.lowerIsBetter = true;
        return scalar;
    };
    Scalars scalars;
    scalars.items.push_back(item(
        "supercritical", "Layers over the edge", static_cast<double>(overAfter), std::to_string(overBefore) + " before",
        "Layers with γθ₁ above the threshold of the chosen edge, as read again from the file that was written."));
    scalars.items.push_back(item("intruders", "Intruders at s = 1", static_cast<double>(after),
                                 std::to_string(before) + " before",
                                 "Leading directions with an overlap below ε, as read again."));
    scalars.items.push_back(item("largest_margin", "Largest margin", largest, "over all layers, as read again",
                                 "Largest γθ₁ over the threshold of the chosen edge."));
    scalars.items.push_back(item("cut", "Layers cut", static_cast<double>(cutLayers),
                                 "of " + std::to_string(m_before.size()),
                                 "Layers whose strongest spike was over its limit."));
    if (!m_losses.empty())
        addBudgetLosses(m_losses, scalars);
    return scalars;
}

} // namespace

Inspection BudgetExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection = LayerExperiment().inspect(inputs);
    if (inputs.has(kAdapterInput) && inputs.parameters.isNone("folder"))
        inspection.problems.push_back(
            {"folder", "without a folder nothing is kept: the run only shows what would change", true});
    if (inputs.has(kBaseInput) && inputs.parameters.boolean(kLosses))
        if (const auto checked = checkBudgetLosses(inputs); !checked)
            inspection.problems.push_back({kLosses, checked.error().message, false});
    return inspection;
}

Estimate BudgetExperiment::estimate(const RunInputs& inputs) const {
    Estimate estimate = LayerExperiment().estimate(inputs);
    estimate.seconds *= 2.0; // before and after
    return estimate;
}

Result<void> BudgetExperiment::run(const RunInputs& inputs, RunContext& context) {
    auto setup = readSetup(inputs);
    if (!setup)
        return setup.error();
    const Budget budget = budgetOf(inputs.parameters);
    if (budget.losses)
        if (auto checked = checkBudgetLosses(inputs); !checked)
            return checked;
    return BudgetRun(inputs, std::move(*setup), budget, context).run();
}

} // namespace vitrine::intruder_threshold
