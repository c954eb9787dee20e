#include "core/data/graphset_reader.h"

#include "core/data/graph/graph_file_reader.h"
#include "core/data/graphset_parser.h"
#include "core/data/input_file.h"
#include "core/data/preview_rows.h"

namespace vitrine {
namespace {

Result<ParsedGraphSet> parseFile(const std::string& path, const ReadContext& context) {
    auto file = InputFile::open(path, context.stop);
    if (!file)
        return file.error();
    return parseGraphSet(file->bytes(), file->name(), context);
}

} // namespace

int GraphSetReader::score(const FileHead& head) const {
    const std::size_t start = head.bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (start == std::string::npos || head.bytes[start] != '{')
        return 0;
    if (head.bytes.find("\"graphset-") != std::string::npos)
        return 100;
    return head.bytes.find("\"graphs\"") != std::string::npos ? 40 : 0;
}

Result<ImportPreview> GraphSetReader::preview(const std::string& path, const nlohmann::json&,
                                              const ReadContext& context) const {
    auto parsed = parseFile(path, context);
    if (!parsed)
        return parsed.error();
    const GraphSet& graphs = parsed->graphs;
    ImportPreview preview;
    preview.recognisedAs = "graphset-1";
    preview.becomes = graphs.isMolecular() ? "Molecules as graphs" : "Graphs";
    preview.kind = ValueKind::graphSet;
    preview.records = static_cast<std::int64_t>(graphs.graphCount());
    showTable(graphs.graphs, preview);
    showGraphRoles(graphs, preview);
    showManyLabels(parsed->ledger, preview);
    preview.options = nlohmann::json::object();
    return preview;
}

Result<Dataset> GraphSetReader::read(const std::string& path, const nlohmann::json&, const ReadContext& context) const {
    auto parsed = parseFile(path, context);
    if (!parsed)
        return parsed.error();
    Dataset dataset;
    dataset.title = parsed->graphs.name;
    dataset.ledger = std::move(parsed->ledger);
    dataset.value = makeValue(std::move(parsed->graphs));
    dataset.source.options = nlohmann::json::object();
    return dataset;
}

} // namespace vitrine
