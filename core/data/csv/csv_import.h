#pragma once

#include "core/data/csv/csv_parser.h"
#include "core/data/input_file.h"

namespace vitrine {

/// A text file of cells, opened and understood, before its rows are read. Preview and reading share it.
struct CsvSource {
    InputFile file;
    DecodedText decoded;
    SniffedCsv sniffed;
    ColumnNames names;
    CsvOptions options;         ///< as given
    std::int64_t headLines = 0; ///< lines before the first record, of a window behind the first records
    std::int64_t leftOut = 0;   ///< lines of the file between them and the window

    std::string_view text() const { return decoded.text; }

    /// @errors those of the file; parse: no text, no records; invalid_argument: wrong option, column that is not there
    static Result<CsvSource> open(const std::string& path, const nlohmann::json& options, const ReadContext& context);

    Result<void> cutOut(const ReadContext& context);
    /// Ledger lines that tell how the file as a whole was read.
    void note(Ledger& ledger) const;
    /// Options with everything that was detected.
    CsvOptions completeOptions() const;
    /// "CSV, comma, UTF-8"
    std::string description() const;
};

} // namespace vitrine
