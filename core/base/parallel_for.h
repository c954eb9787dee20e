#pragma once

#include <cstddef>
#include <functional>

namespace vitrine {

/// Runs body(i) for i in [0, count) on at most `threads` threads of the one pool that all jobs share.
/// The body writes only to its own slot i; reductions are done by the caller in index order, so the thread count never
/// changes a result. Exceptions of a body reach the caller. threads <= 1 runs in order on the calling thread.
void parallelFor(std::size_t count, int threads, const std::function<void(std::size_t)>& body);

} // namespace vitrine
