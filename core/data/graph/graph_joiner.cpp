#include "core/data/graph/graph_joiner.h"

#include "core/data/graph/graph_roles.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"
#include "core/data/table_rows.h"

#include <algorithm>
#include <numeric>

namespace vitrine {
namespace {

constexpr std::size_t kMaxAttributes = 10'000;
constexpr double kFreePadding = 64e6;
constexpr double kPaddingPerByte = 128.0;
constexpr double kBytesPerCell = 8.0;
constexpr std::size_t kFilesNamed = 3;
constexpr std::size_t kMostLeftOutNamed = 1'000;

bool isNumber(ColumnType type) {
    return type == ColumnType::integer || type == ColumnType::real;
}

bool isPositions(const Column& column) {
    if (column.type() != ColumnType::integer || column.missingCount() > 0)
        return false;
    for (std::size_t row = 0; row < column.size(); ++row)
        if (column.integers()[row] != static_cast<std::int64_t>(row))
            return false;
    return true;
}

bool holdsNothing(const Column& column) {
    return column.missingCount() == column.size();
}

void addCell(CellBuilder& cells, const Column& column, std::size_t row) {
    if (!column.isValid(row))
        return cells.addMissing();
    const ColumnType type = cells.type().value_or(column.type());
    if (type == ColumnType::text)
        cells.addText(column.cellText(row));
    else if (type == ColumnType::boolean)
        cells.addBoolean(column.booleans()[row] != 0);
    else if (column.type() == ColumnType::integer)
        cells.addInteger(column.integers()[row]);
    else
        cells.addReal(column.reals()[row]);
}

Column::Integers positions(std::size_t count) {
    Column::Integers rows(count);
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    return rows;
}

std::string freeName(const Table& table, std::string name) {
    while (table.find(name))
        name += '_';
    return name;
}

} // namespace

Result<void> GraphJoiner::pad(Joined& column, std::size_t rows) {
    m_padded += kBytesPerCell * static_cast<double>(rows - std::min(rows, column.cells.size()));
    if (m_padded > kFreePadding + kPaddingPerByte * m_fileBytes)
        return makeError(ErrorCode::outOfRange,
                         m_name + ": too many different attributes: most of their cells would be empty");
    column.cells.padTo(rows);
    return {};
}

/// Makes room for the values of one more file in a column of another type.
void GraphJoiner::reconcile(Joined& into, const Column& column) {
    const auto before = into.cells.type();
    if (!before || *before == column.type() || *before == ColumnType::text)
        return;
    const bool numbers = isNumber(*before) && isNumber(column.type());
    if (numbers && *before == ColumnType::real)
        return;
    into.cells.widenTo(numbers ? ColumnType::real : ColumnType::text);
}

Result<void> GraphJoiner::addColumn(Columns& into, const Column& column, const std::string& name) {
    const auto [found, isNew] = into.places.try_emplace(name, into.columns.size());
    if (isNew && into.columns.size() == kMaxAttributes)
        return makeError(ErrorCode::outOfRange,
                         m_name + ": more than " + grouped(kMaxAttributes) + " different attributes in the files");
    if (isNew)
        into.columns.push_back({name, column.unit, column.description, column.type(), 0, {}});
    Joined& joined = into.columns[found->second];
    ++joined.files;
    if (auto ok = pad(joined, into.rows); !ok)
        return ok;
    if (holdsNothing(column))
        return pad(joined, into.rows + column.size());
    if (const auto before = joined.cells.type(); before && *before != column.type()) {
        const bool numbers = isNumber(*before) && isNumber(column.type());
        m_ledger.noteAll(LedgerAction::coerced, name,
                         numbers ? "Whole numbers in some files and reals in others, all taken as reals"
                                 : "Values of several types in the files, all taken as text",
                         1);
        reconcile(joined, column);
    }
    for (std::size_t row = 0; row < column.size(); ++row)
        addCell(joined.cells, column, row);
    return {};
}

Result<void> GraphJoiner::addTable(Part part, const Table& table, std::size_t rows) {
    Columns& into = m_parts[part];
    for (const Column& column : table.columns) {
        const bool row = part == kGraphs && column.name == "row";
        if (row && isPositions(column))
            continue;
        if (auto ok = addColumn(into, column, row ? freeName(table, "row_") : column.name); !ok)
            return ok;
    }
    into.rows += rows;
    return {};
}

void GraphJoiner::gather(const Ledger& ledger) {
    for (const LedgerEntry& entry : ledger.entries()) {
        if (entry.reason.ends_with(ledger_text::kManyLabels))
            continue; // told of all files together
        std::string key(ledgerActionName(entry.action));
        key += '\n' + entry.column + '\n' + entry.reason;
        const auto [found, isNew] = m_places.try_emplace(std::move(key), m_gathered.size());
        if (isNew) {
            m_gathered.push_back({entry, {}});
        } else {
            LedgerEntry& all = m_gathered[found->second].entry;
            all.count += entry.count;
            all.lines.clear(); // of different files
        }
        m_gathered[found->second].files.push_back(m_files.size() - 1);
    }
}

Result<void> GraphJoiner::add(const std::string& file, const GraphSet& graphs, const Ledger& ledger) {
    m_files.push_back(file);
    gather(ledger);
    const GraphTopology& topology = graphs.topology;
    for (std::size_t g = 0; g < graphs.graphCount(); ++g) {
        m_directed.push_back(topology.directed);
        m_fileOf.push_back(m_files.size() - 1);
        m_nodeOffsets.push_back(m_nodeOffsets.back() + topology.nodeOffsets[g + 1] - topology.nodeOffsets[g]);
        m_edgeOffsets.push_back(m_edgeOffsets.back() + topology.edgeOffsets[g + 1] - topology.edgeOffsets[g]);
    }
    m_sources.insert(m_sources.end(), topology.edgeSource.begin(), topology.edgeSource.end());
    m_targets.insert(m_targets.end(), topology.edgeTarget.begin(), topology.edgeTarget.end());
    m_labels.push_back(graphs.labelAttribute);
    m_goals.push_back(graphs.targetColumn);
    m_structures.push_back(graphs.structureColumn);
    const auto nodes = static_cast<std::size_t>(topology.nodeCount());
    if (auto ok = addTable(kNodes, graphs.nodes, nodes); !ok)
        return ok;
    if (auto ok = addTable(kLayout, graphs.layout, nodes); !ok)
        return ok;
    if (auto ok = addTable(kEdges, graphs.edges, topology.edgeSource.size()); !ok)
        return ok;
    return addTable(kGraphs, graphs.graphs, graphs.graphCount());
}

void GraphJoiner::leaveOut(const std::string& message) {
    ++m_ledger.recordsDropped;
    const bool named = m_ledger.recordsDropped <= static_cast<std::int64_t>(kMostLeftOutNamed);
    m_ledger.noteAll(LedgerAction::dropped, "", named ? "File left out, " + message : "More files left out", 1);
}

std::string GraphJoiner::fileNames(const std::vector<std::size_t>& files) const {
    std::string names;
    const std::size_t shown = files.size() <= kFilesNamed + 1 ? files.size() : kFilesNamed;
    for (std::size_t i = 0; i < shown; ++i)
        names += (i == 0 ? "" : ", ") + m_files[files[i]];
    if (files.size() > shown)
        names += " and " + grouped(static_cast<std::int64_t>(files.size() - shown)) + " more files";
    return names;
}

void GraphJoiner::putLedger() {
    for (const Gathered& gathered : m_gathered) {
        const LedgerEntry& entry = gathered.entry;
        m_ledger.noteLines(entry.action, entry.column, entry.reason + " (" + fileNames(gathered.files) + ')',
                           entry.count, entry.lines);
    }
    m_ledger.recordsRead = static_cast<std::int64_t>(m_directed.size()) + m_ledger.recordsDropped;
}

Result<Table> GraphJoiner::take(Part part) {
    Columns& from = m_parts[part];
    Table table;
    for (Joined& joined : from.columns) {
        if (joined.files < m_files.size() && part != kLayout)
            m_ledger.noteAll(LedgerAction::marked, joined.name, "Attribute that some of the files lack, missing there",
                             static_cast<std::int64_t>(m_files.size() - joined.files));
        if (auto ok = pad(joined, from.rows); !ok)
            return ok.error();
        if (!joined.cells.type())
            joined.cells.widenTo(joined.first);
        Column column = joined.cells.take(joined.name);
        column.unit = joined.unit;
        column.description = joined.description;
        table.columns.push_back(std::move(column));
        joined.cells = {};
    }
    return table;
}

/// The edges as they are, or, where only some graphs have directions, those of the others in both.
/// @param edgeRows  row of the edge columns for each edge; empty: as they are
GraphTopology GraphJoiner::takeTopology(std::vector<std::size_t>& edgeRows) {
    GraphTopology topology{m_nodeOffsets, m_edgeOffsets, m_sources, m_targets, false};
    topology.directed = std::find(m_directed.begin(), m_directed.end(), true) != m_directed.end();
    if (!topology.directed || std::find(m_directed.begin(), m_directed.end(), false) == m_directed.end())
        return topology;
    GraphTopology two{m_nodeOffsets, {0}, {}, {}, true};
    std::vector<std::size_t> files;
    std::int64_t doubled = 0;
    for (std::size_t g = 0; g < m_directed.size(); ++g) {
        if (!m_directed[g])
            files.push_back(m_fileOf[g]);
        for (auto e = static_cast<std::size_t>(m_edgeOffsets[g]); e < static_cast<std::size_t>(m_edgeOffsets[g + 1]);
             ++e) {
            const bool twice = !m_directed[g] && m_sources[e] != m_targets[e];
            for (int i = 0; i < (twice ? 2 : 1); ++i) {
                two.edgeSource.push_back(i == 0 ? m_sources[e] : m_targets[e]);
                two.edgeTarget.push_back(i == 0 ? m_targets[e] : m_sources[e]);
                edgeRows.push_back(e);
            }
            doubled += twice ? 1 : 0;
        }
        two.edgeOffsets.push_back(static_cast<std::int64_t>(two.edgeSource.size()));
    }
    if (doubled > 0)
        m_ledger.noteAll(LedgerAction::changed, "",
                         "Edge without direction, taken as two since other files have directions (" + fileNames(files) +
                             ')',
                         doubled);
    return two;
}

void GraphJoiner::nameFiles(GraphSet& graphs) const {
    Column::Texts names;
    for (const std::size_t file : m_fileOf)
        names.push_back(m_files[file]);
    std::vector<Column>& columns = graphs.graphs.columns;
    graphs.idColumn = freeName(graphs.graphs, "file");
    columns.emplace(columns.begin(), graphs.idColumn, std::move(names));
    columns.emplace(columns.begin(), "row", positions(m_fileOf.size()));
}

/// The name that the files have for a role, that of the first where they differ.
std::string GraphJoiner::agreed(const std::vector<std::string>& names, const char* what) {
    const auto first = std::find_if(names.begin(), names.end(), [](const std::string& name) { return !name.empty(); });
    if (first == names.end())
        return {};
    const auto differs = [&](const std::string& name) { return !name.empty() && name != *first; };
    if (const auto count = std::count_if(names.begin(), names.end(), differs); count > 0)
        m_ledger.noteAll(LedgerAction::marked, *first, what, count);
    return *first;
}

void GraphJoiner::chooseRoles(GraphSet& graphs) {
    graphs.targetColumn = agreed(m_goals, "Target of the first file, others name another column");
    const std::string& structure = m_structures.front();
    const Column* column = structure.empty() ? nullptr : graphs.graphs.find(structure);
    if (column && column->type() == ColumnType::text &&
        std::count(m_structures.begin(), m_structures.end(), structure) ==
            static_cast<std::ptrdiff_t>(m_structures.size()))
        graphs.structureColumn = structure;
    const std::string label = agreed(m_labels, "Label of the nodes in the first file, others name another attribute");
    const Column* labels = graphs.nodes.find(label);
    if (labels && (labels->type() == ColumnType::integer || labels->type() == ColumnType::text))
        graphs.labelAttribute = label;
    else
        graphs.labelAttribute = guessLabel(graphs.nodes).name;
}

Result<ParsedGraphSet> GraphJoiner::finish() {
    ParsedGraphSet parsed;
    GraphSet& graphs = parsed.graphs;
    std::vector<std::size_t> edgeRows;
    graphs.topology = takeTopology(edgeRows);
    for (const auto& [part, table] : {std::pair{kNodes, &graphs.nodes},
                                      {kEdges, &graphs.edges},
                                      {kGraphs, &graphs.graphs},
                                      {kLayout, &graphs.layout}}) {
        auto taken = take(part);
        if (!taken)
            return taken.error();
        *table = std::move(*taken);
    }
    if (!edgeRows.empty())
        graphs.edges = selectRows(graphs.edges, edgeRows);
    if (!m_files.empty())
        chooseRoles(graphs);
    nameFiles(graphs);
    noteManyLabels(graphs, m_ledger);
    putLedger();
    parsed.ledger = std::move(m_ledger);
    return parsed;
}

} // namespace vitrine
