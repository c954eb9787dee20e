#include "core/isolate/isolated_experiment.h"

#include "core/base/available_memory.h"
#include "core/isolate/message_pipe.h"
#include "core/jobs/local_run_context.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace vitrine {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

/// A child process with a pipe each way; it is ended and waited for at the end.
class WorkerProcess {
public:
    ~WorkerProcess() { (void)end(); }

    Result<void> start(const IsolationSettings& settings);
    int socket() const { return m_socket.get(); }
    int id() const { return m_pid; }
    /// Ends it if it is still there. @return how it ended, as waitpid says it
    int end();
    /// Waits for a process that is about to end by itself.
    int wait();

private:
    pid_t m_pid = -1;
    int m_status = 0;
    Descriptor m_socket;
};

Result<void> WorkerProcess::start(const IsolationSettings& settings) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return makeError(ErrorCode::internal, std::string("no socket could be made: ") + std::strerror(errno));
    m_socket = Descriptor(ends[0]);
    const Descriptor workerEnd(ends[1]);

    const std::string program = settings.program.empty() ? "/proc/self/exe" : settings.program;
    std::vector<std::string> words{program};
    words.insert(words.end(), settings.arguments.begin(), settings.arguments.end());
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, workerEnd.get(), STDIN_FILENO);
    // What a system prints must not get between the results of this program.
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    const int failed = ::posix_spawn(&m_pid, program.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        m_pid = -1;
        return makeError(ErrorCode::internal,
                         "the worker process could not be started: " + std::string(std::strerror(failed)));
    }
    return {};
}

int WorkerProcess::wait() {
    if (m_pid > 0)
        while (::waitpid(m_pid, &m_status, 0) < 0 && errno == EINTR) {
        }
    m_pid = -1;
    return m_status;
}

int WorkerProcess::end() {
    if (m_pid > 0)
        ::kill(m_pid, SIGKILL);
    return wait();
}

/// One run from its request to its last word.
class WorkerConversation {
public:
    WorkerConversation(WorkerProcess& process, RunContext& context)
        : m_process(process), m_context(context), m_writer(process.socket()), m_reader(process.socket()) {}

    Result<void> send(const Message& request) { return m_writer.send(request); }
    /// @errors those of the experiment; io: the process ended without a last word; cancelled: it was ended
    Result<void> follow();
    /// Whether the process has said how its run ended, be it with an error.
    bool hasLastWord() const { return m_last.has_value(); }

private:
    Result<void> take(Message& message);
    Result<void> reply(const Result<void>& outcome);
    void noteMemory(std::int64_t bytes);
    bool mustEnd();

    WorkerProcess& m_process;
    RunContext& m_context;
    MessageWriter m_writer;
    MessageReader m_reader;
    std::optional<Clock::time_point> m_stopped;
    Clock::time_point m_heard = Clock::now();
    std::optional<Result<void>> m_last;
};

Result<void> WorkerConversation::reply(const Result<void>& outcome) {
    Message answer{{{"type", "answer"}}, {}};
    if (!outcome) {
        answer.fields["error"] = outcome.error().message;
        answer.fields["code"] = static_cast<int>(outcome.error().code);
    }
    return m_writer.send(answer);
}

void WorkerConversation::noteMemory(std::int64_t bytes) {
    if (auto* local = dynamic_cast<LocalRunContext*>(&m_context))
        local->noteMemory(bytes);
}

Result<void> WorkerConversation::take(Message& message) {
    const Json& fields = message.fields;
    const std::string type = message.type();
    const std::string output = fields.value("output", std::string());
    if (type == "progress") {
        m_context.progress(fields.value("fraction", 0.0), fields.value("stage", std::string()));
    } else if (type == "log") {
        m_context.log(static_cast<LogLevel>(fields.value("level", 0)), fields.value("text", std::string()));
    } else if (type == "rows" && message.values.size() == 1) {
        return reply(m_context.append(output, message.values.front()));
    } else if (type == "artifact" && message.values.size() == 1) {
        return reply(m_context.emitArtifact(output, std::move(message.values.front())));
    } else if (type == "previous") {
        Message answer{{{"type", "answer"}}, {}};
        if (auto left = m_context.previous(output))
            answer.values.push_back(std::move(*left));
        return m_writer.send(answer);
    } else if (type == "done") {
        noteMemory(fields.value("peak_bytes", std::int64_t{0}));
        const std::string error = fields.value("error", std::string());
        m_last = error.empty() ? Result<void>() : Result<void>(makeError(errorCodeOf(fields), error));
    } else {
        return makeError(ErrorCode::plugin, "the worker process said what nobody understands");
    }
    return {};
}

// Whether a process that was asked to stop has had its time.
bool WorkerConversation::mustEnd() {
    constexpr auto kSilence = std::chrono::milliseconds(700);
    constexpr auto kLongest = std::chrono::seconds(5);
    if (!m_context.stopRequested())
        return false;
    const auto now = Clock::now();
    if (!m_stopped) {
        m_stopped = now;
        (void)m_writer.send({{{"type", "stop"}}, {}});
    }
    return now - *m_stopped > kLongest || now - std::max(*m_stopped, m_heard) > kSilence;
}

Result<void> WorkerConversation::follow() {
    while (!m_last) {
        auto message = m_reader.receive(std::chrono::milliseconds(50));
        if (!message)
            return message.error();
        if (std::optional<Message> told = std::move(*message)) {
            m_heard = Clock::now();
            try {
                if (auto taken = take(*told); !taken)
                    return taken;
            } catch (const Json::exception&) {
                return makeError(ErrorCode::plugin, "the worker process said what nobody understands");
            }
        }
        if (!m_last && mustEnd()) {
            noteMemory(peakResidentBytes(m_process.id()));
            (void)m_process.end();
            return makeError(ErrorCode::cancelled, "cancelled; the run did not stop by itself and was ended");
        }
    }
    return m_last.value_or(Result<void>());
}

Message requestOf(const std::string& plugin, const std::string& experiment, const RunInputs& inputs,
                  RunContext& context, std::int64_t memoryLimit, const std::string& scratch) {
    Message request;
    request.fields = {{"type", "run"},
                      {"plugin", plugin},
                      {"experiment", experiment},
                      {"parameters", inputs.parameters.toJson()},
                      {"seed", inputs.seed},
                      {"threads", context.threads()},
                      {"scratch", scratch},
                      {"memory_limit", memoryLimit},
                      {"inputs", Json::array()}};
    for (const auto& [id, input] : inputs.items) {
        request.fields["inputs"].push_back({{"id", id}, {"title", input.title}, {"content_sha256", input.contentHash}});
        request.values.push_back(input.value);
    }
    return request;
}

std::string signalText(int signal) {
    switch (signal) {
    case SIGSEGV: return "it touched memory that is not its own";
    case SIGABRT: return "it aborted";
    case SIGFPE: return "it divided by zero";
    case SIGILL: return "it ran an instruction that this processor does not know";
    case SIGBUS: return "it touched memory that is not there";
    case SIGKILL: return "the system ended it, mostly because memory ran out";
    default: return "signal " + std::to_string(signal);
    }
}

} // namespace

IsolatedExperiment::IsolatedExperiment(std::string plugin, std::string experiment, std::unique_ptr<Experiment> local,
                                       IsolationSettings settings)
    : m_plugin(std::move(plugin)), m_experiment(std::move(experiment)), m_local(std::move(local)),
      m_settings(std::move(settings)) {}

Result<void> IsolatedExperiment::run(const RunInputs& inputs, RunContext& context) {
    const auto scratch = context.scratch();
    if (!scratch)
        return scratch.error();
    WorkerProcess process;
    if (auto started = process.start(m_settings); !started)
        return started;
    const std::int64_t limit = m_settings.memoryLimit > 0 ? m_settings.memoryLimit : availableBytes();
    WorkerConversation conversation(process, context);
    auto done = conversation.send(requestOf(m_plugin, m_experiment, inputs, context, limit, *scratch));
    if (done)
        done = conversation.follow();
    if (done || done.error().code != ErrorCode::io || conversation.hasLastWord())
        return done;
    const int status = process.wait();
    if (context.stopRequested())
        return makeError(ErrorCode::cancelled, "cancelled");
    const std::string how = WIFSIGNALED(status) ? signalText(WTERMSIG(status))
                                                : "it ended with exit code " + std::to_string(WEXITSTATUS(status));
    if (m_settings.crashed)
        m_settings.crashed(m_plugin, how);
    const bool maybeMemory = WIFSIGNALED(status) && (WTERMSIG(status) == SIGABRT || WTERMSIG(status) == SIGKILL);
    return makeError(ErrorCode::plugin,
                     "the system " + m_plugin + " crashed: " + how +
                         (maybeMemory ? " (it may take up to " + std::to_string(limit >> 20) + " MB of memory)" : "") +
                         ". What it had reported is kept, nothing else is touched");
}

} // namespace vitrine
