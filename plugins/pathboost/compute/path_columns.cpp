#include "plugins/pathboost/compute/path_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine::pathboost {

namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

// Mean of value(occurrence) per graph, NaN values left out.
template <class Value>
std::vector<float> meansPerGraph(const LabelledPath& path, Value&& value) {
    std::vector<float> means(path.graphs().size(), kMissing);
    const auto offsets = path.offsets();
    for (std::size_t i = 0; i < means.size(); ++i) {
        double sum = 0.0;
        std::int32_t found = 0;
        for (std::int32_t occurrence = offsets[i]; occurrence < offsets[i + 1]; ++occurrence) {
            const double number = value(at(occurrence));
            if (!std::isnan(number)) {
                sum += number;
                ++found;
            }
        }
        if (found == 0)
            continue;
        const auto mean = static_cast<float>(sum / found);
        means[i] = std::isfinite(mean) ? mean : kMissing;
    }
    return means;
}

// One column before it is coded: values at the graphs of the path, and the value everywhere else.
struct RawColumn {
    std::int32_t attribute = kCountColumn;
    std::vector<float> values; // one per path.graphs()
    float elsewhere = kMissing;
};

std::vector<float> counts(const LabelledPath& path) {
    std::vector<float> counts(path.graphs().size());
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] = static_cast<float>(path.offsets()[i + 1] - path.offsets()[i]);
    return counts;
}

// The graphs of a path that are rows, split into training rows and rows that are only predicted.
struct Places {
    std::vector<std::int32_t> train; // indices into path.graphs(), by ascending row
    std::vector<std::int32_t> others;
};

Places placesOf(const LabelledPath& path, const RowMap& rows) {
    Places places;
    const auto graphs = path.graphs();
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        const std::int32_t row = rows.rowOfGraph[at(graphs[i])];
        if (row >= 0)
            (row < rows.trainRows ? places.train : places.others).push_back(static_cast<std::int32_t>(i));
    }
    const auto byRow = [&](std::int32_t a, std::int32_t b) {
        return rows.rowOfGraph[at(graphs[at(a)])] < rows.rowOfGraph[at(graphs[at(b)])];
    };
    if (!std::is_sorted(places.train.begin(), places.train.end(), byRow))
        std::sort(places.train.begin(), places.train.end(), byRow);
    return places;
}

// True when the column can only repeat the partition "occurs or not" of the count column, or no partition at all.
bool isRedundant(const RawColumn& column, const Places& places) {
    if (column.attribute == kCountColumn)
        return false;
    float first = kMissing;
    bool missing = false;
    for (const std::int32_t place : places.train) {
        const float value = column.values[at(place)];
        if (std::isnan(value))
            missing = true;
        else if (std::isnan(first))
            first = value;
        else if (value != first)
            return false;
    }
    return !missing || std::isnan(first);
}

// Appends the bins of a column and its codes for the training rows.
void encode(PathColumns& result, const RawColumn& raw, const Places& places, std::vector<std::int32_t>& codes) {
    PathColumns::Column column;
    column.attribute = raw.attribute;
    column.firstBin = result.binCount;
    std::vector<float> values;
    values.reserve(places.train.size() + 1);
    for (const std::int32_t place : places.train)
        if (const float value = raw.values[at(place)]; !std::isnan(value))
            values.push_back(value);
    if (!std::isnan(raw.elsewhere))
        values.push_back(raw.elsewhere);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    column.valueCount = static_cast<std::int32_t>(values.size());
    for (std::size_t i = 0; i + 1 < values.size(); ++i)
        column.closeValues = column.closeValues || !cutAllowed(values[i], values[i + 1]);
    const auto code = [&](float value) {
        const auto found = std::isnan(value) ? values.end() : std::lower_bound(values.begin(), values.end(), value);
        return column.firstBin + static_cast<std::int32_t>(found - values.begin());
    };
    column.absentBin = code(raw.elsewhere);
    for (std::size_t i = 0; i < places.train.size(); ++i)
        codes[i] = code(raw.values[at(places.train[i])]);
    result.binValue.insert(result.binValue.end(), values.begin(), values.end());
    result.binValue.push_back(kMissing);
    result.binCount += column.valueCount + 1;
    result.columns.push_back(column);
}

std::vector<RawColumn> rawColumns(const LabelledPath& path, const Scheme& scheme, const GraphData& data,
                                  const Places& places, std::optional<double> replaceMissing) {
    std::vector<RawColumn> columns;
    columns.push_back({kCountColumn, counts(path), 0.0F});
    for (std::size_t a = 0; a < scheme.attributes.size(); ++a) {
        RawColumn column{static_cast<std::int32_t>(a),
                         attributeMeans(path, scheme.attributes[a].scope, data.attributes[a])};
        const bool met = std::any_of(places.train.begin(), places.train.end(),
                                     [&](std::int32_t place) { return !std::isnan(column.values[at(place)]); });
        if (!met)
            continue; // columns exist only for attributes met in the training graphs
        if (replaceMissing) {
            column.elsewhere = static_cast<float>(*replaceMissing);
            std::replace_if(
                column.values.begin(), column.values.end(), [](float value) { return std::isnan(value); },
                column.elsewhere);
        }
        if (!isRedundant(column, places))
            columns.push_back(std::move(column));
    }
    return columns;
}

} // namespace

std::vector<float> attributeMeans(const LabelledPath& path, AttributeScope scope, const AttributeValues& values) {
    const auto nodes = path.lastNodes();
    const auto edges = path.lastEdges();
    const bool hasNode = scope != AttributeScope::edge && !values.ofNode.empty();
    const bool hasEdge = scope != AttributeScope::node && !values.ofEdge.empty() && path.length() > 1;
    if (hasNode && !hasEdge)
        return meansPerGraph(path, [&](std::size_t i) { return values.ofNode[at(nodes[i])]; });
    if (hasEdge && !hasNode)
        return meansPerGraph(path, [&](std::size_t i) { return values.ofEdge[at(edges[i])]; });
    if (!hasNode)
        return std::vector<float>(path.graphs().size(), kMissing);
    return meansPerGraph(path, [&](std::size_t i) {
        const double ofEdge = values.ofEdge[at(edges[i])];
        return std::isnan(ofEdge) ? values.ofNode[at(nodes[i])] : ofEdge;
    });
}

RowMap makeRowMap(std::int32_t graphCount, std::span<const std::int32_t> train, std::span<const std::int32_t> others) {
    RowMap map;
    map.graphOfRow.assign(train.begin(), train.end());
    map.graphOfRow.insert(map.graphOfRow.end(), others.begin(), others.end());
    map.trainRows = static_cast<std::int32_t>(train.size());
    map.rowOfGraph.assign(at(graphCount), -1);
    for (std::size_t row = 0; row < map.graphOfRow.size(); ++row)
        map.rowOfGraph[at(map.graphOfRow[row])] = static_cast<std::int32_t>(row);
    return map;
}

PathColumns makePathColumns(const LabelledPath& path, const Scheme& scheme, const GraphData& data, const RowMap& rows,
                            std::optional<double> replaceMissing) {
    const Places places = placesOf(path, rows);
    const std::vector<RawColumn> raw = rawColumns(path, scheme, data, places, replaceMissing);
    PathColumns result;
    const std::size_t width = raw.size();
    result.bins.resize(places.train.size() * width);
    std::vector<std::int32_t> codes(places.train.size());
    for (std::size_t c = 0; c < width; ++c) {
        encode(result, raw[c], places, codes);
        for (std::size_t i = 0; i < codes.size(); ++i)
            result.bins[i * width + c] = codes[i];
    }
    result.position.assign(at(rows.rows()), -1);
    for (const std::int32_t place : places.train) {
        const std::int32_t row = rows.rowOfGraph[at(path.graphs()[at(place)])];
        result.position[at(row)] = static_cast<std::int32_t>(result.trainRows.size());
        result.trainRows.push_back(row);
    }
    for (std::size_t i = 0; i < places.others.size(); ++i) {
        const auto place = at(places.others[i]);
        result.position[at(rows.rowOfGraph[at(path.graphs()[place])])] = static_cast<std::int32_t>(i);
        for (const RawColumn& column : raw)
            result.otherValues.push_back(column.values[place]);
    }
    result.rowsWithoutPath = rows.trainRows - static_cast<double>(places.train.size());
    return result;
}

} // namespace vitrine::pathboost
