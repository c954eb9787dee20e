#include "core/data/csv_graphs/csv_graph_parser.h"

#include "core/data/csv/csv_table_import.h"
#include "core/data/edge_list/edge_lines.h"
#include "core/data/graph/graph_set_builder.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <unordered_map>

namespace vitrine {
namespace {

constexpr std::size_t kBetweenLooks = 4096;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// One of the tables, with the places of the columns that are no attributes.
struct PartTable {
    std::string name; ///< of the file
    Table table;
    std::vector<std::int64_t> lines;
    Ledger ledger;
    std::size_t id = kNone;
    std::size_t graph = kNone;
    std::size_t source = kNone;
    std::size_t target = kNone;
    std::size_t type = kNone;

    bool isOwn(std::size_t column) const {
        return column == id || column == graph || column == source || column == target || column == type;
    }
    std::string_view text(std::size_t column, std::size_t row) const {
        return column == kNone || !table.columns[column].isValid(row) ? std::string_view()
                                                                      : table.columns[column].texts()[row];
    }
};

std::size_t findName(const std::vector<std::string>& names, std::initializer_list<std::string_view> wanted) {
    for (const std::string_view name : wanted)
        for (std::size_t i = 0; i < names.size(); ++i)
            if (plainColumnName(names[i]) == name)
                return i;
    return kNone;
}

bool isBlank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// Whether all values say how an edge is directed; else the column is an attribute.
bool saysDirection(const Column& column) {
    bool any = false;
    for (std::size_t row = 0; column.type() == ColumnType::text && row < column.size(); ++row) {
        if (!column.isValid(row))
            continue;
        const std::string type = plainColumnName(column.texts()[row]);
        if (type != "directed" && type != "undirected")
            return false;
        any = true;
    }
    return any;
}

AttributeValue valueOf(const Column& column, std::size_t row) {
    if (!column.isValid(row))
        return {};
    switch (column.type()) {
    case ColumnType::boolean: return column.booleans()[row] != 0;
    case ColumnType::integer: return column.integers()[row];
    case ColumnType::real: return column.reals()[row];
    case ColumnType::text: return column.texts()[row];
    }
    return {};
}

class CsvGraphParser {
public:
    CsvGraphParser(const CsvGraphFiles& files, std::optional<bool> directed, const ReadContext& context)
        : m_files(files), m_directed(directed), m_context(context) {}

    Result<ParsedGraphSet> parse();

private:
    Result<PartTable> open(const std::string& path, GraphPart part, double from, double to) const;
    Result<void> openAll();
    Result<void> listGraphs();
    Result<void> sortRows(const PartTable& part, std::vector<std::vector<std::size_t>>& rows) const;
    bool readGraph(std::size_t graph);
    bool namesCount() const;
    bool readEdge(std::size_t row);
    bool setAll(const PartTable& part, GraphPart which, std::size_t row);
    Error at(const PartTable& part, std::size_t row, const std::string& what) const {
        return makeError(ErrorCode::parse, part.name + ':' + std::to_string(part.lines[row]) + ": " + what);
    }
    void noteFile(const PartTable& part);

    const CsvGraphFiles& m_files;
    std::optional<bool> m_directed;
    const ReadContext& m_context;
    PartTable m_nodes;
    PartTable m_edges;
    std::unique_ptr<PartTable> m_graphs; ///< null: there is no such table
    std::vector<std::string> m_names;    ///< of the graphs
    std::unordered_map<std::string_view, std::size_t> m_places;
    std::vector<std::vector<std::size_t>> m_nodeRows; ///< of each graph
    std::vector<std::vector<std::size_t>> m_edgeRows;
    std::unique_ptr<GraphSetBuilder> m_builder; ///< made when the tables have been opened
    std::optional<Error> m_error;
};

Result<PartTable> CsvGraphParser::open(const std::string& path, GraphPart part, double from, double to) const {
    auto source = CsvSource::open(path, {}, m_context);
    if (!source)
        return source.error();
    PartTable read;
    read.name = source->file.name();
    const std::vector<std::string>& names = source->names.names;
    read.graph = findName(names, {"graphid", "graph"});
    if (part == GraphPart::node) {
        read.id = findName(names, {"nodeid", "node", "id"});
        if (read.id == kNone)
            read.id = read.graph == 0 && names.size() > 1 ? 1 : 0;
    } else if (part == GraphPart::edge) {
        const auto ends = edgeEnds({names.begin(), names.end()});
        if (!ends)
            return makeError(ErrorCode::parse, read.name + ": expected columns \"source\" and \"target\"");
        read.source = ends->source;
        read.target = ends->target;
        read.type = findName(names, {"type"});
    } else if (read.graph == kNone) {
        read.graph = findName(names, {"id", "name"});
        if (read.graph == kNone)
            return makeError(ErrorCode::parse, read.name + ": expected a column \"graph_id\"");
    }
    if (part == GraphPart::edge && isBlank(source->text().substr(csvBody(source->text(), source->sniffed).offset))) {
        for (const std::string& name : names)
            read.table.columns.emplace_back(name, Column::Texts());
        return read;
    }
    CsvOptions options = source->options;
    for (std::size_t column = 0; column < names.size(); ++column)
        if (read.isOwn(column) && column != read.type) // a name, also where it looks like a number
            options.types[names[column]] = ColumnType::text;
    auto table = readCsvTable(*source, source->text(), options, partOf(m_context, from, to));
    if (!table)
        return table.error();
    read.table = std::move(table->table);
    read.lines = std::move(table->rowLines);
    read.ledger = std::move(table->ledger);
    if (read.type != kNone && !saysDirection(read.table.columns[read.type]))
        read.type = kNone;
    return read;
}

/// The ledger of one file; its name stands before the column.
void CsvGraphParser::noteFile(const PartTable& part) {
    for (const LedgerEntry& entry : part.ledger.entries())
        m_builder->ledger().noteLines(entry.action, entry.column.empty() ? part.name : part.name + ": " + entry.column,
                                      entry.reason, entry.count, entry.lines);
}

Result<void> CsvGraphParser::openAll() {
    auto nodes = open(m_files.nodes, GraphPart::node, 0.0, 0.25);
    if (!nodes)
        return nodes.error();
    m_nodes = std::move(*nodes);
    auto edges = open(m_files.edges, GraphPart::edge, 0.25, 0.5);
    if (!edges)
        return edges.error();
    m_edges = std::move(*edges);
    if (!m_files.graphs.empty()) {
        auto graphs = open(m_files.graphs, GraphPart::graph, 0.5, 0.6);
        if (!graphs)
            return graphs.error();
        m_graphs = std::make_unique<PartTable>(std::move(*graphs));
    }
    const bool many = m_nodes.graph != kNone;
    if (many != (m_edges.graph != kNone) || (m_graphs && !many)) {
        const PartTable& without = many ? m_edges : m_nodes;
        const PartTable& with = many ? m_nodes : m_edges.graph != kNone ? m_edges : *m_graphs;
        return makeError(ErrorCode::parse,
                         without.name + ": expected a column \"graph_id\", which " + with.name + " has");
    }
    std::error_code ignored;
    const auto bytes =
        std::filesystem::file_size(m_files.nodes, ignored) + std::filesystem::file_size(m_files.edges, ignored);
    m_builder = std::make_unique<GraphSetBuilder>(m_nodes.name, bytes);
    noteFile(m_nodes);
    noteFile(m_edges);
    if (m_graphs)
        noteFile(*m_graphs);
    return {};
}

/// Graphs in the order of their table, else in that in which nodes name them.
Result<void> CsvGraphParser::listGraphs() {
    const PartTable& listing = m_graphs ? *m_graphs : m_nodes;
    for (std::size_t row = 0; row < listing.table.rowCount(); ++row) {
        const std::string_view name = listing.text(listing.graph, row);
        if (listing.graph != kNone && name.empty())
            return at(listing, row, "the name of the graph is missing");
        if (m_places.try_emplace(name, m_places.size()).second)
            m_names.emplace_back(name);
        else if (m_graphs)
            return at(listing, row, "the graph " + inQuotes(name) + " stands twice in the file");
    }
    if (auto ok = sortRows(m_nodes, m_nodeRows); !ok)
        return ok;
    return sortRows(m_edges, m_edgeRows);
}

Result<void> CsvGraphParser::sortRows(const PartTable& part, std::vector<std::vector<std::size_t>>& rows) const {
    rows.resize(m_names.size());
    for (std::size_t row = 0; row < part.table.rowCount(); ++row) {
        const std::string_view name = part.text(part.graph, row);
        const auto found = m_places.find(name);
        if (part.graph != kNone && name.empty())
            return at(part, row, "the name of the graph is missing");
        if (found == m_places.end())
            return at(part, row,
                      "the graph " + inQuotes(name) + " is not in " + (m_graphs ? m_graphs->name : m_nodes.name));
        rows[found->second].push_back(row);
    }
    return {};
}

bool CsvGraphParser::setAll(const PartTable& part, GraphPart which, std::size_t row) {
    for (std::size_t c = 0; c < part.table.columns.size(); ++c) {
        const Column& column = part.table.columns[c];
        if (part.isOwn(c))
            continue;
        const auto attribute = m_builder->attribute(which, column.name, column.type());
        if (column.isValid(row) && !m_builder->set(attribute, valueOf(column, row), part.lines[row]))
            return false;
    }
    return true;
}

bool CsvGraphParser::readEdge(std::size_t row) {
    const std::string_view source = m_edges.text(m_edges.source, row);
    const std::string_view target = m_edges.text(m_edges.target, row);
    if (source.empty() || target.empty()) {
        m_error = at(m_edges, row, std::string("the ") + (source.empty() ? "source" : "target") + " is missing");
        return false;
    }
    std::optional<bool> directed;
    if (const std::string type = plainColumnName(m_edges.text(m_edges.type, row)); type == "directed")
        directed = true;
    else if (type == "undirected")
        directed = false;
    else if (!type.empty()) {
        m_error = at(m_edges, row,
                     "the type of an edge must be directed or undirected, found " +
                         inQuotes(m_edges.text(m_edges.type, row)));
        return false;
    }
    return m_builder->addEdge(source, target, m_edges.lines[row], directed) && setAll(m_edges, GraphPart::edge, row);
}

bool CsvGraphParser::readGraph(std::size_t graph) {
    const auto line = static_cast<std::int64_t>(graph) + 1;
    if (!m_builder->beginGraph(line, m_directed.value_or(false)))
        return false;
    for (const std::size_t row : m_nodeRows[graph]) {
        if (row % kBetweenLooks == 0 && m_context.stop.stop_requested())
            return false;
        const std::string_view id = m_nodes.text(m_nodes.id, row);
        if (id.empty()) {
            m_error = at(m_nodes, row, "the id of the node is missing");
            return false;
        }
        if (!m_builder->addNode(id, m_nodes.lines[row]) || !setAll(m_nodes, GraphPart::node, row))
            return false;
    }
    for (const std::size_t row : m_edgeRows[graph]) {
        if (row % kBetweenLooks == 0 && m_context.stop.stop_requested())
            return false;
        if (!readEdge(row))
            return false;
    }
    m_builder->closeEdge();
    if (m_graphs && !setAll(*m_graphs, GraphPart::graph, graph))
        return false;
    m_context.progress(0.6 + 0.4 * static_cast<double>(graph + 1) / static_cast<double>(m_names.size()),
                       "Reading graphs");
    return m_builder->endGraph(line);
}

/// Whether the names of the graphs only count, from 0 or 1; they say no more than the order does.
bool CsvGraphParser::namesCount() const {
    const auto countsFrom = [this](std::size_t first) {
        for (std::size_t g = 0; g < m_names.size(); ++g)
            if (!m_names[g].empty() && m_names[g] != std::to_string(first + g))
                return false;
        return true;
    };
    return countsFrom(0) || countsFrom(1);
}

Result<ParsedGraphSet> CsvGraphParser::parse() {
    if (auto ok = openAll(); !ok)
        return ok.error();
    if (auto ok = listGraphs(); !ok)
        return ok.error();
    const bool named = !namesCount();
    for (std::size_t g = 0; g < m_names.size(); ++g) {
        if (readGraph(g) &&
            (!named || m_builder->set(m_builder->attribute(GraphPart::graph, "graph_id", ColumnType::text), m_names[g],
                                      static_cast<std::int64_t>(g) + 1)))
            continue;
        if (m_error)
            return *m_error;
        const auto& error = m_builder->error();
        return error ? *error : makeError(ErrorCode::cancelled, m_nodes.name + ": reading was cancelled");
    }
    auto parsed = m_builder->finish();
    if (parsed && named && parsed->graphs.idColumn.empty())
        parsed->graphs.idColumn = "graph_id";
    return parsed;
}

} // namespace

Result<ParsedGraphSet> parseCsvGraphs(const CsvGraphFiles& files, std::optional<bool> directed,
                                      const ReadContext& context) {
    return CsvGraphParser(files, directed, context).parse();
}

} // namespace vitrine
