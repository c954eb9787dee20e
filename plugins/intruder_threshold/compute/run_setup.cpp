#include "plugins/intruder_threshold/compute/run_setup.h"

#include "core/values/json_text.h"
#include "plugins/intruder_threshold/compute/outputs.h"

#include <algorithm>

namespace vitrine::intruder_threshold {

namespace {

std::string causeText(LeftOutCause cause) {
    switch (cause) {
    case LeftOutCause::notAnalysed: return "not analysed";
    case LeftOutCause::unreadable: return "unreadable";
    case LeftOutCause::unpaired: return "not in the base";
    case LeftOutCause::unfit: return "does not fit";
    }
    return {};
}

/// A parameter that not every experiment has.
const nlohmann::json& optionalValue(const ParameterSet& parameters, const char* id) {
    static const nlohmann::json kNone;
    const auto found = parameters.values().find(id);
    return found == parameters.values().end() ? kNone : found->second;
}

bool isSet(const ParameterSet& parameters, const char* id) {
    const nlohmann::json& value = optionalValue(parameters, id);
    return value.is_boolean() && value.get<bool>();
}

ScanGrid gridOf(const std::string& text) {
    return text == "fine" ? ScanGrid::fine : text == "quick" ? ScanGrid::quick : ScanGrid::off;
}

/// Only layers whose name holds the text; the others are left out, and say so.
void keepOnly(const std::string& text, LayerPlan& plan) {
    std::vector<Layer> kept;
    for (Layer& layer : plan.layers) {
        if (layer.name.find(text) != std::string::npos)
            kept.push_back(std::move(layer));
        else
            plan.leftOut.push_back({layer.name, LeftOutCause::notAnalysed, "not asked for in this run"});
    }
    plan.layers = std::move(kept);
}

Error openChoice(const OpenChoice& choice) {
    std::string names;
    for (const std::string& one : choice.candidates)
        names += (names.empty() ? "" : ", ") + one;
    return makeError(ErrorCode::invalidArgument, "the module \"" + choice.module +
                                                     "\" of the adapter could stand for several tensors of the base: " +
                                                     names + "; name the right one under Base tensors");
}

/// "module = tensor" lines as a map. @errors invalid_argument
Result<std::map<std::string, std::string>> readChoices(const nlohmann::json& rows) {
    std::map<std::string, std::string> choices;
    if (!rows.is_string())
        return choices;
    const std::string text = rows.get<std::string>();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string one = text.substr(at, end - at);
        const std::size_t equals = one.find('=');
        if (equals == std::string::npos)
            return makeError(ErrorCode::invalidArgument,
                             "Base tensors: expected module=tensor, several separated by commas");
        const auto trimmed = [](std::string part) {
            part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
            part.erase(part.find_last_not_of(' ') + 1);
            return part;
        };
        choices[trimmed(one.substr(0, equals))] = trimmed(one.substr(equals + 1));
        at = end + 1;
    }
    return choices;
}

Result<LayerPlan> makePlan(const RunSetup& setup, const ParameterSet& parameters) {
    PairOptions options;
    options.embeddings = isSet(parameters, "embeddings");
    if (const auto& alpha = optionalValue(parameters, "alpha"); alpha.is_number())
        options.alpha = alpha.get<double>();
    auto choices = readChoices(optionalValue(parameters, "base_tensors"));
    if (!choices)
        return choices.error();
    options.choices = std::move(*choices);
    if (setup.tuned)
        return planFineTuned(*setup.base, *setup.tuned, options);
    if (!setup.adapter)
        return planBase(*setup.base, options);
    const auto config = parseAdapterConfig(setup.adapter->config);
    if (!config)
        return config.error();
    auto plan = planAdapter(*setup.base, *setup.adapter, *config, options);
    if (plan)
        for (const std::string& warning : config->warnings)
            plan->warnings.push_back(warning);
    return plan;
}

/// What the base is compared with. @errors invalid_argument
Result<void> readUpdate(const RunInputs& inputs, RunSetup& setup) {
    if (inputs.has(kAdapterInput)) {
        auto adapter = inputs.get<Tensors>(kAdapterInput);
        if (!adapter)
            return adapter.error();
        setup.adapter = std::move(*adapter);
        if (setup.adapter->form != "lora_adapter")
            return makeError(ErrorCode::invalidArgument,
                             "the adapter has no adapter_config.json; open the folder that holds it");
    }
    if (inputs.has(kTunedInput)) {
        auto tuned = inputs.get<Tensors>(kTunedInput);
        if (!tuned)
            return tuned.error();
        setup.tuned = std::move(*tuned);
        if (setup.tuned->form == "lora_adapter")
            return makeError(ErrorCode::invalidArgument,
                             "the fine-tuned model is a LoRA adapter; the experiment Intruder scan is made for it");
    }
    return {};
}

std::string noLayersText(Subject subject) {
    switch (subject) {
    case Subject::base: return "the model has no matrix that can be analysed";
    case Subject::adapter:
        return "no layer of the adapter has a matrix of the base that it fits; are the two made for each other?";
    case Subject::tuned:
        return "no matrix of the fine-tuned model has one of its name and shape in the base; is it the right base?";
    }
    return {};
}

/// A model in files, or one matrix that stands in the project.
Result<void> readBase(const RunInputs& inputs, RunSetup& setup) {
    if (inputs.has(kBaseInput))
        if (auto matrix = inputs.get<Matrix>(kBaseInput)) {
            setup.baseInMemory = TensorSource::ofMatrix(std::move(*matrix), "matrix");
            setup.base = setup.baseInMemory->sharedTensors();
            return {};
        }
    auto base = inputs.get<Tensors>(kBaseInput);
    if (!base)
        return base.error();
    setup.base = std::move(*base);
    return {};
}

} // namespace

Result<RunSetup> readSetup(const RunInputs& inputs) {
    RunSetup setup;
    if (auto read = readBase(inputs, setup); !read)
        return read.error();
    if (setup.base->form == "lora_adapter")
        return makeError(ErrorCode::invalidArgument,
                         "the base model is a LoRA adapter; choose the weights that it was made for");
    if (auto read = readUpdate(inputs, setup); !read)
        return read.error();
    const ParameterSet& parameters = inputs.parameters;
    setup.criterion = {static_cast<std::size_t>(parameters.integer("k")), parameters.real("epsilon")};
    setup.kappa = parameters.real("kappa");
    if (const auto& grid = optionalValue(parameters, "grid"); grid.is_string())
        setup.grid = gridOf(grid.get<std::string>());
    setup.finiteSize = isSet(parameters, "finite_size");
    setup.seed = inputs.seed;
    auto plan = makePlan(setup, parameters);
    if (!plan)
        return plan.error();
    setup.plan = std::move(*plan);
    if (const auto& only = optionalValue(parameters, "only");
        only.is_string() && !only.get_ref<const std::string&>().empty())
        keepOnly(only.get<std::string>(), setup.plan);
    if (!setup.plan.choices.empty())
        return openChoice(setup.plan.choices.front());
    if (setup.plan.layers.empty())
        return makeError(ErrorCode::invalidArgument, noLayersText(setup.subject()));
    return setup;
}

Table leftOutTable(const std::vector<LeftOut>& leftOut) {
    Column::Texts names, causes, reasons;
    for (const LeftOut& one : leftOut) {
        names.push_back(one.name);
        causes.push_back(causeText(one.cause));
        reasons.push_back(one.reason);
    }
    Table table;
    table.columns.emplace_back("tensor", std::move(names));
    table.columns.emplace_back("cause", std::move(causes));
    table.columns.emplace_back("reason", std::move(reasons));
    return table;
}

double workOf(const LayerPlan& plan) {
    double work = 0.0;
    for (const Layer& layer : plan.layers)
        work += static_cast<double>(layer.rows) * static_cast<double>(layer.columns) *
                static_cast<double>(std::min(layer.rows, layer.columns));
    return work;
}

} // namespace vitrine::intruder_threshold
