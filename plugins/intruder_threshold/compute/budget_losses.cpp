#include "plugins/intruder_threshold/compute/budget_losses.h"

#include "core/base/parallel_for.h"
#include "plugins/intruder_threshold/compute/outputs.h"

#include <fmt/format.h>

namespace vitrine::intruder_threshold {

namespace {

struct ReadUpdate {
    LlamaUpdate update;
    double norm = 0.0;
    std::size_t layers = 0;
};

Result<ReadUpdate> updateOf(const RunSetup& setup, const intruder::LlamaModel& model, const std::stop_token& stop) {
    const auto inputs = openInputs(setup, stop);
    if (!inputs)
        return inputs.error();
    auto update = readUpdate(*inputs, setup.plan, model, stop);
    if (!update)
        return update.error();
    const std::vector<double> deployed(update->places.size(), 1.0);
    const double norm = update->norm(deployed);
    return ReadUpdate{*std::move(update), norm, deployed.size()};
}

/// The run's setup with all layers of the adapter.
Result<RunSetup> wholeSetup(const RunInputs& inputs) {
    RunInputs whole = inputs;
    nlohmann::json parameters = inputs.parameters.values();
    parameters.erase("only");
    whole.parameters = ParameterSet::fromJson(parameters);
    return readSetup(whole);
}

} // namespace

Result<RunSetup> setupOfWritten(RunSetup setup, std::shared_ptr<const Tensors> written) {
    for (Layer& layer : setup.plan.layers) {
        const bool lowRank = layer.update == Update::lowRank;
        for (MatrixSource* place : lowRank ? std::vector{&layer.b, &layer.a} : std::vector{&layer.saved}) {
            const std::string& name = setup.adapter->items[place->tensor].name;
            const Tensor* found = written->find(name);
            if (!found)
                return makeError(ErrorCode::internal, "the tensor " + name + " was not written");
            place->tensor = static_cast<std::uint32_t>(found - written->items.data());
        }
    }
    setup.adapter = std::move(written);
    return setup;
}

Result<void> checkBudgetLosses(const RunInputs& inputs) {
    if (!inputs.has(kTokensInput))
        return makeError(ErrorCode::invalidArgument, "comparing the losses needs an evaluation text");
    const auto base = inputs.get<Tensors>(kBaseInput);
    if (!base)
        return base.error();
    if (const auto shape = llamaShape(**base, (*base)->config); !shape)
        return shape.error();
    const auto tokens = inputs.get<Tensors>(kTokensInput);
    if (!tokens)
        return tokens.error();
    return checkTokens(**tokens);
}

Result<std::vector<LossVariant>> budgetLosses(const RunInputs& inputs, const std::shared_ptr<const Tensors>& written,
                                              int threads, const std::stop_token& stop) {
    const auto setup = wholeSetup(inputs);
    if (!setup)
        return setup.error();
    const auto again = setupOfWritten(*setup, written);
    if (!again)
        return again.error();
    const auto tokens = inputs.get<Tensors>(kTokensInput);
    if (!tokens)
        return tokens.error();
    const auto text = TensorSource::open(*tokens, stop);
    if (!text)
        return text.error();
    const auto base = TensorSource::open(setup->base, stop);
    if (!base)
        return base.error();
    auto losses = readLossModel(**base, **text, stop);
    if (!losses)
        return losses.error();
    const auto before = updateOf(*setup, losses->model, stop);
    if (!before)
        return before.error();
    const auto after = updateOf(*again, losses->model, stop);
    if (!after)
        return after.error();
    if (auto chosen = chooseTexts(*losses, before->update, {}, {}, stop); !chosen)
        return chosen.error();
    const double shrink = before->norm > 0.0 ? after->norm / before->norm : 1.0;
    const auto layers = static_cast<std::int64_t>(before->layers);
    std::vector<LossVariant> variants{{"Base alone", 0, 0.0, 0.0, {}},
                                      {"Adapter", layers, 1.0, before->norm, {}},
                                      {"Within the budget", layers, 1.0, after->norm, {}},
                                      {"Shrunk as a whole", layers, shrink, shrink * before->norm, {}}};
    std::vector<Result<LossPair>> results(variants.size(), makeError(ErrorCode::cancelled, "stopped"));
    parallelFor(variants.size(), threads, [&](std::size_t i) {
        const LlamaUpdate& update = i == 2 ? after->update : before->update;
        const std::vector<double> strengths(before->layers, variants[i].factor);
        if (!stop.stop_requested())
            results[i] = losses->lossesOf(updatedModel(losses->model, update, strengths), stop);
    });
    for (std::size_t i = 0; i < variants.size(); ++i) {
        if (!results[i])
            return results[i].error();
        variants[i].loss = *results[i];
    }
    return variants;
}

void addBudgetLosses(const std::vector<LossVariant>& variants, Scalars& scalars) {
    const auto add = [&](const char* id, const char* label, double LossPair::*value) {
        Scalar scalar;
        scalar.id = id;
        scalar.label = label;
        scalar.value = variants[2].loss.*value;
        scalar.unit = "nats";
        scalar.comparison =
            fmt::format("{:.3f} before, {:.3f} shrunk as a whole", variants[1].loss.*value, variants[3].loss.*value);
        scalar.definition = "Mean negative log-likelihood of the next token at s = 1, of the adapter that was written. "
                            "Shrunk as a whole: the source, all layers by one factor, at the norm of what was written.";
        scalar.headline = true;
        scalar.lowerIsBetter = true;
        scalars.items.push_back(std::move(scalar));
    };
    add("base_loss", "Base text, after", &LossPair::base);
    add("task_loss", "Task text, after", &LossPair::task);
}

} // namespace vitrine::intruder_threshold
