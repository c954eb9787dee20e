#include "plugins/pathboost/compute/train_setup.h"

#include "core/data/chem/depiction.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/split.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {

namespace {

Error wrong(const std::string& what) {
    return makeError(ErrorCode::invalidArgument, what);
}

std::string numericColumns(const Table& table) {
    std::string names;
    for (const Column& column : table.columns)
        if (column.isNumeric())
            names += (names.empty() ? "\"" : ", \"") + column.name + '"';
    return names.empty() ? "none" : names;
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

Result<const Column*> targetColumn(const GraphSet& graphs, const nlohmann::json& parameter) {
    const std::string name = parameter.is_string() ? parameter.get<std::string>() : graphs.targetColumn;
    if (name.empty())
        return wrong("target: the graphs name no column to be predicted; one of " + numericColumns(graphs.graphs) +
                     " would be right");
    const Column* column = graphs.graphs.find(name);
    if (!column)
        return wrong("target: the graphs have no column \"" + name + "\"; one of " + numericColumns(graphs.graphs) +
                     " would be right");
    if (!column->isNumeric())
        return wrong("target: the column \"" + name + "\" holds text; a numeric column would be right");
    return column;
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

FitOptions fitOptions(const ParameterSet& parameters) {
    FitOptions options;
    options.iterations = static_cast<int>(parameters.integer("n_iter"));
    options.maximumPathLength = static_cast<int>(parameters.integer("max_path_length"));
    options.learningRate = parameters.real("learning_rate");
    options.treeDepth = static_cast<int>(parameters.integer("tree_depth"));
    options.form = parameters.text("model_form") == "single" ? ModelForm::single : ModelForm::multiAnchor;
    options.candidates =
        parameters.text("candidate_policy") == "all" ? CandidatePolicy::all : CandidatePolicy::frontier;
    if (!parameters.isNone("replace_missing_with"))
        options.replaceMissing = parameters.real("replace_missing_with");
    const std::string noAnchor = parameters.text("no_anchor_value");
    options.noAnchor = noAnchor == "zero"  ? NoAnchorValue::zero
                       : noAnchor == "nan" ? NoAnchorValue::nan
                                           : NoAnchorValue::trainMean;
    const std::string importance = parameters.text("importance");
    options.importance = importance == "absolute"   ? ImportanceKind::absolute
                         : importance == "relative" ? ImportanceKind::relative
                                                    : ImportanceKind::off;
    options.importanceError = parameters.text("error_used") == "mae" ? ErrorMeasure::mae : ErrorMeasure::mse;
    options.importanceCorrelation = parameters.boolean("use_correlation");
    options.importanceNormalize = parameters.boolean("normalize");
    options.parity = parameters.boolean("parity");
    if (options.parity)
        options.noAnchor = NoAnchorValue::zero;
    return options;
}

Result<TrainSetup> readTrainSetup(const RunInputs& inputs) {
    auto graphs = inputs.get<GraphSet>(kGraphsInput);
    if (!graphs)
        return graphs.error();
    TrainSetup setup;
    setup.graphs = std::move(*graphs);
    const ParameterSet& parameters = inputs.parameters;
    setup.options = fitOptions(parameters);
    setup.baselines = parameters.text("baselines");
    const auto target = targetColumn(*setup.graphs, parameters.value("target"));
    if (!target)
        return target.error();
    auto label = labelAttribute(*setup.graphs, parameters.value("label_attribute"));
    if (!label)
        return label.error();
    FitInput& input = setup.input;
    input.graphs = setup.graphs.get();
    input.labelAttribute = std::move(*label);
    input.target = (*target)->numbers();
    for (double& value : input.target)
        value = std::isfinite(value) ? value : std::nan("");
    input.targetName = (*target)->name;
    input.targetUnit = (*target)->unit;
    const bool elements = setup.graphs->isMolecular() && input.labelAttribute == "atomic_number";
    input.anchors = anchorsOf(parameters.value("anchors"), elements);
    warnAboutTargets(setup);

    auto parts = Result<std::vector<Part>>(std::vector<Part>());
    if (inputs.has(kSplitInput)) {
        const auto table = inputs.get<Table>(kSplitInput);
        if (!table)
            return table.error();
        parts = partsByTable(**table, setup.graphs->graphCount());
    } else {
        const auto rule = parseSplitRule(parameters.text("split"));
        if (!rule)
            return rule.error();
        parts = partsByRule(*rule, *setup.graphs, input.target, inputs.seed);
    }
    if (!parts)
        return parts.error();
    input.parts = std::move(*parts);
    return setup;
}

} // namespace vitrine::pathboost
