#include "core/data/graph/gexf_parser.h"

#include "core/data/graph/gexf_events.h"

namespace vitrine {

Result<ParsedGraphSet> parseGexf(std::string_view bytes, const std::string& name, const ReadContext& context) {
    return GexfEvents(bytes, name, context).parse();
}

const GraphFormat kGexf{"gexf", "GEXF", [](const FileHead& head) { return startsAsXml(head.bytes, "gexf") ? 90 : 0; },
                        parseGexf};

} // namespace vitrine
