#pragma once

#include <cstdint>

namespace vitrine {

/// Memory that the process can still get without swapping, in bytes: what the system can give, no more than the limit
/// set for the process leaves; 0 where it cannot be read.
std::int64_t availableBytes();

/// Whether so much fits, with a third left for everything else. True where the memory cannot be read.
bool fitsInMemory(double bytes);

} // namespace vitrine
