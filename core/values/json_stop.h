#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>
#include <stop_token>
#include <string_view>

namespace vitrine {

/// As parseJson(text), for long texts: ends soon after it is asked to. @errors also cancelled
Result<nlohmann::json> parseJson(std::string_view text, const std::stop_token& stop);

} // namespace vitrine
