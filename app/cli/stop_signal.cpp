#include "app/cli/stop_signal.h"

#include "app/cli/command_line.h"

#include <array>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace vitrine::cli {
namespace {

// A signal handler may do almost nothing; it writes into a pipe, and a thread does the rest.
std::atomic<int> pipeEnd = -1;
std::atomic<int> signalsSeen = 0;

void onSignal(int) {
    if (signalsSeen.fetch_add(1) > 0)
        _exit(kExitCancelled);
    const char stop = 's';
    (void)!write(pipeEnd.load(), &stop, 1);
}

void setHandler(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    for (int signal : {SIGINT, SIGTERM})
        (void)sigaction(signal, &action, nullptr);
}

} // namespace

StopSignal::StopSignal() {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return; // without a pipe Ctrl+C ends the program as the system does it
    pipeEnd = ends[1];
    signalsSeen = 0;
    m_watcher = std::jthread([this, readEnd = ends[0]] {
        char what = 0;
        while (read(readEnd, &what, 1) == 1 && what == 's')
            m_source.request_stop();
        (void)close(readEnd);
    });
    setHandler(onSignal);
}

StopSignal::~StopSignal() {
    if (pipeEnd < 0)
        return;
    setHandler(SIG_DFL);
    const char quit = 'q';
    (void)!write(pipeEnd, &quit, 1);
    m_watcher.join();
    (void)close(pipeEnd.exchange(-1));
}

} // namespace vitrine::cli
