#pragma once

#include <string>

namespace vitrine {

/// What the commas and points inside of cells mean, counted.
struct NumberMarks {
    int points = 0;    ///< numbers with a point
    int decimals = 0;  ///< numbers with a comma that can only be a decimal mark
    int ambiguous = 0; ///< "1,234"
    int thousands = 0; ///< "1,234,567"
    int dotted = 0;    ///< "1.234,5" or "1.234.567": points that can only be thousands marks
    std::string example;
    std::string thousandsExample;
    std::string dottedExample;
};

/// Adds what one cell, not empty, tells.
void countMarks(const std::string& text, NumberMarks& marks);

/// A number with a point or a comma as decimal mark.
bool isNumberOfAnyMark(const std::string& text);

} // namespace vitrine
