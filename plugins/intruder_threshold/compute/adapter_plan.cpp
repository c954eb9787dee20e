#include "plugins/intruder_threshold/compute/adapter_planner.h"
#include "plugins/intruder_threshold/compute/layer_blocks.h"

#include <algorithm>
#include <fmt/format.h>

namespace vitrine::intruder_threshold {

AdapterPlanner::AdapterPlanner(const Tensors& base, const Tensors& adapter, const AdapterConfig& config,
                               const PairOptions& options)
    : m_base(base), m_adapter(adapter), m_config(config), m_options(options), m_paths(base),
      m_baseNames(tensorNames(base)), m_adapterNames(tensorNames(adapter)) {}

Result<LayerPlan> AdapterPlanner::plan() {
    m_plan.warnings = m_config.warnings;
    AdapterParts parts = adapterParts(m_adapter, m_plan);
    std::vector<Wrapper> parameters;
    for (const Wrapper& wrapper : parts.wrappers) {
        if (isParameterWrapper(wrapper)) {
            parameters.push_back(wrapper);
            continue;
        }
        if (auto added = addWrapper(wrapper); !added)
            return added.error();
    }
    if (auto added = addParameters(std::move(parameters)); !added)
        return added.error();
    for (const auto& [module, index] : parts.saved)
        if (auto added = addSaved(module, index); !added)
            return added.error();
    return std::move(m_plan);
}

void AdapterPlanner::leave(const std::string& name, LeftOutCause cause, std::string reason) {
    m_plan.leftOut.push_back({name, cause, std::move(reason)});
}

Result<std::optional<BasePartner>> AdapterPlanner::partnerOf(const std::string& label, const std::string& path) {
    if (const auto choice = m_options.choices.find(label); choice != m_options.choices.end()) {
        const auto named = m_baseNames.find(choice->second);
        if (named == m_baseNames.end())
            return makeError(ErrorCode::invalidArgument,
                             fmt::format("The base has no tensor {}, which was chosen for {}.", choice->second, label));
        return std::optional(BasePartner{named->second, "as chosen"});
    }
    const BaseMatch match = m_paths.find(path);
    if (match.tensors.empty()) {
        leave(label, LeftOutCause::unpaired, "the base has no tensor of this name");
        return std::optional<BasePartner>();
    }
    if (match.tensors.size() > 1) {
        openChoice(label, match.tensors);
        return std::optional<BasePartner>();
    }
    return std::optional(BasePartner{match.tensors.front(), match.rule});
}

void AdapterPlanner::openChoice(const std::string& label, const std::vector<std::uint32_t>& candidates) {
    OpenChoice choice{label, {}};
    for (const std::uint32_t index : candidates)
        choice.candidates.push_back(m_base.items[index].name);
    leave(label, LeftOutCause::unpaired, "several tensors of the base could be meant; choose one");
    m_plan.choices.push_back(std::move(choice));
}

bool AdapterPlanner::refuseDora(const Wrapper& wrapper) {
    if (!wrapper.magnitude && !m_config.dora)
        return false;
    if (m_options.doraPart)
        return false;
    leave(wrapper.label(), LeftOutCause::notAnalysed,
          "DoRA: the deployed weight is scaled row by row, so the update is not of low rank");
    return true;
}

Result<void> AdapterPlanner::addWrapper(const Wrapper& wrapper) {
    if (refuseDora(wrapper))
        return {};
    auto partner = partnerOf(wrapper.label(), wrapper.module);
    if (!partner)
        return partner.error();
    if (!*partner)
        return {};
    return addPair(wrapper, **partner);
}

Result<void> AdapterPlanner::addPair(const Wrapper& wrapper, const BasePartner& partner) {
    const Tensor& tensor = m_base.items[partner.tensor];
    const Tensor& a = m_adapter.items[wrapper.a.value_or(0)];
    const Tensor& b = m_adapter.items[wrapper.b.value_or(0)];
    if (std::string reason = notWanted(tensor, m_options); !reason.empty()) {
        leave(wrapper.label(), LeftOutCause::notAnalysed, tensor.name + " is " + reason);
        return {};
    }
    Readable readable = readableAs(m_base, m_baseNames, partner.tensor);
    if (!readable.reason.empty()) {
        leave(wrapper.label(), LeftOutCause::unreadable, std::move(readable.reason));
        return {};
    }
    const FactorShape shape = factorShape(a, b);
    if (!shape.reason.empty()) {
        leave(wrapper.label(), LeftOutCause::unfit, shape.reason);
        return {};
    }
    Layer layer = layerOf(m_base, partner.tensor, readable.rule);
    layer.name = wrapper.module;
    if (!partner.rule.empty())
        layer.notes.push_back(fmt::format("Paired with {} {}.", tensor.name, partner.rule));
    if (holdsExperts(layer, wrapper, shape))
        return addExperts(std::move(layer), wrapper, shape);
    if (wrapper.embedding)
        layer.kind = ModuleKind::embedding;
    if (!orient(layer, wrapper, shape)) {
        leave(wrapper.label(), LeftOutCause::unfit, misfit(tensor, shape, wrapper.embedding));
        return {};
    }
    if (auto scaled = setScale(layer, wrapper, shape.rank); !scaled)
        return scaled;
    return addLayer(std::move(layer), m_options, m_plan);
}

std::string AdapterPlanner::misfit(const Tensor& tensor, const FactorShape& shape, bool embedding) const {
    const std::int64_t rows = embedding ? shape.in : shape.out;
    const std::int64_t columns = embedding ? shape.out : shape.in;
    std::string reason =
        fmt::format("the update is {} x {}, but {} is {}", rows, columns, tensor.name, shapeText(tensor));
    if (tensor.shape.size() > 2 && rows == tensor.shape[0] && columns % restOf(tensor) == 0)
        reason += "; a grouped convolution whose adapter mixes the groups is not analysed";
    return reason;
}

bool AdapterPlanner::orient(Layer& layer, const Wrapper& wrapper, const FactorShape& shape) const {
    layer.update = Update::lowRank;
    const MatrixSource a = denseSource(wrapper.a.value_or(0), 0, shape.rank, shape.in);
    const MatrixSource b = denseSource(wrapper.b.value_or(0), 0, shape.out, shape.rank);
    if (wrapper.embedding) { // the update is the transpose of B A
        layer.b = a;
        layer.b.transposed = true;
        layer.a = b;
        layer.a.transposed = true;
        return layer.rows == shape.in && layer.columns == shape.out;
    }
    layer.a = a;
    layer.b = b;
    const bool fits = layer.rows == shape.out && layer.columns == shape.in;
    const bool turned =
        layer.rows == shape.in && layer.columns == shape.out && m_base.items[layer.weight.tensor].shape.size() == 2;
    if (turned && (!fits || m_config.fanInFanOut)) {
        layer.weight.transposed = true;
        std::swap(layer.rows, layer.columns);
        layer.notes.emplace_back(fits ? "Square: stored in x out, as fan_in_fan_out says." : "Stored in x out.");
        return true;
    }
    if (fits && turned)
        layer.notes.emplace_back("Square: taken as out x in, as fan_in_fan_out is false.");
    return fits;
}

Result<void> AdapterPlanner::setScale(Layer& layer, const Wrapper& wrapper, std::int64_t rank) const {
    auto scale = loraScale(m_config, wrapper.module, rank, m_options.alpha);
    if (!scale)
        return scale.error();
    layer.rank = rank;
    layer.gamma = scale->gamma;
    layer.gammaSource = scale->source;
    if (!scale->warning.empty())
        layer.notes.push_back(scale->warning);
    if (wrapper.magnitude || m_config.dora)
        layer.notes.emplace_back("DoRA: the low-rank part alone, without the magnitudes.");
    return {};
}

Result<void> AdapterPlanner::addSaved(const std::string& module, std::uint32_t index) {
    const Tensor& saved = m_adapter.items[index];
    if (saved.shape.size() < 2) {
        leave(saved.name, LeftOutCause::notAnalysed, "a vector");
        return {};
    }
    auto partner = partnerOf(module, module);
    if (!partner)
        return partner.error();
    if (!*partner)
        return {};
    const Tensor& tensor = m_base.items[(*partner)->tensor];
    if (std::string reason = notWanted(tensor, m_options); !reason.empty()) {
        leave(saved.name, LeftOutCause::notAnalysed, tensor.name + " is " + reason);
        return {};
    }
    if (saved.shape != tensor.shape) {
        leave(saved.name, LeftOutCause::unfit,
              fmt::format("{}, but {} is {}", shapeText(saved), tensor.name, shapeText(tensor)));
        return {};
    }
    Readable own = readableAs(m_adapter, m_adapterNames, index);
    Readable before = readableAs(m_base, m_baseNames, (*partner)->tensor);
    if (!own.reason.empty() || !before.reason.empty()) {
        leave(saved.name, LeftOutCause::unreadable, own.reason.empty() ? before.reason : own.reason);
        return {};
    }
    Layer layer = layerOf(m_base, (*partner)->tensor, before.rule);
    layer.name = module;
    layer.notes.emplace_back("A full tensor takes the place of the base; the update is the difference.");
    if (!(*partner)->rule.empty())
        layer.notes.push_back(fmt::format("Paired with {} {}.", tensor.name, (*partner)->rule));
    return addReplacement(std::move(layer), index, own.rule, m_options, m_base, m_plan);
}

Result<LayerPlan> planAdapter(const Tensors& base, const Tensors& adapter, const AdapterConfig& config,
                              const PairOptions& options) {
    return AdapterPlanner(base, adapter, config, options).plan();
}

} // namespace vitrine::intruder_threshold
