#include "app/cli/run_inputs.h"

#include "core/data/csv/csv_table_import.h"
#include "core/data/graph_files.h"
#include "core/jobs/experiment_file.h"
#include "core/jobs/project_input.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"

#include <QFileInfo>

#include <algorithm>
#include <regex>

namespace vitrine::cli {
namespace {

std::string quoted(const std::string& text) {
    return '"' + text + '"';
}

std::string kindsText(const InputSpec& spec) {
    std::string text;
    for (ValueKind kind : spec.kinds)
        text += (text.empty() ? "" : " or ") + std::string(valueKindName(kind));
    return text;
}

std::string inputIds(const ExperimentInfo& experiment) {
    std::string ids;
    for (const InputSpec& input : experiment.inputs)
        ids += (ids.empty() ? "" : ", ") + input.id;
    return ids.empty() ? "none" : ids;
}

/// dataset:3 or run:7/model
Result<ResolvedInput> storedInput(const InputReference& wanted, const ProjectStore* store) {
    const std::string option = "--input " + wanted.inputId + '=' + wanted.reference;
    if (!store)
        return makeError(ErrorCode::invalidArgument, option + " stands for a thing of a project; add --project");
    auto input = projectInput(*store, wanted.reference);
    if (!input && input.error().code == ErrorCode::invalidArgument)
        return makeError(ErrorCode::invalidArgument, option + ": expected a file, dataset:NUMBER or run:NUMBER/OUTPUT");
    if (!input)
        return input.error();
    ResolvedInput resolved{std::move(*input), wanted, std::nullopt};
    resolved.reference.title = resolved.input.title;
    resolved.reference.contentHash = resolved.input.contentHash;
    if (const DatasetId id = resolveReference(wanted.reference).dataset; id > 0) {
        const auto record = store->dataset(id);
        if (!record)
            return record.error();
        resolved.reference.path = record->source.path;
        resolved.reference.readerOptions = record->source.corrections;
    }
    return resolved;
}

Result<ResolvedInput> fileInput(const InputReference& wanted, const ReadContext& context) {
    // A link that leads nowhere or back to itself is told apart when it is opened.
    if (const QFileInfo info(toQString(wanted.path)); !info.exists() && !info.isSymLink())
        return makeError(ErrorCode::notFound, "--input " + wanted.inputId + ": there is no file " + wanted.path);
    auto dataset = ReaderRegistry::withBuiltins().read(wanted.path, wanted.readerOptions, context);
    if (!dataset)
        return dataset.error();
    ResolvedInput resolved{{dataset->value, dataset->title, dataset->contentHash}, wanted, std::nullopt};
    resolved.reference.path = dataset->source.path;
    resolved.reference.reference = dataset->source.path;
    resolved.reference.title = dataset->source.fileName;
    resolved.reference.contentHash = dataset->contentHash;
    resolved.dataset = std::move(*dataset);
    return resolved;
}

Result<void> checkKind(const InputSpec& spec, const ResolvedInput& resolved) {
    const ValueKind kind = kindOf(resolved.input.value);
    const std::string name = "the input " + quoted(spec.id);
    if (std::find(spec.kinds.begin(), spec.kinds.end(), kind) == spec.kinds.end())
        return makeError(ErrorCode::invalidArgument, name + " takes a " + kindsText(spec) + ", " +
                                                         resolved.reference.title + " holds a " +
                                                         std::string(valueKindName(kind)));
    const auto model = valueAs<Model>(resolved.input.value);
    if (model && !spec.modelFormat.empty() && model->format != spec.modelFormat)
        return makeError(ErrorCode::invalidArgument, name + " takes a model of the form " + quoted(spec.modelFormat) +
                                                         ", " + resolved.reference.title + " has " +
                                                         quoted(model->format));
    return {};
}

Result<void> checkIds(const InputRequest& request) {
    for (std::size_t i = 0; i < request.wanted.size(); ++i) {
        const std::string& id = request.wanted[i].inputId;
        if (!request.experiment->input(id))
            return makeError(ErrorCode::invalidArgument,
                             "there is no input " + quoted(id) + "; there are: " + inputIds(*request.experiment));
        for (std::size_t j = 0; j < i; ++j)
            if (request.wanted[j].inputId == id)
                return makeError(ErrorCode::invalidArgument, "the input " + quoted(id) + " was given twice");
    }
    return {};
}

std::string titleOf(const ResolvedInput& input) {
    return input.reference.path.empty() ? input.reference.reference : input.reference.path;
}

/// Line of each row of a text file; empty when it cannot be told.
std::vector<std::int64_t> rowLines(const ResolvedInput& input) {
    if (!input.dataset || input.dataset->source.readerId != "csv")
        return {};
    const auto source = CsvSource::open(input.dataset->source.path, input.dataset->source.options, {});
    if (!source)
        return {};
    const auto table = readCsvTable(*source, source->text(), source->options, {});
    return table ? table->rowLines : std::vector<std::int64_t>();
}

std::string inLinesOfFile(const std::string& message, const ResolvedInput& input) {
    static const std::regex form("line ([0-9]{1,9}) of the table");
    std::smatch match;
    if (!std::regex_search(message, match, form))
        return message;
    const std::vector<std::int64_t> lines = rowLines(input);
    const auto row = std::stoull(match[1].str());
    if (row == 0 || row > lines.size())
        return message;
    return match.prefix().str() + "line " + std::to_string(lines[row - 1]) + match.suffix().str();
}

} // namespace

Result<std::pair<std::string, std::string>> splitAssignment(const std::string& option, const std::string& text) {
    const std::size_t sign = text.find('=');
    if (sign == 0 || sign == std::string::npos)
        return makeError(ErrorCode::invalidArgument, option + ' ' + text + ": expected NAME=VALUE");
    return std::pair(text.substr(0, sign), text.substr(sign + 1));
}

Result<nlohmann::json> readerOptions(const std::string& option, const std::vector<std::string>& assignments) {
    nlohmann::json options = nlohmann::json::object();
    for (const std::string& text : assignments) {
        const auto assignment = splitAssignment(option, text);
        if (!assignment)
            return assignment.error();
        nlohmann::json value = nlohmann::json::parse(assignment->second, nullptr, false);
        options[assignment->first] = value.is_discarded() ? nlohmann::json(assignment->second) : value;
    }
    return options;
}

Error errorOf(const ParameterProblem& problem, const std::vector<ResolvedInput>& inputs) {
    const auto input = std::find_if(inputs.begin(), inputs.end(), [&](const ResolvedInput& one) {
        return one.reference.inputId == problem.parameter;
    });
    if (input != inputs.end())
        return makeError(ErrorCode::parse, titleOf(*input) + ": " + inLinesOfFile(problem.message, *input));
    if (!problem.parameter.empty())
        return makeError(ErrorCode::invalidArgument, "--set " + problem.parameter + ": " + problem.message);
    std::string names;
    for (const ResolvedInput& one : inputs)
        names += (names.empty() ? "" : ", ") + titleOf(one);
    return makeError(ErrorCode::parse, names.empty() ? problem.message : names + ": " + problem.message);
}

void joinGraphFiles(std::vector<InputReference>& inputs) {
    std::map<std::string, std::vector<std::string>> paths;
    for (const InputReference& input : inputs)
        paths[input.inputId].push_back(input.path);
    for (const auto& [id, files] : paths) {
        if (files.size() < 2 || std::find(files.begin(), files.end(), std::string()) != files.end())
            continue;
        const auto joined = joinable(ReaderRegistry::withBuiltins(), files);
        if (!joined)
            continue;
        const auto isOne = [&](const InputReference& input) { return input.inputId == id; };
        InputReference whole = *std::find_if(inputs.begin(), inputs.end(), isOne);
        whole.path = joined->folder;
        whole.readerOptions = joined->options();
        std::erase_if(inputs, isOne);
        inputs.push_back(std::move(whole));
    }
}

Result<std::vector<ResolvedInput>> resolveInputs(const InputRequest& request, const ReadContext& context) {
    if (const auto known = checkIds(request); !known)
        return known.error();
    std::vector<ResolvedInput> inputs;
    for (const InputSpec& spec : request.experiment->inputs) {
        const auto wanted = std::find_if(request.wanted.begin(), request.wanted.end(),
                                         [&](const InputReference& w) { return w.inputId == spec.id; });
        if (wanted == request.wanted.end()) {
            if (spec.optional)
                continue;
            return makeError(ErrorCode::invalidArgument, "the input " + quoted(spec.id) + " is missing: --input " +
                                                             spec.id + "=PATH (" + kindsText(spec) + ')');
        }
        auto resolved = wanted->path.empty() ? storedInput(*wanted, request.store) : fileInput(*wanted, context);
        if (!resolved)
            return resolved.error();
        if (const auto fits = checkKind(spec, *resolved); !fits)
            return fits.error();
        inputs.push_back(std::move(*resolved));
    }
    return inputs;
}

} // namespace vitrine::cli
