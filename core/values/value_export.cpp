#include "core/values/value_export.h"

#include "core/values/tensor_table.h"

#include "core/base/number_text.h"
#include "core/values/json_text.h"

#include <cmath>

namespace vitrine {
namespace {

/// A field as RFC 4180 wants it. An empty text is written "" so that it differs from a missing cell.
void putField(std::string& out, std::string_view text) {
    if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (char c : text) {
        if (c == '"')
            out += '"';
        out += c;
    }
    out += '"';
}

/// A number of a JSON file; JSON has no NaN and no infinities, they become texts.
nlohmann::json jsonNumber(double value) {
    return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(numberText(value));
}

std::string scalarsJson(const Scalars& scalars) {
    nlohmann::ordered_json items = nlohmann::ordered_json::array();
    for (const Scalar& item : scalars.items) {
        nlohmann::ordered_json entry{
            {"id", item.id}, {"label", item.label}, {"value", jsonNumber(item.value)}, {"unit", item.unit}};
        if (item.interval)
            entry["interval"] = {{"lower", jsonNumber(item.interval->lower)},
                                 {"upper", jsonNumber(item.interval->upper)},
                                 {"kind", item.interval->kind},
                                 {"n", item.interval->n}};
        if (!item.comparison.empty())
            entry["comparison"] = item.comparison;
        if (!item.definition.empty())
            entry["definition"] = item.definition;
        entry["lower_is_better"] = item.lowerIsBetter;
        items.push_back(std::move(entry));
    }
    return items.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::string modelJson(const Model& model) {
    // Put together as text: the document of a long fit has a hundred megabytes, which are not copied.
    constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
    return R"({"format":)" + nlohmann::json(model.format).dump(-1, ' ', false, kReplace) + R"(,"version":)" +
           std::to_string(model.version) + R"(,"document":)" + model.document.dump(-1, ' ', false, kReplace) + "}\n";
}

std::string filesJson(const Files& files) {
    const nlohmann::ordered_json whole{{"folder", files.folder}, {"names", files.names}};
    return whole.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

} // namespace

std::string tableCsv(const Table& table) {
    std::string out;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (i > 0)
            out += ',';
        putField(out, table.columns[i].name);
    }
    out += '\n';
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const Column& column = table.columns[i];
            if (i > 0)
                out += ',';
            if (!column.isValid(row))
                continue;
            if (column.type() == ColumnType::text)
                putField(out, column.texts()[row]);
            else
                out += column.cellText(row);
        }
        out += '\n';
    }
    return out;
}

std::string seriesCsv(const Series& series) {
    std::string out = "line,x,y,lower,upper\n";
    for (const SeriesLine& line : series.lines)
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            putField(out, line.id);
            out += ',' + numberText(line.x[i]) + ',' + numberText(line.y[i]) + ',';
            if (i < line.lower.size())
                out += numberText(line.lower[i]);
            out += ',';
            if (i < line.upper.size())
                out += numberText(line.upper[i]);
            out += '\n';
        }
    return out;
}

std::string matrixCsv(const Matrix& matrix) {
    std::string out;
    putField(out, matrix.rowAxis.title.empty() ? "row" : matrix.rowAxis.title);
    for (std::size_t c = 0; c < matrix.columns; ++c) {
        out += ',';
        putField(out, matrix.columnLabels.empty() ? std::to_string(c) : matrix.columnLabels[c]);
    }
    out += '\n';
    for (std::size_t r = 0; r < matrix.rows; ++r) {
        putField(out, matrix.rowLabels.empty() ? std::to_string(r) : matrix.rowLabels[r]);
        for (std::size_t c = 0; c < matrix.columns; ++c)
            out += ',' + numberText(matrix.at(r, c));
        out += '\n';
    }
    return out;
}

namespace {

std::string exportText(const Value& value) {
    switch (kindOf(value)) {
    case ValueKind::scalars: return scalarsJson(*valueAs<Scalars>(value));
    case ValueKind::table: return tableCsv(*valueAs<Table>(value));
    case ValueKind::series: return seriesCsv(*valueAs<Series>(value));
    case ValueKind::matrix: return matrixCsv(*valueAs<Matrix>(value));
    case ValueKind::graphSet: return graphSetJson(*valueAs<GraphSet>(value));
    case ValueKind::model: return modelJson(*valueAs<Model>(value));
    case ValueKind::files: return filesJson(*valueAs<Files>(value));
    case ValueKind::tensors: return tableCsv(tensorTable(*valueAs<Tensors>(value)));
    case ValueKind::document: return valueAs<Document>(value)->markdown;
    }
    return {};
}

} // namespace

std::string_view exportSuffix(ValueKind kind) {
    switch (kind) {
    case ValueKind::table:
    case ValueKind::series:
    case ValueKind::matrix:
    case ValueKind::tensors: return ".csv";
    case ValueKind::document: return ".md";
    default: return ".json";
    }
}

ExportedFile exportValue(const Value& value) {
    return {std::string(exportSuffix(kindOf(value))), exportText(value)};
}

} // namespace vitrine
