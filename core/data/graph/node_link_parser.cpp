#include "core/data/graph/node_link_parser.h"

#include "core/base/number_text.h"
#include "core/data/graph/graph_set_builder.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"
#include "core/values/json_stop.h"
#include "core/values/json_text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace vitrine {
namespace {

using Json = nlohmann::json;

constexpr double kBytesPerByte = 16.0; ///< of the parsed JSON, for each of the text
constexpr double kFreeBytes = 64e6;
constexpr std::size_t kBetweenLooks = 4096;

/// Stands before NaN and infinities in the text that is parsed; no program writes this character, which is private.
constexpr std::string_view kMark = "\xEE\x80\x80";
constexpr std::array<std::string_view, 3> kNonFinite{"NaN", "-Infinity", "Infinity"};

/// The number at the start of a text, as far as its characters go.
std::string_view numberAt(std::string_view text) {
    return text.substr(0, text.find_first_not_of("0123456789+-.eE"));
}

bool startsNumber(char c) {
    return (c >= '0' && c <= '9') || c == '-';
}

/// Text or list as it stood in the file.
std::string withoutMarks(std::string text) {
    for (const std::string_view word : kNonFinite) {
        const std::string marked = '"' + std::string(kMark) + std::string(word) + '"';
        for (std::size_t at = text.find(marked); at != std::string::npos; at = text.find(marked, at))
            text.replace(at, marked.size(), word);
    }
    return text;
}

/// NaN and infinities, which Python writes and JSON does not know, as marked texts; null for numbers that are too
/// large.
std::string withoutNonFinite(std::string_view bytes, Ledger& ledger) {
    std::string text;
    text.reserve(bytes.size());
    bool quoted = false;
    std::int64_t line = 1;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const char c = bytes[i];
        line += c == '\n' ? 1 : 0;
        if (quoted) {
            text += c;
            if (c == '\\' && i + 1 < bytes.size())
                text += bytes[++i];
            else
                quoted = c != '"';
            continue;
        }
        quoted = c == '"';
        bool found = false;
        for (const std::string_view word : kNonFinite)
            if ((c == word[0]) && bytes.substr(i).starts_with(word)) {
                ((text += '"') += kMark) += word;
                text += '"';
                i += word.size() - 1;
                found = true;
                break;
            }
        if (!found && startsNumber(c)) {
            const std::string_view number = numberAt(bytes.substr(i));
            const bool large = isTooLarge(number);
            text += large ? std::string_view("null") : number;
            i += number.size() - 1;
            if (large)
                ledger.note(LedgerAction::marked, "", ledger_text::kTooLarge, line);
            found = true;
        }
        if (!found)
            text += c;
    }
    return text;
}

class NodeLinkParser {
public:
    NodeLinkParser(std::string_view bytes, const std::string& name, const ReadContext& context)
        : m_bytes(bytes), m_name(name), m_context(context), m_builder(name, bytes.size()) {}

    Result<ParsedGraphSet> parse() {
        const double bytes = kBytesPerByte * static_cast<double>(m_bytes.size());
        if (bytes > kFreeBytes)
            if (auto fits = checkFits(m_name, static_cast<std::int64_t>(m_bytes.size()), "byte", bytes); !fits)
                return fits.error();
        auto json = parseJson(withoutNonFinite(m_bytes, m_builder.ledger()), m_context.stop);
        if (!json)
            return makeError(json.error().code, m_name + ": " + json.error().message);
        m_context.progress(0.4, "Reading graphs");
        if (!readAll(*json)) {
            const auto& error = m_builder.error();
            return error ? *error : makeError(ErrorCode::cancelled, m_name + ": reading was cancelled");
        }
        return m_builder.finish();
    }

private:
    bool readAll(const Json& json) {
        if (!json.is_array())
            return readGraph(json);
        for (const Json& graph : json) {
            if (!readGraph(graph))
                return false;
            m_context.progress(0.4 +
                                   0.5 * static_cast<double>(m_builder.graphCount()) / static_cast<double>(json.size()),
                               "Reading graphs");
        }
        return true;
    }

    bool fail(const std::string& what) {
        return m_builder.fail(0, "graph " + std::to_string(m_builder.graphCount() - 1) + ": " + what);
    }

    bool readGraph(const Json& graph) {
        const auto number = static_cast<std::int64_t>(m_builder.graphCount()) + 1;
        if (!m_builder.beginGraph(number, false))
            return false;
        if (!graph.is_object())
            return fail("expected an object with the lists \"nodes\" and \"links\"");
        const Json& directed = jsonField(graph, "directed");
        if (!directed.is_null() && !directed.is_boolean())
            return fail("\"directed\" must be true or false");
        m_builder.setDirected(directed.is_boolean() && directed.get<bool>());
        m_multigraph = boolField(graph, "multigraph");
        const Json& nodes = jsonField(graph, "nodes");
        if (!nodes.is_array())
            return fail("there is no list \"nodes\"");
        const Json& links = jsonField(graph, graph.contains("links") ? "links" : "edges");
        if (!links.is_array())
            return fail("there is no list \"links\" or \"edges\"");
        return readNodes(nodes) && readLinks(links) && readGraphValues(graph, number) && m_builder.endGraph(number);
    }

    bool keepGoing(std::size_t i) const { return i % kBetweenLooks != 0 || !m_context.stop.stop_requested(); }

    bool readNodes(const Json& nodes) {
        const bool named = std::any_of(nodes.begin(), nodes.end(),
                                       [](const Json& node) { return node.is_object() && node.contains("id"); });
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (!keepGoing(i))
                return false;
            const Json& node = nodes[i];
            const std::string which = "node " + std::to_string(i);
            if (!node.is_object())
                return fail(which + " is no object");
            std::optional<std::string> id = std::to_string(i);
            if (named)
                id = idText(jsonField(node, "id"));
            if (!id)
                return fail(which +
                            (node.contains("id") ? " has an \"id\" that is no text and no number" : " has no \"id\""));
            const auto line = static_cast<std::int64_t>(i) + 1;
            if (!m_builder.addNode(*id, line))
                return false;
            for (const auto& [key, value] : node.items())
                if (key != "id" && !set(GraphPart::node, key, value, line))
                    return false;
        }
        m_builder.closeNode();
        return true;
    }

    bool readLinks(const Json& links) {
        for (std::size_t i = 0; i < links.size(); ++i) {
            if (!keepGoing(i))
                return false;
            const Json& link = links[i];
            const std::string which = "link " + std::to_string(i);
            if (!link.is_object())
                return fail(which + " is no object");
            std::array<std::string, 2> ends;
            for (const bool target : {false, true}) {
                const char* key = target ? "target" : "source";
                const auto id = idText(jsonField(link, key));
                if (!id)
                    return fail(which + (link.contains(key) ? " has a \"" : " has no \"") + key +
                                (link.contains(key) ? "\" that is no text and no number" : "\""));
                ends[target ? 1 : 0] = *id;
            }
            const auto line = static_cast<std::int64_t>(i) + 1;
            if (!m_builder.addEdge(ends[0], ends[1], line))
                return false;
            for (const auto& [key, value] : link.items()) {
                // Where nodes may be joined twice, "key" counts the edges between two of them.
                const bool counts = m_multigraph && key == "key" && value.is_number_integer();
                if (key != "source" && key != "target" && !counts && !set(GraphPart::edge, key, value, line))
                    return false;
            }
        }
        m_builder.closeEdge();
        return true;
    }

    /// Attributes under "graph", as an object or as older versions write them, a list of pairs; and fields beside it.
    bool readGraphValues(const Json& graph, std::int64_t line) {
        const Json& values = jsonField(graph, "graph");
        if (values.is_object()) {
            for (const auto& [key, value] : values.items())
                if (!set(GraphPart::graph, key, value, line))
                    return false;
        } else if (values.is_array()) {
            for (const Json& pair : values) {
                if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string())
                    return fail("\"graph\" must hold attributes with their names");
                if (!set(GraphPart::graph, pair[0].get<std::string>(), pair[1], line))
                    return false;
            }
        } else if (!values.is_null()) {
            return fail("\"graph\" must hold attributes with their names");
        }
        static constexpr std::array<std::string_view, 6> kOwn{"directed", "multigraph", "graph",
                                                              "nodes",    "links",      "edges"};
        for (const auto& [key, value] : graph.items())
            if (std::find(kOwn.begin(), kOwn.end(), key) == kOwn.end() && !set(GraphPart::graph, key, value, line))
                return false;
        return true;
    }

    static std::optional<std::string> idText(const Json& id) {
        if (id.is_string()) {
            const auto text = id.get<std::string>();
            return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
        }
        if (id.is_number_float())
            return numberText(id.get<double>());
        if (id.is_number() || id.is_boolean() || id.is_array()) // nodes of NetworkX may be tuples
            return withoutMarks(jsonText(id));
        return std::nullopt;
    }

    bool set(GraphPart part, const std::string& key, const Json& value, std::int64_t line) {
        if (value.is_null() || (value.is_structured() && value.empty()))
            return true;
        AttributeValue taken;
        if (value.is_boolean())
            taken = value.get<bool>();
        else if (value.is_number_float())
            taken = value.get<double>();
        else if (value.is_number_unsigned() &&
                 value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            taken = static_cast<double>(value.get<std::uint64_t>());
        else if (value.is_number())
            taken = value.get<std::int64_t>();
        else if (const std::string* text = value.get_ptr<const std::string*>()) {
            const auto number = text->starts_with(kMark) ? parseNumber(text->substr(kMark.size())) : std::nullopt;
            taken = number ? AttributeValue(*number) : AttributeValue(*text);
        } else {
            taken = withoutMarks(jsonText(value));
            m_builder.ledger().note(LedgerAction::coerced, key, "List or object kept as text", line);
        }
        return m_builder.set(m_builder.attribute(part, key), std::move(taken), line);
    }

    std::string_view m_bytes;
    const std::string& m_name;
    const ReadContext& m_context;
    GraphSetBuilder m_builder;
    bool m_multigraph = false;
};

int score(const FileHead& head) {
    const std::string_view bytes = head.bytes;
    const std::size_t start = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (start == std::string_view::npos || (bytes[start] != '{' && bytes[start] != '['))
        return 0;
    const auto has = [&](const char* key) { return bytes.find(key) != std::string_view::npos; };
    if (has("\"graphset-") || has("\"graphs\"") || !has("\"nodes\""))
        return 0;
    if (has("\"links\"") || has("\"edges\"") || has("\"multigraph\""))
        return 70;
    return head.size > static_cast<std::int64_t>(bytes.size()) ? 45 : 0; // the links may follow
}

} // namespace

const GraphFormat kNodeLink{"node_link", "NetworkX node-link JSON", score, parseNodeLink};

Result<ParsedGraphSet> parseNodeLink(std::string_view bytes, const std::string& name, const ReadContext& context) {
    if (bytes.starts_with("\xEF\xBB\xBF"))
        bytes.remove_prefix(3);
    return NodeLinkParser(bytes, name, context).parse();
}

} // namespace vitrine
