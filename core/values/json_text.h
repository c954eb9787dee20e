#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace vitrine {

/// JSON from outside. Refused: nesting deeper than 200 (later passes are recursive), a field twice in one object.
/// @errors parse, one sentence with the position
Result<nlohmann::json> parseJson(std::string_view text);

/// One line of JSON; bytes that are no UTF-8 become U+FFFD, so that writing never fails.
std::string jsonText(const nlohmann::json& json);

// Fields of a record that may have been damaged: the fallback stands in for what is absent or of another type.
std::string textField(const nlohmann::json& object, std::string_view key, std::string_view fallback = {});
bool boolField(const nlohmann::json& object, std::string_view key, bool fallback = false);
std::int64_t integerField(const nlohmann::json& object, std::string_view key, std::int64_t fallback = 0);
std::uint64_t unsignedField(const nlohmann::json& object, std::string_view key, std::uint64_t fallback = 0);
double realField(const nlohmann::json& object, std::string_view key, double fallback = 0.0);
/// Null when absent.
const nlohmann::json& jsonField(const nlohmann::json& object, std::string_view key);

} // namespace vitrine
