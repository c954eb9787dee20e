#pragma once

#include "core/data/csv/csv_sniffer.h"
#include "core/data/csv/text_decoder.h"
#include "core/data/ledger.h"

#include <vector>

namespace vitrine {

/// Names of columns as the table has them: empty and repeated names of the header are replaced.
struct ColumnNames {
    std::vector<std::string> names;
    struct Renamed {
        std::size_t column;
        std::string reason; ///< "Named \"x\" like another column, renamed"
    };
    std::vector<Renamed> renamed;
};
ColumnNames uniqueNames(const std::vector<std::string>& header, std::size_t columns);

/// A table cut out of text, with what happened on the way.
struct ParsedCsv {
    Table table;                        ///< columns that are not ignored
    std::vector<std::int64_t> rowLines; ///< line of the file of each row, from 1
    Ledger ledger;
};

/// Where the records begin: after the skipped lines and the header.
struct CsvBody {
    std::size_t offset = 0;
    std::int64_t firstLine = 1; ///< line of the file at the offset
};
CsvBody csvBody(std::string_view text, const SniffedCsv& sniffed);

/// Reads the whole text in pieces of fixed size on context.threads threads; the result does not depend on their number.
/// @param names    unique names of all columns
/// @param options  types and ignored columns; rows that do not fit are dropped or refused
/// @param name     begins every message, followed by the line
/// @errors parse (wrong number of cells, a quote that is never closed), cancelled
Result<ParsedCsv> parseCsv(std::string_view text, const SniffedCsv& sniffed, const std::vector<std::string>& names,
                           const CsvOptions& options, const std::string& name, const ReadContext& context);

} // namespace vitrine
