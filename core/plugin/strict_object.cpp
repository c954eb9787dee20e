#include "core/plugin/strict_object.h"

#include <algorithm>

namespace vitrine {
namespace {

const nlohmann::json kEmptyObject = nlohmann::json::object();
const nlohmann::json kEmptyArray = nlohmann::json::array();

std::string quoted(const std::string& text) {
    return '"' + text + '"';
}

} // namespace

StrictObject::StrictObject(const nlohmann::json& value, std::string pointer)
    : m_value(value.is_object() ? value : kEmptyObject), m_pointer(std::move(pointer)) {
    if (!value.is_object())
        fail({}, std::string("expected an object, found ") + value.type_name());
}

const nlohmann::json* StrictObject::take(const std::string& key) {
    m_known.insert(key);
    const auto found = m_value.find(key);
    return found == m_value.end() ? nullptr : &*found;
}

bool StrictObject::has(const std::string& key) const {
    return m_value.contains(key);
}

void StrictObject::fail(const std::string& key, const std::string& message) {
    if (m_problem)
        return;
    const std::string place = key.empty() ? m_pointer : at(key);
    m_problem = makeError(ErrorCode::parse, (place.empty() ? "/" : place) + ": " + message);
}

void StrictObject::fail(const Error& error) {
    if (!m_problem)
        m_problem = makeError(ErrorCode::parse, error.message, error.context);
}

std::string StrictObject::text(const std::string& key) {
    const auto* value = take(key);
    if (!value)
        fail(key, "a text is missing here");
    else if (!value->is_string() || value->get_ref<const std::string&>().empty())
        fail(key, "expected a text that is not empty");
    else
        return value->get<std::string>();
    return {};
}

std::string StrictObject::identifier(const std::string& key) {
    const std::string id = text(key);
    const bool plain = std::all_of(id.begin(), id.end(),
                                   [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
    if (!id.empty() && (!plain || id.front() < 'a'))
        fail(key, quoted(id) + " is no id; an id has a-z, 0-9 and _ only and begins with a letter");
    return id;
}

std::string StrictObject::optionalText(const std::string& key) {
    const auto* value = take(key);
    if (!value)
        return {};
    if (!value->is_string()) {
        fail(key, std::string("expected a text, found ") + value->type_name());
        return {};
    }
    return value->get<std::string>();
}

bool StrictObject::flag(const std::string& key, bool fallback) {
    const auto* value = take(key);
    if (!value)
        return fallback;
    if (!value->is_boolean()) {
        fail(key, std::string("expected true or false, found ") + value->type_name());
        return fallback;
    }
    return value->get<bool>();
}

std::optional<std::int64_t> StrictObject::integer(const std::string& key) {
    const auto* value = take(key);
    if (!value)
        return std::nullopt;
    if (!value->is_number_integer()) {
        fail(key, std::string("expected a whole number, found ") + value->type_name());
        return std::nullopt;
    }
    return value->get<std::int64_t>();
}

std::vector<std::string> StrictObject::texts(const std::string& key) {
    std::vector<std::string> out;
    const auto& items = array(key);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!items[i].is_string() || items[i].get_ref<const std::string&>().empty())
            fail(key + '/' + std::to_string(i), "expected a text that is not empty");
        else
            out.push_back(items[i].get<std::string>());
    }
    return out;
}

const nlohmann::json& StrictObject::array(const std::string& key) {
    const auto* value = take(key);
    if (value && value->is_array())
        return *value;
    if (value)
        fail(key, std::string("expected an array, found ") + value->type_name());
    return kEmptyArray;
}

const nlohmann::json& StrictObject::object(const std::string& key) {
    const auto* value = take(key);
    if (value && value->is_object())
        return *value;
    if (value)
        fail(key, std::string("expected an object, found ") + value->type_name());
    return kEmptyObject;
}

Result<void> StrictObject::finish() {
    for (const auto& item : m_value.items()) {
        if (m_known.contains(item.key()))
            continue;
        std::string known;
        for (const std::string& key : m_known)
            known += (known.empty() ? "" : ", ") + key;
        fail(item.key(), "this key is unknown; known are " + known);
    }
    if (m_problem)
        return *m_problem;
    return {};
}

} // namespace vitrine
