#include "core/data/edge_list/edge_list_reader.h"

#include "core/data/csv/text_decoder.h"
#include "core/data/edge_list/edge_lines.h"
#include "core/data/edge_list/edge_list_parser.h"
#include "core/data/graph/direction_option.h"
#include "core/data/graph/graph_file_reader.h"
#include "core/data/input_file.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"

#include <algorithm>

namespace vitrine {
namespace {

Result<ParsedGraphSet> parseFile(const std::string& path, std::optional<bool> directed, const ReadContext& context) {
    auto file = InputFile::open(path);
    if (!file)
        return file.error();
    auto decoded = decodeText(file->bytes(), std::nullopt, file->name(), context);
    if (!decoded)
        return decoded.error();
    auto parsed = parseEdgeList(decoded->text, directed, file->name(), context);
    if (!parsed)
        return parsed;
    parsed->graphs.name = inputStem(path);
    Ledger ledger;
    noteDecoding(*decoded, ledger);
    ledger.append(parsed->ledger);
    parsed->ledger = std::move(ledger);
    return parsed;
}

} // namespace

int EdgeListReader::score(const FileHead& head) const {
    return edgeListScore(head);
}

Result<ImportPreview> EdgeListReader::preview(const std::string& path, const nlohmann::json& options,
                                              const ReadContext& context) const {
    const auto directed = directionOption(options, inputName(path));
    if (!directed)
        return directed.error();
    auto parsed = parseFile(path, *directed, context);
    if (!parsed)
        return parsed.error();
    const GraphSet& graphs = parsed->graphs;
    ImportPreview preview;
    preview.recognisedAs = "Edge list";
    preview.becomes = graphContents(graphs);
    preview.kind = ValueKind::graphSet;
    preview.records = static_cast<std::int64_t>(graphs.graphCount());
    showTable(graphs.graphs, preview);
    showGraphRoles(graphs, preview);
    preview.problems = ledgerProblems(parsed->ledger);
    offerDirection(graphs.topology.directed, directed->has_value(), preview);
    return preview;
}

Result<Dataset> EdgeListReader::read(const std::string& path, const nlohmann::json& options,
                                     const ReadContext& context) const {
    const auto directed = directionOption(options, inputName(path));
    if (!directed)
        return directed.error();
    auto parsed = parseFile(path, *directed, context);
    if (!parsed)
        return parsed.error();
    Dataset dataset;
    dataset.title = parsed->graphs.name;
    dataset.source.options = {{"directed", parsed->graphs.topology.directed}};
    dataset.ledger = std::move(parsed->ledger);
    dataset.value = makeValue(std::move(parsed->graphs));
    return dataset;
}

} // namespace vitrine
