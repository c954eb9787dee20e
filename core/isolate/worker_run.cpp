#include "core/isolate/worker_run.h"

#include "core/isolate/message_pipe.h"
#include "core/jobs/derived_cache.h"
#include "core/jobs/process_memory.h"

#include <condition_variable>
#include <mutex>
#include <new>
#include <sys/resource.h>
#include <thread>

namespace vitrine {
namespace {

using Json = nlohmann::json;

/// What a run in a worker process may do: everything is told to the other side, which checks and keeps it.
class WorkerContext : public RunContext {
public:
    WorkerContext(const Json& request, MessageWriter& out, std::stop_token stop)
        : m_out(out), m_stop(std::move(stop)), m_seed(request.value("seed", std::uint64_t{0})),
          m_threads(request.value("threads", 1)), m_scratch(request.value("scratch", std::string())) {}

    std::stop_token stopToken() const override { return m_stop; }
    void progress(double fraction, const std::string& stage) override {
        (void)m_out.send({{{"type", "progress"}, {"fraction", fraction}, {"stage", stage}}, {}});
    }
    void log(LogLevel level, const std::string& text) override {
        (void)m_out.send({{{"type", "log"}, {"level", static_cast<int>(level)}, {"text", text}}, {}});
    }
    std::uint64_t seed() const override { return m_seed; }
    int threads() const override { return m_threads; }
    Result<std::string> scratch() override { return m_scratch; }
    Result<void> append(const std::string& outputId, const Value& rows) override {
        return answered({{{"type", "rows"}, {"output", outputId}}, {rows}});
    }
    Result<void> emitArtifact(const std::string& outputId, Value value) override {
        return answered({{{"type", "artifact"}, {"output", outputId}}, {std::move(value)}});
    }
    Result<Value> previous(const std::string& outputId) const override {
        auto answer = ask({{{"type", "previous"}, {"output", outputId}}, {}});
        if (!answer)
            return answer.error();
        if (answer->values.empty())
            return makeError(ErrorCode::notFound, "no interrupted run left the output \"" + outputId + '"');
        return answer->values.front();
    }

    /// From the thread that reads: what the other side says to the question that is open.
    void answer(Message message) {
        const std::scoped_lock lock(m_mutex);
        m_answer = std::move(message);
        m_answered.notify_all();
    }
    void end() {
        const std::scoped_lock lock(m_mutex);
        m_gone = true;
        m_answered.notify_all();
    }

protected:
    std::shared_ptr<const void> derivedAny(const std::string& key, std::type_index type,
                                           const std::function<DerivedValue()>& make) override {
        return m_derived.get(key, type, m_stop, make);
    }

private:
    Result<Message> ask(const Message& question) const {
        const std::scoped_lock turn(m_turn); // one question at a time
        if (auto sent = m_out.send(question); !sent)
            return sent.error();
        std::unique_lock lock(m_mutex);
        m_answered.wait(lock, [this] { return m_answer.has_value() || m_gone; });
        if (!m_answer)
            return makeError(ErrorCode::io, "the program that started this run is gone");
        Message answer = std::move(*m_answer);
        m_answer.reset();
        return answer;
    }
    Result<void> answered(const Message& question) {
        const auto answer = ask(question);
        if (!answer)
            return answer.error();
        const std::string error = answer->fields.value("error", std::string());
        return error.empty() ? Result<void>() : makeError(errorCodeOf(answer->fields), error);
    }

    MessageWriter& m_out;
    const std::stop_token m_stop;
    const std::uint64_t m_seed;
    const int m_threads;
    const std::string m_scratch;
    DerivedCache m_derived;
    mutable std::mutex m_turn;
    mutable std::mutex m_mutex; // protects the next two
    mutable std::optional<Message> m_answer;
    bool m_gone = false;
    mutable std::condition_variable m_answered;
};

RunInputs inputsOf(const Message& request) {
    RunInputs inputs;
    inputs.seed = request.fields.value("seed", std::uint64_t{0});
    const Json parameters = request.fields.value("parameters", Json::object());
    for (const auto& [id, value] : parameters.items())
        inputs.parameters.set(id, value);
    const Json described = request.fields.value("inputs", Json::array());
    for (std::size_t i = 0; i < described.size() && i < request.values.size(); ++i)
        inputs.items[described[i].value("id", std::string())] = {request.values[i],
                                                                 described[i].value("title", std::string()),
                                                                 described[i].value("content_sha256", std::string())};
    return inputs;
}

void limitMemory(std::int64_t bytes) {
    if (bytes <= 0)
        return;
    const rlimit limit{static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
    (void)::setrlimit(RLIMIT_DATA, &limit);
}

Result<void> execute(ExperimentSource& experiments, const Message& request, RunContext& context) {
    const auto experiment = experiments.create(request.fields.value("plugin", std::string()),
                                               request.fields.value("experiment", std::string()));
    if (!experiment)
        return experiment.error();
    try {
        return (*experiment)->run(inputsOf(request), context);
    } catch (const std::bad_alloc&) {
        return makeError(ErrorCode::outOfRange, "the run takes more memory than it may");
    } catch (const std::exception& e) {
        return makeError(ErrorCode::plugin, std::string("the system failed: ") + e.what());
    } catch (...) {
        return makeError(ErrorCode::plugin, "the system failed with an unknown exception");
    }
}

} // namespace

int runWorker(ExperimentSource& experiments, int socket) {
    MessageReader reader(socket);
    MessageWriter writer(socket);
    auto first = reader.receive(std::chrono::hours(1));
    const std::optional<Message> request = first ? std::move(*first) : std::nullopt;
    if (!request || request->type() != "run")
        return 1;
    limitMemory(request->fields.value("memory_limit", std::int64_t{0}));
    std::stop_source stop;
    WorkerContext context(request->fields, writer, stop.get_token());
    std::jthread listener([&](const std::stop_token& done) {
        while (!done.stop_requested()) {
            auto received = reader.receive(std::chrono::milliseconds(50));
            if (!received) { // nobody wants the result any more
                stop.request_stop();
                context.end();
                return;
            }
            std::optional<Message> message = std::move(*received);
            if (!message)
                continue;
            if (message->type() == "stop")
                stop.request_stop();
            else
                context.answer(std::move(*message));
        }
    });
    const auto done = execute(experiments, *request, context);
    Json last{{"type", "done"}, {"peak_bytes", peakResidentBytes()}};
    if (!done) {
        last["error"] = done.error().message;
        last["code"] = static_cast<int>(done.error().code);
    }
    return writer.send({std::move(last), {}}) ? 0 : 1;
}

} // namespace vitrine
