#pragma once

#include "core/data/csv/csv_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// One cell as it stands in the text.
struct CsvField {
    std::string_view text; ///< without its quotes
    bool quoted = false;
    bool doubled = false; ///< holds doubled quotes that stand for one

    /// What the cell says, doubled quotes undone.
    std::string unquoted(char quote) const;
};

/// Cuts text into records and cells (RFC 4180; a quote opens only at the start of a cell, elsewhere it is a character
/// like any other). The text must begin at the start of a record.
class CsvScanner {
public:
    CsvScanner(std::string_view text, const CsvDialect& dialect);

    /// The next record; false at the end. `fields` is reused.
    bool next(std::vector<CsvField>& fields);

    // About the record that next() gave:
    std::int64_t line() const { return m_recordLine; } ///< its first line, the text begins with line 0
    bool blank() const { return m_blank; }             ///< a line with nothing but spaces on it
    bool unclosed() const { return m_unclosed; }       ///< a quote runs to the end of the text
    std::size_t spoiled() const { return m_spoiled; }  ///< column, from 1, with text behind its closing quote; 0: none

    std::int64_t linesSoFar() const { return m_line; } ///< lines up to here
    std::size_t offset() const { return static_cast<std::size_t>(m_at - m_begin); }

private:
    void skipSpaces();
    CsvField quotedField(std::size_t column);
    CsvField plainField();
    void endRecord();

    const char* m_begin;
    const char* m_end;
    const char* m_at;
    CsvDialect m_dialect;
    std::int64_t m_line = 0;
    std::int64_t m_recordLine = 0;
    bool m_blank = false;
    bool m_unclosed = false;
    std::size_t m_spoiled = 0;
};

/// Where the text can be cut between records: offsets from 0 to text.size(), about `chunkBytes` apart. Every offset is
/// the start of a record for CsvScanner. @cost one pass where quotes occur, else a look at each cut.
std::vector<std::size_t> recordChunks(std::string_view text, const CsvDialect& dialect, std::size_t chunkBytes);

} // namespace vitrine
