#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace vitrine {

enum class ColumnType { boolean, integer, real, text };

std::string_view columnTypeName(ColumnType type);

/// One typed column. A missing cell is a cleared validity bit, never NaN; NaN and infinities are values of real
/// columns.
class Column {
public:
    using Booleans = std::vector<std::uint8_t>;
    using Integers = std::vector<std::int64_t>;
    using Reals = std::vector<double>;
    using Texts = std::vector<std::string>;
    using Data = std::variant<Booleans, Integers, Reals, Texts>; // same order as ColumnType

    Column() = default;
    Column(std::string columnName, Data data) : name(std::move(columnName)), m_data(std::move(data)) {}

    std::string name;
    std::string unit;        ///< "log mol/L"; empty when there is none
    std::string description; ///< one line, shown as tool tip

    ColumnType type() const { return static_cast<ColumnType>(m_data.index()); }
    std::size_t size() const;
    const Data& data() const { return m_data; }
    bool isNumeric() const { return type() != ColumnType::text; }

    std::span<const std::uint8_t> booleans() const { return std::get<Booleans>(m_data); }
    std::span<const std::int64_t> integers() const { return std::get<Integers>(m_data); }
    std::span<const double> reals() const { return std::get<Reals>(m_data); }
    std::span<const std::string> texts() const { return std::get<Texts>(m_data); }

    bool isValid(std::size_t row) const { return m_valid.empty() || ((m_valid[row / 64] >> (row % 64)) & 1U) != 0; }
    /// Marks a cell as missing. The stored value there becomes irrelevant.
    void setMissing(std::size_t row);
    std::size_t missingCount() const;
    /// Empty when every cell is valid, else one bit per row, low bit first, unused bits set.
    std::span<const std::uint64_t> validity() const { return m_valid; }
    void setValidity(std::vector<std::uint64_t> bits) { m_valid = std::move(bits); }

    /// Numeric cell as double; NaN when missing or text.
    double number(std::size_t row) const;
    /// Cell as it stands in a file: shortest exact number, "true"/"false", text; empty when missing.
    std::string cellText(std::size_t row) const;
    /// The whole column as double, missing cells NaN. Text columns give NaN throughout.
    std::vector<double> numbers() const;

private:
    Data m_data;
    std::vector<std::uint64_t> m_valid;
};

} // namespace vitrine
