#pragma once

#include "core/data/cell_builder.h"

#include <string_view>
#include <variant>

namespace vitrine {

/// One value of an attribute as a file gives it; nothing where the file says that it is missing.
using AttributeValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// A text read as a type; nothing when it is no value of it.
AttributeValue readValue(ColumnType type, std::string_view text);

/// Whether a text is a number beyond what a real holds, such as 1e999.
bool isTooLarge(std::string_view text);

/// Collects one attribute of nodes, edges or graphs: most elements have it, in ascending order of their rows.
/// A declared type holds as far as the values allow; without one the narrowest type that holds all values is found.
class AttributeColumn {
public:
    /// What became of a value.
    enum class Taken {
        asIs,
        twice,      ///< the row had a value already, the first is kept
        asReal,     ///< the first real in a column of whole numbers, all of them are reals from here on
        asNumber,   ///< truth values and numbers: all are numbers from here on
        asText,     ///< text and something else: all are text from here on
        rounded,    ///< a whole number with more digits than a real keeps
        empty,      ///< no text where a number belongs, missing
        unreadable, ///< text that is no value of the declared type, missing
        tooLarge,   ///< a number beyond what a real holds, missing where the column is one of numbers
        infinite,
        notANumber,
    };

    AttributeColumn() = default;
    /// @param fallback  value of the elements that have none
    explicit AttributeColumn(std::optional<ColumnType> declared, AttributeValue fallback = {})
        : m_declared(declared), m_fallback(std::move(fallback)) {}

    /// A value with its type.
    Taken set(std::size_t row, AttributeValue value);
    /// A value as text, read as the declared type; without one the type is found at the end, and what is said of a
    /// number holds only if the column becomes one of reals.
    Taken setText(std::size_t row, std::string_view text);

    std::size_t size() const { return m_cells.size(); }
    std::optional<ColumnType> declared() const { return m_declared; }
    /// Whether any element has a value of its own.
    bool hasValues() const { return m_hasValues; }
    /// Gives the column up: it holds nothing from here on.
    void leaveOut() {
        *this = AttributeColumn();
        m_leftOut = true;
    }
    bool leftOut() const { return m_leftOut; }
    bool hasFallback() const { return m_fallback.index() != 0; }
    /// Memory that filling up with `cells` cells takes, in bytes.
    double paddingBytes(std::size_t cells) const;
    /// Fallback values or missing cells up to `size`.
    void padTo(std::size_t size);

    /// The column, of `size` cells.
    Column take(std::string name, std::size_t size);

private:
    Taken put(AttributeValue value);
    Column narrowest(std::string name);

    CellBuilder m_cells;
    std::optional<ColumnType> m_declared;
    AttributeValue m_fallback;
    unsigned m_kinds = 0; ///< of the texts whose type is to be found
    bool m_found = true;  ///< all values came as text without a declared type
    bool m_hasValues = false;
    bool m_leftOut = false;
};

} // namespace vitrine
