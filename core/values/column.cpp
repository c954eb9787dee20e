#include "core/values/column.h"

#include "core/base/number_text.h"

#include <bit>
#include <limits>

namespace vitrine {

std::string_view columnTypeName(ColumnType type) {
    switch (type) {
    case ColumnType::boolean: return "boolean";
    case ColumnType::integer: return "integer";
    case ColumnType::real: return "real";
    case ColumnType::text: return "text";
    }
    return "text";
}

std::size_t Column::size() const {
    return std::visit([](const auto& cells) { return cells.size(); }, m_data);
}

void Column::setMissing(std::size_t row) {
    if (m_valid.empty())
        m_valid.assign((size() + 63) / 64, ~std::uint64_t{0});
    m_valid[row / 64] &= ~(std::uint64_t{1} << (row % 64));
}

std::size_t Column::missingCount() const {
    std::size_t present = 0;
    for (std::uint64_t word : m_valid)
        present += static_cast<std::size_t>(std::popcount(word));
    return m_valid.size() * 64 - present;
}

double Column::number(std::size_t row) const {
    if (!isValid(row))
        return std::numeric_limits<double>::quiet_NaN();
    switch (type()) {
    case ColumnType::boolean: return booleans()[row] != 0 ? 1.0 : 0.0;
    case ColumnType::integer: return static_cast<double>(integers()[row]);
    case ColumnType::real: return reals()[row];
    case ColumnType::text: break;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

std::string Column::cellText(std::size_t row) const {
    if (!isValid(row))
        return {};
    switch (type()) {
    case ColumnType::boolean: return booleans()[row] != 0 ? "true" : "false";
    case ColumnType::integer: return std::to_string(integers()[row]);
    case ColumnType::real: return numberText(reals()[row]);
    case ColumnType::text: return texts()[row];
    }
    return {};
}

std::vector<double> Column::numbers() const {
    std::vector<double> out(size());
    for (std::size_t row = 0; row < out.size(); ++row)
        out[row] = number(row);
    return out;
}

} // namespace vitrine
