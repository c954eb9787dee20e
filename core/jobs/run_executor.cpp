#include "core/jobs/run_executor.h"

#include "core/jobs/local_run_context.h"

#include <exception>
#include <new>

namespace vitrine {
namespace {

std::string joined(const std::vector<std::string>& ids) {
    std::string text;
    for (const std::string& id : ids)
        text += (text.empty() ? "" : ", ") + id;
    return text;
}

/// Code of a plugin may throw whatever it likes; here it becomes an error.
Result<void> guarded(const std::function<Result<void>()>& body) {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return makeError(ErrorCode::internal, "there was not enough memory");
    } catch (const std::exception& e) {
        return makeError(ErrorCode::internal, std::string("the experiment broke off: ") + e.what());
    } catch (...) {
        return makeError(ErrorCode::internal, "the experiment broke off without saying why");
    }
}

std::string partialText(const LocalRunContext& context) {
    const auto partial = context.partialOutputs();
    return partial.empty() ? std::string() : "; partial: " + joined(partial);
}

/// A stop that came when everything was already done leaves a finished run.
void settle(RunOutcome& outcome, const Result<void>& result, const LocalRunContext& context, bool stopped) {
    const auto missing = context.missingOutputs();
    if (result) {
        const bool complete = context.partialOutputs().empty() && missing.empty();
        outcome.state = stopped && !complete ? RunState::cancelled : RunState::finished;
        if (outcome.state == RunState::cancelled)
            outcome.message = "cancelled" + partialText(context);
        else if (!missing.empty())
            outcome.message = "ended without the declared output " + joined(missing);
    } else if (result.error().code == ErrorCode::cancelled && stopped) {
        outcome.state = RunState::cancelled;
        outcome.message = "cancelled" + partialText(context);
    } else {
        outcome.state = RunState::failed;
        outcome.message = result.error().message + partialText(context);
    }
}

} // namespace

std::vector<OutputDescription> wantedOutputs(const std::vector<OutputDescription>& declared,
                                             const ParameterSet& parameters) {
    std::vector<OutputDescription> wanted;
    for (const OutputDescription& output : declared) {
        const auto holds = evaluateCondition(output.when, parameters);
        if (holds && *holds)
            wanted.push_back(output);
    }
    return wanted;
}

RunOutcome executeRun(Experiment& experiment, const RunInputs& inputs, const RunSettings& settings, RunSink& sink) {
    const auto start = std::chrono::steady_clock::now();
    LocalRunContext context(inputs, settings, sink);
    Result<void> result = guarded([&] { return experiment.run(inputs, context); });
    const Result<void> closed = guarded([&] { return context.close(); });
    if (result && !closed)
        result = closed;
    RunOutcome outcome;
    settle(outcome, result, context, settings.stop.stop_requested());
    if (!result && !result.error().context.empty())
        sink.log(LogLevel::error, result.error().context);
    if (outcome.state == RunState::finished && !outcome.message.empty())
        sink.log(LogLevel::warning, outcome.message);
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    outcome.peakBytes = context.peakBytes();
    return outcome;
}

} // namespace vitrine
