#include "core/base/log.h"

#include <memory>
#include <mutex>
#include <utility>

namespace vitrine {
namespace {

struct Sink {
    std::mutex mutex; // protects `write`
    std::shared_ptr<const LogSink> write;
};

Sink& sink() {
    static Sink instance;
    return instance;
}

} // namespace

std::string_view logLevelName(LogLevel level) {
    switch (level) {
    case LogLevel::debug: return "debug";
    case LogLevel::info: return "info";
    case LogLevel::warning: return "warning";
    case LogLevel::error: return "error";
    }
    return "error";
}

void setLogSink(LogSink newSink) {
    auto shared = newSink ? std::make_shared<const LogSink>(std::move(newSink)) : nullptr;
    const std::scoped_lock lock(sink().mutex);
    sink().write = std::move(shared);
}

void log(LogLevel level, std::string_view category, std::string_view message) {
    std::shared_ptr<const LogSink> write;
    {
        const std::scoped_lock lock(sink().mutex);
        write = sink().write;
    }
    if (write)
        (*write)(level, category, message);
}

} // namespace vitrine
