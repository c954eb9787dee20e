#include "core/values/value_parts.h"

#include "core/base/sha256.h"
#include "core/values/json_text.h"

#include <bit>

namespace vitrine {
namespace {

// Arrays are written as they lie in memory; a big-endian machine would need a swapping sink.
static_assert(std::endian::native == std::endian::little);

using Json = nlohmann::json;

constexpr const char* kPlace = "place"; ///< of linked files

template <class T>
constexpr const char* dtypeOf() {
    if constexpr (std::is_same_v<T, std::uint8_t>)
        return "u8";
    else if constexpr (std::is_same_v<T, std::int32_t>)
        return "i32";
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return "i64";
    else if constexpr (std::is_same_v<T, std::uint64_t>)
        return "u64";
    else
        return "f64";
}

template <class T>
void put(const ArraySink& sink, const std::string& name, std::span<const T> cells) {
    sink(name, dtypeOf<T>(), {static_cast<std::int64_t>(cells.size())}, cells.data(), cells.size_bytes());
}

template <class T>
void put(const ArraySink& sink, const std::string& name, const std::vector<T>& cells) {
    put(sink, name, std::span<const T>(cells));
}

void putText(const ArraySink& sink, const std::string& name, const std::string& text) {
    sink(name, "utf8", {static_cast<std::int64_t>(text.size())}, text.data(), text.size());
}

/// Texts lie one behind the other; text i is the bytes [offset[i], offset[i + 1]). `keep(i)` false writes it empty.
template <class Keep>
void putTexts(const ArraySink& sink, const std::string& name, std::span<const std::string> texts, Keep keep) {
    std::vector<std::int64_t> offsets{0};
    offsets.reserve(texts.size() + 1);
    std::string joined;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (keep(i))
            joined += texts[i];
        offsets.push_back(static_cast<std::int64_t>(joined.size()));
    }
    put(sink, name + "/offsets", offsets);
    putText(sink, name, joined);
}

void putTexts(const ArraySink& sink, const std::string& name, std::span<const std::string> texts) {
    putTexts(sink, name, texts, [](std::size_t) { return true; });
}

/// Cells of one column. What stands in a missing cell is irrelevant and is written as 0, so that equal columns give
/// equal bytes.
template <class T>
void putCells(const ArraySink& sink, const std::string& name, const Column& column, std::span<const T> cells,
              bool hasMissing) {
    if constexpr (std::is_same_v<T, std::string>) {
        putTexts(sink, name, cells, [&](std::size_t row) { return column.isValid(row); });
    } else if (!hasMissing && !std::is_same_v<T, std::uint8_t>) {
        put(sink, name, cells);
    } else {
        std::vector<T> copy(cells.begin(), cells.end());
        for (std::size_t row = 0; row < copy.size(); ++row) {
            if (!column.isValid(row))
                copy[row] = T{};
            if constexpr (std::is_same_v<T, std::uint8_t>)
                copy[row] = copy[row] != 0 ? 1 : 0;
        }
        put(sink, name, copy);
    }
}

std::vector<std::uint64_t> validityWords(const Column& column) {
    std::vector<std::uint64_t> words((column.size() + 63) / 64, ~std::uint64_t{0});
    for (std::size_t row = 0; row < column.size(); ++row)
        if (!column.isValid(row))
            words[row / 64] &= ~(std::uint64_t{1} << (row % 64));
    return words;
}

Json visitTable(const Table& table, const std::string& prefix, const ArraySink& sink) {
    Json columns = Json::array();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        const std::string name = prefix + "columns/" + std::to_string(i);
        bool hasMissing = false;
        if (!column.validity().empty())
            for (std::size_t row = 0; row < column.size() && !hasMissing; ++row)
                hasMissing = !column.isValid(row);
        columns.push_back({{"name", column.name},
                           {"unit", column.unit},
                           {"description", column.description},
                           {"type", columnTypeName(column.type())},
                           {"missing", hasMissing}});
        std::visit(
            [&](const auto& cells) {
                using T = typename std::decay_t<decltype(cells)>::value_type;
                putCells(sink, name + "/data", column, std::span<const T>(cells), hasMissing);
            },
            column.data());
        if (hasMissing)
            put(sink, name + "/valid", validityWords(column));
    }
    return {{"rows", table.rowCount()}, {"columns", std::move(columns)}};
}

Json axisJson(const AxisLabel& axis) {
    return {{"title", axis.title}, {"unit", axis.unit}};
}

Json visit(const Scalars& scalars, const ArraySink& sink) {
    Json items = Json::array();
    std::vector<double> values;
    std::vector<double> lower;
    std::vector<double> upper;
    for (const Scalar& item : scalars.items) {
        Json entry{{"id", item.id},
                   {"label", item.label},
                   {"unit", item.unit},
                   {"comparison", item.comparison},
                   {"definition", item.definition},
                   {"lower_is_better", item.lowerIsBetter},
                   {"headline", item.headline}};
        values.push_back(item.value);
        if (item.interval) {
            entry["interval"] = {{"kind", item.interval->kind}, {"n", item.interval->n}};
            lower.push_back(item.interval->lower);
            upper.push_back(item.interval->upper);
        }
        items.push_back(std::move(entry));
    }
    put(sink, "values", values);
    put(sink, "lower", lower);
    put(sink, "upper", upper);
    return {{"items", std::move(items)}};
}

Json visit(const Table& table, const ArraySink& sink) {
    return visitTable(table, {}, sink);
}

Json visit(const Series& series, const ArraySink& sink) {
    Json lines = Json::array();
    for (std::size_t i = 0; i < series.lines.size(); ++i) {
        const SeriesLine& line = series.lines[i];
        const std::string name = "lines/" + std::to_string(i);
        lines.push_back({{"id", line.id}, {"label", line.label}, {"group", line.group}});
        put(sink, name + "/x", line.x);
        put(sink, name + "/y", line.y);
        put(sink, name + "/lower", line.lower);
        put(sink, name + "/upper", line.upper);
    }
    return {{"x", axisJson(series.x)}, {"y", axisJson(series.y)}, {"lines", std::move(lines)}};
}

Json visit(const Matrix& matrix, const ArraySink& sink) {
    sink("cells", "f64", {static_cast<std::int64_t>(matrix.rows), static_cast<std::int64_t>(matrix.columns)},
         matrix.cells.data(), matrix.cells.size() * sizeof(double));
    putTexts(sink, "row_labels", matrix.rowLabels);
    putTexts(sink, "column_labels", matrix.columnLabels);
    return {{"rows", matrix.rows},
            {"columns", matrix.columns},
            {"row_axis", axisJson(matrix.rowAxis)},
            {"column_axis", axisJson(matrix.columnAxis)},
            {"value_axis", axisJson(matrix.valueAxis)}};
}

Json visit(const GraphSet& graphs, const ArraySink& sink) {
    put(sink, "node_offsets", graphs.topology.nodeOffsets);
    put(sink, "edge_offsets", graphs.topology.edgeOffsets);
    put(sink, "edge_source", graphs.topology.edgeSource);
    put(sink, "edge_target", graphs.topology.edgeTarget);
    Json header{{"name", graphs.name},
                {"directed", graphs.topology.directed},
                {"label_attribute", graphs.labelAttribute},
                {"target_column", graphs.targetColumn},
                {"id_column", graphs.idColumn},
                {"structure_column", graphs.structureColumn}};
    header["nodes"] = visitTable(graphs.nodes, "nodes/", sink);
    header["edges"] = visitTable(graphs.edges, "edges/", sink);
    header["graphs"] = visitTable(graphs.graphs, "graphs/", sink);
    if (!graphs.layout.columns.empty())
        header["layout"] = visitTable(graphs.layout, "layout/", sink);
    return header;
}

// A model may take megabytes: its document is an array, so that it is stored in chunks like any other.
Json visit(const Model& model, const ArraySink& sink) {
    putText(sink, "document", jsonText(model.document));
    return {{"format", model.format}, {"version", model.version}};
}

Json visit(const Files& files, const ArraySink& sink) {
    putTexts(sink, "names", files.names);
    return {{"folder", files.folder}};
}

// Names may be many: they are arrays. What says where the files lie stands apart, because it is no part of the content.
Json visit(const Tensors& tensors, const ArraySink& sink) {
    std::vector<std::string> names, dtypes;
    std::vector<std::int64_t> ranks, extents, files, offsets, bytes;
    for (const Tensor& item : tensors.items) {
        names.push_back(item.name);
        dtypes.push_back(item.dtype);
        ranks.push_back(static_cast<std::int64_t>(item.shape.size()));
        extents.insert(extents.end(), item.shape.begin(), item.shape.end());
        files.push_back(item.file);
        offsets.push_back(item.offset);
        bytes.push_back(item.bytes);
    }
    putTexts(sink, "names", names);
    putTexts(sink, "dtypes", dtypes);
    put(sink, "ranks", ranks);
    put(sink, "extents", extents);
    put(sink, "files", files);
    put(sink, "offsets", offsets);
    put(sink, "bytes", bytes);
    putText(sink, "config", tensors.config);
    Json linked = Json::array(), written = Json::array();
    for (const TensorFile& file : tensors.files) {
        linked.push_back({{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
        written.push_back(file.modifiedNs);
    }
    return {{"form", tensors.form},
            {"linked", std::move(linked)},
            {"metadata", tensors.metadata},
            {kPlace, {{"folder", tensors.folder}, {"modified_ns", std::move(written)}}}};
}

Json visit(const Document& document, const ArraySink& sink) {
    putText(sink, "markdown", document.markdown);
    return Json::object();
}

} // namespace

nlohmann::json visitValue(const Value& value, const ArraySink& sink) {
    Json header = std::visit([&](const auto& held) { return visit(*held, sink); }, value);
    header["kind"] = valueKindName(kindOf(value));
    return header;
}

EncodedValue encodeValue(const Value& value) {
    EncodedValue encoded;
    encoded.header = visitValue(value, [&](const std::string& name, const char* dtype, std::vector<std::int64_t> shape,
                                           const void* data, std::size_t bytes) {
        std::string copy;
        if (bytes > 0)
            copy.assign(static_cast<const char*>(data), bytes);
        encoded.arrays.push_back({name, dtype, std::move(shape), std::move(copy)});
    });
    return encoded;
}

std::string contentSha256(const Value& value) {
    Sha256 hash;
    Json header = visitValue(value, [&](const std::string& name, const char* dtype,
                                        const std::vector<std::int64_t>& shape, const void* data, std::size_t bytes) {
        std::string head = name + '\n' + dtype + '\n';
        for (std::int64_t extent : shape)
            head += std::to_string(extent) + ' ';
        head += '\n' + std::to_string(bytes) + '\n';
        hash.add(head);
        hash.add(data, bytes);
    });
    header.erase(kPlace);
    hash.add(jsonText(header));
    return hash.hex();
}

std::int64_t valueBytes(const Value& value) {
    std::int64_t total = 0;
    const Json header =
        visitValue(value, [&](const std::string&, const char*, const std::vector<std::int64_t>&, const void*,
                              std::size_t bytes) { total += static_cast<std::int64_t>(bytes) + 64; });
    return total + static_cast<std::int64_t>(jsonText(header).size());
}

} // namespace vitrine
