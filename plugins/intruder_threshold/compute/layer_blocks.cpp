#include "plugins/intruder_threshold/compute/layer_blocks.h"

#include <algorithm>
#include <fmt/format.h>

namespace vitrine::intruder_threshold {

namespace {

int blockCount(const Layer& layer, const PairOptions& options) {
    if (const auto found = options.groups.find(layer.name); found != options.groups.end())
        return found->second;
    return layer.kind == ModuleKind::fusedQkv ? options.fusedBlocks : 1;
}

Layer rowBlock(const Layer& whole, int index, std::int64_t rows) {
    Layer block = whole;
    const std::int64_t start = index * rows;
    block.name = fmt::format("{}[{}]", whole.name, index);
    block.rows = rows;
    block.weight = rowsOf(whole.weight, start, rows);
    if (whole.update == Update::lowRank)
        block.b = rowsOf(whole.b, start, rows);
    if (whole.update == Update::replacement)
        block.saved = rowsOf(whole.saved, start, rows);
    return block;
}

} // namespace

std::string modulePathOf(const std::string& name) {
    constexpr std::string_view tail = ".weight";
    const bool weight = name.size() > tail.size() && name.compare(name.size() - tail.size(), tail.size(), tail) == 0;
    return weight ? name.substr(0, name.size() - tail.size()) : name;
}

std::int64_t restOf(const Tensor& tensor) {
    std::int64_t product = 1;
    for (std::size_t i = 1; i < tensor.shape.size(); ++i)
        product *= tensor.shape[i];
    return product;
}

Layer layerOf(const Tensors& base, std::uint32_t index, const Dequantisation& rule) {
    const Tensor& tensor = base.items[index];
    Layer layer;
    layer.name = modulePathOf(tensor.name);
    ModulePlace place = modulePlace(layer.name);
    layer.module = std::move(place.module);
    layer.depth = place.depth;
    layer.kind = moduleKind(layer.name, tensor.shape.size());
    layer.rows = tensor.shape.at(0);
    layer.columns = restOf(tensor);
    layer.weight = denseSource(index, 0, layer.rows, layer.columns);
    layer.rule = rule;
    if (!rule.source.empty())
        layer.notes.push_back("Weights from " + rule.source + ".");
    if (tensor.dtype.rfind("F8_", 0) == 0 && rule.source.empty())
        layer.notes.emplace_back("8-bit values without a scale are taken as they are.");
    return layer;
}

Result<void> addLayer(Layer layer, const PairOptions& options, LayerPlan& plan) {
    const int count = blockCount(layer, options);
    if (count > 1 && layer.rows % count == 0 && layer.rows / count >= 2) {
        if (plan.layers.size() + static_cast<std::size_t>(count) > kMaxLayers)
            return makeError(ErrorCode::outOfRange, fmt::format("More than {} layers.", kMaxLayers));
        for (int i = 0; i < count; ++i)
            plan.layers.push_back(rowBlock(layer, i, layer.rows / count));
        return {};
    }
    if (count > 1)
        layer.notes.push_back(
            fmt::format("{} rows cannot be cut into {} equal blocks; analysed whole.", layer.rows, count));
    if (plan.layers.size() >= kMaxLayers)
        return makeError(ErrorCode::outOfRange, fmt::format("More than {} layers.", kMaxLayers));
    plan.layers.push_back(std::move(layer));
    return {};
}

Result<void> addWhole(Layer whole, const Tensor& tensor, const PairOptions& options, LayerPlan& plan) {
    if (whole.kind != ModuleKind::experts)
        return addLayer(std::move(whole), options, plan);
    const std::int64_t rows = tensor.shape.at(1);
    const std::int64_t columns = tensor.shape.at(2);
    for (std::int64_t e = 0; e < tensor.shape[0]; ++e) {
        Layer layer = whole;
        layer.name = fmt::format("{}[{}]", whole.name, e);
        layer.rows = rows;
        layer.columns = columns;
        layer.weight = denseSource(whole.weight.tensor, e * rows * columns, rows, columns);
        layer.saved = layer.weight;
        layer.saved.tensor = whole.saved.tensor;
        if (auto added = addLayer(std::move(layer), options, plan); !added)
            return added;
    }
    return {};
}

Result<void> addReplacement(Layer layer, std::uint32_t saved, const Dequantisation& rule, const PairOptions& options,
                            const Tensors& base, LayerPlan& plan) {
    layer.update = Update::replacement;
    layer.saved = layer.weight;
    layer.saved.tensor = saved;
    layer.savedRule = rule;
    const Tensor& tensor = base.items[layer.weight.tensor];
    return addWhole(std::move(layer), tensor, options, plan);
}

std::string notWanted(const Tensor& tensor, const PairOptions& options) {
    if (tensor.shape.size() < 2)
        return tensor.shape.empty() ? "a single value" : "a vector";
    if (valueCount(tensor) == 0)
        return "empty";
    const ModuleKind kind = moduleKind(modulePathOf(tensor.name), tensor.shape.size());
    const bool experts = kind == ModuleKind::experts;
    const std::int64_t rows = experts ? tensor.shape[1] : tensor.shape[0];
    const std::int64_t columns = experts ? tensor.shape[2] : restOf(tensor);
    if (std::min(rows, columns) < 2)
        return "a vector";
    if (experts && tensor.shape[0] > kMaxExperts)
        return fmt::format("more than {} experts", kMaxExperts);
    if (!options.embeddings && (kind == ModuleKind::embedding || kind == ModuleKind::head))
        return fmt::format("{}, analysed on request", kind == ModuleKind::head ? "a head" : "an embedding");
    return {};
}

} // namespace vitrine::intruder_threshold
