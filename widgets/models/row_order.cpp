#include "widgets/models/row_order.h"

#include "widgets/data/row_filter.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine {
namespace {

constexpr std::size_t kRowsBetweenStops = 16384;

/// Text as people sort it: digits by value ("C2" before "C10"), letters whatever their case.
int compareNatural(const std::string& a, const std::string& b) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            std::size_t endA = i, endB = j;
            while (endA < a.size() && isDigit(a[endA]))
                ++endA;
            while (endB < b.size() && isDigit(b[endB]))
                ++endB;
            while (i < endA && a[i] == '0')
                ++i;
            while (j < endB && b[j] == '0')
                ++j;
            if (endA - i != endB - j)
                return endA - i < endB - j ? -1 : 1;
            for (; i < endA; ++i, ++j)
                if (a[i] != b[j])
                    return a[i] < b[j] ? -1 : 1;
            continue;
        }
        if (lower(a[i]) != lower(b[j]))
            return static_cast<unsigned char>(lower(a[i])) < static_cast<unsigned char>(lower(b[j])) ? -1 : 1;
        ++i;
        ++j;
    }
    const std::size_t restA = a.size() - i;
    const std::size_t restB = b.size() - j;
    return restA == restB ? a.compare(b) : restA < restB ? -1 : 1;
}

} // namespace

void sortRows(std::vector<std::uint32_t>& rows, const Column& column, bool descending) {
    const auto missing =
        std::stable_partition(rows.begin(), rows.end(), [&](std::uint32_t row) { return column.isValid(row); });
    if (column.type() == ColumnType::text) {
        const auto texts = column.texts();
        std::stable_sort(rows.begin(), missing, [&](std::uint32_t a, std::uint32_t b) {
            const int order = compareNatural(texts[a], texts[b]);
            return descending ? order > 0 : order < 0;
        });
        return;
    }
    if (column.type() == ColumnType::integer) { // as integers: large ones differ by less than a double can tell
        const auto values = column.integers();
        std::stable_sort(rows.begin(), missing, [&](std::uint32_t a, std::uint32_t b) {
            return descending ? values[a] > values[b] : values[a] < values[b];
        });
        return;
    }
    const auto nan = std::stable_partition(rows.begin(), missing,
                                           [&](std::uint32_t row) { return !std::isnan(column.number(row)); });
    // Keys beside the rows: comparing does not jump through memory.
    std::vector<std::pair<double, std::uint32_t>> keyed;
    keyed.reserve(static_cast<std::size_t>(nan - rows.begin()));
    for (auto row = rows.begin(); row != nan; ++row)
        keyed.emplace_back(column.number(*row), *row);
    std::stable_sort(keyed.begin(), keyed.end(), [descending](const auto& a, const auto& b) {
        return descending ? a.first > b.first : a.first < b.first;
    });
    for (std::size_t i = 0; i < keyed.size(); ++i)
        rows[i] = keyed[i].second;
}

std::vector<std::uint32_t> arrangeRows(const std::shared_ptr<const Table>& table,
                                       std::shared_ptr<const FilterColumns> names, const std::string& filter,
                                       int sortColumn, bool descending, const std::stop_token& stop) {
    std::vector<std::uint32_t> rows;
    const std::size_t count = table->rowCount();
    if (filter.empty()) {
        rows.resize(count);
        std::iota(rows.begin(), rows.end(), 0U);
    } else {
        if (!names)
            names = std::make_shared<const FilterColumns>(table);
        const auto parsed = RowFilter::parse(filter, std::move(names));
        for (std::size_t row = 0; parsed && row < count; ++row) {
            if (row % kRowsBetweenStops == 0 && stop.stop_requested())
                return {};
            if (parsed->matches(row))
                rows.push_back(static_cast<std::uint32_t>(row));
        }
    }
    if (sortColumn >= 0 && static_cast<std::size_t>(sortColumn) < table->columns.size() && !stop.stop_requested())
        sortRows(rows, table->columns[static_cast<std::size_t>(sortColumn)], descending);
    return rows;
}

} // namespace vitrine
