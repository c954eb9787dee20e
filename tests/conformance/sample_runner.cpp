#include "tests/conformance/sample_runner.h"

#include "core/values/value_codec.h"

#include <ctime>

namespace vitrine::test {

Result<Value> SampleRunner::outputOf(const std::string& plugin, const std::string& experiment,
                                     const std::string& output) {
    const auto needed = inputs(plugin, experiment);
    if (!needed)
        return needed.error();
    const SampleResult result = run(plugin, experiment, *needed, 1);
    const auto found = result.sink->artifacts.find(output);
    if (found == result.sink->artifacts.end())
        return makeError(ErrorCode::notFound,
                         "the sample of " + experiment + " left no output " + output + ": " + result.outcome.message);
    return found->second;
}

Result<Value> SampleRunner::value(const std::string& plugin, const std::string& file) {
    const std::string key = plugin + '/' + file;
    if (const auto known = m_values.find(key); known != m_values.end())
        return known->second;
    Result<Value> value = makeError(ErrorCode::internal, "not read");
    const std::size_t slash = file.find('/');
    if (file.starts_with("run:") && slash != std::string::npos) {
        value = outputOf(plugin, file.substr(4, slash - 4), file.substr(slash + 1));
    } else {
        const auto dataset = ReaderRegistry::withBuiltins().read(m_registry.dataFolder(plugin) + '/' + file);
        if (!dataset)
            return dataset.error();
        value = dataset->value;
    }
    if (value)
        m_values.emplace(key, *value);
    return value;
}

Result<RunInputs> SampleRunner::inputs(const std::string& plugin, const std::string& experimentId) {
    const ExperimentInfo* info = m_registry.info(plugin)->experiment(experimentId);
    const nlohmann::json& sample = info->sampleRun;
    if (!sample.is_object() || sample.empty())
        return makeError(ErrorCode::notFound, "there is no sample_run");
    RunInputs inputs;
    inputs.seed = sample.value("seed", std::uint64_t(0));
    const nlohmann::json files = sample.value("inputs", nlohmann::json::object());
    for (const auto& [id, file] : files.items()) {
        const auto read = value(plugin, file.get<std::string>());
        if (!read)
            return read.error();
        inputs.items[id] = {*read, file.get<std::string>(), contentSha256(*read)};
    }
    // As the window and the command line do it: what depends on the data is asked of the experiment.
    ParameterSet set = ParameterSet::fromJson(sample.value("set", nlohmann::json::object()));
    inputs.parameters = set.complete(info->parameters);
    const auto experiment = m_registry.create(plugin, experimentId);
    if (!experiment)
        return experiment.error();
    for (const auto& [id, suggested] : (*experiment)->inspect(inputs).suggested)
        if (!set.isSet(id))
            set.set(id, suggested);
    inputs.parameters = set.complete(info->parameters);
    return inputs;
}

SampleResult SampleRunner::run(const std::string& plugin, const std::string& experimentId, const RunInputs& inputs,
                               int threads, std::stop_source stop, std::shared_ptr<MemorySink> sink) {
    SampleResult result;
    result.sink = std::move(sink);
    const auto experiment = m_registry.create(plugin, experimentId);
    if (!experiment) {
        result.outcome.message = experiment.error().message;
        return result;
    }
    RunSettings settings;
    settings.outputs = m_registry.outputs(plugin, experimentId);
    settings.threads = threads;
    settings.stop = stop.get_token();
    const std::clock_t start = std::clock();
    result.outcome = executeRun(**experiment, inputs, settings, *result.sink);
    result.cpuSeconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    return result;
}

} // namespace vitrine::test
