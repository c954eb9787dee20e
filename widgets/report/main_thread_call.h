#pragma once

#include <functional>
#include <stop_token>

namespace vitrine {

/// Runs `work` on the main thread and waits for it; at once when this is the main thread. Charts live there.
/// Gives up when a stop is requested before the main thread has come to it (it may be waiting for this very thread):
/// then `work` will never run and the answer is false. `work` runs to its end once begun, so it should be short.
bool callOnMainThread(std::stop_token stop, std::function<void()> work);

} // namespace vitrine
