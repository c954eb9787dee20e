#include "core/data/tu/tu_parser.h"

#include "core/data/graph/graph_roles.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"
#include "core/data/tu/tu_edges.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace vitrine {
namespace {

Column selected(const Column& column, const std::vector<std::size_t>& rows) {
    Column::Data data = std::visit(
        [&](const auto& cells) -> Column::Data {
            std::decay_t<decltype(cells)> some;
            some.reserve(rows.size());
            for (const std::size_t row : rows)
                some.push_back(cells[row]);
            return some;
        },
        column.data());
    Column some(column.name, std::move(data));
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!column.isValid(rows[i]))
            some.setMissing(i);
    return some;
}

/// Puts the files of one data set together.
class TuAssembly {
public:
    TuAssembly(const TuTexts& texts, const TuOptions& options, const ReadContext& context)
        : m_texts(texts), m_options(options), m_context(context) {}
    Result<ParsedTu> parse();

private:
    const std::string& nameOf(TuPart part) const { return m_texts.part(part)->name; }
    Result<void> readNodesOfGraphs();
    Result<void> readGraphColumns();
    Result<void> readNodeColumns();
    Result<void> readEdges();
    Result<void> readEdgeColumns();
    void addEdges();
    void addDegree();
    void noteDifferences(const Column& column);
    Result<void> chooseTarget();
    Result<void> endsFit(const TuPair& pair, std::size_t line) const;

    Result<std::vector<Column>> labels(TuPart part, const std::string& name, std::string_view noun);
    Result<std::vector<Column>> numbers(TuPart part, const std::string& name);
    Result<void> checkLength(TuPart part, const std::vector<Column>& columns, std::size_t expected,
                             const std::string& of) const;

    const TuTexts& m_texts;
    const TuOptions& m_options;
    const ReadContext& m_context;
    ParsedTu m_parsed;
    Column::Integers m_graphOf; ///< graph of each node, from 1
    std::vector<TuPair> m_pairs;
    TuEdges m_edges;
};

/// Files of labels have one name; a second label of a line is numbered.
Result<std::vector<Column>> TuAssembly::labels(TuPart part, const std::string& name, std::string_view noun) {
    std::vector<Column> columns;
    if (!m_texts.part(part))
        return columns;
    auto read = readTuIntegers(*m_texts.part(part), noun, 0, m_context);
    if (!read)
        return read.error();
    for (std::size_t i = 0; i < read->size(); ++i)
        columns.emplace_back(i == 0 ? name : name + '_' + std::to_string(i + 1), std::move((*read)[i]));
    return columns;
}

Result<std::vector<Column>> TuAssembly::numbers(TuPart part, const std::string& name) {
    if (!m_texts.part(part))
        return std::vector<Column>{};
    return readTuNumbers(*m_texts.part(part), name, m_parsed.ledger, m_context);
}

Result<void> TuAssembly::checkLength(TuPart part, const std::vector<Column>& columns, std::size_t expected,
                                     const std::string& of) const {
    if (!m_texts.part(part) || (columns.empty() && expected == 0))
        return {};
    const std::size_t found = columns.empty() ? 0 : columns[0].size();
    if (found == expected)
        return {};
    return makeError(ErrorCode::parse, nameOf(part) + ": " + counted(found, "line") + " for " + of);
}

Result<void> TuAssembly::readNodesOfGraphs() {
    const std::string& name = nameOf(TuPart::graphIndicator);
    auto read = readTuIntegers(*m_texts.part(TuPart::graphIndicator), "the number of a graph", 1, m_context);
    if (!read)
        return read.error();
    m_graphOf = std::move(read->front());
    const auto at = [&](std::size_t node) { return name + ':' + std::to_string(node + 1) + ": "; };
    if (m_graphOf.empty())
        return makeError(ErrorCode::parse, name + ": there are no nodes in the file");
    if (m_graphOf.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        return makeError(ErrorCode::outOfRange, name + ": more nodes than can be read");
    for (std::size_t node = 0; node < m_graphOf.size(); ++node) {
        if (m_graphOf[node] < 1)
            return makeError(ErrorCode::parse, at(node) + "graph " + std::to_string(m_graphOf[node]) +
                                                   ", expected graphs counted from 1");
        if (node > 0 && m_graphOf[node] < m_graphOf[node - 1])
            return makeError(ErrorCode::parse, at(node) + "graph " + std::to_string(m_graphOf[node]) +
                                                   " behind graph " + std::to_string(m_graphOf[node - 1]) +
                                                   ", expected the nodes in the order of their graphs");
    }
    return {};
}

/// Graphs are as many as there are labels; without labels every graph must have a node.
Result<void> TuAssembly::readGraphColumns() {
    auto classes = labels(TuPart::graphLabels, "class", "a graph label");
    if (!classes)
        return classes.error();
    auto values = numbers(TuPart::graphAttributes, "y");
    if (!values)
        return values.error();
    std::size_t count = 0;
    TuPart counting = TuPart::graphLabels;
    if (!classes->empty()) {
        count = classes->front().size();
        classes->front().description = "Graph label of the file; of two values the larger is the positive class";
    } else if (!values->empty()) {
        count = values->front().size();
        counting = TuPart::graphAttributes;
    }
    const std::string& indicator = nameOf(TuPart::graphIndicator);
    std::vector<std::int64_t>& offsets = m_parsed.graphs.topology.nodeOffsets;
    const auto last = static_cast<std::uint64_t>(m_graphOf.back());
    if (count > 0 && last > count)
        return makeError(ErrorCode::parse, nameOf(counting) + ": " + counted(count, "line") + ", but " + indicator +
                                               " names graph " + std::to_string(last));
    for (std::size_t node = 0; node < m_graphOf.size(); ++node) {
        const auto graph = static_cast<std::size_t>(m_graphOf[node]);
        if (count == 0 && graph > offsets.size() + (node == 0 ? 0 : 1))
            return makeError(ErrorCode::parse, indicator + ':' + std::to_string(node + 1) + ": graph " +
                                                   std::to_string(graph) + ", expected graph " +
                                                   std::to_string(offsets.size() + (node == 0 ? 0 : 1)));
        while (offsets.size() < graph)
            offsets.push_back(static_cast<std::int64_t>(node));
    }
    while (offsets.size() < std::max(count, static_cast<std::size_t>(last)) + 1)
        offsets.push_back(static_cast<std::int64_t>(m_graphOf.size()));
    for (std::size_t graph = 0; graph + 1 < offsets.size(); ++graph)
        if (offsets[graph] == offsets[graph + 1])
            m_parsed.ledger.note(LedgerAction::marked, "", ledger_text::kGraphWithoutNodes,
                                 static_cast<std::int64_t>(graph) + 1);
    Column::Integers rows(offsets.size() - 1);
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    const std::string of = counted(rows.size(), "graph");
    if (auto ok = checkLength(TuPart::graphAttributes, *values, rows.size(), of); !ok)
        return ok;
    std::vector<Column>& columns = m_parsed.graphs.graphs.columns;
    columns.emplace_back("row", std::move(rows));
    std::move(classes->begin(), classes->end(), std::back_inserter(columns));
    std::move(values->begin(), values->end(), std::back_inserter(columns));
    return {};
}

Result<void> TuAssembly::readNodeColumns() {
    const std::string of = counted(m_graphOf.size(), "node") + " of " + nameOf(TuPart::graphIndicator);
    auto names = labels(TuPart::nodeLabels, "label", "a node label");
    if (!names)
        return names.error();
    if (auto ok = checkLength(TuPart::nodeLabels, *names, m_graphOf.size(), of); !ok)
        return ok;
    auto values = numbers(TuPart::nodeAttributes, "attribute");
    if (!values)
        return values.error();
    if (auto ok = checkLength(TuPart::nodeAttributes, *values, m_graphOf.size(), of); !ok)
        return ok;
    GraphSet& graphs = m_parsed.graphs;
    graphs.nodes.columns = std::move(*names);
    std::move(values->begin(), values->end(), std::back_inserter(graphs.nodes.columns));
    return {};
}

Result<void> TuAssembly::endsFit(const TuPair& pair, std::size_t line) const {
    const auto at = [&] { return nameOf(TuPart::adjacency) + ':' + std::to_string(line + 1) + ": "; };
    const auto nodes = static_cast<std::int64_t>(m_graphOf.size());
    for (const std::int64_t node : {pair.source, pair.target})
        if (node < 1 || node > nodes)
            return makeError(ErrorCode::parse, at() + "node " + std::to_string(node) + ", but there " +
                                                   (nodes == 1 ? "is " : "are ") + counted(m_graphOf.size(), "node") +
                                                   ", counted from 1");
    const std::int64_t from = m_graphOf[static_cast<std::size_t>(pair.source - 1)];
    const std::int64_t to = m_graphOf[static_cast<std::size_t>(pair.target - 1)];
    if (from != to)
        return makeError(ErrorCode::parse, at() + "an edge from node " + std::to_string(pair.source) + " of graph " +
                                               std::to_string(from) + " to node " + std::to_string(pair.target) +
                                               " of graph " + std::to_string(to));
    return {};
}

Result<void> TuAssembly::readEdges() {
    auto read = readTuIntegers(*m_texts.part(TuPart::adjacency), "the number of a node", 2, m_context);
    if (!read)
        return read.error();
    m_pairs.reserve(read->front().size());
    for (std::size_t i = 0; i < read->front().size(); ++i) {
        const TuPair pair{(*read)[0][i], (*read)[1][i]};
        if (auto ok = endsFit(pair, i); !ok)
            return ok;
        m_pairs.push_back({pair.source - 1, pair.target - 1});
    }
    m_context.progress(0.7, "Joining edges");
    m_edges = joinDirections(m_pairs, m_options.directed, m_parsed.ledger);
    m_parsed.oneWay = m_edges.oneWay;
    addEdges();
    return {};
}

/// Edges by graph; within a graph they stay in their order.
void TuAssembly::addEdges() {
    GraphTopology& topology = m_parsed.graphs.topology;
    topology.directed = m_options.directed;
    topology.edgeOffsets.assign(topology.nodeOffsets.size(), 0);
    std::vector<std::size_t> order(m_edges.kept.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto graphOf = [&](std::size_t edge) {
        return m_graphOf[static_cast<std::size_t>(m_pairs[m_edges.kept[edge]].source)];
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return graphOf(a) < graphOf(b); });
    TuEdges sorted;
    for (const std::size_t edge : order) {
        const auto graph = static_cast<std::size_t>(graphOf(edge));
        const TuPair& pair = m_pairs[m_edges.kept[edge]];
        const std::int64_t first = topology.nodeOffsets[graph - 1];
        topology.edgeSource.push_back(static_cast<std::int32_t>(pair.source - first));
        topology.edgeTarget.push_back(static_cast<std::int32_t>(pair.target - first));
        ++topology.edgeOffsets[graph];
        sorted.kept.push_back(m_edges.kept[edge]);
        sorted.back.push_back(m_edges.back[edge]);
    }
    std::partial_sum(topology.edgeOffsets.begin(), topology.edgeOffsets.end(), topology.edgeOffsets.begin());
    m_edges = std::move(sorted);
}

/// The line of the other direction should say the same.
void TuAssembly::noteDifferences(const Column& column) {
    for (std::size_t i = 0; i < m_edges.kept.size(); ++i)
        if (column.cellText(m_edges.kept[i]) != column.cellText(m_edges.back[i]))
            m_parsed.ledger.note(LedgerAction::coerced, column.name,
                                 "Another value in the other direction, that of the first line is kept",
                                 static_cast<std::int64_t>(m_edges.back[i]) + 1);
}

Result<void> TuAssembly::readEdgeColumns() {
    const std::string of = counted(m_pairs.size(), "edge") + " of " + nameOf(TuPart::adjacency);
    auto names = labels(TuPart::edgeLabels, "bond", "an edge label");
    if (!names)
        return names.error();
    if (auto ok = checkLength(TuPart::edgeLabels, *names, m_pairs.size(), of); !ok)
        return ok;
    auto values = numbers(TuPart::edgeAttributes, "weight");
    if (!values)
        return values.error();
    if (auto ok = checkLength(TuPart::edgeAttributes, *values, m_pairs.size(), of); !ok)
        return ok;
    std::move(values->begin(), values->end(), std::back_inserter(*names));
    for (const Column& column : *names) {
        noteDifferences(column);
        m_parsed.graphs.edges.columns.push_back(selected(column, m_edges.kept));
    }
    return {};
}

/// A line from a node to itself counts twice, as in the sums of an adjacency matrix.
void TuAssembly::addDegree() {
    GraphSet& graphs = m_parsed.graphs;
    const GraphTopology& topology = graphs.topology;
    Column::Integers degree(m_graphOf.size(), 0);
    for (std::size_t graph = 0; graph < topology.graphCount(); ++graph)
        for (auto edge = static_cast<std::size_t>(topology.edgeOffsets[graph]);
             edge < static_cast<std::size_t>(topology.edgeOffsets[graph + 1]); ++edge)
            for (const std::int32_t end : {topology.edgeSource[edge], topology.edgeTarget[edge]})
                ++degree[static_cast<std::size_t>(topology.nodeOffsets[graph] + end)];
    Column column("degree", std::move(degree));
    column.description = "Number of edges at the node, counted while reading";
    graphs.nodes.columns.push_back(std::move(column));
    graphs.labelAttribute = graphs.nodes.find("label") ? "label" : "degree";
    if (graphs.labelAttribute == "degree")
        m_parsed.ledger.noteAll(LedgerAction::marked, "degree",
                                "Taken as the label of the nodes, the data set has no node labels", 1);
}

Result<void> TuAssembly::chooseTarget() {
    GraphSet& graphs = m_parsed.graphs;
    if (!m_options.target.empty()) {
        if (m_options.target == "row" || !graphs.graphs.find(m_options.target))
            return makeError(ErrorCode::invalidArgument, m_texts.set + ": there is no graph column " +
                                                             inQuotes(m_options.target) + " for the target");
        graphs.targetColumn = m_options.target;
    } else if (graphs.graphs.columns.size() > 1) {
        graphs.targetColumn = graphs.graphs.columns[1].name;
    }
    return {};
}

Result<ParsedTu> TuAssembly::parse() {
    m_parsed.graphs.name = m_texts.set;
    using Step = Result<void> (TuAssembly::*)();
    constexpr std::array<std::pair<Step, double>, 5> kSteps{{{&TuAssembly::readNodesOfGraphs, 0.1},
                                                             {&TuAssembly::readGraphColumns, 0.2},
                                                             {&TuAssembly::readNodeColumns, 0.5},
                                                             {&TuAssembly::readEdges, 0.8},
                                                             {&TuAssembly::readEdgeColumns, 0.95}}};
    for (const auto& [step, done] : kSteps) {
        if (m_context.stop.stop_requested())
            return makeError(ErrorCode::cancelled, m_texts.set + ": reading was cancelled");
        if (auto ok = (this->*step)(); !ok)
            return ok.error();
        m_context.progress(done, "Reading graphs");
    }
    addDegree();
    if (auto ok = chooseTarget(); !ok)
        return ok.error();
    noteManyLabels(m_parsed.graphs, m_parsed.ledger);
    m_parsed.ledger.recordsRead = static_cast<std::int64_t>(m_parsed.graphs.graphCount());
    return std::move(m_parsed);
}

} // namespace

Result<ParsedTu> parseTu(const TuTexts& texts, const TuOptions& options, const ReadContext& context) {
    for (const TuPart part : {TuPart::adjacency, TuPart::graphIndicator})
        if (!texts.part(part))
            return makeError(ErrorCode::notFound, texts.set + '_' + std::string(tuPartName(part)) +
                                                      ".txt: there is no such file beside the others of the data set");
    return TuAssembly(texts, options, context).parse();
}

} // namespace vitrine
