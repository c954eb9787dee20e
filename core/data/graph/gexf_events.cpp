#include "core/data/graph/gexf_events.h"

#include "core/data/graph/graph_layout.h"
#include "core/data/graph/xml_walk.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"

namespace vitrine {
namespace {

constexpr std::size_t kPlacesAroundNodes = 3; // gexf, graph, nodes
constexpr std::size_t kMaxDeclared = 20'000;

QLatin1String latin(const char* text) {
    return QLatin1String(text);
}

} // namespace

bool GexfEvents::fail(const std::string& what) {
    return m_builder.fail(m_xml.line(), what);
}

/// Leaves an element and what is in it out.
bool GexfEvents::pass(const std::string& reason) {
    m_places.push_back(Place::passed);
    if (!reason.empty())
        m_builder.ledger().note(LedgerAction::dropped, "", reason, m_xml.line());
    return true;
}

Result<ParsedGraphSet> GexfEvents::parse() {
    const auto text = [this] {
        if (!m_places.empty() && m_places.back() == Place::fallback)
            m_xml.appendText(m_text);
    };
    if (auto error = walkXml(
            m_xml, m_builder, [this] { return start(); }, [this] { return end(); }, text))
        return *error;
    return finish();
}

Result<ParsedGraphSet> GexfEvents::finish() {
    for (const auto& [part, id] : m_declared)
        if (Declared& declared = attributes(part).find(id)->second; declared.fallback.index() != 0)
            (void)columnOf(declared, part);
    if (m_label && !m_labelsTell) {
        m_builder.leaveOut(*m_label);
        m_builder.ledger().noteAll(LedgerAction::read, "label", ledger_text::kLabelsRepeatIds, 1);
    }
    return m_builder.finish();
}

bool GexfEvents::start() {
    if (m_places.empty()) {
        if (!m_xml.is(latin("gexf")))
            return fail("expected the element \"gexf\", found " + inQuotes(m_xml.elementName()));
        m_places.push_back(Place::root);
        return true;
    }
    switch (m_places.back()) {
    case Place::root:
        if (m_xml.is(latin("graph")))
            return startGraph();
        return pass(m_xml.is(latin("meta")) ? "" : ledger_text::kElementPassed);
    case Place::graph: return startInGraph();
    case Place::attributes: return m_xml.is(latin("attribute")) ? startAttribute() : pass(ledger_text::kElementPassed);
    case Place::attribute:
        if (!m_xml.is(latin("default")))
            return pass(""); // the values that may be chosen from
        m_places.push_back(Place::fallback);
        m_text.clear();
        return true;
    case Place::nodes: return m_xml.is(latin("node")) ? startNode() : pass(ledger_text::kElementPassed);
    case Place::edges: return m_xml.is(latin("edge")) ? startEdge() : pass(ledger_text::kElementPassed);
    case Place::node:
    case Place::edge: return startInElement();
    case Place::values: return m_xml.is(latin("attvalue")) ? startValue() : pass(ledger_text::kElementPassed);
    case Place::fallback:
    case Place::passed: m_places.push_back(Place::passed); return true;
    }
    return true;
}

bool GexfEvents::startGraph() {
    m_places.push_back(Place::graph);
    if (m_xml.attributeIs(latin("mode"), latin("dynamic")))
        noteTimes();
    const auto directed = directionOf(m_xml.attribute(latin("defaultedgetype")));
    return m_builder.beginGraph(m_xml.line(), directed.value_or(false));
}

bool GexfEvents::startInGraph() {
    if (m_xml.is(latin("attributes")))
        return startAttributes();
    if (m_xml.is(latin("nodes")) || m_xml.is(latin("edges"))) {
        m_places.push_back(m_xml.is(latin("nodes")) ? Place::nodes : Place::edges);
        return true;
    }
    return pass(ledger_text::kElementPassed);
}

bool GexfEvents::startAttributes() {
    const bool edges = m_xml.attributeIs(latin("class"), latin("edge"));
    if (!edges && !m_xml.attributeIs(latin("class"), latin("node")))
        return fail("attributes of the class " + inQuotes(m_xml.attribute(latin("class"))) +
                    ", expected \"node\" or \"edge\"");
    m_declaring = edges ? GraphPart::edge : GraphPart::node;
    if (m_xml.attributeIs(latin("mode"), latin("dynamic")))
        noteTimes();
    m_places.push_back(Place::attributes);
    return true;
}

ColumnType GexfEvents::typeOf(const std::string& name) {
    for (const char* whole : {"integer", "long", "short", "byte", "biginteger"})
        if (name == whole)
            return ColumnType::integer;
    if (name == "boolean")
        return ColumnType::boolean;
    if (name == "double" || name == "float" || name == "bigdecimal")
        return ColumnType::real;
    const bool text = name.empty() || name == "string" || name == "char" || name == "anyURI" || name == "date" ||
                      name.starts_with("list");
    if (!text)
        m_builder.ledger().note(LedgerAction::coerced, "", ledger_text::kUnknownType, m_xml.line());
    return ColumnType::text;
}

bool GexfEvents::startAttribute() {
    m_places.push_back(Place::attribute);
    if (!m_xml.hasAttribute(latin("id")))
        return fail("an attribute without an \"id\"");
    m_attributeId = m_xml.attribute(latin("id"));
    Declared declared;
    declared.name = m_xml.attribute(latin("title"));
    if (declared.name.empty())
        declared.name = m_attributeId;
    declared.type = typeOf(m_xml.attribute(latin("type")));
    if (m_declared.size() == kMaxDeclared)
        return fail("more than " + std::to_string(kMaxDeclared) + " attributes declared");
    if (attributes(m_declaring).try_emplace(m_attributeId, std::move(declared)).second)
        m_declared.emplace_back(m_declaring, m_attributeId);
    else
        m_builder.ledger().note(LedgerAction::merged, "", "Attribute that is declared twice, the first is kept",
                                m_xml.line());
    return true;
}

/// A default value, read as the type of its attribute.
void GexfEvents::endFallback() {
    Declared& declared = attributes(m_declaring).find(m_attributeId)->second;
    if (declared.fallback.index() != 0)
        return;
    declared.fallback = readValue(declared.type, m_text);
    if (declared.fallback.index() == 0)
        m_builder.ledger().note(LedgerAction::dropped, declared.name, ledger_text::kBadDefault, m_xml.line());
}

GraphSetBuilder::Attribute GexfEvents::columnOf(Declared& declared, GraphPart part) {
    if (!declared.column)
        declared.column = m_builder.attribute(part, declared.name, declared.type, declared.fallback);
    return *declared.column;
}

void GexfEvents::noteTimes() {
    m_builder.ledger().note(LedgerAction::dropped, "", "Times of a graph that changes, not read", m_xml.line());
}

/// "mutual" edges go both ways, as those without direction do.
std::optional<bool> GexfEvents::directionOf(const std::string& type) {
    if (type.empty())
        return std::nullopt;
    if (type != "directed" && type != "undirected" && type != "mutual")
        m_builder.ledger().note(LedgerAction::coerced, "", "Kind of edge that is not known, taken as undirected",
                                m_xml.line());
    return type == "directed";
}

bool GexfEvents::startNode() {
    if (m_places.size() > kPlacesAroundNodes)
        m_builder.ledger().note(LedgerAction::changed, "", "Node inside of another, joined to the graph around both",
                                m_xml.line());
    m_places.push_back(Place::node);
    m_innerEnded = false;
    if (!m_xml.hasAttribute(latin("id")))
        return fail("a node without the attribute \"id\"");
    const std::string id = m_xml.attribute(latin("id"));
    if (m_xml.hasAttribute(latin("start")) || m_xml.hasAttribute(latin("end")))
        noteTimes();
    if (m_xml.hasAttribute(latin("pid")))
        m_builder.ledger().note(LedgerAction::dropped, "", "Node that stands for a group, the group is not read",
                                m_xml.line());
    if (!m_builder.addNode(id, m_xml.line()))
        return false;
    if (!m_xml.hasAttribute(latin("label")))
        return true;
    const std::string label = m_xml.attribute(latin("label"));
    m_labelsTell = m_labelsTell || label != id;
    if (!m_label)
        m_label = m_builder.attribute(GraphPart::node, "label", ColumnType::text);
    return m_builder.setText(*m_label, label, m_xml.line());
}

bool GexfEvents::startEdge() {
    m_places.push_back(Place::edge);
    for (const char* end : {"source", "target"})
        if (!m_xml.hasAttribute(latin(end)))
            return fail("an edge without the attribute " + inQuotes(end));
    if (m_xml.hasAttribute(latin("start")) || m_xml.hasAttribute(latin("end")))
        noteTimes();
    if (!m_builder.addEdge(m_xml.attribute(latin("source")), m_xml.attribute(latin("target")), m_xml.line(),
                           directionOf(m_xml.attribute(latin("type"))), m_xml.attribute(latin("id"))))
        return false;
    if (m_xml.hasAttribute(latin("label")) &&
        !m_builder.setText(m_builder.attribute(GraphPart::edge, "label", ColumnType::text),
                           m_xml.attribute(latin("label")), m_xml.line()))
        return false;
    return !m_xml.hasAttribute(latin("weight")) ||
           m_builder.setText(m_builder.attribute(GraphPart::edge, "weight", ColumnType::real),
                             m_xml.attribute(latin("weight")), m_xml.line());
}

/// What stands in a node or an edge.
bool GexfEvents::startInElement() {
    if (m_xml.is(latin("attvalues"))) {
        if (m_places.back() == Place::node && m_innerEnded)
            return pass("Values of a node behind the nodes inside of it, not read");
        m_places.push_back(Place::values);
        return true;
    }
    if (m_places.back() == Place::node && (m_xml.is(latin("nodes")) || m_xml.is(latin("edges")))) {
        m_places.push_back(m_xml.is(latin("nodes")) ? Place::nodes : Place::edges);
        return true;
    }
    if (m_xml.is(latin("spells")) || m_xml.is(latin("slices")))
        return pass("Times of a graph that changes, not read");
    if (m_places.back() == Place::node && !m_innerEnded && m_xml.is(latin("position")))
        return startPosition();
    for (const char* drawing : {"color", "position", "size", "shape", "thickness"})
        if (m_xml.is(latin(drawing)))
            return pass("Drawing of a node or an edge, not read");
    return pass(ledger_text::kElementPassed);
}

/// Where a node is drawn.
bool GexfEvents::startPosition() {
    m_places.push_back(Place::passed);
    for (const char* axis : {"x", "y", "z"})
        if (m_xml.hasAttribute(latin(axis)) &&
            !m_builder.setText(
                m_builder.attribute(GraphPart::node, std::string(kPositionPlace) + axis, ColumnType::real),
                m_xml.attribute(latin(axis)), m_xml.line()))
            return false;
    return true;
}

bool GexfEvents::startValue() {
    const GraphPart part = m_places[m_places.size() - 2] == Place::node ? GraphPart::node : GraphPart::edge;
    m_places.push_back(Place::passed);
    // GEXF 1.1 names the attribute by "id".
    const char* name = m_xml.hasAttribute(latin("for")) ? "for" : "id";
    if (!m_xml.hasAttribute(latin(name)))
        return fail("a value without the attribute \"for\"");
    if (m_xml.hasAttribute(latin("start")) || m_xml.hasAttribute(latin("end")))
        noteTimes();
    const std::string id = m_xml.attribute(latin(name));
    const std::string value = m_xml.attribute(latin("value"));
    const auto found = attributes(part).find(id);
    if (found != attributes(part).end())
        return m_builder.setText(columnOf(found->second, part), value, m_xml.line());
    m_builder.ledger().note(LedgerAction::marked, id, "Attribute that is not declared, its id taken as its name",
                            m_xml.line());
    return m_builder.setText(m_builder.attribute(part, id), value, m_xml.line());
}

bool GexfEvents::end() {
    const Place place = m_places.back();
    m_places.pop_back();
    switch (place) {
    case Place::fallback: endFallback(); return true;
    case Place::graph: return m_builder.endGraph(m_xml.line());
    case Place::nodes:
    case Place::edges:
        m_innerEnded = true;
        m_builder.closeNode();
        return true;
    default: return true;
    }
}

} // namespace vitrine
