#include "core/params/parameter.h"

#include <cassert>

namespace vitrine {

nlohmann::json ParameterSet::toJson() const {
    nlohmann::json object = nlohmann::json::object();
    for (const auto& [id, value] : m_values)
        object[id] = value;
    return object;
}

ParameterSet ParameterSet::fromJson(const nlohmann::json& object) {
    ParameterSet set;
    if (object.is_object())
        for (const auto& [id, value] : object.items())
            set.set(id, value);
    return set;
}

ParameterSet ParameterSet::complete(const ParameterSchema& schema) const {
    ParameterSet set;
    for (const ParameterSpec& spec : schema.parameters) {
        const auto found = m_values.find(spec.id);
        nlohmann::json value = found == m_values.end() ? spec.defaultValue : found->second;
        if (spec.type == ParameterType::real && value.is_number_integer())
            value = value.get<double>();
        if (spec.type == ParameterType::realList && value.is_array())
            for (nlohmann::json& item : value)
                if (item.is_number_integer())
                    item = item.get<double>();
        set.set(spec.id, std::move(value));
    }
    return set;
}

const nlohmann::json& ParameterSet::value(const std::string& id) const {
    static const nlohmann::json kNone;
    const auto found = m_values.find(id);
    assert(found != m_values.end());
    return found == m_values.end() ? kNone : found->second;
}

} // namespace vitrine
