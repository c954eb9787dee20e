#include "core/data/csv_graphs/csv_graph_writer.h"

#include "core/base/number_text.h"
#include "core/data/input_file.h"
#include "core/values/value_export.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine {
namespace {

std::string prefixOf(const std::string& path) {
    const std::string stem = inputStem(path);
    constexpr std::string_view kEnd = "_nodes";
    return stem.ends_with(kEnd) ? stem.substr(0, stem.size() - kEnd.size()) : stem;
}

/// Graph of each of the elements between the offsets.
Column graphIds(const std::vector<std::int64_t>& offsets) {
    Column::Integers ids;
    ids.reserve(static_cast<std::size_t>(offsets.back()));
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g)
        ids.insert(ids.end(), static_cast<std::size_t>(offsets[g + 1] - offsets[g]), static_cast<std::int64_t>(g));
    return {"graph_id", std::move(ids)};
}

Column nodeIds(const std::vector<std::int64_t>& offsets) {
    Column::Integers ids;
    ids.reserve(static_cast<std::size_t>(offsets.back()));
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g)
        for (std::int64_t node = 0; node < offsets[g + 1] - offsets[g]; ++node)
            ids.push_back(node);
    return {"node_id", std::move(ids)};
}

/// Reals as text with a point or an exponent, where whole numbers alone would read back as such.
Column withPoints(const Column& column) {
    if (column.type() != ColumnType::real)
        return column;
    Column::Texts texts;
    for (const double value : column.reals()) {
        texts.push_back(numberText(value));
        if (std::isfinite(value) && texts.back().find_first_of(".e") == std::string::npos)
            texts.back() += ".0";
    }
    Column text(column.name, std::move(texts));
    for (std::size_t row = 0; row < column.size(); ++row)
        if (!column.isValid(row))
            text.setMissing(row);
    return text;
}

std::string csvOf(std::vector<Column> first, const Table& rest) {
    Table table;
    table.columns = std::move(first);
    for (const Column& column : rest.columns)
        table.columns.push_back(withPoints(column));
    return tableCsv(table);
}

/// The node columns, and behind them the places where all nodes have one that would be known again.
Table nodesWithPlaces(const GraphSet& graphs) {
    Table nodes = graphs.nodes;
    const auto isPlain = [&](const Column& axis) {
        return !graphs.nodes.find(axis.name) &&
               std::all_of(axis.reals().begin(), axis.reals().end(), [](double value) { return std::isfinite(value); });
    };
    for (const Column& axis : graphs.layout.columns)
        if (axis.missingCount() > 0 || !isPlain(axis))
            return nodes;
    nodes.columns.insert(nodes.columns.end(), graphs.layout.columns.begin(), graphs.layout.columns.end());
    return nodes;
}

std::string edgesCsv(const GraphSet& graphs) {
    const GraphTopology& topology = graphs.topology;
    std::vector<Column> columns{graphIds(topology.edgeOffsets)};
    columns.emplace_back("source", Column::Integers(topology.edgeSource.begin(), topology.edgeSource.end()));
    columns.emplace_back("target", Column::Integers(topology.edgeTarget.begin(), topology.edgeTarget.end()));
    if (topology.directed)
        columns.emplace_back("type", Column::Texts(topology.edgeSource.size(), "directed"));
    return csvOf(std::move(columns), graphs.edges);
}

} // namespace

std::string CsvGraphWriter::limits() const {
    return "Types and roles of the columns are found again by their values and names when the files are read; spaces "
           "around text are removed, empty text becomes a missing value; units are lost; parallel edges become one; "
           "places of nodes are kept where all nodes have one.";
}

std::vector<std::string> CsvGraphWriter::fileNames(const std::string& path) const {
    const std::string prefix = prefixOf(path);
    return {prefix + "_nodes.csv", prefix + "_edges.csv", prefix + "_graphs.csv"};
}

Result<std::vector<WrittenFile>> CsvGraphWriter::write(const Value& value, const std::string& path,
                                                       const ReadContext& context) const {
    const auto graphs = valueAs<GraphSet>(value);
    const GraphTopology& topology = graphs->topology;
    if (topology.nodeCount() == 0)
        return makeError(ErrorCode::invalidArgument, "tables of nodes and edges cannot be written without nodes");
    const std::vector<std::string> names = fileNames(path);
    std::vector<WrittenFile> files;
    const auto stopped = [&](double done) {
        context.progress(done, "Writing graphs");
        return context.stop.stop_requested();
    };
    if (stopped(0.0))
        return makeError(ErrorCode::cancelled, "writing was cancelled");
    files.push_back(
        {names[0], csvOf({graphIds(topology.nodeOffsets), nodeIds(topology.nodeOffsets)}, nodesWithPlaces(*graphs))});
    if (stopped(0.5))
        return makeError(ErrorCode::cancelled, "writing was cancelled");
    files.push_back({names[1], edgesCsv(*graphs)});
    if (stopped(0.9))
        return makeError(ErrorCode::cancelled, "writing was cancelled");
    Column::Integers ids(graphs->graphCount());
    std::iota(ids.begin(), ids.end(), std::int64_t{0});
    std::vector<Column> columns;
    columns.emplace_back("graph_id", std::move(ids));
    files.push_back({names[2], csvOf(std::move(columns), graphs->graphs)});
    return files;
}

} // namespace vitrine
