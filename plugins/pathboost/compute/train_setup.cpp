#include "plugins/pathboost/compute/train_setup.h"

#include "core/data/chem/depiction.h"
#include "plugins/pathboost/compute/labels.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/split.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {

namespace {

Error wrong(const std::string& what) {
    return makeError(ErrorCode::invalidArgument, what);
}

// Atomic number of an element symbol as text; the text itself when it is none.
std::string elementNumber(const std::string& text) {
    constexpr int kHeaviest = 118;
    for (int number = 1; number <= kHeaviest; ++number)
        if (chem::elementSymbol(number) == text)
            return std::to_string(number);
    return text;
}

std::vector<std::vector<std::string>> anchorsOf(const nlohmann::json& parameter, bool elements) {
    std::vector<std::vector<std::string>> anchors;
    if (parameter.is_array())
        for (const auto& anchor : parameter) {
            const std::string text = anchor.get<std::string>();
            anchors.push_back({elements ? elementNumber(text) : text});
        }
    return anchors;
}

// Labels as they are listed in a sentence.
std::string someLabels(const LabelDictionary& labels, bool elements) {
    constexpr std::int32_t kListed = 12;
    std::string text;
    for (std::int32_t code = 0; code < std::min(labels.size(), kListed); ++code)
        text += (code > 0 ? ", " : "") + labelText(labels.text(code), elements);
    return text + (labels.size() > kListed ? ", ..." : "");
}

// Every anchor has a model of its own, so there cannot be any number of them; and one at least has to be a label.
Result<void> checkAnchors(const GraphSet& graphs, const FitInput& input, bool single) {
    constexpr std::size_t kMostAnchors = 1000;
    const Column* column = graphs.nodes.find(input.labelAttribute);
    if (!column)
        return {}; // said where the graphs are prepared
    const LabelDictionary labels = LabelDictionary::fromColumn(*column);
    const std::size_t count = input.anchors.empty() ? static_cast<std::size_t>(labels.size()) : input.anchors.size();
    if (count > kMostAnchors && !single)
        return wrong("anchors: " + std::to_string(count) + (input.anchors.empty() ? " labels" : " anchors") +
                     " would make as many models; up to " + std::to_string(kMostAnchors) +
                     " anchors, or one model for all of them, would be right");
    const auto isLabel = [&](const std::vector<std::string>& anchor) {
        return std::ranges::all_of(anchor, [&](const std::string& label) { return labels.code(label) >= 0; });
    };
    if (!input.anchors.empty() && std::ranges::none_of(input.anchors, isLabel))
        return wrong("anchors: none of them is a label of the graphs; one of " +
                     someLabels(labels, graphs.isMolecular() && input.labelAttribute == "atomic_number") +
                     " would be right");
    return {};
}

void warnAboutTargets(TrainSetup& setup) {
    std::size_t missing = 0;
    for (const double value : setup.input.target)
        missing += std::isfinite(value) ? 0 : 1;
    if (missing > 0)
        setup.warnings.push_back(std::to_string(missing) + " graphs have no finite \"" + setup.input.targetName +
                                 "\"; they are predicted but not used for fitting or errors");
}

} // namespace

const Part* TrainSetup::part(std::string_view name) const {
    const auto found =
        std::find_if(input.parts.begin(), input.parts.end(), [&](const Part& one) { return one.name == name; });
    return found == input.parts.end() ? nullptr : &*found;
}

Result<std::string> labelAttribute(const GraphSet& graphs, const nlohmann::json& parameter) {
    if (parameter.is_string())
        return parameter.get<std::string>();
    const std::string name = graphs.labelAttribute.empty() ? guessLabelAttribute(graphs) : graphs.labelAttribute;
    if (name.empty())
        return wrong("label_attribute: the graphs have no node attribute with 2 to 200 different labels; "
                     "a node attribute of whole numbers or texts would be right");
    return name;
}

EarlyStopping earlyStopping(const ParameterSet& parameters) {
    EarlyStopping stopping;
    if (!parameters.isNone("patience"))
        stopping.patience = static_cast<int>(parameters.integer("patience"));
    if (!parameters.isNone("target_error"))
        stopping.targetError = parameters.real("target_error");
    stopping.tolerance = parameters.real("tol");
    stopping.rule = parameters.text("stop_rule") == "reference" ? StopRule::reference : StopRule::paper;
    stopping.scope = parameters.text("stop_scope") == "anchor" ? StopScope::anchor : StopScope::ensemble;
    stopping.restoreBest = parameters.boolean("restore_best_model");
    return stopping;
}

// What all experiments that fit have in common.
FitOptions modelOptions(const ParameterSet& parameters) {
    FitOptions options;
    options.form = parameters.text("model_form") == "single" ? ModelForm::single : ModelForm::multiAnchor;
    options.candidates =
        parameters.text("candidate_policy") == "all" ? CandidatePolicy::all : CandidatePolicy::frontier;
    if (!parameters.isNone("replace_missing_with"))
        options.replaceMissing = parameters.real("replace_missing_with");
    const std::string noAnchor = parameters.text("no_anchor_value");
    options.noAnchor = noAnchor == "zero"  ? NoAnchorValue::zero
                       : noAnchor == "nan" ? NoAnchorValue::nan
                                           : NoAnchorValue::trainMean;
    const std::string schedule = parameters.text("learning_rate_schedule");
    options.schedule = schedule == "exponential" ? RateSchedule::exponential
                       : schedule == "step"      ? RateSchedule::step
                       : schedule == "linear"    ? RateSchedule::linear
                                                 : RateSchedule::constant;
    options.parity = parameters.boolean("parity");
    if (options.parity)
        options.noAnchor = NoAnchorValue::zero;
    return options;
}

FitOptions fitOptions(const ParameterSet& parameters) {
    FitOptions options = modelOptions(parameters);
    options.iterations = static_cast<int>(parameters.integer("n_iter"));
    if (options.form == ModelForm::multiAnchor && !parameters.isNone("anchor_iterations"))
        for (const auto& iterations : parameters.value("anchor_iterations"))
            options.anchorIterations.push_back(iterations.get<int>());
    if (!options.anchorIterations.empty())
        options.iterations = *std::ranges::max_element(options.anchorIterations);
    options.maximumPathLength = static_cast<int>(parameters.integer("max_path_length"));
    options.learningRate = parameters.real("learning_rate");
    options.treeDepth = static_cast<int>(parameters.integer("tree_depth"));
    options.stopping = earlyStopping(parameters);
    const std::string importance = parameters.text("importance");
    options.importance = importance == "absolute"   ? ImportanceKind::absolute
                         : importance == "relative" ? ImportanceKind::relative
                                                    : ImportanceKind::off;
    options.importanceError = parameters.text("error_used") == "mae" ? ErrorMeasure::mae : ErrorMeasure::mse;
    options.importanceCorrelation = parameters.boolean("use_correlation");
    options.importanceNormalize = parameters.boolean("normalize");
    return options;
}

Result<FitInput> readFitInput(const GraphSet& graphs, const ParameterSet& parameters, Task& task) {
    const auto column = targetColumn(graphs, parameters.value("target"));
    if (!column)
        return column.error();
    auto target = readTarget(**column, parameters.text("task"), parameters.value("positive_class"));
    if (!target)
        return target.error();
    auto label = labelAttribute(graphs, parameters.value("label_attribute"));
    if (!label)
        return label.error();
    FitInput input;
    input.graphs = &graphs;
    input.labelAttribute = std::move(*label);
    input.target = std::move(target->values);
    input.targetName = std::move(target->name);
    input.targetUnit = std::move(target->unit);
    input.classes = std::move(target->classes);
    const bool elements = graphs.isMolecular() && input.labelAttribute == "atomic_number";
    input.anchors = anchorsOf(parameters.value("anchors"), elements);
    if (auto fits = checkAnchors(graphs, input, parameters.text("model_form") == "single"); !fits)
        return fits.error();
    task = target->task;
    return input;
}

namespace {

Result<std::vector<Part>> readParts(const RunInputs& inputs, const GraphSet& graphs, std::span<const double> target) {
    if (inputs.has(kSplitInput)) {
        const auto table = inputs.get<Table>(kSplitInput);
        if (!table)
            return table.error();
        return partsByTable(**table, graphs.graphCount());
    }
    const auto rule = parseSplitRule(inputs.parameters.text("split"));
    if (!rule)
        return rule.error();
    return partsByRule(*rule, graphs, target, inputs.seed);
}

} // namespace

Result<TrainSetup> readTrainSetup(const RunInputs& inputs) {
    auto graphs = inputs.get<GraphSet>(kGraphsInput);
    if (!graphs)
        return graphs.error();
    TrainSetup setup;
    setup.graphs = std::move(*graphs);
    setup.graphsHash = inputs.items.at(kGraphsInput).contentHash;
    const ParameterSet& parameters = inputs.parameters;
    setup.options = fitOptions(parameters);
    setup.baselines = parameters.text("baselines");
    setup.intervals = parameters.boolean("importance_intervals") && setup.options.importance != ImportanceKind::off;
    auto input = readFitInput(*setup.graphs, parameters, setup.options.task);
    if (!input)
        return input.error();
    setup.input = std::move(*input);
    if (const auto& each = setup.options.anchorIterations; !each.empty() && each.size() != setup.input.anchors.size())
        return wrong("anchor_iterations: " + std::to_string(each.size()) + " numbers for " +
                     std::to_string(setup.input.anchors.size()) +
                     " chosen anchors; one number for each of them, in their order, would be right");
    warnAboutTargets(setup);
    auto parts = readParts(inputs, *setup.graphs, setup.input.target);
    if (!parts)
        return parts.error();
    setup.input.parts = std::move(*parts);
    if (setup.options.stopping.isOn() && setup.part("validation") == nullptr)
        if (auto held = holdOutValidation(setup.input.parts, parameters.real("validation"), inputs.seed); !held)
            return held.error();
    return setup;
}

} // namespace vitrine::pathboost
