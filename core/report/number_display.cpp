#include "core/report/number_display.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace vitrine {
namespace {

constexpr const char* kMinus = "\u2212";
constexpr const char* kNoBreakSpace = "\u00A0";
constexpr int kHeadlineDigits = 3;
constexpr double kLargest = 1e7;   // above, digits are no longer read one by one
constexpr double kSmallest = 1e-3; // below, a column of fixed digits is mostly zeros

int exponentOf(double magnitude) {
    return static_cast<int>(std::floor(std::log10(magnitude)));
}

std::string withTrueMinus(std::string text) {
    for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 3))
        text.replace(at, 1, kMinus);
    return text;
}

/// Decimals of the shortest text that reads back to the same number.
int decimalsNeeded(double value) {
    const std::string text = numberText(std::abs(value));
    const std::size_t exponentAt = text.find('e');
    const std::string digits = text.substr(0, exponentAt);
    const int exponent = exponentAt == std::string::npos ? 0 : std::stoi(text.substr(exponentAt + 1));
    const std::size_t point = digits.find('.');
    const int after = point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1);
    return std::max(0, after - exponent);
}

std::string superscript(int number) {
    static constexpr std::array kDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = number < 0 ? "⁻" : "";
    for (const char digit : std::to_string(std::abs(number)))
        text += kDigits[static_cast<std::size_t>(digit - '0')];
    return text;
}

std::string scientificText(double value, int decimals) {
    const std::string text = fmt::format("{:.{}e}", value, decimals);
    const std::size_t at = text.find('e');
    return withTrueMinus(text.substr(0, at)) + " × 10" + superscript(std::stoi(text.substr(at + 1)));
}

std::string notFinite(double value) {
    return std::isnan(value) ? "NaN" : value > 0 ? "∞" : std::string(kMinus) + "∞";
}

bool isWhole(double value) {
    return std::isfinite(value) && value == std::trunc(value) && std::abs(value) < 1e15;
}

std::string intervalText(const Interval& interval, NumberStyle style) {
    return '[' + displayNumber(interval.lower, style) + ", " + displayNumber(interval.upper, style) + ']';
}

/// Style of a number that stands alone with `digits` significant digits.
NumberStyle singleStyle(double value, int digits) {
    const double magnitude = std::abs(value);
    if (magnitude == 0.0 || !std::isfinite(value))
        return {};
    if (magnitude >= kLargest || magnitude < kSmallest)
        return {digits - 1, true};
    return {std::min(std::max(0, digits - 1 - exponentOf(magnitude)), decimalsNeeded(value)), false};
}

} // namespace

NumberStyle columnStyle(std::span<const double> shown) {
    std::vector<double> magnitudes;
    int needed = 0;
    for (const double value : shown) {
        if (!std::isfinite(value) || value == 0.0)
            continue;
        magnitudes.push_back(std::abs(value));
        needed = std::max(needed, decimalsNeeded(value));
    }
    if (magnitudes.empty())
        return {};
    const double largest = *std::max_element(magnitudes.begin(), magnitudes.end());
    if (largest >= 1e15 || (needed > 0 && (largest >= kLargest || largest < kSmallest)))
        return {2, true};
    const auto middle = magnitudes.begin() + static_cast<std::ptrdiff_t>(magnitudes.size() / 2);
    std::nth_element(magnitudes.begin(), middle, magnitudes.end());
    // Not more than six digits for the largest, however small the typical value is.
    const int wanted = std::min(2 - exponentOf(*middle), 5 - exponentOf(largest));
    return {std::clamp(wanted, 0, needed), false};
}

std::string displayNumber(double value, NumberStyle style) {
    if (!std::isfinite(value))
        return notFinite(value);
    if (value == 0.0)
        value = 0.0; // no negative zero
    if (style.scientific)
        return value == 0.0 ? "0" : scientificText(value, style.decimals);
    std::string text = fmt::format("{:.{}f}", value, style.decimals);
    const bool looksZero = text.find_first_not_of("-0.") == std::string::npos;
    if (looksZero && value != 0.0) {
        const std::string step = fmt::format("{:.{}f}", std::pow(10.0, -style.decimals), style.decimals);
        return value > 0 ? '<' + step : std::string(">") + kMinus + step;
    }
    return withTrueMinus(std::move(text));
}

std::string displayNumber(double value) {
    if (isWhole(value) && std::abs(value) < 1e12)
        return displayCount(static_cast<std::int64_t>(value));
    return displayNumber(value, singleStyle(value, 4));
}

std::string displayCount(std::int64_t count) {
    std::string text = std::to_string(count);
    const std::size_t first = count < 0 ? 1 : 0;
    for (std::size_t at = text.size(); at > first + 3; at -= 3)
        text.insert(at - 3, 1, ',');
    return withTrueMinus(std::move(text));
}

std::string displayBytes(std::int64_t bytes) {
    static constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB"};
    double amount = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; std::abs(amount) >= 1000.0 && unit + 1 < kUnits.size(); ++unit)
        amount /= 1000.0;
    const int decimals = unit > 0 && std::abs(amount) < 10.0 ? 1 : 0;
    return displayNumber(amount, NumberStyle{decimals, false}) + kNoBreakSpace + kUnits[unit];
}

std::string displaySeconds(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0.0)
        return "unknown";
    if (seconds < 60.0)
        return displayNumber(seconds, NumberStyle{seconds < 10.0 ? 2 : 1, false}) + kNoBreakSpace + "s";
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 3600)
        return fmt::format("{}{}min {}{}s", whole / 60, kNoBreakSpace, whole % 60, kNoBreakSpace);
    return fmt::format("{}{}h {}{}min", whole / 3600, kNoBreakSpace, whole % 3600 / 60, kNoBreakSpace);
}

std::string displayDate(const std::string& iso) {
    static constexpr std::array kMonths{"January", "February", "March",     "April",   "May",      "June",
                                        "July",    "August",   "September", "October", "November", "December"};
    const auto digits = [&](std::size_t from, std::size_t count) {
        int number = -1;
        if (from + count <= iso.size() && iso.find_first_not_of("0123456789", from) >= from + count)
            number = std::stoi(iso.substr(from, count));
        return number;
    };
    const int year = digits(0, 4);
    const int month = digits(5, 2);
    const int day = digits(8, 2);
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31 || iso[4] != '-' || iso[7] != '-')
        return iso;
    std::string text = fmt::format("{} {} {}", day, kMonths[static_cast<std::size_t>(month - 1)], year);
    const int hour = iso.size() > 10 && iso[10] == 'T' ? digits(11, 2) : -1;
    const int minute = hour >= 0 && iso.size() > 13 && iso[13] == ':' ? digits(14, 2) : -1;
    if (hour >= 0 && hour < 24 && minute >= 0 && minute < 60)
        text += fmt::format(", {:02}:{:02} UTC", hour, minute);
    return text;
}

std::string ScalarText::joined() const {
    std::string text = value;
    if (!unit.empty())
        text += kNoBreakSpace + unit;
    if (!interval.empty())
        text += ' ' + interval;
    return text;
}

ScalarText displayScalar(const Scalar& scalar) {
    ScalarText text;
    text.unit = scalar.unit;
    if (!scalar.interval) {
        text.value = isWhole(scalar.value) && std::abs(scalar.value) < 1e12
                         ? displayCount(static_cast<std::int64_t>(scalar.value))
                         : displayNumber(scalar.value, singleStyle(scalar.value, kHeadlineDigits));
        return text;
    }
    const Interval& interval = *scalar.interval;
    const double halfWidth = (interval.upper - interval.lower) / 2.0;
    const bool sound = std::isfinite(halfWidth) && halfWidth > 0.0;
    NumberStyle style = singleStyle(scalar.value, kHeadlineDigits);
    if (sound && std::isfinite(scalar.value)) {
        // As many digits as the cards show, more where the interval is narrow.
        const double size = std::abs(scalar.value);
        const int own = size > 0.0 ? kHeadlineDigits - 1 - exponentOf(size) : 0;
        style = {std::clamp(std::max(1 - exponentOf(halfWidth), own), 0, 9), false};
    }
    if (const double magnitude = std::abs(scalar.value); magnitude >= kLargest || (sound && halfWidth < 1e-6))
        style = singleStyle(scalar.value, 4);
    text.value = displayNumber(scalar.value, style);
    text.interval = intervalText(interval, style);
    text.kind = interval.kind;
    if (interval.n > 0)
        text.kind += (text.kind.empty() ? "n = " : ", n = ") + displayCount(interval.n);
    return text;
}

} // namespace vitrine
