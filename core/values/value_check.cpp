#include "core/values/value_codec.h"

#include <algorithm>

namespace vitrine {
namespace {

Error unsound(const std::string& what) {
    return makeError(ErrorCode::invalidArgument, what);
}

Result<void> checkRows(const Table& table, std::size_t rows, const std::string& of) {
    for (const Column& column : table.columns)
        if (column.size() != rows)
            return unsound("the column \"" + column.name + "\" has " + std::to_string(column.size()) + " cells for " +
                           std::to_string(rows) + " " + of);
    return {};
}

Result<void> check(const Table& table) {
    return checkRows(table, table.rowCount(), "rows");
}

Result<void> check(const Series& series) {
    for (const SeriesLine& line : series.lines) {
        const std::size_t n = line.x.size();
        const bool bandFits =
            (line.lower.empty() && line.upper.empty()) || (line.lower.size() == n && line.upper.size() == n);
        if (line.y.size() != n || !bandFits)
            return unsound("the line \"" + line.id + "\" has x, y or band of different lengths");
    }
    return {};
}

/// Rows or columns of a matrix without cells; a damaged file must not send a reader into loops over nothing.
constexpr std::size_t kMaxEmptyExtent = 1 << 20;

Result<void> check(const Matrix& matrix) {
    const std::size_t cells = matrix.cells.size();
    const bool fits = matrix.rows == 0 || matrix.columns == 0
                          ? cells == 0 && std::max(matrix.rows, matrix.columns) <= kMaxEmptyExtent
                          : cells / matrix.rows == matrix.columns && cells % matrix.rows == 0;
    if (!fits)
        return unsound("a matrix of " + std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns) + " has " +
                       std::to_string(cells) + " cells");
    if (!matrix.rowLabels.empty() && matrix.rowLabels.size() != matrix.rows)
        return unsound("a matrix of " + std::to_string(matrix.rows) + " rows has " +
                       std::to_string(matrix.rowLabels.size()) + " row labels");
    if (!matrix.columnLabels.empty() && matrix.columnLabels.size() != matrix.columns)
        return unsound("a matrix of " + std::to_string(matrix.columns) + " columns has " +
                       std::to_string(matrix.columnLabels.size()) + " column labels");
    return {};
}

bool ascends(const std::vector<std::int64_t>& offsets) {
    if (offsets.empty() || offsets.front() != 0)
        return false;
    for (std::size_t i = 1; i < offsets.size(); ++i)
        if (offsets[i] < offsets[i - 1])
            return false;
    return true;
}

Result<void> checkTopology(const GraphTopology& topology) {
    if (!ascends(topology.nodeOffsets) || !ascends(topology.edgeOffsets) ||
        topology.nodeOffsets.size() != topology.edgeOffsets.size())
        return unsound("the offsets of the graphs do not ascend from 0");
    const auto edges = static_cast<std::size_t>(topology.edgeCount());
    if (topology.edgeSource.size() != edges || topology.edgeTarget.size() != edges)
        return unsound("the graphs name " + std::to_string(edges) + " edges but their ends are " +
                       std::to_string(topology.edgeSource.size()) + " and " +
                       std::to_string(topology.edgeTarget.size()));
    for (std::size_t g = 0; g < topology.graphCount(); ++g) {
        const std::int64_t nodes = topology.nodeOffsets[g + 1] - topology.nodeOffsets[g];
        for (std::int64_t e = topology.edgeOffsets[g]; e < topology.edgeOffsets[g + 1]; ++e) {
            const std::int32_t source = topology.edgeSource[static_cast<std::size_t>(e)];
            const std::int32_t target = topology.edgeTarget[static_cast<std::size_t>(e)];
            if (source < 0 || target < 0 || source >= nodes || target >= nodes)
                return unsound("an edge of graph " + std::to_string(g) + " ends outside of its " +
                               std::to_string(nodes) + " nodes");
        }
    }
    return {};
}

Result<void> checkRole(const Table& table, const std::string& name) {
    if (!name.empty() && !table.find(name))
        return unsound("the graphs name a column \"" + name + "\" that they do not have");
    return {};
}

Result<void> checkLayout(const GraphSet& graphs) {
    const Table& layout = graphs.layout;
    if (layout.columns.empty())
        return {};
    for (const char* name : {"x", "y"})
        if (const Column* column = layout.find(name); !column || column->type() != ColumnType::real)
            return unsound("the layout of the graphs has no real column \"" + std::string(name) + '"');
    return checkRows(layout, static_cast<std::size_t>(graphs.topology.nodeCount()), "nodes");
}

Result<void> check(const GraphSet& graphs) {
    if (auto ok = checkTopology(graphs.topology); !ok)
        return ok;
    if (auto ok = checkRows(graphs.nodes, static_cast<std::size_t>(graphs.topology.nodeCount()), "nodes"); !ok)
        return ok;
    if (auto ok = checkRows(graphs.edges, static_cast<std::size_t>(graphs.topology.edgeCount()), "edges"); !ok)
        return ok;
    if (auto ok = checkRows(graphs.graphs, graphs.graphCount(), "graphs"); !ok)
        return ok;
    if (auto ok = checkLayout(graphs); !ok)
        return ok;
    if (auto ok = checkRole(graphs.nodes, graphs.labelAttribute); !ok)
        return ok;
    for (const std::string& name : {graphs.targetColumn, graphs.idColumn, graphs.structureColumn})
        if (auto ok = checkRole(graphs.graphs, name); !ok)
            return ok;
    if (const Column* structure = graphs.graphs.find(graphs.structureColumn);
        graphs.isMolecular() && structure->type() != ColumnType::text)
        return unsound("the structure column \"" + graphs.structureColumn + "\" holds no text");
    return {};
}

Result<void> check(const Scalars&) {
    return {};
}
Result<void> check(const Model&) {
    return {};
}
Result<void> check(const Files&) {
    return {};
}
Result<void> check(const Document&) {
    return {};
}
Result<void> check(const Tensors& tensors) {
    for (const Tensor& item : tensors.items) {
        if (item.file >= tensors.files.size())
            return unsound("the tensor \"" + item.name + "\" lies in a file that is not listed");
        const std::int64_t whole = tensors.files[item.file].bytes;
        if (item.offset < 0 || item.bytes < 0 || item.offset > whole || item.bytes > whole - item.offset)
            return unsound("the tensor \"" + item.name + "\" reaches beyond its file");
        for (const std::int64_t extent : item.shape)
            if (extent < 0)
                return unsound("the tensor \"" + item.name + "\" has a negative extent");
    }
    return {};
}

} // namespace

Result<void> checkValue(const Value& value) {
    return std::visit(
        [](const auto& held) -> Result<void> {
            if (!held)
                return unsound("there is no value");
            return check(*held);
        },
        value);
}

} // namespace vitrine
