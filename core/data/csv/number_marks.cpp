#include "core/data/csv/number_marks.h"

#include "core/data/csv/cell_text.h"

#include <algorithm>
#include <string_view>

namespace vitrine {
namespace {

const CellReader& plainCells() {
    static const CellReader cells(CsvDialect{}, CsvOptions{});
    return cells;
}

bool areDigits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "1<mark>234<mark>567": the first group has one to three digits, the others three.
bool isGrouped(std::string_view text, char mark) {
    const std::size_t first = std::min(text.find(mark), text.size());
    if (first > 3 || !areDigits(text.substr(0, first)) || text[0] == '0')
        return false;
    for (std::size_t at = first; at < text.size(); at += 4)
        if (text[at] != mark || text.size() - at < 4 || !areDigits(text.substr(at + 1, 3)))
            return false;
    return true;
}

/// Points between groups of three digits, where a comma behind them or a second point leaves no other meaning.
bool hasDottedThousands(std::string_view body) {
    const std::size_t comma = std::min(body.find(','), body.size());
    const std::string_view whole = body.substr(0, comma);
    const auto points = std::count(whole.begin(), whole.end(), '.');
    const bool decimals = comma < body.size() && areDigits(body.substr(comma + 1));
    return isGrouped(whole, '.') && (comma < body.size() ? points >= 1 && decimals : points >= 2);
}

} // namespace

bool isNumberOfAnyMark(const std::string& text) {
    std::string plain = text;
    std::replace(plain.begin(), plain.end(), ',', '.');
    return plainCells().real(plain).has_value();
}

void countMarks(const std::string& text, NumberMarks& marks) {
    std::string_view body = text;
    if (body[0] == '-' || body[0] == '+')
        body.remove_prefix(1);
    if (hasDottedThousands(body)) {
        ++marks.dotted;
        marks.decimals += body.find(',') != std::string_view::npos ? 1 : 0;
        marks.dottedExample = text;
        return;
    }
    const auto count = std::count(text.begin(), text.end(), ',');
    if (count == 0) {
        marks.points += text.find('.') != std::string::npos && isNumberOfAnyMark(text) ? 1 : 0;
        return;
    }
    const std::size_t comma = body.find(',');
    const std::string_view whole = body.substr(0, comma);
    if (!areDigits(whole) && !whole.empty())
        return;
    const bool groups = !whole.empty() && whole.size() <= 3 && whole[0] != '0';
    if (count == 1) {
        const std::string_view rest = body.substr(comma + 1);
        if (!isNumberOfAnyMark(text))
            return;
        if (groups && rest.size() == 3 && areDigits(rest)) {
            ++marks.ambiguous;
            marks.example = marks.example.empty() ? text : marks.example;
        } else {
            ++marks.decimals;
        }
        return;
    }
    if (isGrouped(body, ',')) {
        ++marks.thousands;
        marks.thousandsExample = text;
    }
}

} // namespace vitrine
