#pragma once

#include "core/isolate/isolating_source.h"
#include "core/jobs/run_executor.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "tests/plugins/intruder_threshold/weight_fixtures.h"
#include "tests/support/memory_sink.h"

#include <stdexcept>

/// Audits of generated models in a worker process, as the window starts them.
namespace vitrine::intruder_threshold::isolated {

/// F16 values without any order, all of them finite, between -2 and 2.
inline std::string halfBytes(std::size_t count, std::uint32_t seed) {
    std::string bytes(2 * count, '\0');
    std::uint32_t state = seed;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 1664525U + 1013904223U;
        bytes[2 * i] = static_cast<char>(state >> 24);
        const auto high = static_cast<unsigned char>(state >> 16);
        bytes[2 * i + 1] = static_cast<char>((high & 0x83U) | (high & 0x40U ? 0x3CU : 0x38U));
    }
    return bytes;
}

inline WrittenTensor layer(std::size_t number, std::int64_t order, std::string bytes) {
    return {
        "model.layers." + std::to_string(number) + ".mlp.up_proj.weight", {order, order}, {}, "F16", std::move(bytes)};
}

inline RunOutcome audit(const Tensors& model, int threads, std::stop_token stop, RunSink& sink) {
    auto plugins = std::make_shared<PluginRegistry>();
    for (const std::string& folder : PluginRegistry::defaultFolders())
        plugins->scan(folder);
    IsolationSettings settings;
    settings.program = VITRINE_PROGRAM;
    IsolatingSource source(plugins, settings);
    if (!source.isolates("intruder_threshold", "audit"))
        throw std::runtime_error("an audit would run in this process");
    const auto experiment = source.create("intruder_threshold", "audit");
    if (!experiment)
        throw std::runtime_error(experiment.error().message);
    RunInputs inputs;
    inputs.items[kBaseInput] = {makeValue(model), "base", {}};
    inputs.parameters =
        ParameterSet::fromJson(nlohmann::json::object()).complete(*source.parameters("intruder_threshold", "audit"));
    RunSettings run;
    run.outputs = source.outputs("intruder_threshold", "audit");
    run.threads = threads;
    run.stop = std::move(stop);
    return executeRun(**experiment, inputs, run, sink);
}

} // namespace vitrine::intruder_threshold::isolated
