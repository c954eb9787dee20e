#include "plugins/intruder_threshold/compute/base_index.h"
#include "plugins/intruder_threshold/compute/layer_blocks.h"
#include "plugins/intruder_threshold/compute/layer_pairs.h"

#include <fmt/format.h>

namespace vitrine::intruder_threshold {

namespace {

/// One matrix of the tuned model next to the base's, or the reason why not.
Result<void> addTuned(const Tensors& base, const Tensors& tuned, std::uint32_t index, const BaseIndex& paths,
                      const TensorNames& baseNames, const TensorNames& tunedNames, const PairOptions& options,
                      LayerPlan& plan) {
    const Tensor& tensor = tuned.items[index];
    if (std::string reason = notWanted(tensor, options); !reason.empty()) {
        plan.leftOut.push_back({tensor.name, LeftOutCause::notAnalysed, std::move(reason)});
        return {};
    }
    const BaseMatch match = paths.find(modulePathOf(tensor.name));
    if (match.tensors.size() != 1) {
        plan.leftOut.push_back({tensor.name, LeftOutCause::unpaired,
                                match.tensors.empty() ? "the base has no tensor of this name"
                                                      : "several tensors of the base could be meant"});
        return {};
    }
    const std::uint32_t partner = match.tensors.front();
    if (base.items[partner].shape != tensor.shape) {
        plan.leftOut.push_back(
            {tensor.name, LeftOutCause::unfit,
             fmt::format("{}, but {} in the base", shapeText(tensor), shapeText(base.items[partner]))});
        return {};
    }
    const Readable own = readableAs(tuned, tunedNames, index);
    const Readable before = readableAs(base, baseNames, partner);
    if (!own.reason.empty() || !before.reason.empty()) {
        plan.leftOut.push_back(
            {tensor.name, LeftOutCause::unreadable, own.reason.empty() ? before.reason : own.reason});
        return {};
    }
    Layer layer = layerOf(base, partner, before.rule);
    if (!match.rule.empty())
        layer.notes.push_back(fmt::format("Paired with {} {}.", base.items[partner].name, match.rule));
    return addReplacement(std::move(layer), index, own.rule, options, base, plan);
}

} // namespace

Result<LayerPlan> planBase(const Tensors& base, const PairOptions& options) {
    const TensorNames names = tensorNames(base);
    const std::vector<bool> helpers = companions(base, names);
    LayerPlan plan;
    for (std::size_t i = 0; i < base.items.size(); ++i) {
        const Tensor& tensor = base.items[i];
        const auto index = static_cast<std::uint32_t>(i);
        std::string reason = helpers[i] ? "scale or zero point of another tensor" : notWanted(tensor, options);
        if (!reason.empty()) {
            plan.leftOut.push_back({tensor.name, LeftOutCause::notAnalysed, std::move(reason)});
            continue;
        }
        Readable readable = readableAs(base, names, index);
        if (!readable.reason.empty()) {
            plan.leftOut.push_back({tensor.name, LeftOutCause::unreadable, std::move(readable.reason)});
            continue;
        }
        Layer layer = layerOf(base, index, readable.rule);
        auto added = addWhole(std::move(layer), tensor, options, plan);
        if (!added)
            return added.error();
    }
    return plan;
}

Result<LayerPlan> planFineTuned(const Tensors& base, const Tensors& tuned, const PairOptions& options) {
    const BaseIndex paths(base);
    const TensorNames baseNames = tensorNames(base);
    const TensorNames tunedNames = tensorNames(tuned);
    const std::vector<bool> helpers = companions(tuned, tunedNames);
    LayerPlan plan;
    for (std::size_t i = 0; i < tuned.items.size(); ++i) {
        if (helpers[i])
            continue;
        auto added = addTuned(base, tuned, static_cast<std::uint32_t>(i), paths, baseNames, tunedNames, options, plan);
        if (!added)
            return added.error();
    }
    return plan;
}

} // namespace vitrine::intruder_threshold
