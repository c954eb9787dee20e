#include "core/values/value_codec.h"

#include "core/values/json_text.h"
#include "core/values/value_parts.h"

namespace vitrine {
namespace {

using Json = nlohmann::json;

Error misfit(const std::string& what) {
    return makeError(ErrorCode::parse, what);
}

/// Takes results out of `Result`s one after the other and keeps the first error, so that a decoder reads as a list of
/// fields and is judged once at its end.
class Decoder {
public:
    explicit Decoder(const EncodedValue& encoded) : source(encoded) {}

    template <class T>
    T take(Result<T> result) {
        if (result.ok())
            return std::move(result).value();
        fail(result.error());
        return T{};
    }
    void fail(const Error& error) {
        if (!m_error)
            m_error = error;
    }
    bool failed() const { return m_error.has_value(); }

    template <class T>
    Result<Value> finish(T value) {
        if (m_error)
            return *m_error;
        Value made = makeValue(std::move(value));
        if (const Result<void> sound = checkValue(made); !sound)
            return makeError(ErrorCode::parse, sound.error().message);
        return made;
    }

    ArraySource source;

private:
    std::optional<Error> m_error;
};

AxisLabel axisOf(const Json& json) {
    return {textField(json, "title"), textField(json, "unit")};
}

Column::Data cellsOf(Decoder& decoder, const std::string& type, const std::string& name) {
    if (type == "boolean")
        return decoder.take(decoder.source.bytes(name));
    if (type == "integer")
        return decoder.take(decoder.source.integers(name));
    if (type == "real")
        return decoder.take(decoder.source.reals(name));
    if (type == "text")
        return decoder.take(decoder.source.texts(name));
    decoder.fail(misfit("the column type \"" + type + "\" is unknown"));
    return Column::Booleans{};
}

Table tableOf(Decoder& decoder, const Json& header, const std::string& prefix) {
    Table table;
    const Json& columns = jsonField(header, "columns");
    if (!columns.is_array()) {
        decoder.fail(misfit("the description of a table has no columns"));
        return table;
    }
    for (std::size_t i = 0; i < columns.size() && !decoder.failed(); ++i) {
        const std::string name = prefix + "columns/" + std::to_string(i);
        Column column(textField(columns[i], "name"), cellsOf(decoder, textField(columns[i], "type"), name + "/data"));
        column.unit = textField(columns[i], "unit");
        column.description = textField(columns[i], "description");
        if (boolField(columns[i], "missing")) {
            auto words = decoder.take(decoder.source.words(name + "/valid"));
            if (words.size() != (column.size() + 63) / 64)
                decoder.fail(misfit("the column \"" + column.name + "\" has marks of missing cells of another length"));
            else if (column.size() % 64 != 0)
                words.back() |= ~std::uint64_t{0} << (column.size() % 64);
            column.setValidity(std::move(words));
        }
        table.columns.push_back(std::move(column));
    }
    return table;
}

Result<Value> decodeScalars(Decoder& decoder, const Json& header) {
    Scalars scalars;
    const auto values = decoder.take(decoder.source.reals("values"));
    const auto lower = decoder.take(decoder.source.reals("lower"));
    const auto upper = decoder.take(decoder.source.reals("upper"));
    const Json& items = jsonField(header, "items");
    if (!items.is_array() || items.size() != values.size() || lower.size() != upper.size())
        return misfit("the list of scalars does not fit their values");
    std::size_t interval = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        Scalar scalar;
        scalar.id = textField(items[i], "id");
        scalar.label = textField(items[i], "label");
        scalar.unit = textField(items[i], "unit");
        scalar.comparison = textField(items[i], "comparison");
        scalar.definition = textField(items[i], "definition");
        scalar.lowerIsBetter = boolField(items[i], "lower_is_better");
        scalar.headline = boolField(items[i], "headline");
        scalar.value = values[i];
        if (const Json& entry = jsonField(items[i], "interval"); entry.is_object()) {
            if (interval >= lower.size())
                return misfit("the list of scalars names more intervals than there are");
            scalar.interval =
                Interval{lower[interval], upper[interval], textField(entry, "kind"), integerField(entry, "n")};
            ++interval;
        }
        scalars.items.push_back(std::move(scalar));
    }
    return decoder.finish(std::move(scalars));
}

Result<Value> decodeSeries(Decoder& decoder, const Json& header) {
    Series series;
    series.x = axisOf(jsonField(header, "x"));
    series.y = axisOf(jsonField(header, "y"));
    const Json& lines = jsonField(header, "lines");
    if (!lines.is_array())
        return misfit("the description of a series has no lines");
    for (std::size_t i = 0; i < lines.size() && !decoder.failed(); ++i) {
        const std::string name = "lines/" + std::to_string(i);
        SeriesLine line;
        line.id = textField(lines[i], "id");
        line.label = textField(lines[i], "label");
        line.group = textField(lines[i], "group");
        line.x = decoder.take(decoder.source.reals(name + "/x"));
        line.y = decoder.take(decoder.source.reals(name + "/y"));
        line.lower = decoder.take(decoder.source.reals(name + "/lower"));
        line.upper = decoder.take(decoder.source.reals(name + "/upper"));
        series.lines.push_back(std::move(line));
    }
    return decoder.finish(std::move(series));
}

Result<Value> decodeMatrix(Decoder& decoder, const Json& header) {
    Matrix matrix;
    matrix.rows = static_cast<std::size_t>(unsignedField(header, "rows"));
    matrix.columns = static_cast<std::size_t>(unsignedField(header, "columns"));
    matrix.cells = decoder.take(decoder.source.reals("cells"));
    matrix.rowLabels = decoder.take(decoder.source.texts("row_labels"));
    matrix.columnLabels = decoder.take(decoder.source.texts("column_labels"));
    matrix.rowAxis = axisOf(jsonField(header, "row_axis"));
    matrix.columnAxis = axisOf(jsonField(header, "column_axis"));
    matrix.valueAxis = axisOf(jsonField(header, "value_axis"));
    return decoder.finish(std::move(matrix));
}

Result<Value> decodeGraphSet(Decoder& decoder, const Json& header) {
    GraphSet graphs;
    graphs.name = textField(header, "name");
    graphs.topology.directed = boolField(header, "directed");
    graphs.topology.nodeOffsets = decoder.take(decoder.source.integers("node_offsets"));
    graphs.topology.edgeOffsets = decoder.take(decoder.source.integers("edge_offsets"));
    graphs.topology.edgeSource = decoder.take(decoder.source.integers32("edge_source"));
    graphs.topology.edgeTarget = decoder.take(decoder.source.integers32("edge_target"));
    graphs.nodes = tableOf(decoder, jsonField(header, "nodes"), "nodes/");
    graphs.edges = tableOf(decoder, jsonField(header, "edges"), "edges/");
    graphs.graphs = tableOf(decoder, jsonField(header, "graphs"), "graphs/");
    if (header.contains("layout"))
        graphs.layout = tableOf(decoder, jsonField(header, "layout"), "layout/");
    graphs.labelAttribute = textField(header, "label_attribute");
    graphs.targetColumn = textField(header, "target_column");
    graphs.idColumn = textField(header, "id_column");
    graphs.structureColumn = textField(header, "structure_column");
    return decoder.finish(std::move(graphs));
}

Result<Value> decodeModel(Decoder& decoder, const Json& header) {
    Model model;
    model.format = textField(header, "format");
    model.version = static_cast<int>(integerField(header, "version", 1));
    const std::string text = decoder.take(decoder.source.text("document"));
    if (!decoder.failed())
        model.document = decoder.take(parseJson(text));
    return decoder.finish(std::move(model));
}

Result<Value> decodeFiles(Decoder& decoder, const Json& header) {
    Files files;
    files.folder = textField(header, "folder");
    files.names = decoder.take(decoder.source.texts("names"));
    return decoder.finish(std::move(files));
}

std::vector<TensorFile> tensorFilesOf(Decoder& decoder, const Json& header) {
    std::vector<TensorFile> files;
    const Json& linked = jsonField(header, "linked");
    const Json& written = jsonField(jsonField(header, "place"), "modified_ns");
    if (!linked.is_array() || !written.is_array() || written.size() != linked.size()) {
        decoder.fail(misfit("the list of weight files is damaged"));
        return files;
    }
    for (std::size_t i = 0; i < linked.size(); ++i)
        files.push_back({textField(linked[i], "name"), integerField(linked[i], "bytes"), textField(linked[i], "sha256"),
                         written[i].is_number_integer() ? written[i].get<std::int64_t>() : 0});
    return files;
}

Result<Value> decodeTensors(Decoder& decoder, const Json& header) {
    Tensors tensors;
    tensors.form = textField(header, "form");
    tensors.folder = textField(jsonField(header, "place"), "folder");
    tensors.files = tensorFilesOf(decoder, header);
    const auto names = decoder.take(decoder.source.texts("names"));
    const auto dtypes = decoder.take(decoder.source.texts("dtypes"));
    const auto ranks = decoder.take(decoder.source.integers("ranks"));
    const auto extents = decoder.take(decoder.source.integers("extents"));
    const auto files = decoder.take(decoder.source.integers("files"));
    const auto offsets = decoder.take(decoder.source.integers("offsets"));
    const auto bytes = decoder.take(decoder.source.integers("bytes"));
    tensors.config = decoder.take(decoder.source.text("config"));
    const std::size_t count = names.size();
    if (!decoder.failed() && (dtypes.size() != count || ranks.size() != count || files.size() != count ||
                              offsets.size() != count || bytes.size() != count))
        decoder.fail(misfit("the lists of tensors differ in length"));
    std::size_t extent = 0;
    for (std::size_t i = 0; i < count && !decoder.failed(); ++i) {
        if (ranks[i] < 0 || static_cast<std::size_t>(ranks[i]) > extents.size() - extent || files[i] < 0 ||
            static_cast<std::size_t>(files[i]) >= tensors.files.size()) {
            decoder.fail(misfit("the tensor \"" + names[i] + "\" is described wrongly"));
            break;
        }
        const auto first = extents.begin() + static_cast<std::ptrdiff_t>(extent);
        tensors.items.push_back({names[i], dtypes[i], std::vector<std::int64_t>(first, first + ranks[i]),
                                 static_cast<std::uint32_t>(files[i]), offsets[i], bytes[i]});
        extent += static_cast<std::size_t>(ranks[i]);
    }
    if (const Json& metadata = jsonField(header, "metadata"); metadata.is_object())
        for (const auto& [key, value] : metadata.items())
            if (value.is_string())
                tensors.metadata[key] = value.get<std::string>();
    return decoder.finish(std::move(tensors));
}

} // namespace

Result<Value> decodeValue(const EncodedValue& encoded) {
    const std::string name = textField(encoded.header, "kind");
    const auto kind = valueKindFromName(name);
    if (!kind)
        return misfit("the kind of value \"" + name + "\" is unknown to this version");
    Decoder decoder(encoded);
    switch (*kind) {
    case ValueKind::scalars: return decodeScalars(decoder, encoded.header);
    case ValueKind::table: return decoder.finish(tableOf(decoder, encoded.header, {}));
    case ValueKind::series: return decodeSeries(decoder, encoded.header);
    case ValueKind::matrix: return decodeMatrix(decoder, encoded.header);
    case ValueKind::graphSet: return decodeGraphSet(decoder, encoded.header);
    case ValueKind::model: return decodeModel(decoder, encoded.header);
    case ValueKind::files: return decodeFiles(decoder, encoded.header);
    case ValueKind::tensors: return decodeTensors(decoder, encoded.header);
    case ValueKind::document: return decoder.finish(Document{decoder.take(decoder.source.text("markdown"))});
    }
    return misfit("the kind of value is unknown");
}

} // namespace vitrine
