#pragma once

#include <stop_token>
#include <thread>

namespace vitrine::cli {

/// Turns Ctrl+C and a termination request into a stop request. The second one ends the program at once, with the exit
/// code of a cancelled run. One object at a time.
class StopSignal {
public:
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::jthread m_watcher;
};

} // namespace vitrine::cli
