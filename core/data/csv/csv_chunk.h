#pragma once

#include "core/data/csv/cell_text.h"
#include "core/data/csv/csv_scanner.h"
#include "core/data/ledger.h"

#include <map>
#include <optional>

namespace vitrine {

/// How often something happened and in which lines.
struct LineList {
    std::int64_t count = 0;
    std::vector<std::int64_t> lines; ///< the first LedgerEntry::kMaxLines

    void add(std::int64_t line);
    /// Lines of a later piece of the file, `base` lines further down.
    void append(const LineList& later, std::int64_t base);
};

/// What is to become of a column.
struct ColumnPlan {
    bool read = true;
    ColumnType type = ColumnType::text;
    bool forced = false;      ///< cells that do not fit become missing, with a note
    bool explainText = false; ///< mostly numbers: as text the others are noted
};

/// The cells of one column in one piece of the file. Lines and rows count from 0 at its start.
struct ColumnCells {
    Column::Data data;
    std::vector<std::uint32_t> missing; ///< rows
    unsigned kinds = 0;                 ///< cell_kind bits; exact for columns that are not forced and not text
    bool fits = true;                   ///< false: cells of a wider type came up, `data` is of no use
    LineList spaces;                    ///< around the value, taken off or kept
    LineList coerced;                   ///< forced type: not readable as that
    LineList notNumber;                 ///< explainText
    LineList lostDigits;                ///< whole numbers that a real rounds
    LineList tooLarge;                  ///< beyond what a real holds, missing
    std::vector<std::pair<int, LineList>> missingTokens;
};

/// One piece of the file, read.
struct ChunkCells {
    std::size_t rows = 0;
    std::int64_t lines = 0;
    std::vector<ColumnCells> columns; ///< in the order of the plan; empty for columns that are not read
    std::vector<std::uint32_t> rowLines;
    LineList blank;
    std::map<std::size_t, LineList> ragged;  ///< rows with another number of cells, by that number
    std::map<std::size_t, LineList> spoiled; ///< rows with text behind a closing quote, by column from 1
    std::optional<std::int64_t> unclosed;    ///< line of a quote that runs to the end
};

/// Reads one piece of the text, which must begin at the start of a record. Rows with a wrong number of cells are left
/// out and noted.
ChunkCells readChunk(std::string_view text, const CsvDialect& dialect, const CellReader& cells,
                     const std::vector<ColumnPlan>& plan);

} // namespace vitrine
