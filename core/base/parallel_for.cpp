#include "core/base/parallel_for.h"

#include <algorithm>

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace vitrine {

void parallelFor(std::size_t count, int threads, const std::function<void(std::size_t)>& body) {
    if (threads <= 1 || count < 2) {
        for (std::size_t i = 0; i < count; ++i)
            body(i);
        return;
    }
    // More than there are cores would only make the library warn on standard error.
    oneapi::tbb::task_arena arena(std::min(threads, oneapi::tbb::info::default_concurrency()));
    arena.execute([&] { oneapi::tbb::parallel_for(std::size_t{0}, count, body, oneapi::tbb::simple_partitioner{}); });
}

} // namespace vitrine
