#pragma once

#include "core/params/parameter.h"

#include <QString>

namespace vitrine {

/// A value as it would stand in the field of its parameter, in the user's locale: "0.1", "none", "on".
QString shownText(const ParameterSpec& spec, const nlohmann::json& value);

} // namespace vitrine
