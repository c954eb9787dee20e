#include "widgets/data/dataset_summary.h"

#include "core/base/number_sort.h"
#include "core/base/parallel_for.h"
#include "core/data/chem/depiction.h"
#include "core/values/column_unit.h"
#include "core/values/readable_name.h"
#include "core/values/tensor_table.h"
#include "core/values/text.h"
#include "core/values/text_counts.h"
#include "widgets/data/display_number.h"
#include "widgets/data/row_filter.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <thread>
#include <utility>

namespace vitrine {
namespace {

constexpr std::size_t kFrequent = 12;
constexpr std::size_t kMostLabels = 12;

QString tr(const char* text) {
    return QCoreApplication::translate("DatasetSummary", text);
}

int coreCount() {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// Calls `take` with every cell that is there, as a double.
template <class Take>
void eachNumber(const Column& column, Take take) {
    const auto each = [&](const auto cells) {
        for (std::size_t row = 0; row < cells.size(); ++row)
            if (column.isValid(row))
                take(static_cast<double>(cells[row]));
    };
    if (column.type() == ColumnType::real)
        each(column.reals());
    else if (column.type() == ColumnType::integer)
        each(column.integers());
    else
        each(column.booleans());
}

void measureNumbers(const Column& column, ColumnSummary& summary) {
    std::vector<double> values;
    values.reserve(column.size());
    eachNumber(column, [&](double value) {
        if (std::isfinite(value))
            values.push_back(value);
        else
            ++summary.nonFinite;
    });
    summary.finite = static_cast<std::int64_t>(values.size());
    if (values.empty())
        return;
    sortNumbers(values);
    summary.minimum = values.front();
    summary.maximum = values.back();
    summary.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    summary.median = quantileOfSorted(values, 0.5);
    summary.histogram = histogramOfSorted(values);
    summary.distinct = 1;
    for (std::size_t i = 1; i < values.size(); ++i)
        summary.distinct += values[i] != values[i - 1];
}

/// Columns side by side on all cores; fewer than there are when it is stopped.
std::vector<ColumnSummary> summariseColumns(const std::vector<const Column*>& columns, ColumnScope scope,
                                            const std::stop_token& stop) {
    std::vector<ColumnSummary> summaries(columns.size());
    parallelFor(columns.size(), coreCount(), [&](std::size_t i) {
        if (!stop.stop_requested())
            summaries[i] = summariseColumn(*columns[i], scope);
    });
    if (stop.stop_requested())
        summaries.clear();
    return summaries;
}

/// Whether the column counts the records from 0 already.
bool isNumbering(const Column* column) {
    if (!column || column->type() != ColumnType::integer || column->missingCount() > 0)
        return false;
    const auto numbers = column->integers();
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] != static_cast<std::int64_t>(i))
            return false;
    return true;
}

std::shared_ptr<const Table> numberedRows(const Table& table, std::size_t count, std::string& keyColumn) {
    auto rows = std::make_shared<Table>();
    keyColumn = "row";
    if (!isNumbering(table.find(keyColumn))) {
        while (table.find(keyColumn))
            keyColumn = '#' + keyColumn; // the file has a column of that name that means something else
        Column::Integers numbers(count);
        std::iota(numbers.begin(), numbers.end(), 0);
        rows->columns.emplace_back(keyColumn, std::move(numbers));
    }
    const std::size_t first = rows->columns.size();
    rows->columns.resize(first + table.columns.size());
    parallelFor(table.columns.size(), coreCount(), [&](std::size_t i) { rows->columns[first + i] = table.columns[i]; });
    return rows;
}

CardText countCard(const QString& label, std::int64_t count, const QString& note) {
    return {label, displayCount(count), {}, note, {}};
}

/// "1 to 55, mean 13.3" of the sizes of graphs; nothing of one graph, whose size is the count itself.
QString sizesNote(const std::vector<std::int64_t>& offsets) {
    if (offsets.size() < 3)
        return {};
    std::int64_t least = offsets[1] - offsets[0], most = least;
    for (std::size_t i = 1; i < offsets.size(); ++i) {
        least = std::min(least, offsets[i] - offsets[i - 1]);
        most = std::max(most, offsets[i] - offsets[i - 1]);
    }
    const double mean = static_cast<double>(offsets.back()) / static_cast<double>(offsets.size() - 1);
    return tr("%1 to %2, mean %3").arg(displayCount(least), displayCount(most), displayNumber(mean, 1));
}

CardText missingCard(const std::vector<ColumnSummary>& columns, std::int64_t rows) {
    std::int64_t missing = 0;
    for (const ColumnSummary& column : columns)
        missing += column.missing;
    return {tr("Missing values"),
            displayCount(missing),
            {},
            tr("of %1 × %2").arg(displayCount(rows), displayCount(static_cast<std::int64_t>(columns.size()))),
            tr("Cells without a value, records times columns")};
}

/// Missing cells of graphs, their nodes and their edges together; what belongs to which is said on hover.
CardText missingCard(const std::vector<ColumnSummary>& columns) {
    std::int64_t missing = 0, cells = 0;
    QStringList parts{tr("Cells without a value")};
    for (const auto& [scope, name] : {std::pair{ColumnScope::graph, tr("graphs")},
                                      {ColumnScope::node, tr("nodes")},
                                      {ColumnScope::edge, tr("edges")}}) {
        std::int64_t missingHere = 0, cellsHere = 0;
        for (const ColumnSummary& column : columns)
            if (column.scope == scope) {
                missingHere += column.missing;
                cellsHere += column.cells;
            }
        missing += missingHere;
        cells += cellsHere;
        if (cellsHere > 0)
            parts << tr("%1: %2 of %3").arg(name, displayCount(missingHere), displayCount(cellsHere));
    }
    return {tr("Missing values"),
            displayCount(missing),
            {},
            tr("of %1 cells").arg(displayCount(cells)),
            parts.join(QLatin1Char('\n'))};
}

CardText targetCard(const DatasetSummary& summary) {
    if (summary.targetColumn < 0)
        return {tr("Target"), tr("none"), {}, tr("No column is marked as target"), {}};
    const ColumnSummary& target = summary.columns[static_cast<std::size_t>(summary.targetColumn)];
    if (target.finite == 0)
        return {tr("Target"), displayCount(target.distinct), {}, tr("different values"), toQString(target.name)};
    if (target.finite == 1)
        return {tr("Target"), displayNumber(target.median, 2), toQString(target.unit), toQString(target.name), {}};
    return {tr("Target, median"), displayNumber(target.median, 2), toQString(target.unit),
            tr("%1 to %2").arg(displayNumber(target.minimum, 2), displayNumber(target.maximum, 2)),
            tr("Median of %1, with its range").arg(toQString(target.name))};
}

QString droppedText(std::int64_t dropped) {
    return dropped == 0   ? tr("None was dropped")
           : dropped == 1 ? tr("1 was dropped")
                          : tr("%1 were dropped").arg(displayCount(dropped));
}

void summariseGraphs(const GraphSet& graphs, const DatasetRecord& record, DatasetSummary& summary,
                     const std::stop_token& stop) {
    const auto add = [&](const Table& table, ColumnScope scope) {
        std::vector<const Column*> columns;
        for (const Column& column : table.columns) {
            if (scope == ColumnScope::graph && column.name == "row") // the position in the file tells nothing
                continue;
            if (scope == ColumnScope::graph && column.name == graphs.targetColumn)
                summary.targetColumn = static_cast<int>(summary.columns.size() + columns.size());
            columns.push_back(&column);
        }
        std::ranges::move(summariseColumns(columns, scope, stop), std::back_inserter(summary.columns));
    };
    add(graphs.graphs, ColumnScope::graph);
    add(graphs.nodes, ColumnScope::node);
    add(graphs.edges, ColumnScope::edge);
    if (stop.stop_requested())
        return;
    summary.labels = labelFigure(graphs);
    const auto count = static_cast<std::int64_t>(graphs.graphCount());
    summary.rows = numberedRows(graphs.graphs, graphs.graphCount(), summary.keyColumn);
    const bool molecules = graphs.isMolecular();
    const std::int64_t dropped = record.ledger.recordsDropped;
    summary.cards = {countCard(recordsName(record), count, droppedText(dropped)),
                     countCard(molecules ? tr("Atoms") : tr("Nodes"), graphs.topology.nodeCount(),
                               sizesNote(graphs.topology.nodeOffsets)),
                     countCard(molecules ? tr("Bonds") : tr("Edges"), graphs.topology.edgeCount(),
                               sizesNote(graphs.topology.edgeOffsets)),
                     targetCard(summary), missingCard(summary.columns)};
}

void summariseTable(const Table& table, const DatasetRecord& record, DatasetSummary& summary,
                    const std::stop_token& stop) {
    std::vector<const Column*> all;
    std::int64_t numeric = 0, nonFinite = 0;
    for (const Column& column : table.columns) {
        all.push_back(&column);
        numeric += column.isNumeric();
    }
    summary.columns = summariseColumns(all, ColumnScope::table, stop);
    if (stop.stop_requested())
        return;
    for (const ColumnSummary& column : summary.columns)
        nonFinite += column.nonFinite;
    const auto rows = static_cast<std::int64_t>(table.rowCount());
    const auto columns = static_cast<std::int64_t>(table.columns.size());
    summary.rows = numberedRows(table, table.rowCount(), summary.keyColumn);
    const std::int64_t dropped = record.ledger.recordsDropped;
    summary.cards = {countCard(tr("Rows"), rows, droppedText(dropped)),
                     countCard(tr("Columns"), columns, tr("%1 of numbers").arg(displayCount(numeric))),
                     countCard(tr("Text columns"), columns - numeric, tr("of %1").arg(displayCount(columns))),
                     countCard(tr("NaN and infinite"), nonFinite, tr("kept and counted, never drawn as numbers")),
                     missingCard(summary.columns, rows)};
}

} // namespace

std::optional<FigureSpec> labelFigure(const GraphSet& graphs) {
    const Column* labels = graphs.nodes.find(graphs.labelAttribute);
    if (!labels)
        return std::nullopt;
    const bool single = graphs.graphCount() == 1; // that it has a label says little, so its nodes are counted
    std::map<std::string, std::int64_t> counts;
    for (std::size_t graph = 0; graph < graphs.graphCount(); ++graph) {
        std::multiset<std::string> seen;
        for (auto node = graphs.topology.nodeOffsets[graph]; node < graphs.topology.nodeOffsets[graph + 1]; ++node)
            if (const auto row = static_cast<std::size_t>(node); labels->isValid(row))
                if (std::string label = labels->cellText(row); single || !seen.contains(label))
                    seen.insert(std::move(label));
        for (const std::string& label : seen)
            ++counts[label];
    }
    std::vector<std::pair<std::string, std::int64_t>> order(counts.begin(), counts.end());
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    FigureSpec figure;
    const bool elements = graphs.labelAttribute == "atomic_number";
    figure.title = elements ? "Elements" : "Labels";
    const bool molecules = graphs.isMolecular();
    if (single)
        figure.x.label.title = elements    ? "Atoms of the element"
                               : molecules ? "Atoms with the label"
                                           : "Nodes with the label";
    else
        figure.x.label.title = !molecules ? "Graphs with the label"
                               : elements ? "Molecules that contain the element"
                                          : "Molecules with the label";
    figure.x.includeZero = figure.x.integerTicks = true;
    figure.y.scale = AxisScale::category;
    if (order.size() > kMostLabels) {
        figure.shown = static_cast<std::int64_t>(kMostLabels);
        figure.total = static_cast<std::int64_t>(order.size());
        order.resize(kMostLabels);
    }
    FigureMark bars;
    bars.kind = MarkKind::bars;
    bars.id = "count";
    bars.slot = 1;
    bars.horizontal = bars.showValues = true;
    for (const auto& [label, count] : order) {
        bars.x.push_back(static_cast<double>(bars.x.size()));
        bars.y.push_back(static_cast<double>(count));
        figure.y.categories.push_back(elements ? chem::elementSymbol(std::atoi(label.c_str())) : label);
    }
    figure.marks.push_back(std::move(bars));
    return figure;
}

QString recordsName(const DatasetRecord& record) {
    if (record.kind == ValueKind::graphSet)
        return record.molecular ? tr("Molecules") : tr("Graphs");
    return record.kind == ValueKind::table ? tr("Rows") : tr("Records");
}

ColumnSummary summariseColumn(const Column& column, ColumnScope scope) {
    ColumnSummary summary;
    summary.scope = scope;
    summary.name = column.name;
    summary.unit = column.unit;
    summary.description = column.description;
    summary.type = column.type();
    summary.cells = static_cast<std::int64_t>(column.size());
    summary.missing = static_cast<std::int64_t>(column.missingCount());
    if (column.isNumeric()) {
        measureNumbers(column, summary);
    } else {
        TextCounts counts = countTexts(column, kFrequent);
        summary.distinct = counts.distinct;
        summary.frequent = std::move(counts.frequent);
    }
    return summary;
}

FigureSpec columnFigure(const ColumnSummary& column, const QString& records) {
    FigureSpec figure;
    figure.title = column.name;
    FigureMark bars;
    bars.kind = MarkKind::bars;
    bars.id = "count";
    bars.slot = 1;
    const QString counted = column.scope == ColumnScope::node   ? tr("Nodes")
                            : column.scope == ColumnScope::edge ? tr("Edges")
                                                                : records;
    if (column.finite > 0) {
        figure.x.label = {readableName(splitHeader(column.name).title), column.unit};
        figure.y.label.title = toStd(counted);
        figure.y.includeZero = figure.y.integerTicks = true;
        bars.barWidth = 0.92 * column.histogram.width;
        for (std::size_t bin = 0; bin < column.histogram.counts.size(); ++bin) {
            bars.x.push_back(column.histogram.center(bin));
            bars.y.push_back(static_cast<double>(column.histogram.counts[bin]));
        }
        const auto most = std::max_element(column.histogram.counts.begin(), column.histogram.counts.end());
        figure.y.maximum = 1.2 * static_cast<double>(*most); // room for the name of the line
        FigureMark median;
        median.kind = MarkKind::referenceX;
        median.id = "median";
        median.label = "median " + toStd(displayNumber(column.median, 2));
        median.x = {column.median};
        figure.marks = {std::move(bars), std::move(median)};
        return figure;
    }
    figure.x.label.title = toStd(counted);
    figure.x.includeZero = figure.x.integerTicks = true;
    figure.y.scale = AxisScale::category;
    bars.horizontal = bars.showValues = true;
    for (const auto& [text, count] : column.frequent) {
        bars.x.push_back(static_cast<double>(bars.x.size()));
        bars.y.push_back(static_cast<double>(count));
        figure.y.categories.push_back(text);
    }
    if (column.distinct > static_cast<std::int64_t>(column.frequent.size())) {
        figure.shown = static_cast<std::int64_t>(column.frequent.size());
        figure.total = column.distinct;
    }
    figure.marks = {std::move(bars)};
    return figure;
}

namespace {

void summariseTensors(const Tensors& tensors, const DatasetRecord& record, DatasetSummary& summary,
                      const std::stop_token& stop) {
    summariseTable(tensorTable(tensors), record, summary, stop);
    std::int64_t values = 0;
    for (const Tensor& item : tensors.items)
        values += valueCount(item);
    summary.cards = {countCard(tr("Tensors"), record.records, {}), countCard(tr("Values"), values, {}),
                     countCard(tr("Files"), static_cast<std::int64_t>(tensors.files.size()), tr("linked, not copied"))};
}

} // namespace

DatasetSummary summariseDataset(const DatasetRecord& record, const Value& value, const std::stop_token& stop) {
    DatasetSummary summary;
    if (const auto graphs = valueAs<GraphSet>(value)) {
        summariseGraphs(*graphs, record, summary, stop);
        summary.filterColumns = std::make_shared<const FilterColumns>(graphs);
    } else if (const auto table = valueAs<Table>(value)) {
        summariseTable(*table, record, summary, stop);
    } else if (const auto tensors = valueAs<Tensors>(value)) {
        summariseTensors(*tensors, record, summary, stop);
    } else {
        summary.cards = {countCard(recordsName(record), record.records, toQString(valueKindName(record.kind)))};
    }
    return summary;
}

} // namespace vitrine
