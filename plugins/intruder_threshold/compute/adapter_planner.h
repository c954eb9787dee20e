#pragma once

#include "plugins/intruder_threshold/compute/adapter_wrappers.h"
#include "plugins/intruder_threshold/compute/base_index.h"

namespace vitrine::intruder_threshold {

/// A tensor of the base, and how it was found when not by its exact name.
struct BasePartner {
    std::uint32_t tensor = 0;
    std::string rule;
};

/// Pairs the tensors of an adapter with those of its base; see planAdapter. Used once.
class AdapterPlanner {
public:
    AdapterPlanner(const Tensors& base, const Tensors& adapter, const AdapterConfig& config,
                   const PairOptions& options);
    Result<LayerPlan> plan();

private:
    void leave(const std::string& name, LeftOutCause cause, std::string reason);
    /// @return nothing: it was left out, with the reason
    Result<std::optional<BasePartner>> partnerOf(const std::string& label, const std::string& path);
    void openChoice(const std::string& label, const std::vector<std::uint32_t>& candidates);
    bool refuseDora(const Wrapper& wrapper);
    Result<void> addWrapper(const Wrapper& wrapper);
    Result<void> addPair(const Wrapper& wrapper, const BasePartner& partner);
    Result<void> addSaved(const std::string& module, std::uint32_t index);
    bool orient(Layer& layer, const Wrapper& wrapper, const FactorShape& shape) const;
    std::string misfit(const Tensor& tensor, const FactorShape& shape, bool embedding) const;
    Result<void> setScale(Layer& layer, const Wrapper& wrapper, std::int64_t rank) const;

    // Parameters inside a module, mostly experts: adapter_parameters.cpp
    bool isParameterWrapper(const Wrapper& wrapper) const;
    Result<void> addParameters(std::vector<Wrapper> wrappers);
    std::vector<std::uint32_t> parametersOf(const Wrapper& wrapper) const;
    bool holdsExperts(const Layer& layer, const Wrapper& wrapper, const FactorShape& shape) const;
    bool parameterFits(const Wrapper& wrapper, std::uint32_t tensor) const;
    Result<void> addExperts(Layer whole, const Wrapper& wrapper, const FactorShape& shape);

    const Tensors& m_base;
    const Tensors& m_adapter;
    const AdapterConfig& m_config;
    const PairOptions& m_options;
    BaseIndex m_paths;
    TensorNames m_baseNames;
    TensorNames m_adapterNames;
    LayerPlan m_plan;
};

} // namespace vitrine::intruder_threshold
