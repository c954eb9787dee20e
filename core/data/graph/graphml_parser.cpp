#include "core/data/graph/graphml_parser.h"

#include "core/data/graph/graphml_events.h"

namespace vitrine {

Result<ParsedGraphSet> parseGraphMl(std::string_view bytes, const std::string& name, const ReadContext& context) {
    return GraphMlEvents(bytes, name, context).parse();
}

const GraphFormat kGraphMl{"graphml", "GraphML",
                           [](const FileHead& head) { return startsAsXml(head.bytes, "graphml") ? 90 : 0; },
                           parseGraphMl};

} // namespace vitrine
