#include "plugins/intruder_threshold/compute/table_columns.h"

#include <cmath>

namespace vitrine::intruder_threshold {

Column numbers(const char* name, std::vector<double> values, const char* description) {
    std::vector<std::size_t> missing;
    for (std::size_t row = 0; row < values.size(); ++row)
        if (std::isnan(values[row])) {
            missing.push_back(row);
            values[row] = 0.0;
        }
    Column column(name, std::move(values));
    column.description = description;
    for (const std::size_t row : missing)
        column.setMissing(row);
    return column;
}

Column realOf(const std::vector<LayerResult>& layers, const char* name,
              const std::function<double(const LayerResult&)>& value, const char* description) {
    std::vector<double> values;
    for (const LayerResult& layer : layers)
        values.push_back(value(layer));
    return numbers(name, std::move(values), description);
}

Column integerOf(const std::vector<LayerResult>& layers, const char* name,
                 const std::function<std::int64_t(const LayerResult&)>& value) {
    Column::Integers values;
    for (const LayerResult& layer : layers)
        values.push_back(value(layer));
    return {name, std::move(values)};
}

Column textOf(const std::vector<LayerResult>& layers, const char* name,
              const std::function<std::string(const LayerResult&)>& value) {
    Column::Texts values;
    for (const LayerResult& layer : layers)
        values.push_back(value(layer));
    return {name, std::move(values)};
}

} // namespace vitrine::intruder_threshold
