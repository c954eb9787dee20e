#pragma once

#include <cstdint>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <vector>

// Starts the program as a process of its own and measures it. For benchmarks.

namespace vitrine::bench {

inline double wallSeconds() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// What a process took until its end.
struct Usage {
    int exitCode = -1;
    double wall = 0.0;
    double cpu = 0.0; ///< user and system, all threads
    std::int64_t peakKiB = 0;
};

struct Child {
    pid_t pid = -1;
    int output = -1; ///< read end of its standard error; standard output is dropped
    double started = 0.0;
};

inline Child start(const std::vector<std::string>& command) {
    int ends[2] = {-1, -1};
    if (pipe(ends) != 0)
        return {};
    std::vector<char*> arguments;
    for (const std::string& part : command)
        arguments.push_back(const_cast<char*>(part.c_str()));
    arguments.push_back(nullptr);
    Child child;
    child.started = wallSeconds();
    child.pid = fork();
    if (child.pid == 0) {
        const int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        execv(arguments[0], arguments.data());
        _exit(127);
    }
    close(ends[1]);
    child.output = ends[0];
    return child;
}

/// Waits for the end.
inline Usage finish(const Child& child) {
    Usage usage;
    char drop[4096];
    while (read(child.output, drop, sizeof drop) > 0) {
    }
    close(child.output);
    int status = 0;
    rusage used{};
    wait4(child.pid, &status, 0, &used);
    usage.wall = wallSeconds() - child.started;
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    usage.cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
    usage.peakKiB = used.ru_maxrss;
    usage.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return usage;
}

} // namespace vitrine::bench
