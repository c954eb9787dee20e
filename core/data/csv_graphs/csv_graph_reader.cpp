#include "core/data/csv_graphs/csv_graph_reader.h"

#include "core/data/column_roles.h"
#include "core/data/csv_graphs/csv_graph_parser.h"
#include "core/data/graph/directed_reader.h"
#include "core/data/input_file.h"
#include "core/data/message_text.h"

#include <algorithm>

namespace vitrine {
namespace {

Result<ParsedGraphSet> parseFiles(const std::string& path, std::optional<bool> directed, const ReadContext& context) {
    const auto files = csvGraphFiles(path);
    if (!files)
        return makeError(ErrorCode::notFound, inputName(path) + ": there is no table of edges beside it");
    auto parsed = parseCsvGraphs(*files, directed, context);
    if (!parsed)
        return parsed;
    GraphSet& graphs = parsed->graphs;
    graphs.name = csvGraphTitle(path);
    if (graphs.targetColumn.empty()) {
        const RoleGuess roles = guessRoles(graphs.graphs, {{"row", ColumnRole::ignore}});
        if (const std::size_t target = roles.find(ColumnRole::target); target < graphs.graphs.columns.size())
            graphs.targetColumn = graphs.graphs.columns[target].name;
    }
    return parsed;
}

} // namespace

int CsvGraphReader::score(const FileHead& head) const {
    return csvGraphFiles(head.path) ? 90 : 0;
}

std::string CsvGraphReader::mainFile(const std::string& path) const {
    const auto files = csvGraphFiles(path);
    return files ? files->nodes : std::string();
}

std::vector<std::string> CsvGraphReader::files(const std::string& mainFile) const {
    std::vector<std::string> paths;
    if (const auto files = csvGraphFiles(mainFile))
        for (const std::string& path : {files->nodes, files->edges, files->graphs})
            if (!path.empty())
                paths.push_back(path);
    std::sort(paths.begin(), paths.end());
    return paths;
}

Result<ImportPreview> CsvGraphReader::preview(const std::string& path, const nlohmann::json& options,
                                              const ReadContext& context) const {
    return previewDirected("CSV of nodes and edges, " + counted(files(path).size(), "file"), inputName(path), options,
                           [&](std::optional<bool> directed) { return parseFiles(path, directed, context); });
}

Result<Dataset> CsvGraphReader::read(const std::string& path, const nlohmann::json& options,
                                     const ReadContext& context) const {
    return readDirected(inputName(path), options,
                        [&](std::optional<bool> directed) { return parseFiles(path, directed, context); });
}

} // namespace vitrine
