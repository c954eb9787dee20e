#include "core/data/graph/gml_parser.h"

#include "core/data/csv/text_decoder.h"
#include "core/data/graph/gml_events.h"

namespace vitrine {
namespace {

/// Whether fields with values lead to a graph. A head that is cut off before it counts if it holds the usual preface.
int gmlScore(const FileHead& head) {
    std::string_view bytes = head.bytes;
    if (bytes.starts_with("\xEF\xBB\xBF"))
        bytes.remove_prefix(3);
    GmlTokens tokens(bytes);
    std::size_t depth = 0;
    bool preface = false;
    for (auto kind = tokens.next();; kind = tokens.next()) {
        if (kind == GmlTokens::Kind::close && depth > 0) {
            --depth;
            continue;
        }
        if (kind != GmlTokens::Kind::name)
            break;
        const std::string_view name = tokens.name();
        const auto value = tokens.next();
        if (value == GmlTokens::Kind::open && depth == 0 && name == "graph")
            return 90;
        preface = preface || name == "Creator" || name == "Version" || name == kPlanName;
        if (value == GmlTokens::Kind::open)
            ++depth;
        else if (value == GmlTokens::Kind::name || value == GmlTokens::Kind::close)
            return 0;
    }
    return preface && tokens.position() == bytes.size() ? 60 : 0;
}

} // namespace

Result<ParsedGraphSet> parseGml(std::string_view bytes, const std::string& name, const ReadContext& context) {
    auto decoded = decodeText(bytes, std::nullopt, name, context);
    if (!decoded)
        return decoded.error();
    Ledger ledger;
    noteDecoding(*decoded, ledger);
    return GmlEvents(decoded->text, name, std::move(ledger), context).parse();
}

const GraphFormat kGml{"gml", "GML", gmlScore, parseGml};

} // namespace vitrine
