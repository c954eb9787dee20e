#include "app/cli/verify_command.h"

#include "app/cli/exit_code.h"
#include "app/cli/kept_folder.h"
#include "app/cli/kept_report.h"
#include "app/cli/run_inputs.h"
#include "core/data/message_text.h"
#include "core/values/text.h"
#include "core/verify/verify_project.h"

#include <QFileInfo>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>

namespace vitrine::cli {
namespace {

struct Mark {
    const char* word;
    const char* color; ///< of a terminal
};

Mark markOf(Verdict verdict) {
    switch (verdict) {
    case Verdict::same:
    case Verdict::close: return {"green", "\x1b[32m"};
    case Verdict::different: return {"RED", "\x1b[31m"};
    case Verdict::unchecked: break;
    }
    return {"open", "\x1b[33m"};
}

std::string marked(Verdict verdict) {
    const Mark mark = markOf(verdict);
    const std::string word = fmt::format("{:<6}", mark.word);
    return isatty(STDOUT_FILENO) != 0 ? mark.color + word + "\x1b[0m" : word;
}

std::string withNumbers(const OutputVerification& output) {
    const std::int64_t numbers = output.numbers.numbers;
    const std::string count = grouped(numbers) + (numbers == 1 ? " number, " : " numbers, ");
    return (numbers > 0 ? count : std::string()) + verdictSentence(output);
}

void tell(const RunVerification& run, Console& console) {
    const std::string name = (run.run > 0 ? "Run " + std::to_string(run.run) + ", " : std::string()) + run.title;
    console.text(name + (run.note.empty() ? "" : " (" + run.note + ')'));
    if (run.outputs.empty())
        console.text(
            "  " + marked(run.verdict) +
            (run.verdict == Verdict::same ? " run again; none of its outputs is shown" : " not computed again"));
    for (const OutputVerification& output : run.outputs) {
        console.text(fmt::format("  {} {:<30} {}", marked(output.verdict), output.title, withNumbers(output)));
        console.object({{"event", "output"},
                        {"run", run.run},
                        {"output", output.id},
                        {"verdict", verdictName(output.verdict)},
                        {"numbers", output.numbers.numbers},
                        {"close", output.numbers.close},
                        {"different", output.numbers.different},
                        {"largest_deviation", output.numbers.largestDeviation},
                        {"note", output.note}});
    }
    console.object({{"event", "run"},
                    {"run", run.run},
                    {"title", run.title},
                    {"verdict", verdictName(run.verdict)},
                    {"note", run.note}});
}

/// All that is verified by one command, with the worst that was found.
class Verification {
public:
    Verification(const CommandLine& line, PluginRegistry& registry, Console& console, std::stop_token stop)
        : m_line(line), m_registry(registry), m_console(console), m_stop(std::move(stop)),
          m_threads(line.threads > 0 ? line.threads
                                     : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))) {}

    Result<void> project();
    Result<void> folder();
    Verdict worst() const { return m_worst; }
    int outputs(Verdict verdict) const { return m_counts[static_cast<std::size_t>(verdict)]; }

private:
    /// @returns what the second run made
    Result<std::map<std::string, Value>> check(const KeptRun& kept);
    Result<void> reportFolder(const KeptReport& report, const MovedInputs& moved, const ReadContext& context);
    VerifySettings settings() const;
    void take(const RunVerification& run);
    void damaged(const std::string& what);

    const CommandLine& m_line;
    PluginRegistry& m_registry;
    Console& m_console;
    const std::stop_token m_stop;
    const int m_threads;
    Verdict m_worst = Verdict::same;
    std::array<int, 4> m_counts{};
};

VerifySettings Verification::settings() const {
    VerifySettings settings;
    settings.threads = m_threads;
    settings.stop = m_stop;
    settings.progress = [this](double fraction, const std::string& stage) {
        m_console.progress(fraction, stage, -1.0);
    };
    return settings;
}

void Verification::take(const RunVerification& run) {
    m_console.endProgress();
    tell(run, m_console);
    m_worst = std::max(m_worst, run.verdict);
    for (const OutputVerification& output : run.outputs)
        ++m_counts[static_cast<std::size_t>(output.verdict)];
}

Result<std::map<std::string, Value>> Verification::check(const KeptRun& kept) {
    auto verified = verifyRun(kept, m_registry, settings());
    m_console.endProgress();
    if (!verified)
        return verified.error();
    take(*verified);
    return std::move(verified->computed);
}

void Verification::damaged(const std::string& what) {
    m_console.endProgress();
    m_console.text(marked(Verdict::different) + ' ' + what);
    m_console.object({{"event", "damage"}, {"message", what}});
    m_worst = std::max(m_worst, Verdict::different);
}

Result<void> Verification::project() {
    const auto store = ProjectStore::open(m_line.project, OpenMode::readOnly);
    if (!store)
        return store.error();
    auto verified = verifyProject(
        *store, m_line.runs, m_registry, settings(),
        {[this](const std::string& what) { damaged(what); }, [this](const RunVerification& run) { take(run); }});
    m_console.endProgress();
    return verified;
}

Result<void> Verification::folder() {
    if (!m_line.runs.empty())
        return makeError(ErrorCode::invalidArgument, "--run goes with a project");
    MovedInputs moved;
    for (const std::string& text : m_line.inputs) {
        const auto assignment = splitAssignment("--input", text);
        if (!assignment)
            return assignment.error();
        moved.insert(*assignment);
    }
    ReadContext context;
    context.stop = m_stop;
    context.threads = m_threads;
    if (const auto report = KeptReport::open(m_line.project))
        return reportFolder(*report, moved, context);
    else if (report.error().code != ErrorCode::notFound)
        return report.error();
    const auto kept = keptFolder(m_line.project, moved, m_registry, context);
    if (!kept)
        return kept.error();
    const auto checked = check(*kept);
    return checked ? Result<void>() : checked.error();
}

Result<void> Verification::reportFolder(const KeptReport& report, const MovedInputs& moved,
                                        const ReadContext& context) {
    for (const std::string& what : report.changedFiles())
        damaged(what);
    std::map<RunId, std::map<std::string, Value>> made;
    for (std::size_t i = 0; i < report.runCount(); ++i) {
        const auto kept = report.run(i, made, moved, m_registry, context);
        if (!kept)
            return kept.error();
        auto checked = check(*kept);
        if (!checked)
            return checked.error();
        made[kept->record.id] = std::move(*checked);
    }
    return {};
}

int exitCodeOf(Verdict worst) {
    return worst == Verdict::different ? kExitDifferent : worst == Verdict::unchecked ? kExitFailed : kExitFinished;
}

} // namespace

int verify(const CommandLine& line, PluginRegistry& registry, Console& console, std::stop_token stop) {
    Verification verification(line, registry, console, std::move(stop));
    const bool isFolder = QFileInfo(toQString(line.project)).isDir();
    const auto done = isFolder ? verification.folder() : verification.project();
    const int code = done ? exitCodeOf(verification.worst()) : exitCodeOf(done.error());
    if (!done)
        console.error(done.error());
    else
        console.text(fmt::format(
            "{} of {} outputs are green", verification.outputs(Verdict::same) + verification.outputs(Verdict::close),
            verification.outputs(Verdict::same) + verification.outputs(Verdict::close) +
                verification.outputs(Verdict::different) + verification.outputs(Verdict::unchecked)));
    console.object({{"event", "done"},
                    {"exit", code},
                    {"verdict", done ? verdictName(verification.worst()) : "unchecked"},
                    {"message", done ? "" : done.error().message}});
    return code;
}

} // namespace vitrine::cli
