#pragma once

#include "core/store/records.h"

#include <nlohmann/json.hpp>

namespace vitrine {

/// Text of the project file as JSON; null when it is damaged.
nlohmann::json storedJson(const std::string& text);

nlohmann::json inputsToJson(const std::vector<InputReference>& inputs);
std::vector<InputReference> inputsFromJson(const nlohmann::json& array);

nlohmann::json sourceToJson(const DatasetSource& source);
DatasetSource sourceFromJson(const nlohmann::json& object);

/// "2026-01-31T12:00:00.000Z"
std::string utcNow();

/// Graphs, rows, lines or items of a value, as the project tree shows it.
std::int64_t recordCount(const Value& value);

} // namespace vitrine
