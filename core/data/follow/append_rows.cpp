#include "core/data/follow/append_rows.h"

#include <algorithm>

namespace vitrine {
namespace {

template <class T>
Column::Data joined(const std::vector<T>& first, const std::vector<T>& later) {
    std::vector<T> all;
    all.reserve(first.size() + later.size());
    all.insert(all.end(), first.begin(), first.end());
    all.insert(all.end(), later.begin(), later.end());
    return all;
}

/// Whole numbers as reals; reals as they are; nothing for anything else.
std::optional<Column::Reals> asReals(const Column& column) {
    if (column.type() == ColumnType::real)
        return std::get<Column::Reals>(column.data());
    if (column.type() != ColumnType::integer)
        return std::nullopt;
    Column::Reals reals;
    for (const std::int64_t value : column.integers())
        reals.push_back(static_cast<double>(value));
    return reals;
}

Column::Data missingCells(ColumnType type, std::size_t count) {
    switch (type) {
    case ColumnType::boolean: return Column::Booleans(count);
    case ColumnType::integer: return Column::Integers(count);
    case ColumnType::real: return Column::Reals(count);
    case ColumnType::text: break;
    }
    return Column::Texts(count);
}

std::optional<Column::Data> joinedData(const Column& first, const Column& later) {
    if (first.missingCount() == first.size() && later.missingCount() < later.size())
        return std::nullopt; // its type is still open
    if (first.type() == later.type())
        return std::visit(
            [&later](const auto& cells) {
                return joined(cells, std::get<std::decay_t<decltype(cells)>>(later.data()));
            },
            first.data());
    if (later.missingCount() == later.size()) {
        Column empty(later.name, missingCells(first.type(), later.size()));
        return joinedData(Column(first.name, first.data()), empty);
    }
    auto above = asReals(first);
    const auto below = asReals(later);
    if (!above || !below)
        return std::nullopt;
    return joined(*above, *below);
}

} // namespace

std::optional<Table> withLaterRows(const Table& first, const Table& later) {
    if (first.columns.size() != later.columns.size())
        return std::nullopt;
    Table all;
    for (std::size_t c = 0; c < first.columns.size(); ++c) {
        const Column& above = first.columns[c];
        const Column& below = later.columns[c];
        if (above.name != below.name || above.unit != below.unit)
            return std::nullopt;
        auto data = joinedData(above, below);
        if (!data)
            return std::nullopt;
        Column& column = all.columns.emplace_back(above.name, std::move(*data));
        column.unit = above.unit;
        column.description = above.description;
        for (std::size_t row = 0; row < above.size(); ++row)
            if (!above.isValid(row))
                column.setMissing(row);
        for (std::size_t row = 0; row < below.size(); ++row)
            if (!below.isValid(row))
                column.setMissing(above.size() + row);
    }
    return all;
}

} // namespace vitrine
