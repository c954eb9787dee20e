#include "core/jobs/live_rows.h"

#include "core/values/value_codec.h"

#include <algorithm>

namespace vitrine {
namespace {

std::vector<std::uint64_t> joinedValidity(const std::vector<const Column*>& parts, std::size_t rows) {
    const bool complete =
        std::all_of(parts.begin(), parts.end(), [](const Column* p) { return p->validity().empty(); });
    if (complete)
        return {};
    std::vector<std::uint64_t> bits((rows + 63) / 64, ~std::uint64_t{0});
    std::size_t row = 0;
    for (const Column* part : parts)
        for (std::size_t i = 0; i < part->size(); ++i, ++row)
            if (!part->isValid(i))
                bits[row / 64] &= ~(std::uint64_t{1} << (row % 64));
    return bits;
}

Column joinColumns(const std::vector<const Column*>& parts) {
    Column::Data data = parts.front()->data();
    std::visit(
        [&](auto& cells) {
            using Cells = std::decay_t<decltype(cells)>;
            std::size_t rows = 0;
            for (const Column* part : parts)
                rows += part->size();
            cells.reserve(rows);
            for (std::size_t i = 1; i < parts.size(); ++i) {
                const auto& more = std::get<Cells>(parts[i]->data());
                cells.insert(cells.end(), more.begin(), more.end());
            }
        },
        data);
    Column joined(parts.front()->name, std::move(data));
    joined.unit = parts.front()->unit;
    joined.description = parts.front()->description;
    joined.setValidity(joinedValidity(parts, joined.size()));
    return joined;
}

Value joinTables(const std::vector<Value>& parts) {
    Table joined;
    const auto first = valueAs<Table>(parts.front());
    for (std::size_t c = 0; c < first->columns.size(); ++c) {
        std::vector<const Column*> columns;
        for (const Value& part : parts)
            columns.push_back(&valueAs<Table>(part)->columns[c]);
        joined.columns.push_back(joinColumns(columns));
    }
    return makeValue(std::move(joined));
}

void extend(std::vector<double>& into, const std::vector<double>& more) {
    into.insert(into.end(), more.begin(), more.end());
}

Value joinSeries(const std::vector<Value>& parts) {
    Series joined = *valueAs<Series>(parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) {
        for (const SeriesLine& more : valueAs<Series>(parts[i])->lines) {
            const auto line = std::find_if(joined.lines.begin(), joined.lines.end(),
                                           [&](const SeriesLine& l) { return l.id == more.id; });
            if (line == joined.lines.end()) {
                joined.lines.push_back(more);
                continue;
            }
            extend(line->x, more.x);
            extend(line->y, more.y);
            extend(line->lower, more.lower);
            extend(line->upper, more.upper);
        }
    }
    return makeValue(std::move(joined));
}

} // namespace

Result<void> LiveRows::admit(const Value& rows) {
    if (const auto sound = checkValue(rows); !sound)
        return sound;
    if (m_kind && *m_kind != kindOf(rows))
        return makeError(ErrorCode::invalidArgument, "live rows of one output are all of one kind");
    if (const auto table = valueAs<Table>(rows)) {
        std::vector<Column> columns;
        for (const auto& column : table->columns)
            columns.push_back({column.name, column.type()});
        if (m_kind && columns != m_columns)
            return makeError(ErrorCode::invalidArgument, "live rows of a table all have the same columns");
        m_columns = std::move(columns);
        m_rows += static_cast<std::int64_t>(table->rowCount());
    } else if (const auto series = valueAs<Series>(rows)) {
        for (const SeriesLine& line : series->lines) {
            const auto [known, isNew] = m_bands.try_emplace(line.id, !line.lower.empty());
            if (!isNew && known->second != !line.lower.empty() && !line.x.empty())
                return makeError(ErrorCode::invalidArgument,
                                 "the line \"" + line.id + "\" has a band in some of its rows only");
            m_rows += static_cast<std::int64_t>(line.x.size());
        }
    } else {
        return makeError(ErrorCode::invalidArgument, "only tables and series grow while a run goes on");
    }
    m_kind = kindOf(rows);
    return {};
}

Result<void> LiveRows::append(const Value& rows) {
    const std::scoped_lock lock(m_pendingMutex);
    if (const auto admitted = admit(rows); !admitted)
        return admitted;
    m_pending.push_back(rows);
    return {};
}

std::optional<Value> LiveRows::snapshot() const {
    const std::scoped_lock joining(m_mutex);
    std::vector<Value> parts;
    {
        const std::scoped_lock lock(m_pendingMutex);
        parts.swap(m_pending);
    }
    if (parts.empty())
        return m_joined;
    if (m_joined)
        parts.insert(parts.begin(), *m_joined);
    if (parts.size() == 1)
        m_joined = parts.front();
    else
        m_joined = kindOf(parts.front()) == ValueKind::table ? joinTables(parts) : joinSeries(parts);
    return m_joined;
}

std::int64_t LiveRows::rowCount() const {
    const std::scoped_lock lock(m_pendingMutex);
    return m_rows;
}

} // namespace vitrine
