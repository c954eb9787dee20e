#include "core/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace vitrine {

std::string numberText(double value) {
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    std::array<char, 40> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end};
}

namespace {

/// Value of a number outside the range of double: 1e999 is infinity, 1e-999 is 0. strtod would ask the locale.
double overflowed(std::string_view text) {
    const bool negative = text.starts_with('-');
    const std::size_t exponent = text.find_first_of("eE");
    const bool tiny = exponent == std::string_view::npos ? text.substr(negative ? 1 : 0).starts_with("0.")
                                                         : text.substr(exponent + 1).starts_with('-');
    const double magnitude = tiny ? 0.0 : HUGE_VAL;
    return negative ? -magnitude : magnitude;
}

} // namespace

std::optional<double> parseNumber(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-') || text.starts_with('+'))
            return std::nullopt;
    }
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range && end == text.data() + text.size())
        return overflowed(text);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace vitrine
