#pragma once

#include "core/data/graph/gml_tokens.h"
#include "core/data/graph/graph_set_builder.h"

#include <optional>
#include <string>
#include <vector>

namespace vitrine {

/// Walks over GML text and hands what it finds to the builder; lists stand on a stack of its own, so nesting takes no
/// stack of the machine.
class GmlEvents {
public:
    /// @param text  UTF-8
    GmlEvents(std::string_view text, const std::string& name, Ledger ledger, const ReadContext& context);

    Result<ParsedGraphSet> parse();

private:
    enum class Place : std::uint8_t { graph, node, edge, list, passed };
    struct Level {
        Place place;
        std::size_t prefix; ///< length of the prefix around the list
        std::int64_t line;
    };
    struct Pending {
        GraphSetBuilder::Attribute attribute;
        AttributeValue value;
        std::int64_t line;
        bool isList = false;
    };
    /// What is known of the node, edge or graph that is being read; attributes wait for its ids.
    struct Element {
        std::optional<std::string> id;
        std::optional<std::string> source;
        std::optional<std::string> target;
        std::vector<Pending> values;
    };

    bool fail(const std::string& what);
    bool failAtToken();
    bool keepGoing();
    bool field();
    bool openList(const std::string& key);
    bool closeList();
    bool scalar(const std::string& key, AttributeValue value);
    bool tooLarge(const std::string& key);
    bool topScalar(const std::string& key, const AttributeValue& value);
    bool isStructure(const std::string& key, const AttributeValue& value);
    bool addValue(const std::string& name, AttributeValue value);
    void lookAtLabel();
    bool endNode(const Level& level);
    bool endEdge(const Level& level);
    bool endGraph(const Level& level);
    bool setAll(Element& element);
    bool takePlan(const std::string& text);
    std::string attributeName(const std::string& key) const;
    Result<ParsedGraphSet> finish();

    GmlTokens m_tokens;
    std::size_t m_size;
    const ReadContext& m_context;
    GraphSetBuilder m_builder;
    std::vector<Level> m_levels;
    std::string m_prefix;          ///< names of the lists inside of an element, each with a point
    Place m_inside = Place::graph; ///< element that the lists are in
    Element m_graph;
    Element m_element; ///< the node or edge
    std::optional<GraphSetPlan> m_plan;
    std::size_t m_fields = 0;
    std::array<std::vector<std::size_t>, 3> m_places; ///< of attributes among those of the element, by part
    bool m_labelsTell = false;                        ///< some label differs from the id
    std::optional<GraphSetBuilder::Attribute> m_label;
};

} // namespace vitrine
