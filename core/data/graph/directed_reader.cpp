#include "core/data/graph/directed_reader.h"

#include "core/data/graph/direction_option.h"
#include "core/data/graph/graph_file_reader.h"
#include "core/data/preview_rows.h"

namespace vitrine {

Result<ImportPreview> previewDirected(const std::string& recognisedAs, const std::string& name,
                                      const nlohmann::json& options, const ParseDirected& parse) {
    const auto directed = directionOption(options, name);
    if (!directed)
        return directed.error();
    const auto parsed = parse(*directed);
    if (!parsed)
        return parsed.error();
    const GraphSet& graphs = parsed->graphs;
    ImportPreview preview;
    preview.recognisedAs = recognisedAs;
    preview.becomes = graphContents(graphs);
    preview.kind = ValueKind::graphSet;
    preview.records = static_cast<std::int64_t>(graphs.graphCount());
    showTable(graphs.graphs, preview);
    showGraphRoles(graphs, preview);
    preview.problems = ledgerProblems(parsed->ledger);
    offerDirection(graphs.topology.directed, directed->has_value(), preview);
    return preview;
}

Result<Dataset> readDirected(const std::string& name, const nlohmann::json& options, const ParseDirected& parse) {
    const auto directed = directionOption(options, name);
    if (!directed)
        return directed.error();
    auto parsed = parse(*directed);
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
