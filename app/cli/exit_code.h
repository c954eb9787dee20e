#pragma once

#include "core/base/error.h"

namespace vitrine::cli {

/// What a command ends with that could not be begun: what was typed or named is at fault (kExitUsage), it was
/// cancelled, or it failed.
int exitCodeOf(const Error& error);

} // namespace vitrine::cli
