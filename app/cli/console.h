#pragma once

#include "core/base/log.h"
#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <mutex>
#include <string>

namespace vitrine::cli {

/// Where a command speaks: results on standard output, as text or as JSON lines; diagnostics on standard error;
/// a progress bar on standard error if that is a terminal. Thread-safe.
class Console {
public:
    explicit Console(bool json);
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    bool isJson() const { return m_json; }
    /// A line of plain text; dropped in JSON mode.
    void text(const std::string& lines);
    /// One JSON object as a line; dropped in text mode.
    void object(const nlohmann::ordered_json& object);
    void error(const Error& error);
    void log(LogLevel level, const std::string& text);
    void progress(double fraction, const std::string& stage, double secondsLeft);
    /// Whether something that belongs on standard output did not get there.
    bool hasLostOutput();
    /// Takes the bar away, so that text can follow.
    void endProgress();

private:
    void clearBar();
    void result(const std::string& line);
    void diagnostic(const std::string& line);

    const bool m_json;
    const bool m_hasBar;
    std::mutex m_mutex; // protects the streams and the members below
    bool m_barShown = false;
    bool m_lostOutput = false;
    std::string m_stage;
    std::chrono::steady_clock::time_point m_lastProgress;
};

/// "1 min 20 s", "3.2 s", "12 ms"
std::string durationText(double seconds);
/// "84 MB"
std::string bytesText(std::int64_t bytes);

} // namespace vitrine::cli
