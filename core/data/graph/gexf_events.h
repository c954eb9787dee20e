#pragma once

#include "core/data/graph/graph_set_builder.h"
#include "core/data/graph/xml_tokens.h"

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vitrine {

/// State machine behind parseGexf.
class GexfEvents {
public:
    GexfEvents(std::string_view bytes, const std::string& name, const ReadContext& context)
        : m_xml(bytes, name, context), m_builder(name, bytes.size()) {}

    Result<ParsedGraphSet> parse();

private:
    enum class Place : std::uint8_t {
        root,
        graph,
        attributes,
        attribute,
        fallback,
        nodes,
        node,
        edges,
        edge,
        values,
        passed
    };
    struct Declared {
        std::string name;
        ColumnType type = ColumnType::text;
        AttributeValue fallback;
        std::optional<GraphSetBuilder::Attribute> column;
    };
    using Attributes = std::unordered_map<std::string, Declared>;

    bool start();
    bool startInGraph();
    bool startGraph();
    bool startAttributes();
    bool startAttribute();
    void endFallback();
    bool startNode();
    bool startEdge();
    bool startInElement();
    bool startPosition();
    bool startValue();
    bool end();
    bool pass(const std::string& reason);
    bool fail(const std::string& what);
    void noteTimes();
    GraphSetBuilder::Attribute columnOf(Declared& declared, GraphPart part);
    ColumnType typeOf(const std::string& name);
    std::optional<bool> directionOf(const std::string& type);
    Result<ParsedGraphSet> finish();
    Attributes& attributes(GraphPart part) { return m_attributes[part == GraphPart::node ? 0 : 1]; }

    XmlTokens m_xml;
    GraphSetBuilder m_builder;
    std::vector<Place> m_places;
    std::array<Attributes, 2> m_attributes;                    ///< of nodes and of edges
    std::vector<std::pair<GraphPart, std::string>> m_declared; ///< their ids in the order of the file
    GraphPart m_declaring = GraphPart::node;                   ///< whose attributes are being declared
    std::string m_attributeId;
    std::string m_text;
    bool m_innerEnded = false; ///< of the node that is being read
    bool m_labelsTell = false; ///< some label differs from the id
    std::optional<GraphSetBuilder::Attribute> m_label;
};

} // namespace vitrine
