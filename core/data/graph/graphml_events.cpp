#include "core/data/graph/graphml_events.h"

#include "core/data/graph/xml_escape.h"
#include "core/data/graph/xml_walk.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"

namespace vitrine {
namespace {

constexpr std::size_t kMaxKeys = 30'000;
constexpr GraphPart kParts[] = {GraphPart::node, GraphPart::edge, GraphPart::graph};

QLatin1String latin(const char* text) {
    return QLatin1String(text);
}

} // namespace

bool GraphMlEvents::fail(const std::string& what) {
    return m_builder.fail(m_xml.line(), what);
}

/// Leaves an element and what is in it out.
bool GraphMlEvents::pass(const std::string& reason) {
    m_places.push_back(Place::passed);
    m_builder.ledger().note(LedgerAction::dropped, "", reason, m_xml.line());
    return true;
}

std::string GraphMlEvents::text(std::string raw) const {
    return m_plan ? unescapeCharacters(raw) : std::move(raw);
}

Result<ParsedGraphSet> GraphMlEvents::parse() {
    const auto text = [this] {
        if (!m_places.empty() && (m_places.back() == Place::data || m_places.back() == Place::fallback))
            m_xml.appendText(m_text);
    };
    if (auto error = walkXml(
            m_xml, m_builder, [this] { return start(); }, [this] { return end(); }, text))
        return *error;
    for (const std::string& id : m_keyOrder)
        declareFallback(m_keys.find(id)->second);
    return m_builder.finish(m_plan);
}

bool GraphMlEvents::start() {
    if (m_places.empty()) {
        if (!m_xml.is(latin("graphml")))
            return fail("expected the element \"graphml\", found " + inQuotes(m_xml.elementName()));
        m_places.push_back(Place::root);
        return true;
    }
    switch (m_places.back()) {
    case Place::root: return startInRoot();
    case Place::key:
        if (!m_xml.is(latin("default"))) {
            m_places.push_back(Place::passed);
            return true;
        }
        m_places.push_back(Place::fallback);
        m_text.clear();
        m_nested = false;
        return true;
    case Place::graph:
    case Place::inner: return startInGraph();
    case Place::node:
        if (m_xml.is(latin("data")))
            return m_innerEnded ? pass("Value of a node behind the graph inside of it, not read") : startData();
        if (m_xml.is(latin("graph")))
            return startGraph();
        return pass(m_xml.is(latin("port")) ? "Port of a node, not read" : ledger_text::kElementPassed);
    case Place::edge: return m_xml.is(latin("data")) ? startData() : pass(ledger_text::kElementPassed);
    case Place::fallback:
    case Place::data: m_nested = true; [[fallthrough]];
    case Place::passed: m_places.push_back(Place::passed); return true;
    }
    return true;
}

bool GraphMlEvents::startInRoot() {
    if (m_xml.is(latin("key")))
        return startKey();
    if (m_xml.is(latin("graph")))
        return startGraph();
    if (m_xml.is(latin("data")))
        return startData();
    return pass(ledger_text::kElementPassed);
}

bool GraphMlEvents::startInGraph() {
    if (m_xml.is(latin("node")))
        return startNode();
    if (m_xml.is(latin("edge")))
        return startEdge();
    if (m_xml.is(latin("data"))) {
        if (m_places.back() == Place::inner)
            return pass("Value of a graph inside of a node, not read");
        return startData();
    }
    if (m_xml.is(latin("graph")))
        return fail("a graph directly inside of a graph, expected it inside of a node or beside the other");
    return pass(m_xml.is(latin("hyperedge")) ? "Edge of more than two nodes, not read" : ledger_text::kElementPassed);
}

std::optional<ColumnType> GraphMlEvents::typeOf(const std::string& name) {
    for (const char* whole : {"int", "long", "integer", "short"})
        if (name == whole)
            return ColumnType::integer;
    if (name == "boolean" || name == "bool")
        return ColumnType::boolean;
    if (name == "double" || name == "float")
        return ColumnType::real;
    if (!name.empty() && name != "string")
        m_builder.ledger().note(LedgerAction::coerced, "", ledger_text::kUnknownType, m_xml.line());
    return ColumnType::text;
}

bool GraphMlEvents::startKey() {
    m_places.push_back(Place::key);
    if (!m_xml.hasAttribute(latin("id")))
        return fail("a key without the attribute \"id\"");
    m_keyId = m_xml.attribute(latin("id"));
    Key key;
    key.name = m_xml.attribute(latin("attr.name"));
    if (!m_xml.hasAttribute(latin("attr.name")))
        key.name = m_keyId;
    key.id = m_keyId;
    key.type = typeOf(m_xml.attribute(latin("attr.type")));
    const std::string domain = m_xml.attribute(latin("for"));
    const bool all = domain.empty() || domain == "all";
    key.all = all;
    key.parts = {all || domain == "node", all || domain == "edge", all || domain == "graph"};
    key.ofFile = domain == "graphml";
    if (m_keyOrder.size() == kMaxKeys)
        return fail("more than " + std::to_string(kMaxKeys) + " keys");
    const bool ofGraphs = key.parts[static_cast<std::size_t>(GraphPart::graph)];
    m_graphHasId = m_graphHasId || (ofGraphs && !all && key.name == kIdColumn);
    if (m_keys.try_emplace(m_keyId, std::move(key)).second)
        m_keyOrder.push_back(m_keyId);
    else
        m_builder.ledger().note(LedgerAction::merged, "", "Key that is declared twice, the first is kept",
                                m_xml.line());
    return true;
}

/// A default value, read as the type of its key.
void GraphMlEvents::endFallback() {
    Key& key = m_keys.find(m_keyId)->second;
    if (m_nested || key.fallback.index() != 0)
        return;
    key.fallback = readValue(key.type.value_or(ColumnType::text), m_text);
    if (key.fallback.index() == 0)
        m_builder.ledger().note(LedgerAction::dropped, key.name, ledger_text::kBadDefault, m_xml.line());
}

/// Columns of a key with a default value, also where no element has a value of its own.
void GraphMlEvents::declareFallback(Key& key) {
    if (key.fallback.index() == 0 || key.all)
        return;
    for (const GraphPart part : kParts)
        if (key.parts[static_cast<std::size_t>(part)])
            (void)columnOf(key, part);
}

GraphSetBuilder::Attribute GraphMlEvents::columnOf(Key& key, GraphPart part) {
    auto& column = key.columns[static_cast<std::size_t>(part)];
    if (!column)
        // No other program means an empty name.
        column =
            m_builder.attribute(part, key.name.empty() && !m_plan ? key.id : text(key.name), key.type, key.fallback);
    return *column;
}

bool GraphMlEvents::startGraph() {
    const bool inner = m_places.back() == Place::node;
    m_places.push_back(inner ? Place::inner : Place::graph);
    if (inner) {
        m_builder.closeNode();
        m_builder.ledger().note(LedgerAction::changed, "", "Graph inside of a node, joined to the graph around it",
                                m_xml.line());
        return true;
    }
    if (!m_builder.beginGraph(m_xml.line(), m_xml.attributeIs(latin("edgedefault"), latin("directed"))))
        return false;
    if (!m_xml.hasAttribute(latin("id")))
        return true;
    if (m_graphHasId) {
        m_builder.ledger().note(LedgerAction::dropped, "",
                                "Name of a graph that has an attribute \"id\" beside it, not read", m_xml.line());
        return true;
    }
    const auto column = m_builder.attribute(GraphPart::graph, kIdColumn, ColumnType::text);
    return m_builder.setText(column, text(m_xml.attribute(latin("id"))), m_xml.line());
}

bool GraphMlEvents::startNode() {
    m_places.push_back(Place::node);
    m_innerEnded = false;
    if (!m_xml.hasAttribute(latin("id")))
        return fail("a node without the attribute \"id\"");
    return m_builder.addNode(text(m_xml.attribute(latin("id"))), m_xml.line());
}

bool GraphMlEvents::startEdge() {
    m_places.push_back(Place::edge);
    for (const char* end : {"source", "target"})
        if (!m_xml.hasAttribute(latin(end)))
            return fail("an edge without the attribute " + inQuotes(end));
    if (m_xml.hasAttribute(latin("sourceport")) || m_xml.hasAttribute(latin("targetport")))
        m_builder.ledger().note(LedgerAction::dropped, "", "Port of an edge, not read", m_xml.line());
    std::optional<bool> directed;
    if (m_xml.hasAttribute(latin("directed")))
        directed = m_xml.attributeIs(latin("directed"), latin("true"));
    return m_builder.addEdge(text(m_xml.attribute(latin("source"))), text(m_xml.attribute(latin("target"))),
                             m_xml.line(), directed, text(m_xml.attribute(latin("id"))));
}

bool GraphMlEvents::startData() {
    if (!m_xml.hasAttribute(latin("key")))
        return fail("a value without the attribute \"key\"");
    m_keyId = m_xml.attribute(latin("key"));
    m_text.clear();
    m_nested = false;
    m_places.push_back(Place::data);
    return true;
}

bool GraphMlEvents::endData() {
    if (m_nested) {
        m_builder.ledger().note(LedgerAction::dropped, "", "Value with elements inside, not read", m_xml.line());
        return true;
    }
    auto found = m_keys.find(m_keyId);
    const Place place = m_places.back();
    if (place == Place::root)
        return found != m_keys.end() && found->second.ofFile && found->second.name == kPlanName ? takePlan()
                                                                                                : passFileValue();
    const GraphPart part = place == Place::node   ? GraphPart::node
                           : place == Place::edge ? GraphPart::edge
                                                  : GraphPart::graph;
    if (found == m_keys.end()) {
        m_builder.ledger().note(LedgerAction::marked, m_keyId,
                                "Key that is not declared, its id taken as the name of an attribute", m_xml.line());
        // Only so many names are let in, so this does not grow without bound.
        return m_builder.setText(m_builder.attribute(part, m_keyId), m_text, m_xml.line());
    }
    Key& key = found->second;
    if (!key.parts[static_cast<std::size_t>(part)]) {
        m_builder.ledger().note(LedgerAction::marked, key.name,
                                "Value where its key is not declared for, read all the same", m_xml.line());
        key.parts[static_cast<std::size_t>(part)] = true;
    }
    if (m_plan && key.type == ColumnType::text)
        m_text = unescapeCharacters(m_text);
    return m_builder.setText(columnOf(key, part), m_text, m_xml.line());
}

bool GraphMlEvents::passFileValue() {
    m_builder.ledger().note(LedgerAction::dropped, "", "Value of the file as a whole, not read", m_xml.line());
    return true;
}

bool GraphMlEvents::takePlan() {
    if (m_plan || m_builder.graphCount() > 0)
        return passFileValue();
    m_plan = parsePlan(unescapeCharacters(m_text));
    if (!m_plan) {
        m_builder.ledger().note(LedgerAction::dropped, "", ledger_text::kBadPlan, m_xml.line());
        return true;
    }
    for (const GraphPart part : kParts)
        for (const PlannedColumn& column : m_plan->columns(part))
            if (part == GraphPart::graph || column.name != kIdColumn || column.type != ColumnType::text)
                (void)m_builder.attribute(part, column.name, column.type);
    return !m_builder.error();
}

bool GraphMlEvents::end() {
    const Place place = m_places.back();
    m_places.pop_back();
    switch (place) {
    case Place::fallback: endFallback(); return true;
    case Place::data: return endData();
    case Place::inner: m_innerEnded = true; return true;
    case Place::graph: return m_builder.endGraph(m_xml.line());
    default: return true;
    }
}

} // namespace vitrine
