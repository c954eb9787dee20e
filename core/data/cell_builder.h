#pragma once

#include "core/values/column.h"

#include <optional>
#include <string>
#include <vector>

namespace vitrine {

/// Collects the cells of one column whose type shows only while reading. Integers before the first real become reals;
/// numbers, truth values and text do not mix.
class CellBuilder {
public:
    // Each returns false, and adds nothing, when the cell does not fit those before it.
    bool addBoolean(bool value);
    bool addInteger(std::int64_t value);
    bool addReal(double value);
    bool addText(std::string value);
    void addMissing();
    /// Missing cells up to `size`.
    void padTo(std::size_t size);
    /// Makes the column hold `type` from here on, converting the cells so far: truth values become 0 and 1, everything
    /// can become text. A narrower type than the present one changes nothing.
    void widenTo(ColumnType type);

    std::size_t size() const { return m_size; }
    /// What the cells are so far; nothing as long as all are missing.
    std::optional<ColumnType> type() const { return m_type; }
    /// The column; one without a single value becomes real.
    Column take(std::string name);

private:
    bool settle(ColumnType type);
    void resizeCells();
    void added();

    std::optional<ColumnType> m_type;
    std::size_t m_size = 0;
    std::vector<std::uint64_t> m_valid; ///< one bit per cell as in Column; empty while no cell is missing
    Column::Booleans m_booleans;
    Column::Integers m_integers;
    Column::Reals m_reals;
    Column::Texts m_texts;
};

} // namespace vitrine
