#include "core/compare/compare_runs.h"

#include <algorithm>
#include <functional>
#include <set>

namespace vitrine {

namespace {

constexpr std::size_t kShortHash = 8;

using TextOf = std::function<std::string(const RunRecord&)>;

/// Adds the fact when not all runs say the same.
void addIfDifferent(std::vector<ComparedFact>& facts, ComparedRuns runs, ComparedFact fact, const TextOf& text) {
    for (const ComparedRun& run : runs)
        fact.texts.push_back(text(run.record));
    if (std::ranges::any_of(fact.texts, [&](const std::string& other) { return other != fact.texts.front(); }))
        facts.push_back(std::move(fact));
}

const InputReference* inputOf(const RunRecord& run, const std::string& id) {
    const auto found = std::ranges::find(run.inputs, id, &InputReference::inputId);
    return found == run.inputs.end() ? nullptr : &*found;
}

bool isOneExperiment(ComparedRuns runs) {
    return std::ranges::all_of(runs, [&](const ComparedRun& run) {
        return run.record.plugin == runs.front().record.plugin &&
               run.record.experiment == runs.front().record.experiment;
    });
}

void addInputs(std::vector<ComparedFact>& facts, ComparedRuns runs, const ExperimentInfo* experiment) {
    std::vector<std::string> ids;
    for (const ComparedRun& run : runs)
        for (const InputReference& input : run.record.inputs)
            if (std::ranges::find(ids, input.inputId) == ids.end())
                ids.push_back(input.inputId);
    for (const std::string& id : ids) {
        std::set<std::string> titles;
        std::set<std::string> hashes;
        for (const ComparedRun& run : runs)
            if (const InputReference* input = inputOf(run.record, id)) {
                titles.insert(input->title);
                hashes.insert(input->contentHash);
            }
        const bool all = std::ranges::all_of(runs, [&](const ComparedRun& run) { return inputOf(run.record, id); });
        if (all && hashes.size() == 1 && !hashes.begin()->empty())
            continue; // the same content is the same input, whatever it is called
        const bool sameName = titles.size() < hashes.size();
        const InputSpec* spec = experiment ? experiment->input(id) : nullptr;
        ComparedFact fact{
            "input/" + id, spec && !spec->label.empty() ? spec->label : id, spec ? spec->help : std::string(), {}};
        addIfDifferent(facts, runs, fact, [&](const RunRecord& run) -> std::string {
            const InputReference* input = inputOf(run, id);
            if (!input)
                return {};
            return sameName ? input->title + ", " + input->contentHash.substr(0, kShortHash) : input->title;
        });
    }
}

std::string shownValue(const ParameterSpec* spec, const nlohmann::json& value) {
    if (value.is_null())
        return "none";
    if (!spec)
        return value.is_string() ? value.get<std::string>() : value.dump();
    if (value.is_boolean())
        return value.get<bool>() ? "yes" : "no";
    if (value.is_string())
        for (const ChoiceOption& option : spec->options)
            if (option.value == value.get<std::string>() && !option.label.empty())
                return option.label;
    return parameterText(*spec, value);
}

void addParameters(std::vector<ComparedFact>& facts, ComparedRuns runs, const ExperimentInfo* experiment) {
    std::vector<std::string> ids;
    if (experiment)
        for (const ParameterSpec& spec : experiment->parameters.parameters)
            ids.push_back(spec.id);
    for (const ComparedRun& run : runs)
        for (const auto& [id, value] : run.record.parameters.values())
            if (std::ranges::find(ids, id) == ids.end())
                ids.push_back(id);
    const bool one = isOneExperiment(runs);
    for (const std::string& id : ids) {
        const auto has = [&](const ComparedRun& run) { return run.record.parameters.isSet(id); };
        if (!one && !std::ranges::all_of(runs, has))
            continue;
        const ParameterSpec* spec = experiment ? experiment->parameters.find(id) : nullptr;
        ComparedFact fact{id, spec && !spec->label.empty() ? spec->label : id, spec ? spec->help : std::string(), {}};
        if (spec && !spec->symbol.empty())
            fact.label += "  " + spec->symbol;
        if (spec && !spec->unit.empty())
            fact.label += " (" + spec->unit + ')';
        addIfDifferent(facts, runs, fact, [&](const RunRecord& run) {
            return run.parameters.isSet(id) ? shownValue(spec, run.parameters.value(id)) : std::string();
        });
    }
}

} // namespace

std::vector<ComparedFact> differingFacts(ComparedRuns runs, const ExperimentLookup& experiments) {
    std::vector<ComparedFact> facts;
    if (runs.empty())
        return facts;
    const ExperimentInfo* experiment = isOneExperiment(runs) && experiments
                                           ? experiments(runs.front().record.plugin, runs.front().record.experiment)
                                           : nullptr;
    addIfDifferent(facts, runs, {"system", "System", "The installed system that made the run", {}},
                   [](const RunRecord& run) { return run.plugin; });
    addIfDifferent(facts, runs, {"experiment", "Experiment", "", {}}, [&](const RunRecord& run) {
        const ExperimentInfo* info = experiments ? experiments(run.plugin, run.experiment) : nullptr;
        return info && !info->title.empty() ? info->title : run.experiment;
    });
    addIfDifferent(facts, runs, {"version", "Version of the system", "", {}},
                   [](const RunRecord& run) { return run.pluginVersion; });
    addIfDifferent(facts, runs, {"program", "Version of the program", "", {}},
                   [](const RunRecord& run) { return run.programVersion; });
    addInputs(facts, runs, experiment);
    addParameters(facts, runs, experiment);
    addIfDifferent(facts, runs, {"seed", "Seed", "Start of all random numbers of a run", {}},
                   [](const RunRecord& run) { return std::to_string(run.seed); });
    addIfDifferent(facts, runs, {"device", "Device", "", {}}, [](const RunRecord& run) { return run.device; });
    return facts;
}

} // namespace vitrine
