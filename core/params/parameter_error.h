#pragma once

#include "core/params/parameter.h"

namespace vitrine {

/// An error "id: what is wrong" as the problem of that parameter; without a colon it belongs to none.
ParameterProblem problemOf(const Error& error);

/// The seeds that an int_list asks for. @errors invalid_argument "id: ..."  none, negative, twice the same
Result<std::vector<std::uint64_t>> seedsOf(const ParameterSet& parameters, const std::string& id);

} // namespace vitrine
