#include "plugins/intruder_threshold/compute/loss_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine::intruder_threshold {

namespace {

using Losses = std::vector<double>;

Result<Losses> allLosses(const LossModel& losses, const intruder::LlamaModel& model, const std::stop_token& stop) {
    Losses all;
    for (const TokenText& text : losses.texts) {
        const auto loss = intruder::meanCrossEntropy(model, text.windows, stop);
        if (!loss)
            return loss.error();
        all.push_back(*loss);
    }
    return all;
}

Result<std::size_t> textCalled(const LossModel& losses, const std::string& name) {
    const auto found = std::ranges::find(losses.texts, name, &TokenText::name);
    if (found != losses.texts.end())
        return static_cast<std::size_t>(found - losses.texts.begin());
    std::string names;
    for (const TokenText& text : losses.texts)
        names += (names.empty() ? "" : ", ") + text.name;
    return makeError(ErrorCode::invalidArgument, "there is no text \"" + name + "\"; the file holds " + names);
}

} // namespace

Result<LossPair> LossModel::lossesOf(const intruder::LlamaModel& one, const std::stop_token& stop) const {
    const auto base = intruder::meanCrossEntropy(one, texts[baseText].windows, stop);
    if (!base)
        return base.error();
    const auto task = intruder::meanCrossEntropy(one, texts[taskText].windows, stop);
    if (!task)
        return task.error();
    return LossPair{*base, *task};
}

Result<LossModel> readLossModel(const TensorSource& base, const TensorSource& tokens, const std::stop_token& stop) {
    const auto shape = llamaShape(base.tensors(), base.tensors().config);
    if (!shape)
        return shape.error();
    auto texts = readTokens(tokens, shape->vocabulary, stop);
    if (!texts)
        return texts.error();
    auto model = readLlama(base, *shape, stop);
    if (!model)
        return model.error();
    return LossModel{*std::move(model), *std::move(texts), 0, 0};
}

Result<void> chooseTexts(LossModel& losses, const LlamaUpdate& update, const std::optional<std::string>& baseText,
                         const std::optional<std::string>& taskText, const std::stop_token& stop) {
    if (losses.texts.size() < 2)
        return makeError(ErrorCode::invalidArgument,
                         "the evaluation text holds one tensor; a base text and a task text are needed");
    Losses before(losses.texts.size()), after(losses.texts.size());
    if (!baseText || !taskText) {
        auto measured = allLosses(losses, losses.model, stop);
        if (!measured)
            return measured.error();
        before = *std::move(measured);
    }
    if (!taskText) {
        const std::vector<double> deployed(update.places.size(), 1.0);
        auto measured = allLosses(losses, updatedModel(losses.model, update, deployed), stop);
        if (!measured)
            return measured.error();
        after = *std::move(measured);
    }
    losses.baseText = static_cast<std::size_t>(std::ranges::min_element(before) - before.begin());
    if (baseText) {
        const auto found = textCalled(losses, *baseText);
        if (!found)
            return found.error();
        losses.baseText = *found;
    }
    losses.taskText = losses.baseText == 0 ? 1 : 0;
    for (std::size_t i = 0; i < before.size(); ++i)
        if (i != losses.baseText && before[i] - after[i] > before[losses.taskText] - after[losses.taskText])
            losses.taskText = i;
    if (taskText) {
        const auto found = textCalled(losses, *taskText);
        if (!found)
            return found.error();
        losses.taskText = *found;
    }
    if (losses.taskText == losses.baseText)
        return makeError(ErrorCode::invalidArgument,
                         "base text and task text are the same, \"" + losses.baseName() + "\"; choose two");
    return {};
}

std::optional<double> lossKnee(const std::vector<double>& strengths, const std::vector<double>& losses) {
    constexpr double kExcess = 1.05;
    for (std::size_t i = 1; i < std::min(strengths.size(), losses.size()); ++i) {
        const double limit = kExcess * losses.front();
        if (losses[i] <= limit)
            continue;
        const double share = (limit - losses[i - 1]) / (losses[i] - losses[i - 1]);
        return strengths[i - 1] + share * (strengths[i] - strengths[i - 1]);
    }
    return std::nullopt;
}

KeptHalf keptHalf(const LlamaUpdate& update, const std::vector<double>& margins, bool moreCritical, double norm) {
    std::vector<std::size_t> order(margins.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{},
                             [&](std::size_t i) { return std::isnan(margins[i]) ? -1.0 : margins[i]; });
    KeptHalf half;
    half.layers = margins.size() / 2;
    half.strengths.assign(margins.size(), 0.0);
    for (std::size_t i = 0; i < half.layers; ++i)
        half.strengths[order[moreCritical ? i : order.size() - 1 - i]] = 1.0;
    const double own = update.norm(half.strengths);
    half.factor = own > 0.0 ? norm / own : 0.0;
    for (double& strength : half.strengths)
        strength *= half.factor;
    return half;
}

} // namespace vitrine::intruder_threshold
