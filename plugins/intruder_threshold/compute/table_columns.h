#pragma once

#include "core/values/table.h"
#include "plugins/intruder_threshold/compute/layer_result.h"

#include <functional>

namespace vitrine::intruder_threshold {

/// Column of a number per row; NaN is a missing cell.
Column numbers(const char* name, std::vector<double> values, const char* description = "");

/// A row per layer; NaN is a missing cell.
Column realOf(const std::vector<LayerResult>& layers, const char* name,
              const std::function<double(const LayerResult&)>& value, const char* description = "");
Column integerOf(const std::vector<LayerResult>& layers, const char* name,
                 const std::function<std::int64_t(const LayerResult&)>& value);
Column textOf(const std::vector<LayerResult>& layers, const char* name,
              const std::function<std::string(const LayerResult&)>& value);

} // namespace vitrine::intruder_threshold
