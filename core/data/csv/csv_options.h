#pragma once

#include "core/base/result.h"
#include "core/data/reader.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace vitrine {

enum class CsvHeader { firstRow, comment, none };

/// How a text file is cut into cells. What is not given is detected.
struct CsvDialect {
    char separator = ',';
    char quote = '"'; ///< 0: quotes mean nothing
    char decimal = '.';
    char thousands = 0; ///< 0: none; never detected, numbers with such marks stay text until it is set
    char lineEnd = '\n';
    bool spaceAfterSeparator = false; ///< spaces behind a separator belong to it
    CsvHeader header = CsvHeader::firstRow;
    std::int64_t skipLines = 0; ///< lines before the first record, comment lines among them
};

/// Options of the CSV reader. As JSON they are complete: what a preview returns can be edited and handed to read().
///   separator "," ";" "\t" "|" " " · quote "\"" "'" "" · decimal "." "," · thousands "" "," "." " " "'"
///   encoding "utf-8" "utf-16le" "utf-16be" "windows-1252" · header "first_row" "comment" "none" · skip_lines
///   rows "all" or a number, only the first ones · space_after_separator · trim · missing (list of texts) · on_bad_row
///   "refuse" "drop" · duplicates "keep" "keep_first" (structures) types {column: "boolean" "integer" "real" "text"} ·
///   roles {column: "attribute" "id" "structure" ...}
struct CsvOptions {
    std::optional<char> separator;
    std::optional<char> quote;
    std::optional<char> decimal;
    std::optional<char> thousands;
    std::optional<bool> spaceAfterSeparator;
    std::optional<CsvHeader> header;
    std::optional<std::int64_t> skipLines;
    std::optional<std::string> encoding;
    std::optional<std::int64_t> rows; ///< only so many records from the start; empty: all
    bool trim = true;
    bool dropBadRows = false;
    bool keepFirstTwin = false; ///< of records with the same structure only the first
    std::vector<std::string> missing{"NA", "N/A", "n/a", "#N/A", "<NA>", "null", "NULL", "Null", "None"};
    std::map<std::string, ColumnType, std::less<>> types;
    std::map<std::string, ColumnRole, std::less<>> roles;

    /// @errors invalid_argument: unknown option or value, with what would be right
    static Result<CsvOptions> fromJson(const nlohmann::json& json);
    nlohmann::json toJson() const;

    /// Detected values where nothing was chosen.
    void complete(const CsvDialect& dialect, const std::string& usedEncoding);
};

/// "comma", "tab", ...
std::string_view separatorName(char separator);

} // namespace vitrine
