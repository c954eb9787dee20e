#include "core/data/numpy/npy_value.h"

#include "core/base/number_text.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"
#include "core/values/matrix.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace vitrine {
namespace {

constexpr std::size_t kBetweenLooks = std::size_t{1} << 20;
constexpr std::size_t kColumnsShown = 100;
constexpr std::uint64_t kExact = std::uint64_t{1} << 53U;

double halfToDouble(unsigned bits) {
    const double sign = (bits & 0x8000U) != 0 ? -1.0 : 1.0;
    const unsigned exponent = (bits >> 10U) & 0x1FU;
    const auto fraction = static_cast<double>(bits & 0x3FFU);
    if (exponent == 0x1F)
        return (bits & 0x3FFU) != 0 ? std::numeric_limits<double>::quiet_NaN()
                                    : sign * std::numeric_limits<double>::infinity();
    return exponent == 0 ? sign * std::ldexp(fraction, -24)
                         : sign * std::ldexp(1024.0 + fraction, static_cast<int>(exponent) - 25);
}

/// The values of an array by their place in row-major order, whatever their order and their bytes are in the file.
class NpyCells {
public:
    NpyCells(std::string_view bytes, const NpyHeader& header)
        : m_data(bytes.substr(header.dataAt)), m_header(header), m_rows(header.rows()), m_columns(header.columns()) {}

    /// The bits of a value, sign extended for signed integers.
    std::uint64_t bits(std::size_t row, std::size_t column) const {
        const std::size_t place = m_header.fortranOrder ? column * m_rows + row : row * m_columns + column;
        const char* at = m_data.data() + place * m_header.itemBytes;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < m_header.itemBytes; ++i) {
            const std::size_t byte = m_header.bigEndian ? i : m_header.itemBytes - 1 - i;
            value = (value << 8U) | static_cast<unsigned char>(at[byte]);
        }
        const auto unused = static_cast<unsigned>(64 - 8 * m_header.itemBytes) & 63U;
        if (m_header.kind == NpyHeader::Kind::integer)
            value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
        return value;
    }

    double real(std::size_t row, std::size_t column) const {
        const std::uint64_t value = bits(row, column);
        switch (m_header.kind) {
        case NpyHeader::Kind::boolean: return value != 0 ? 1.0 : 0.0;
        case NpyHeader::Kind::integer: return static_cast<double>(static_cast<std::int64_t>(value));
        case NpyHeader::Kind::unsignedInteger: return static_cast<double>(value);
        case NpyHeader::Kind::real: break;
        }
        return m_header.itemBytes == 8   ? std::bit_cast<double>(value)
               : m_header.itemBytes == 4 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value)))
                                         : halfToDouble(static_cast<unsigned>(value));
    }

    /// Whether a whole number is beyond what a real holds exactly.
    bool rounded(std::size_t row, std::size_t column) const {
        if (m_header.itemBytes < 8 || m_header.kind == NpyHeader::Kind::real)
            return false;
        const std::uint64_t value = bits(row, column);
        const bool negative = m_header.kind == NpyHeader::Kind::integer && static_cast<std::int64_t>(value) < 0;
        return (negative ? 0 - value : value) > kExact;
    }

    std::string text(std::size_t row, std::size_t column) const {
        const std::uint64_t value = bits(row, column);
        switch (m_header.kind) {
        case NpyHeader::Kind::boolean: return value != 0 ? "true" : "false";
        case NpyHeader::Kind::integer: return std::to_string(static_cast<std::int64_t>(value));
        case NpyHeader::Kind::unsignedInteger: return std::to_string(value);
        case NpyHeader::Kind::real: break;
        }
        return numberText(real(row, column));
    }

private:
    std::string_view m_data;
    const NpyHeader& m_header;
    std::size_t m_rows;
    std::size_t m_columns;
};

/// Calls for every row; false when it was cancelled.
template <class Each>
bool forRows(const NpyHeader& header, const ReadContext& context, Each each) {
    std::size_t since = 0;
    for (std::size_t row = 0; row < header.rows(); ++row) {
        since += header.columns();
        if (since >= kBetweenLooks) {
            since = 0;
            if (context.stop.stop_requested())
                return false;
            context.progress(static_cast<double>(row) / static_cast<double>(header.rows()), "Reading values");
        }
        if (!each(row))
            return false;
    }
    return !context.stop.stop_requested();
}

/// Counts what is worth a line of the ledger.
struct Remarkable {
    std::int64_t notANumber = 0;
    std::int64_t infinite = 0;
    std::int64_t rounded = 0;

    void look(double value, bool isRounded) {
        notANumber += std::isnan(value) ? 1 : 0;
        infinite += std::isinf(value) ? 1 : 0;
        rounded += isRounded ? 1 : 0;
    }
    void note(const char* forNaN, Ledger& ledger) const {
        if (notANumber > 0)
            ledger.noteAll(LedgerAction::marked, "", forNaN, notANumber);
        if (infinite > 0)
            ledger.noteAll(LedgerAction::marked, "", ledger_text::kInfinite, infinite);
        if (rounded > 0)
            ledger.noteAll(LedgerAction::coerced, "", ledger_text::kDigitsLost, rounded);
    }
};

bool fitIntoIntegers(const NpyCells& cells, const NpyHeader& header) {
    if (header.kind != NpyHeader::Kind::unsignedInteger || header.itemBytes < 8)
        return header.kind != NpyHeader::Kind::real;
    for (std::size_t row = 0; row < header.rows(); ++row)
        if (cells.bits(row, 0) > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return false;
    return true;
}

Result<Value> column(const NpyCells& cells, const NpyHeader& header, const Error& stopped, const ReadContext& context,
                     Ledger& ledger) {
    Column::Booleans booleans;
    Column::Integers integers;
    Column::Reals reals;
    Remarkable remarkable;
    const bool isTruth = header.kind == NpyHeader::Kind::boolean;
    const bool isWhole = !isTruth && fitIntoIntegers(cells, header);
    const bool whole = forRows(header, context, [&](std::size_t row) {
        if (isTruth) {
            booleans.push_back(cells.bits(row, 0) != 0 ? 1 : 0);
        } else if (isWhole) {
            integers.push_back(static_cast<std::int64_t>(cells.bits(row, 0)));
        } else {
            reals.push_back(cells.real(row, 0));
            remarkable.look(reals.back(), cells.rounded(row, 0));
        }
        return true;
    });
    if (!whole)
        return stopped;
    remarkable.note(ledger_text::kNotANumber, ledger);
    Table table;
    if (isTruth)
        table.columns.emplace_back("value", std::move(booleans));
    else if (isWhole)
        table.columns.emplace_back("value", std::move(integers));
    else
        table.columns.emplace_back("value", std::move(reals));
    return makeValue(std::move(table));
}

Result<Value> matrix(const NpyCells& cells, const NpyHeader& header, const Error& stopped, const ReadContext& context,
                     Ledger& ledger) {
    Matrix read;
    read.rows = header.rows();
    read.columns = header.columns();
    read.cells.reserve(header.count);
    Remarkable remarkable;
    const bool whole = forRows(header, context, [&](std::size_t row) {
        for (std::size_t c = 0; c < read.columns; ++c) {
            if (c % kBetweenLooks == kBetweenLooks - 1 && context.stop.stop_requested())
                return false;
            read.cells.push_back(cells.real(row, c));
            remarkable.look(read.cells.back(), cells.rounded(row, c));
        }
        return true;
    });
    if (!whole)
        return stopped;
    remarkable.note(ledger_text::kMissingValue, ledger);
    return makeValue(std::move(read));
}

} // namespace

Result<void> checkNpyBytes(std::string_view bytes, const NpyHeader& header, const std::string& name) {
    const std::size_t there = (bytes.size() - std::min(bytes.size(), header.dataAt)) / header.itemBytes;
    if (there >= header.count)
        return {};
    return makeError(ErrorCode::parse, name + ": the header claims " +
                                           grouped(static_cast<std::int64_t>(header.count)) + " values, the file has " +
                                           grouped(static_cast<std::int64_t>(there)) + ", it is cut off");
}

Result<Value> npyValue(std::string_view bytes, const NpyHeader& header, const std::string& name,
                       const ReadContext& context, Ledger& ledger) {
    if (auto good = checkNpyBytes(bytes, header, name); !good)
        return good.error();
    if (auto fits = checkFits(name, static_cast<std::int64_t>(header.count), "value",
                              2.0 * sizeof(double) * static_cast<double>(header.count));
        !fits)
        return fits.error();
    const std::size_t behind = bytes.size() - header.dataAt - header.count * header.itemBytes;
    if (behind > 0)
        ledger.noteAll(LedgerAction::dropped, "", "Bytes behind the array, not read",
                       static_cast<std::int64_t>(behind));
    ledger.recordsRead = static_cast<std::int64_t>(header.rows());
    const NpyCells cells(bytes, header);
    const Error stopped = makeError(ErrorCode::cancelled, name + ": reading was cancelled");
    return header.shape.size() == 2 ? matrix(cells, header, stopped, context, ledger)
                                    : column(cells, header, stopped, context, ledger);
}

void showNpy(std::string_view bytes, const NpyHeader& header, ImportPreview& preview) {
    const NpyCells cells(bytes, header);
    const bool isMatrix = header.shape.size() == 2;
    const std::size_t columns = std::min(header.columns(), kColumnsShown);
    const ColumnType type = isMatrix || header.kind == NpyHeader::Kind::real ? ColumnType::real
                            : header.kind == NpyHeader::Kind::boolean        ? ColumnType::boolean
                                                                             : ColumnType::integer;
    for (std::size_t c = 0; c < columns; ++c)
        preview.columns.push_back({isMatrix ? std::to_string(c) : "value", type});
    const auto show = [&](std::size_t row) {
        std::vector<std::string> texts;
        for (std::size_t c = 0; c < columns; ++c)
            texts.push_back(cells.text(row, c));
        return texts;
    };
    const std::size_t rows = header.rows();
    const std::size_t first = std::min(rows, kPreviewRows);
    for (std::size_t row = 0; row < first; ++row)
        preview.firstRows.push_back(show(row));
    for (std::size_t row = std::max(first, rows - first); row < rows; ++row)
        preview.lastRows.push_back(show(row));
    preview.kind = isMatrix ? ValueKind::matrix : ValueKind::table;
    preview.becomes = isMatrix ? "Matrix" : "Table of one column";
    preview.records = static_cast<std::int64_t>(rows);
    if (columns < header.columns())
        preview.problems.push_back({grouped(static_cast<std::int64_t>(header.columns())) + " columns",
                                    "The first " + std::to_string(columns) + " are shown, all are read."});
}

} // namespace vitrine
