#include "core/base/parallel_for.h"

#include <algorithm>

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#ifdef __SANITIZE_THREAD__
extern "C" {
void __tsan_acquire(void* address); // NOLINT(bugprone-reserved-identifier): the sanitizer's own names
void __tsan_release(void* address); // NOLINT(bugprone-reserved-identifier)
}
#endif

namespace vitrine {

namespace {

// The library's own synchronisation is not built with the thread sanitizer, which has to be told of it: what happens
// before a loop happens before its bodies, and they happen before what follows it. Bodies of one loop stay unordered.
#ifdef __SANITIZE_THREAD__
char forkPoint;
char joinPoint;
void beforeLoop() {
    __tsan_release(&forkPoint);
}
void beforeBody() {
    __tsan_acquire(&forkPoint);
}
void afterBody() {
    __tsan_release(&joinPoint);
}
void afterLoop() {
    __tsan_acquire(&joinPoint);
}
#else
void beforeLoop() {}
void beforeBody() {}
void afterBody() {}
void afterLoop() {}
#endif

/// One body with its place in time, also when it throws.
struct BodyOrder {
    BodyOrder() { beforeBody(); }
    ~BodyOrder() { afterBody(); }
    BodyOrder(const BodyOrder&) = delete;
    BodyOrder& operator=(const BodyOrder&) = delete;
};

struct LoopOrder {
    LoopOrder() { beforeLoop(); }
    ~LoopOrder() { afterLoop(); }
    LoopOrder(const LoopOrder&) = delete;
    LoopOrder& operator=(const LoopOrder&) = delete;
};

} // namespace

void parallelFor(std::size_t count, int threads, const std::function<void(std::size_t)>& body) {
    if (threads <= 1 || count < 2) {
        for (std::size_t i = 0; i < count; ++i)
            body(i);
        return;
    }
    // More than there are cores would only make the library warn on standard error.
    oneapi::tbb::task_arena arena(std::min(threads, oneapi::tbb::info::default_concurrency()));
    const auto ordered = [&body](std::size_t i) {
        const BodyOrder order;
        body(i);
    };
    const LoopOrder loop;
    arena.execute(
        [&] { oneapi::tbb::parallel_for(std::size_t{0}, count, ordered, oneapi::tbb::simple_partitioner{}); });
}

} // namespace vitrine
