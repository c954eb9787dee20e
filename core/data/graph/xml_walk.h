#pragma once

#include "core/data/graph/graph_set_builder.h"
#include "core/data/graph/xml_tokens.h"

#include <optional>

namespace vitrine {

/// Goes through an XML file to its end and hands over its tokens.
/// @param start, end  for elements; false when reading must end, the reason is that of the builder
/// @param text        for text between them
/// @return why it ended early
template <class Start, class End, class Text>
std::optional<Error> walkXml(XmlTokens& xml, const GraphSetBuilder& builder, Start start, End end, Text text) {
    while (true) {
        bool good = true;
        switch (xml.next()) {
        case XmlTokens::Kind::start: good = start(); break;
        case XmlTokens::Kind::end: good = end(); break;
        case XmlTokens::Kind::text: text(); break;
        case XmlTokens::Kind::failed: return xml.error();
        case XmlTokens::Kind::finished: return std::nullopt;
        }
        if (!good)
            return builder.error();
    }
}

} // namespace vitrine
