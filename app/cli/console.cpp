#include "app/cli/console.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace vitrine::cli {
namespace {

constexpr auto kProgressEvery = std::chrono::milliseconds(100);
constexpr int kBarWidth = 30;

bool write(std::FILE* stream, const std::string& text) {
    const bool whole = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    return std::fflush(stream) == 0 && whole;
}

std::string bar(double fraction) {
    const int full = static_cast<int>(fraction * kBarWidth);
    return '[' + std::string(static_cast<std::size_t>(full), '#') +
           std::string(static_cast<std::size_t>(kBarWidth - full), '.') + ']';
}

/// Control characters as "\\n" or "\\x1b", so that names from files cannot speak to the terminal.
/// @param kept  those that stay
std::string withoutControls(const std::string& text, std::string_view kept) {
    std::string line;
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) >= 32 && c != 127) || kept.find(c) != std::string_view::npos)
            line += c;
        else if (c == '\n' || c == '\r' || c == '\t')
            line += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
        else
            line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return line;
}

/// Nothing that a message quotes can end its line.
std::string onOneLine(const std::string& text) {
    return withoutControls(text, {});
}

} // namespace

Console::Console(bool json) : m_json(json), m_hasBar(!json && isatty(STDERR_FILENO) != 0) {}

Console::~Console() {
    endProgress();
}

void Console::text(const std::string& lines) {
    const std::scoped_lock lock(m_mutex);
    if (m_json)
        return;
    clearBar();
    result(withoutControls(lines, "\n"));
}

void Console::object(const nlohmann::ordered_json& object) {
    const std::scoped_lock lock(m_mutex);
    if (m_json)
        result(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

bool Console::hasLostOutput() {
    const std::scoped_lock lock(m_mutex);
    return m_lostOutput;
}

/// A line on standard output. The first that is lost is told; the command goes on, as its files may matter more.
void Console::result(const std::string& line) {
    if (write(stdout, line + '\n') || m_lostOutput)
        return;
    const std::string reason = std::generic_category().message(errno);
    m_lostOutput = true;
    diagnostic("vitrine: standard output cannot be written: " + reason);
}

void Console::diagnostic(const std::string& line) {
    clearBar();
    (void)write(stderr, line + '\n');
}

void Console::error(const Error& error) {
    const std::scoped_lock lock(m_mutex);
    // A file can be named with anything.
    diagnostic("vitrine: " + onOneLine(error.message));
    if (!error.context.empty())
        diagnostic("  " + onOneLine(error.context));
}

void Console::log(LogLevel level, const std::string& text) {
    const std::scoped_lock lock(m_mutex);
    if (level != LogLevel::debug)
        diagnostic(std::string(logLevelName(level)) + ": " + text);
}

void Console::progress(double fraction, const std::string& stage, double secondsLeft) {
    const std::scoped_lock lock(m_mutex);
    const auto now = std::chrono::steady_clock::now();
    if (fraction < 1.0 && stage == m_stage && now - m_lastProgress < kProgressEvery)
        return;
    m_lastProgress = now;
    m_stage = stage;
    if (m_json) {
        nlohmann::ordered_json line{{"event", "progress"}, {"fraction", fraction}, {"stage", stage}};
        if (secondsLeft >= 0.0)
            line["seconds_left"] = secondsLeft;
        result(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    } else if (m_hasBar) {
        const std::string left = secondsLeft >= 0.0 ? ", " + durationText(secondsLeft) + " left" : std::string();
        (void)write(stderr, fmt::format("\r\033[K{} {:3.0f} % {}{}", bar(fraction), fraction * 100.0, stage, left));
        m_barShown = true;
    }
}

void Console::endProgress() {
    const std::scoped_lock lock(m_mutex);
    clearBar();
}

void Console::clearBar() {
    if (m_barShown)
        (void)write(stderr, "\r\033[K");
    m_barShown = false;
}

std::string durationText(double seconds) {
    if (seconds < 1.0)
        return fmt::format("{:.0f} ms", seconds * 1000.0);
    if (seconds < 60.0)
        return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<long long>(seconds);
    if (whole < 3600)
        return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string bytesText(std::int64_t bytes) {
    const auto value = static_cast<double>(bytes);
    return bytes < 1'000'000'000 ? fmt::format("{:.0f} MB", value / 1e6) : fmt::format("{:.1f} GB", value / 1e9);
}

} // namespace vitrine::cli
