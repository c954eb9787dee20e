#include "core/values/json_text.h"

#include <limits>

namespace vitrine {
namespace {

constexpr int kMaxDepth = 200;

struct TooDeep {};

} // namespace

Result<nlohmann::json> parseJson(std::string_view text) {
    const auto guard = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        if (depth > kMaxDepth)
            throw TooDeep{};
        return true;
    };
    try {
        return nlohmann::json::parse(text, guard);
    } catch (const TooDeep&) {
        return makeError(ErrorCode::parse,
                         "the JSON text is nested deeper than " + std::to_string(kMaxDepth) + " levels");
    } catch (const nlohmann::json::parse_error& error) {
        return makeError(ErrorCode::parse, "the JSON text is not valid at byte " + std::to_string(error.byte),
                         error.what());
    } catch (const nlohmann::json::exception& error) {
        return makeError(ErrorCode::parse, "the JSON text holds a number that does not fit", error.what());
    }
}

std::string jsonText(const nlohmann::json& json) {
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

const nlohmann::json& jsonField(const nlohmann::json& object, std::string_view key) {
    static const nlohmann::json kNull;
    if (!object.is_object())
        return kNull;
    const auto found = object.find(std::string(key));
    return found == object.end() ? kNull : *found;
}

std::string textField(const nlohmann::json& object, std::string_view key, std::string_view fallback) {
    const nlohmann::json& field = jsonField(object, key);
    return field.is_string() ? field.get<std::string>() : std::string(fallback);
}

bool boolField(const nlohmann::json& object, std::string_view key, bool fallback) {
    const nlohmann::json& field = jsonField(object, key);
    return field.is_boolean() ? field.get<bool>() : fallback;
}

std::int64_t integerField(const nlohmann::json& object, std::string_view key, std::int64_t fallback) {
    const nlohmann::json& field = jsonField(object, key);
    if (field.is_number_unsigned() &&
        field.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
        return fallback;
    return field.is_number_integer() ? field.get<std::int64_t>() : fallback;
}

std::uint64_t unsignedField(const nlohmann::json& object, std::string_view key, std::uint64_t fallback) {
    const nlohmann::json& field = jsonField(object, key);
    return field.is_number_unsigned() ? field.get<std::uint64_t>() : fallback;
}

double realField(const nlohmann::json& object, std::string_view key, double fallback) {
    const nlohmann::json& field = jsonField(object, key);
    return field.is_number() ? field.get<double>() : fallback;
}

} // namespace vitrine
