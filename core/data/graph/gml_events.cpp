#include "core/data/graph/gml_events.h"

#include "core/base/number_text.h"
#include "core/data/graph/gml_names.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"
#include "core/values/json_text.h"

#include <algorithm>

namespace vitrine {
namespace {

constexpr std::size_t kMaxDepth = 100;
constexpr std::size_t kFieldsPerReport = std::size_t{1} << 14;

std::string idText(const AttributeValue& value) {
    if (const std::int64_t* number = std::get_if<std::int64_t>(&value))
        return std::to_string(*number);
    if (const double* real = std::get_if<double>(&value))
        return numberText(*real);
    return std::get<std::string>(value);
}

/// A value as a part of a list in text.
std::string listItem(const AttributeValue& value) {
    const std::string* text = std::get_if<std::string>(&value);
    return text ? jsonText(*text) : idText(value);
}

} // namespace

GmlEvents::GmlEvents(std::string_view text, const std::string& name, Ledger ledger, const ReadContext& context)
    : m_tokens(text), m_size(text.size()), m_context(context), m_builder(name, text.size()) {
    m_builder.ledger() = std::move(ledger);
}

bool GmlEvents::fail(const std::string& what) {
    return m_builder.fail(m_tokens.line(), what);
}

bool GmlEvents::failAtToken() {
    return fail(m_tokens.problem() + inQuotes(m_tokens.written()));
}

bool GmlEvents::keepGoing() {
    if (++m_fields % kFieldsPerReport != 0)
        return true;
    if (m_context.stop.stop_requested())
        return m_builder.fail(m_tokens.line(), "reading was cancelled", ErrorCode::cancelled);
    m_context.progress(static_cast<double>(m_tokens.position()) / static_cast<double>(m_size), "Reading graphs");
    return true;
}

Result<ParsedGraphSet> GmlEvents::parse() {
    while (true) {
        bool good = keepGoing();
        switch (good ? m_tokens.next() : GmlTokens::Kind::failed) {
        case GmlTokens::Kind::name: good = field(); break;
        case GmlTokens::Kind::close: good = closeList(); break;
        case GmlTokens::Kind::failed: good = good && failAtToken(); break;
        case GmlTokens::Kind::finished:
            if (m_levels.empty())
                return finish();
            good = fail("the text ends inside of a list that begins in line " + std::to_string(m_levels.back().line) +
                        ", the file is cut off");
            break;
        default: good = fail("expected the name of a field, found " + inQuotes(m_tokens.written()));
        }
        if (!good)
            return *m_builder.error();
    }
}

Result<ParsedGraphSet> GmlEvents::finish() {
    const bool planned = m_plan && std::any_of(m_plan->nodes.begin(), m_plan->nodes.end(),
                                               [](const PlannedColumn& column) { return column.name == "label"; });
    if (m_label && m_plan && !planned)
        m_builder.leaveOut(*m_label); // stands there for other programs
    if (m_label && !m_labelsTell && !m_plan) {
        m_builder.leaveOut(*m_label);
        m_builder.ledger().noteAll(LedgerAction::read, "label", ledger_text::kLabelsRepeatIds, 1);
    }
    return m_builder.finish(m_plan);
}

/// A name, and behind it its value or list.
bool GmlEvents::field() {
    const std::string key(m_tokens.name());
    const auto passed = !m_levels.empty() && m_levels.back().place == Place::passed;
    switch (m_tokens.next()) {
    case GmlTokens::Kind::open: return openList(key);
    case GmlTokens::Kind::integer: return passed || scalar(key, m_tokens.integer());
    case GmlTokens::Kind::real: return passed || (m_tokens.tooLarge() ? tooLarge(key) : scalar(key, m_tokens.real()));
    case GmlTokens::Kind::text: return passed || scalar(key, std::move(m_tokens.text()));
    case GmlTokens::Kind::finished:
        return fail("the text ends behind the name " + inQuotes(key) + ", the file is cut off");
    case GmlTokens::Kind::failed: return failAtToken();
    default:
        return fail("expected a number, a text in quotes or a list in brackets behind " + inQuotes(key) + ", found " +
                    inQuotes(m_tokens.written()));
    }
}

bool GmlEvents::openList(const std::string& key) {
    if (m_levels.size() == kMaxDepth)
        return fail("lists nested deeper than " + std::to_string(kMaxDepth) + " levels");
    Level level{Place::passed, m_prefix.size(), m_tokens.line()};
    if (m_levels.empty()) {
        if (key == "graph") {
            level.place = Place::graph;
            m_graph = {};
            if (!m_builder.beginGraph(level.line, false))
                return false;
        } else {
            m_builder.ledger().note(LedgerAction::dropped, "", "List outside of the graphs, not read", level.line);
        }
    } else if (m_levels.back().place == Place::graph && (key == "node" || key == "edge")) {
        level.place = key == "node" ? Place::node : Place::edge;
        m_element = {};
    } else if (m_levels.back().place != Place::passed) {
        level.place = Place::list;
        m_prefix += attributeName(key);
        m_prefix += '.';
    }
    if (level.place != Place::list && level.place != Place::passed)
        m_inside = level.place;
    m_levels.push_back(level);
    return true;
}

bool GmlEvents::closeList() {
    if (m_levels.empty())
        return fail("a bracket \"]\" that closes nothing");
    const Level level = m_levels.back();
    m_levels.pop_back();
    m_prefix.resize(level.prefix);
    switch (level.place) {
    case Place::node: m_inside = Place::graph; return endNode(level);
    case Place::edge: m_inside = Place::graph; return endEdge(level);
    case Place::graph: return endGraph(level);
    default: return true;
    }
}

bool GmlEvents::scalar(const std::string& key, AttributeValue value) {
    if (m_levels.empty())
        return topScalar(key, value);
    if (m_levels.back().place != Place::list && isStructure(key, value))
        return !m_builder.error();
    return addValue(m_prefix + attributeName(key), std::move(value));
}

/// A number beyond what a real holds is a missing value; no node can be named by it.
bool GmlEvents::tooLarge(const std::string& key) {
    if (m_levels.empty())
        return topScalar(key, m_tokens.real());
    if (m_levels.back().place != Place::list && (key == "id" || key == "source" || key == "target") &&
        m_inside != Place::graph)
        return fail("a number that is too large for a double: " + inQuotes(m_tokens.written()));
    const std::string name = m_prefix + attributeName(key);
    m_builder.ledger().note(LedgerAction::marked, name, ledger_text::kTooLarge, m_tokens.line());
    return true;
}

bool GmlEvents::topScalar(const std::string& key, const AttributeValue& value) {
    const std::string* text = std::get_if<std::string>(&value);
    if (key == kPlanName && text && !m_plan && m_builder.graphCount() == 0)
        return takePlan(*text);
    // Who wrote the file and by which rules.
    if (key != "Creator" && key != "Version" && key != "creator" && key != "version" && key != "comment")
        m_builder.ledger().note(LedgerAction::dropped, "", "Field outside of the graphs, not read", m_tokens.line());
    return true;
}

bool GmlEvents::takePlan(const std::string& text) {
    m_plan = parsePlan(text);
    if (!m_plan) {
        m_builder.ledger().note(LedgerAction::dropped, "", ledger_text::kBadPlan, m_tokens.line());
        return true;
    }
    for (const GraphPart part : {GraphPart::node, GraphPart::edge, GraphPart::graph})
        for (const PlannedColumn& column : m_plan->columns(part))
            if (part != GraphPart::node || column.name != kIdColumn || column.type != ColumnType::text)
                (void)m_builder.attribute(part, column.name, column.type);
    return !m_builder.error();
}

/// Fields that make the graph itself. Ids and ends are kept until the element is complete.
bool GmlEvents::isStructure(const std::string& key, const AttributeValue& value) {
    if (m_inside == Place::graph) {
        if (key != "directed" && key != "multigraph")
            return false;
        const std::int64_t* number = std::get_if<std::int64_t>(&value);
        if (!number || (*number != 0 && *number != 1))
            fail(inQuotes(key) + " must be 0 or 1");
        else if (key == "directed")
            m_builder.setDirected(*number == 1);
        return true;
    }
    std::optional<std::string>* field = nullptr;
    if (m_inside == Place::node)
        field = key == "id" ? &m_element.id : nullptr;
    else
        field = key == "source" ? &m_element.source : key == "target" ? &m_element.target : nullptr;
    if (!field)
        return false;
    if (*field)
        m_builder.ledger().note(LedgerAction::merged, key, ledger_text::kAttributeTwice, m_tokens.line());
    else
        *field = idText(value);
    return true;
}

std::string GmlEvents::attributeName(const std::string& key) const {
    return m_plan ? columnName(key) : key;
}

bool GmlEvents::addValue(const std::string& name, AttributeValue value) {
    const GraphPart part = m_inside == Place::node   ? GraphPart::node
                           : m_inside == Place::edge ? GraphPart::edge
                                                     : GraphPart::graph;
    m_builder.at(m_tokens.line());
    const auto attribute = m_builder.attribute(part, name);
    if (m_builder.error())
        return false;
    Element& element = part == GraphPart::graph ? m_graph : m_element;
    // The place of an attribute among those of the element, where it has one already.
    std::vector<std::size_t>& places = m_places[static_cast<std::size_t>(part)];
    if (places.size() <= attribute.index)
        places.resize(attribute.index + 1, SIZE_MAX);
    std::size_t& place = places[attribute.index];
    if (place >= element.values.size() || element.values[place].attribute.index != attribute.index) {
        place = element.values.size();
        element.values.push_back({attribute, std::move(value), m_tokens.line()});
        return true;
    }
    Pending& pending = element.values[place];
    if (!pending.isList) {
        m_builder.ledger().note(LedgerAction::coerced, name, "Several values under one name, kept as a list in text",
                                m_tokens.line());
        pending.value = '[' + listItem(pending.value);
        pending.isList = true;
    }
    std::get<std::string>(pending.value) += ',' + listItem(value);
    return true;
}

bool GmlEvents::setAll(Element& element) {
    for (Pending& pending : element.values) {
        if (pending.isList)
            std::get<std::string>(pending.value) += ']';
        m_builder.at(pending.line);
        if (!m_builder.set(pending.attribute, std::move(pending.value), pending.line))
            return false;
    }
    element.values.clear();
    return true;
}

/// Programs repeat the id of a node as its label; only labels that say something else are worth a column.
void GmlEvents::lookAtLabel() {
    if (m_labelsTell || !m_builder.hasAttribute(GraphPart::node, "label"))
        return;
    m_label = m_builder.attribute(GraphPart::node, "label");
    for (const Pending& pending : m_element.values)
        if (pending.attribute.index == m_label->index && (pending.isList || idText(pending.value) != *m_element.id))
            m_labelsTell = true;
}

bool GmlEvents::endNode(const Level& level) {
    if (!m_element.id)
        return m_builder.fail(level.line, "a node without the field \"id\"");
    lookAtLabel();
    return m_builder.addNode(*m_element.id, level.line) && setAll(m_element);
}

bool GmlEvents::endEdge(const Level& level) {
    for (const auto& [end, name] : {std::pair{&m_element.source, "source"}, std::pair{&m_element.target, "target"}})
        if (!*end)
            return m_builder.fail(level.line, "an edge without the field " + inQuotes(name));
    return m_builder.addEdge(*m_element.source, *m_element.target, level.line) && setAll(m_element);
}

bool GmlEvents::endGraph(const Level& level) {
    return setAll(m_graph) && m_builder.endGraph(level.line);
}

} // namespace vitrine
