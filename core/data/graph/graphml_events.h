#pragma once

#include "core/data/graph/graph_set_builder.h"
#include "core/data/graph/xml_tokens.h"

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vitrine {

/// State machine behind parseGraphMl.
class GraphMlEvents {
public:
    GraphMlEvents(std::string_view bytes, const std::string& name, const ReadContext& context)
        : m_xml(bytes, name, context), m_builder(name, bytes.size()) {}

    Result<ParsedGraphSet> parse();

private:
    /// What an element that is open means.
    enum class Place : std::uint8_t { root, key, fallback, graph, inner, node, edge, data, passed };
    /// A declared attribute. One for all parts has a column in each that uses it.
    struct Key {
        std::array<bool, 3> parts{};
        bool all = false;
        bool ofFile = false;
        std::string id;
        std::string name;
        std::optional<ColumnType> type;
        AttributeValue fallback;
        std::array<std::optional<GraphSetBuilder::Attribute>, 3> columns;
    };

    bool start();
    bool startInRoot();
    bool startKey();
    void endFallback();
    void declareFallback(Key& key);
    GraphSetBuilder::Attribute columnOf(Key& key, GraphPart part);
    bool startInGraph();
    bool startGraph();
    bool startNode();
    bool startEdge();
    bool startData();
    bool endData();
    bool passFileValue();
    bool takePlan();
    bool end();
    bool pass(const std::string& reason);
    bool fail(const std::string& what);
    std::optional<ColumnType> typeOf(const std::string& name);
    std::string text(std::string raw) const;

    XmlTokens m_xml;
    GraphSetBuilder m_builder;
    std::vector<Place> m_places;
    std::unordered_map<std::string, Key> m_keys;
    std::vector<std::string> m_keyOrder;
    std::string m_keyId; ///< of the key or value that is being read
    std::string m_text;
    bool m_nested = false; ///< the value that is being read has elements inside
    std::optional<GraphSetPlan> m_plan;
    bool m_graphHasId = false; ///< "id" of a graph is taken by its own attribute
    bool m_innerEnded = false; ///< of the node that is being read
};

} // namespace vitrine
