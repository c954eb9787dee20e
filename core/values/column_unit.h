#pragma once

#include "core/values/table.h"

#include <string>
#include <string_view>

namespace vitrine {

/// A header taken apart: "Mass [kg/mol]" is "Mass" in "kg/mol".
struct HeaderParts {
    std::string title;
    std::string unit; ///< empty when the header names none that is known
};

/// Finds a unit at the end of a header: in round or square brackets, or after " in ". Only words that are units count,
/// so "yield (%)" has one and "sample (old)" has none. A logarithm in the title belongs to the unit:
/// "log solubility in mols per litre" is in "log mol/L".
HeaderParts splitHeader(std::string_view header);

/// "Gain" and "g" as "Gain (g)"; a unit that has brackets of its own follows a comma: "Gain, (log mol/L)²".
std::string titleWithUnit(const std::string& title, const std::string& unit);

/// Gives numeric columns without a unit the one that their name tells. Names stay as they are: they are keys.
void nameUnits(Table& table);

} // namespace vitrine
