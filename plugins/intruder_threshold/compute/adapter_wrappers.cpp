#include "plugins/intruder_threshold/compute/adapter_wrappers.h"

#include "core/data/weights/tensor_decode.h"
#include "plugins/intruder_threshold/compute/layer_blocks.h"

#include <fmt/format.h>

namespace vitrine::intruder_threshold {

namespace {

class Sorter {
public:
    Sorter(const Tensors& adapter, LayerPlan& plan) : m_adapter(adapter), m_plan(plan) {}

    AdapterParts sort() {
        for (std::size_t i = 0; i < m_adapter.items.size(); ++i)
            take(static_cast<std::uint32_t>(i));
        AdapterParts whole;
        whole.saved = std::move(m_parts.saved);
        for (Wrapper& wrapper : m_parts.wrappers)
            if (complete(wrapper))
                whole.wrappers.push_back(std::move(wrapper));
        return whole;
    }

private:
    void leave(const std::string& name, LeftOutCause cause, std::string reason) {
        m_plan.leftOut.push_back({name, cause, std::move(reason)});
    }

    void take(std::uint32_t index) {
        const std::string& name = m_adapter.items[index].name;
        AdapterKey key = parseAdapterKey(name);
        switch (key.part) {
        case AdapterPart::foreign: return leave(name, LeftOutCause::unpaired, "not a name of the PEFT layout");
        case AdapterPart::bias: return leave(name, LeftOutCause::notAnalysed, "a bias is no part of the spectrum");
        case AdapterPart::saved: m_parts.saved.emplace_back(std::move(key.module), index); return;
        default: return takePart(key, index);
        }
    }

    void takePart(const AdapterKey& key, std::uint32_t index) {
        Wrapper& wrapper = wrapperOf(key);
        if (key.part == AdapterPart::magnitude) {
            wrapper.magnitude = true;
            return leave(m_adapter.items[index].name, LeftOutCause::notAnalysed, "magnitudes of DoRA are not analysed");
        }
        const bool embedding = key.part == AdapterPart::embeddingA || key.part == AdapterPart::embeddingB;
        const bool left = key.part == AdapterPart::a || key.part == AdapterPart::embeddingA;
        std::optional<std::uint32_t>& place = left ? wrapper.a : wrapper.b;
        const bool other = (wrapper.a || wrapper.b) && wrapper.embedding != embedding;
        if (place || other)
            return leave(m_adapter.items[index].name, LeftOutCause::unfit,
                         "a second pair for the same module; one file must hold one adapter");
        place = index;
        wrapper.embedding = embedding;
    }

    Wrapper& wrapperOf(const AdapterKey& key) {
        const std::string id = fmt::format("{} {}", key.depth, key.module);
        const auto [found, added] = m_byModule.emplace(id, m_parts.wrappers.size());
        if (added) {
            m_parts.wrappers.emplace_back();
            m_parts.wrappers.back().module = key.module;
            m_parts.wrappers.back().depth = key.depth;
        }
        return m_parts.wrappers[found->second];
    }

    bool complete(const Wrapper& wrapper) {
        if (wrapper.a && wrapper.b)
            return true;
        const char* missing = wrapper.a ? "lora_B is missing" : "lora_A is missing";
        if (wrapper.a || wrapper.b)
            leave(m_adapter.items[wrapper.a ? *wrapper.a : wrapper.b.value_or(0)].name, LeftOutCause::unpaired,
                  missing);
        return false;
    }

    const Tensors& m_adapter;
    LayerPlan& m_plan;
    AdapterParts m_parts;
    std::unordered_map<std::string, std::size_t> m_byModule;
};

} // namespace

std::string Wrapper::label() const {
    std::string text = module;
    for (int i = 0; i < depth; ++i)
        text += ".base_layer";
    return text;
}

AdapterParts adapterParts(const Tensors& adapter, LayerPlan& plan) {
    return Sorter(adapter, plan).sort();
}

FactorShape factorShape(const Tensor& a, const Tensor& b) {
    FactorShape shape;
    for (const Tensor* tensor : {&a, &b})
        if (!isRealDtype(tensor->dtype)) {
            shape.reason =
                fmt::format("{} holds values of type {}, which are not analysed", tensor->name, tensor->dtype);
            return shape;
        }
    if (a.shape.size() < 2 || b.shape.size() < 2 || valueCount(a) == 0 || valueCount(b) == 0) {
        shape.reason = fmt::format("A is {} and B is {}; both must be matrices", shapeText(a), shapeText(b));
        return shape;
    }
    shape.rank = a.shape[0];
    shape.in = restOf(a);
    shape.out = b.shape[0];
    if (restOf(b) != shape.rank)
        shape.reason = fmt::format("A is {} and B is {}: their ranks differ", shapeText(a), shapeText(b));
    return shape;
}

} // namespace vitrine::intruder_threshold
