#include "core/data/edge_list/edge_list_parser.h"

#include "core/data/edge_list/edge_lines.h"
#include "core/data/graph/graph_set_builder.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"
#include "core/values/json_text.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace vitrine {
namespace {

constexpr std::size_t kBetweenLooks = 1 << 14;

/// "{'weight': 1.5, 'kind': 'x'}", a dictionary as Python writes it, as JSON. Nothing when it is none.
std::optional<nlohmann::json> dictionary(std::string_view text) {
    std::string json;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\'')
            json += '"';
        else if (text.substr(i).starts_with("True") || text.substr(i).starts_with("None"))
            json += text[i] == 'T' ? "true" : "null", i += 3;
        else if (text.substr(i).starts_with("False"))
            json += "false", i += 4;
        else
            json += text[i];
    }
    auto parsed = parseJson(json);
    return parsed && parsed->is_object() ? std::optional(std::move(*parsed)) : std::nullopt;
}

class EdgeListParser {
public:
    EdgeListParser(std::string_view text, std::optional<bool> directed, const std::string& name,
                   const ReadContext& context)
        : m_lines(edgeLines(text)), m_form(edgeListForm(m_lines)), m_name(name), m_context(context),
          m_builder(name, text.size()) {
        m_directed = directed.value_or(m_form.directed.value_or(false));
    }

    Result<ParsedGraphSet> parse() {
        noteLines();
        const std::size_t first = m_form.header ? 1 : 0;
        if (m_lines.lines.size() <= first)
            return makeError(ErrorCode::parse, m_name + ": there are no edges in the file");
        for (const auto& group : graphsOf(first))
            if (!readGraph(group)) {
                const auto& error = m_builder.error();
                return error ? *error : makeError(ErrorCode::cancelled, m_name + ": reading was cancelled");
            }
        return m_builder.finish();
    }

private:
    void noteLines() {
        Ledger& ledger = m_builder.ledger();
        for (const EdgeLine& comment : m_lines.comments)
            ledger.note(LedgerAction::read, "", ledger_text::kCommentLine, comment.number);
        if (m_form.header)
            ledger.note(LedgerAction::read, "", "Header line with the names of the columns", m_lines.lines[0].number);
        if (m_lines.blank > 0)
            ledger.noteAll(LedgerAction::read, "", ledger_text::kBlankLine, m_lines.blank);
    }

    /// Lines of each graph, in the order in which the graphs are met.
    std::vector<std::vector<std::size_t>> graphsOf(std::size_t first) {
        std::vector<std::vector<std::size_t>> groups;
        std::unordered_map<std::string_view, std::size_t> places;
        for (std::size_t i = first; i < m_lines.lines.size(); ++i) {
            std::string_view graph;
            if (const auto& place = m_form.graph) {
                const auto fields = edgeFields(m_lines.lines[i].text, m_form.separator);
                graph = *place < fields.size() ? fields[*place] : std::string_view();
            }
            const auto [found, isNew] = places.try_emplace(graph, groups.size());
            if (isNew) {
                groups.emplace_back();
                m_graphNames.push_back(graph);
            }
            groups[found->second].push_back(i);
        }
        return groups;
    }

    bool readGraph(const std::vector<std::size_t>& lines) {
        const std::size_t graph = m_builder.graphCount();
        const std::int64_t line = m_lines.lines[lines[0]].number;
        if (!m_builder.beginGraph(line, m_directed))
            return false;
        m_known.clear();
        for (const std::size_t i : lines) {
            if (++m_read % kBetweenLooks == 0) {
                if (m_context.stop.stop_requested())
                    return false;
                m_context.progress(static_cast<double>(m_read) / static_cast<double>(m_lines.lines.size()),
                                   "Reading edges");
            }
            if (!readEdge(m_lines.lines[i]))
                return false;
        }
        if (m_form.graph && !m_builder.setText(m_builder.attribute(GraphPart::graph, "id", ColumnType::text),
                                               m_graphNames[graph], line))
            return false;
        return m_builder.endGraph(line);
    }

    bool addNode(std::string_view id, std::int64_t line) {
        return !m_known.insert(id).second || m_builder.addNode(id, line);
    }

    bool readEdge(const EdgeLine& line) {
        m_builder.at(line.number);
        const auto fields = edgeFields(line.text, m_form.separator);
        const std::size_t needed = std::max(m_form.source, m_form.target) + 1;
        if (fields.size() < needed)
            return m_builder.fail(line.number,
                                  "expected the two nodes of an edge, found " + counted(fields.size(), "field"));
        if (fields.size() > m_form.columns.size())
            return m_builder.fail(line.number, "expected " + counted(m_form.columns.size(), "field") + ", found " +
                                                   std::to_string(fields.size()));
        const std::string_view source = fields[m_form.source];
        const std::string_view target = fields[m_form.target];
        if (source.empty() || target.empty())
            return m_builder.fail(line.number, "the name of a node is empty");
        if (!addNode(source, line.number) || !addNode(target, line.number) ||
            !m_builder.addEdge(source, target, line.number))
            return false;
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (i != m_form.source && i != m_form.target && i != m_form.graph &&
                !setField(m_form.columns[i], fields[i], line.number))
                return false;
        return true;
    }

    bool setField(const std::string& column, std::string_view text, std::int64_t line) {
        if (!text.starts_with('{'))
            return m_builder.setText(m_builder.attribute(GraphPart::edge, column), text, line);
        const auto values = dictionary(text);
        if (!values) {
            m_builder.ledger().note(LedgerAction::dropped, "", "Attributes in braces that cannot be read, left out",
                                    line);
            return true;
        }
        for (const auto& [key, value] : values->items()) {
            const std::string plain = value.is_string() ? value.get<std::string>() : jsonText(value);
            if (!value.is_null() && !m_builder.setText(m_builder.attribute(GraphPart::edge, key), plain, line))
                return false;
        }
        return true;
    }

    EdgeLines m_lines;
    EdgeListForm m_form;
    const std::string& m_name;
    const ReadContext& m_context;
    GraphSetBuilder m_builder;
    bool m_directed = false;
    std::vector<std::string_view> m_graphNames;
    std::unordered_set<std::string_view> m_known; ///< nodes of the graph that is being read
    std::size_t m_read = 0;
};

} // namespace

Result<ParsedGraphSet> parseEdgeList(std::string_view text, std::optional<bool> directed, const std::string& name,
                                     const ReadContext& context) {
    return EdgeListParser(text, directed, name, context).parse();
}

} // namespace vitrine
