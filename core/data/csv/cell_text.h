#pragma once

#include "core/data/csv/csv_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Kinds of cell texts, as bits: what was seen in a column decides its type.
namespace cell_kind {
constexpr unsigned kMissing = 1;
constexpr unsigned kBoolean = 2;
constexpr unsigned kInteger = 4;
constexpr unsigned kReal = 8;
constexpr unsigned kText = 16;
} // namespace cell_kind

/// Narrowest type that holds all kinds in the mask; text where nothing but missing cells was seen.
ColumnType typeOfKinds(unsigned mask);

/// How texts of one file are read as numbers and as missing. Numbers never depend on the locale.
class CellReader {
public:
    CellReader(const CsvDialect& dialect, const CsvOptions& options);

    /// Spaces and tabs off both ends where the options ask for it; `spaces` tells whether there are any.
    std::string_view trim(std::string_view text, bool& spaces) const;

    /// Place of the text in the list of missing texts; 0 is the empty text, -1: not missing.
    int missingToken(std::string_view text) const;
    const std::string& missingText(int token) const { return m_missing[static_cast<std::size_t>(token)]; }

    static std::optional<bool> boolean(std::string_view text);
    /// Whole number of at most 63 bits without leading zeros: "007" is a name, not a number.
    std::optional<std::int64_t> integer(std::string_view text) const;
    /// Number with decimal mark and exponent, "nan", "inf". Whole numbers are reals too.
    std::optional<double> real(std::string_view text) const;
    /// Whole number with more digits than a double keeps.
    bool losesDigits(std::string_view text) const;

    unsigned kind(std::string_view text) const;

private:
    std::optional<double> markedReal(std::string_view text) const;
    bool withoutThousands(std::string_view text, std::string& plain) const;

    bool m_trim;
    char m_decimal;
    char m_thousands;
    std::vector<std::string> m_missing; ///< the empty text first
};

} // namespace vitrine
