#include "core/plugin/interfaces.h"

#include <QObject>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using namespace vitrine;

Value number(double value) {
    Scalars said;
    said.items.push_back({"number", "Number", value, {}, {}, {}, {}, false, false});
    return makeValue(std::move(said));
}

Result<void> takeMemory() {
    std::vector<std::vector<char>> taken;
    for (int i = 0; i < 100'000; ++i)
        taken.emplace_back(std::size_t{16} << 20, static_cast<char>(i)); // touched, so that it counts
    return {};
}

Result<void> hang() {
    for (int i = 0; i < 600; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return {};
}

/// Echoes its input and says what it was given.
Result<void> actFine(const RunInputs& inputs, RunContext& context) {
    context.progress(0.25, "Starting");
    context.log(LogLevel::warning, "a word");
    std::printf("printed by the system\n");
    std::fflush(stdout);
    const auto scratch = context.scratch();
    if (!scratch)
        return scratch.error();
    std::ofstream(*scratch + "/note") << "here";
    if (!inputs.has("table"))
        return makeError(ErrorCode::invalidArgument, "the table is missing");
    const auto table = inputs.get<Table>("table");
    if (auto done = context.append("echo", makeValue(Table(**table))); !done)
        return done;
    if (auto done = context.emitArtifact("echo", makeValue(Table(**table))); !done)
        return done;
    if (const auto refused = context.emitArtifact("nothing", number(1)); refused)
        return makeError(ErrorCode::internal, "an output that is not declared was taken");
    const auto before = context.previous("said");
    const double old = before ? valueAs<Scalars>(*before)->items.front().value : 0.0;
    const double drawn = context.rng("test").u01(0);
    context.progress(1.0, "Done");
    return context.emitArtifact("said", number(old + drawn + static_cast<double>(context.threads())));
}

class Act : public Experiment {
public:
    Inspection inspect(const RunInputs&) const override { return {}; }
    Estimate estimate(const RunInputs& inputs) const override {
        constexpr std::int64_t kPetabyte = std::int64_t{1} << 50;
        return {1.0, inputs.parameters.text("what") == "huge" ? kPetabyte : 0};
    }
    Result<void> run(const RunInputs& inputs, RunContext& context) override {
        const std::string what = inputs.parameters.text("what");
        if (what == "fine")
            return actFine(inputs, context);
        (void)context.emitArtifact("said", number(7.0)); // before it goes wrong
        if (what == "crash")
            std::raise(SIGSEGV);
        if (what == "abort")
            std::abort();
        if (what == "unwritable")
            return makeError(ErrorCode::io, "the folder cannot be made");
        if (what == "exit")
            std::_Exit(3);
        if (what == "throw")
            throw std::runtime_error("no table of elements");
        if (what == "memory")
            return takeMemory();
        if (what == "hang")
            return hang();
        return makeError(ErrorCode::invalidArgument, "what: \"" + what + "\" is not known");
    }
};

} // namespace

class WildPlugin : public QObject, public vitrine::ComputePlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID VITRINE_COMPUTE_IID FILE "wild.json")
    Q_INTERFACES(vitrine::ComputePlugin)
public:
    std::unique_ptr<vitrine::Experiment> create(std::string_view) const override { return std::make_unique<Act>(); }
};

#include "wild_plugin.moc"
