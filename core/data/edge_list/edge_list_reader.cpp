#include "core/data/edge_list/edge_list_reader.h"

#include "core/data/csv/text_decoder.h"
#include "core/data/edge_list/edge_lines.h"
#include "core/data/edge_list/edge_list_parser.h"
#include "core/data/graph/directed_reader.h"
#include "core/data/input_file.h"

namespace vitrine {
namespace {

Result<ParsedGraphSet> parseFile(const std::string& path, std::optional<bool> directed, const ReadContext& context) {
    auto file = InputFile::open(path, context.stop);
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
    return previewDirected("Edge list", inputName(path), options,
                           [&](std::optional<bool> directed) { return parseFile(path, directed, context); });
}

Result<Dataset> EdgeListReader::read(const std::string& path, const nlohmann::json& options,
                                     const ReadContext& context) const {
    return readDirected(inputName(path), options,
                        [&](std::optional<bool> directed) { return parseFile(path, directed, context); });
}

} // namespace vitrine
