#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace vitrine {

enum class LogLevel { debug, info, warning, error };

std::string_view logLevelName(LogLevel level);

/// Where messages go; set once by the program (the command line prints, the window shows). Thread-safe.
using LogSink = std::function<void(LogLevel, std::string_view category, std::string_view message)>;
void setLogSink(LogSink sink);

void log(LogLevel level, std::string_view category, std::string_view message);

} // namespace vitrine
