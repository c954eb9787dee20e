#include "core/data/tu/tu_reader.h"

#include "core/data/graph/graph_file_reader.h"
#include "core/data/input_file.h"
#include "core/data/look_alike.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"
#include "core/data/tu/tu_parser.h"
#include "core/values/json_text.h"

#include <algorithm>

namespace vitrine {
namespace {

constexpr std::size_t kMaxTargetChoices = 20;

Result<TuOptions> optionsOf(const nlohmann::json& json, const std::string& name) {
    TuOptions options;
    if (json.is_null())
        return options;
    for (const auto& item : json.items()) {
        if (item.key() != "directed" && item.key() != "target")
            return makeError(ErrorCode::invalidArgument, name + ": there is no option " + inQuotes(item.key()));
        if (item.key() == "directed" && !item.value().is_boolean())
            return makeError(ErrorCode::invalidArgument, name + ": the option \"directed\" must be true or false");
        if (item.key() == "target" && !item.value().is_string())
            return makeError(ErrorCode::invalidArgument,
                             name + ": the option \"target\" must be the name of a graph column");
    }
    options.directed = boolField(json, "directed");
    options.target = textField(json, "target");
    return options;
}

nlohmann::json toJson(const TuOptions& options, const GraphSet& graphs) {
    return {{"directed", options.directed}, {"target", graphs.targetColumn}};
}

/// Opens all files of the set and parses them.
Result<ParsedTu> parseFiles(const std::string& path, const TuOptions& options, const ReadContext& context) {
    const auto name = tuFileName(path);
    if (!name)
        return makeError(ErrorCode::unsupported, inputName(path) + ": expected a name that ends with _A.txt");
    TuTexts texts;
    texts.set = name->set;
    std::array<InputFile, kTuParts> files;
    for (std::size_t i = 0; i < kTuParts; ++i) {
        const std::string part = tuPartPath(*name, static_cast<TuPart>(i));
        if (part.empty())
            continue;
        auto file = InputFile::open(part, context.stop);
        if (!file)
            return file.error();
        files[i] = std::move(*file);
        const std::string_view bytes = files[i].bytes();
        constexpr std::size_t kLookedAt = std::size_t{64} << 10;
        if (auto refused = refuseLookAlike(
                {part, static_cast<std::int64_t>(bytes.size()), std::string(bytes.substr(0, kLookedAt))}))
            return *refused;
        texts.parts[i] = TuText{files[i].name(), bytes};
    }
    return parseTu(texts, options, context);
}

/// Edges that are listed once may be edges with a direction.
PreviewProblem directionProblem(std::int64_t oneWay, bool directed) {
    PreviewProblem problem;
    problem.title =
        (oneWay == 1 ? std::string("1 edge is") : grouped(oneWay) + " edges are") + " listed in one direction only";
    problem.detail = "Files of this format list every edge in both directions. Graphs with directed edges list each "
                     "in its own.";
    problem.choices = {{"Edges have no direction", {{"directed", false}}},
                       {"Every line is a directed edge", {{"directed", true}}}};
    problem.chosen = directed ? 1 : 0;
    return problem;
}

/// Several values for each graph: which of them is to be predicted?
PreviewProblem targetProblem(const GraphSet& graphs) {
    PreviewProblem problem;
    const auto count = static_cast<std::int64_t>(graphs.graphs.columns.size()) - 1;
    problem.title = (count == 2 ? std::string("Two") : grouped(count)) + " columns could be the target";
    problem.detail = inQuotes(graphs.targetColumn) + " is chosen.";
    for (const Column& column : graphs.graphs.columns) {
        if (column.name == "row")
            continue;
        if (column.name == graphs.targetColumn)
            problem.chosen = problem.choices.size();
        problem.choices.push_back({column.name, {{"target", column.name}}});
        if (problem.choices.size() == kMaxTargetChoices && problem.chosen < kMaxTargetChoices)
            break;
    }
    return problem;
}

} // namespace

int TuReader::score(const FileHead& head) const {
    return mainFile(head.path).empty() ? 0 : 90;
}

std::string TuReader::mainFile(const std::string& path) const {
    const auto name = tuFileName(path);
    if (!name)
        return {};
    std::size_t there = 0;
    for (std::size_t i = 0; i < kTuParts; ++i)
        there += tuPartPath(*name, static_cast<TuPart>(i)).empty() ? 0 : 1;
    const std::string adjacency = tuPartPath(*name, TuPart::adjacency);
    return there < 2 ? std::string() : adjacency.empty() ? tuPartPath(*name, TuPart::graphIndicator) : adjacency;
}

std::vector<std::string> TuReader::files(const std::string& mainFile) const {
    std::vector<std::string> found;
    if (const auto name = tuFileName(mainFile))
        for (std::size_t i = 0; i < kTuParts; ++i)
            if (std::string path = tuPartPath(*name, static_cast<TuPart>(i)); !path.empty())
                found.push_back(std::move(path));
    std::sort(found.begin(), found.end());
    return found;
}

Result<ImportPreview> TuReader::preview(const std::string& path, const nlohmann::json& options,
                                        const ReadContext& context) const {
    auto wanted = optionsOf(options, inputName(path));
    if (!wanted)
        return wanted.error();
    // Without direction it shows how many edges are listed once, whatever is chosen.
    TuOptions undirected = *wanted;
    undirected.directed = false;
    auto parsed = parseFiles(path, undirected, context);
    if (!parsed)
        return parsed.error();
    const GraphSet& graphs = parsed->graphs;
    ImportPreview preview;
    preview.recognisedAs = "TU data set, " + counted(files(path).size(), "file");
    preview.becomes = "Graphs";
    preview.kind = ValueKind::graphSet;
    preview.records = static_cast<std::int64_t>(graphs.graphCount());
    showTable(graphs.graphs, preview);
    showGraphRoles(graphs, preview);
    preview.options = toJson(*wanted, graphs);
    if (parsed->oneWay > 0)
        preview.problems.push_back(directionProblem(parsed->oneWay, wanted->directed));
    if (graphs.graphs.columns.size() > 2)
        preview.problems.push_back(targetProblem(graphs));
    showManyLabels(parsed->ledger, preview);
    return preview;
}

Result<Dataset> TuReader::read(const std::string& path, const nlohmann::json& options,
                               const ReadContext& context) const {
    auto wanted = optionsOf(options, inputName(path));
    if (!wanted)
        return wanted.error();
    auto parsed = parseFiles(path, *wanted, context);
    if (!parsed)
        return parsed.error();
    Dataset dataset;
    dataset.title = parsed->graphs.name;
    dataset.ledger = std::move(parsed->ledger);
    dataset.source.options = toJson(*wanted, parsed->graphs);
    dataset.value = makeValue(std::move(parsed->graphs));
    return dataset;
}

} // namespace vitrine
