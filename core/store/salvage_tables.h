#pragma once

#include "core/base/result.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine {

/// Copies every row that can be read of a damaged project into one that holds empty tables.
/// @return one sentence for everything that could not be copied
/// @errors storage, cancelled
Result<std::vector<std::string>> copyIntactRows(const std::string& damaged, const std::string& empty,
                                                const std::stop_token& stop, const std::function<void(double)>& done);

} // namespace vitrine
