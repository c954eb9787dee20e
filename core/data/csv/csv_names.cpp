#include "core/data/csv/csv_parser.h"
#include "core/data/csv/csv_scanner.h"
#include "core/data/message_text.h"

#include <set>
#include <unordered_map>

namespace vitrine {

ColumnNames uniqueNames(const std::vector<std::string>& header, std::size_t columns) {
    ColumnNames out;
    std::set<std::string, std::less<>> taken(header.begin(), header.end());
    std::set<std::string, std::less<>> used;
    std::unordered_map<std::string, std::size_t> next; // of each name that occurs again
    const auto free = [&](const std::string& base, std::size_t first) {
        std::size_t& number = next.try_emplace(base, first).first->second;
        while (true) {
            std::string candidate = base + '_' + std::to_string(number++);
            if (taken.insert(candidate).second)
                return candidate;
        }
    };
    for (std::size_t i = 0; i < columns; ++i) {
        const std::string given = i < header.size() ? header[i] : std::string();
        if (given.empty()) {
            next["column"] = i + 1;
            out.names.push_back(free("column", i + 1));
            if (!header.empty())
                out.renamed.push_back({i, "Column without a name, named by its place"});
        } else if (used.insert(given).second) {
            out.names.push_back(given);
        } else {
            out.names.push_back(free(given, 2));
            out.renamed.push_back({i, "Another column is named " + inQuotes(given) + ", renamed"});
        }
    }
    return out;
}

CsvBody csvBody(std::string_view text, const SniffedCsv& sniffed) {
    CsvBody body;
    const CsvDialect& dialect = sniffed.dialect;
    for (std::int64_t i = 0; i < dialect.skipLines && body.offset < text.size(); ++i) {
        const std::size_t end = text.find(dialect.lineEnd, body.offset);
        body.offset = end == std::string_view::npos ? text.size() : end + 1;
        ++body.firstLine;
    }
    if (dialect.header != CsvHeader::firstRow)
        return body;
    CsvScanner scanner(text.substr(body.offset), dialect);
    std::vector<CsvField> fields;
    while (scanner.next(fields) && scanner.blank()) {
    }
    body.firstLine += scanner.linesSoFar();
    body.offset += scanner.offset();
    return body;
}

} // namespace vitrine
