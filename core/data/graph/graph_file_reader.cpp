#include "core/data/graph/graph_file_reader.h"

#include "core/data/input_file.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"

#include <algorithm>

namespace vitrine {
namespace {

constexpr std::size_t kLinesShown = 3;

/// "12 times, in lines 3, 5, 9 ..."
std::string whereText(const LedgerEntry& entry) {
    std::string text = entry.count == 1 ? "Once" : grouped(entry.count) + " times";
    const std::size_t shown = std::min(entry.lines.size(), kLinesShown);
    for (std::size_t i = 0; i < shown; ++i)
        text += (i > 0 ? ", " : entry.count == 1 ? ", in line " : ", in lines ") + std::to_string(entry.lines[i]);
    if (shown > 0 && static_cast<std::int64_t>(shown) < entry.count)
        text += " and others";
    return text + '.';
}

} // namespace

std::string graphContents(const GraphSet& graphs) {
    const std::string nodes =
        grouped(graphs.topology.nodeCount()) + (graphs.topology.nodeCount() == 1 ? " node" : " nodes");
    const std::string edges =
        grouped(graphs.topology.edgeCount()) + (graphs.topology.edgeCount() == 1 ? " edge" : " edges");
    const std::string what = graphs.isMolecular() ? "molecule" : "graph";
    const std::string count = graphs.graphCount() == 1
                                  ? "One " + what
                                  : grouped(static_cast<std::int64_t>(graphs.graphCount())) + ' ' + what + 's';
    return count + (graphs.topology.directed ? ", directed" : "") + ", " + nodes + ", " + edges;
}

std::vector<PreviewProblem> ledgerProblems(const Ledger& ledger) {
    std::vector<PreviewProblem> problems;
    for (const LedgerEntry& entry : ledger.entries())
        if (entry.action != LedgerAction::read && entry.action != LedgerAction::changed)
            problems.push_back(
                {entry.column.empty() ? entry.reason : inQuotes(entry.column) + ": " + entry.reason, whereText(entry)});
    return problems;
}

void showManyLabels(const Ledger& ledger, ImportPreview& preview) {
    for (PreviewProblem& problem : ledgerProblems(ledger))
        if (problem.title.ends_with(ledger_text::kManyLabels))
            preview.problems.push_back(std::move(problem));
}

Result<ParsedGraphSet> GraphFileReader::parseFile(const std::string& path, const ReadContext& context) const {
    auto file = InputFile::open(path, context.stop);
    if (!file)
        return file.error();
    auto parsed = m_format.parse(file->bytes(), file->name(), context);
    if (parsed && parsed->graphs.graphCount() == 0)
        return makeError(ErrorCode::parse, file->name() + ": there is no graph in the file");
    return parsed;
}

Result<ImportPreview> GraphFileReader::preview(const std::string& path, const nlohmann::json&,
                                               const ReadContext& context) const {
    auto parsed = parseFile(path, context);
    if (!parsed)
        return parsed.error();
    ImportPreview preview;
    preview.recognisedAs = m_format.title;
    preview.becomes = graphContents(parsed->graphs);
    preview.kind = ValueKind::graphSet;
    preview.records = static_cast<std::int64_t>(parsed->graphs.graphCount());
    showTable(parsed->graphs.graphs, preview);
    showGraphRoles(parsed->graphs, preview);
    preview.problems = ledgerProblems(parsed->ledger);
    preview.options = nlohmann::json::object();
    return preview;
}

Result<Dataset> GraphFileReader::read(const std::string& path, const nlohmann::json&,
                                      const ReadContext& context) const {
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
