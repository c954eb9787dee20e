#pragma once

#include "core/base/result.h"
#include "core/params/parameter.h"
#include "core/values/series.h"
#include "core/values/table.h"

namespace vitrine::prefix_controller {

/// The column of numbers that a parameter names. @errors invalid_argument "id: ..."
Result<const Column*> numbersOf(const Table& table, const ParameterSet& parameters, const char* id);

SeriesLine lineOf(const char* id, std::vector<double> x, std::vector<double> y);

} // namespace vitrine::prefix_controller
