#include "core/data/csv/csv_sniffer.h"

#include "core/data/csv/cell_text.h"
#include "core/data/csv/csv_scanner.h"
#include "core/data/csv/number_marks.h"

#include <algorithm>
#include <array>
#include <map>

namespace vitrine {
namespace {

constexpr std::size_t kMaxRecords = 200;
constexpr std::int64_t kMaxCommentLines = 10'000;

using Record = std::vector<std::string>;

/// The first records, cells trimmed. The last one is left out when the sample may end in the middle of it.
std::vector<Record> firstRecords(std::string_view sample, const CsvDialect& dialect, bool whole) {
    std::vector<Record> records;
    CsvScanner scanner(sample, dialect);
    std::vector<CsvField> fields;
    const CellReader cells(dialect, CsvOptions{});
    // A record of more columns than are read is refused later; it needs no company to be judged.
    while (records.size() < kMaxRecords && (records.empty() || records.back().size() <= kMaxCsvColumns) &&
           scanner.next(fields)) {
        if (!whole && (scanner.offset() == sample.size() || scanner.unclosed()) && !records.empty())
            break;
        if (scanner.blank())
            continue;
        Record record;
        for (const CsvField& field : fields) {
            bool trimmed = false;
            const std::string text = field.unquoted(dialect.quote);
            record.emplace_back(cells.trim(text, trimmed));
        }
        records.push_back(std::move(record));
    }
    return records;
}

std::size_t commonWidth(const std::vector<Record>& records, std::size_t from) {
    std::map<std::size_t, std::size_t> counts;
    for (std::size_t i = from; i < records.size(); ++i)
        ++counts[records[i].size()];
    std::size_t width = 0;
    std::size_t most = 0;
    for (const auto& [size, count] : counts)
        if (count > most) {
            width = size;
            most = count;
        }
    return width;
}

struct Fit {
    double consistency = 0.0; ///< share of records with the common number of cells
    std::size_t columns = 0;
};

Fit fitOf(const std::vector<Record>& records) {
    if (records.empty())
        return {};
    Fit fit;
    fit.columns = commonWidth(records, records.size() > 2 ? 1 : 0);
    const auto same = std::count_if(records.begin(), records.end(),
                                    [&](const Record& record) { return record.size() == fit.columns; });
    fit.consistency = static_cast<double>(same) / static_cast<double>(records.size());
    // R writes one name less than there are columns; any other disagreement of the first line speaks against it.
    const std::size_t first = records[0].size();
    if (first != fit.columns && first + 1 != fit.columns)
        fit.consistency *= 0.5;
    return fit;
}

/// @param decimal  as chosen; a decimal comma is no separator
char detectSeparator(std::string_view sample, CsvDialect dialect, bool whole, std::optional<char> decimal) {
    constexpr double kClear = 0.9;   // a separator that fits so well wins before a space is considered
    constexpr double kLead = 0.02;   // smaller leads are left to the order of preference
    constexpr double kAtLeast = 0.5; // below, the text is one column
    const char fallback = decimal == ',' ? ';' : ',';
    char best = fallback;
    double bestFit = 0.0;
    for (char candidate : {'\t', ';', '|', ','}) {
        if (candidate == decimal)
            continue;
        dialect.separator = candidate;
        const Fit fit = fitOf(firstRecords(sample, dialect, whole));
        if (fit.columns > 1 && fit.consistency > bestFit + kLead) {
            best = candidate;
            bestFit = fit.consistency;
        }
    }
    if (bestFit >= kClear)
        return best;
    dialect.separator = ' ';
    const Fit spaces = fitOf(firstRecords(sample, dialect, whole));
    if (spaces.columns > 1 && spaces.consistency > std::max(0.95, bestFit + kLead))
        return ' ';
    return bestFit >= kAtLeast ? best : fallback;
}

/// Whether nearly every separator is followed by a space.
bool spaceFollows(std::string_view sample, char separator) {
    std::size_t separators = 0;
    std::size_t spaces = 0;
    for (std::size_t i = 0; i + 1 < sample.size(); ++i)
        if (sample[i] == separator && sample[i + 1] != '\n' && sample[i + 1] != '\r' && sample[i + 1] != separator) {
            ++separators;
            spaces += sample[i + 1] == ' ' ? 1 : 0;
        }
    return separators > 0 && spaces * 10 >= separators * 9;
}

/// @param decimal  as chosen
void detectDecimal(const std::vector<Record>& records, const CsvOptions& options, std::optional<char> decimal,
                   SniffedCsv& sniffed) {
    NumberMarks marks;
    if (sniffed.dialect.separator != ',')
        for (const Record& record : records)
            for (const std::string& text : record)
                if (!text.empty())
                    countMarks(text, marks);
    const bool dotted = marks.dotted > 0 && marks.thousands == 0;
    sniffed.thousandsNumber = dotted ? marks.dottedExample : marks.thousandsExample;
    sniffed.thousandsMark = dotted ? '.' : ',';
    if (marks.decimals == 0 && marks.ambiguous > 0 && marks.thousands == 0)
        sniffed.ambiguousNumber = marks.example;
    const bool comma =
        marks.points == 0 && marks.thousands == 0 && marks.decimals + marks.ambiguous > 0 && options.thousands != ',';
    sniffed.dialect.decimal = decimal.value_or(comma ? ',' : '.');
}

/// Words that head a column and are no values.
bool knownName(const std::string& text) {
    std::string lower;
    for (char c : text)
        lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    static constexpr std::array<std::string_view, 12> kNames{"smiles", "id",     "name", "y",     "x",     "target",
                                                             "label",  "labels", "row",  "split", "class", "structure"};
    return std::find(kNames.begin(), kNames.end(), lower) != kNames.end();
}

enum class HeaderEvidence { no, unclear, yes };

/// Whether the first record names the columns.
HeaderEvidence headerEvidence(const std::vector<Record>& records) {
    const CellReader cells(CsvDialect{}, CsvOptions{});
    const Record& first = records[0];
    bool numeric = false;
    for (std::size_t c = 0; c < first.size(); ++c) {
        if (knownName(first[c]))
            return HeaderEvidence::yes;
        const bool number = isNumberOfAnyMark(first[c]);
        numeric = numeric || number;
        std::size_t numbers = 0;
        std::size_t values = 0;
        for (std::size_t r = 1; r < records.size(); ++r)
            if (c < records[r].size() && !records[r][c].empty()) {
                ++values;
                numbers += isNumberOfAnyMark(records[r][c]) ? 1 : 0;
            }
        const bool missing = cells.missingToken(first[c]) >= 0;
        if (!number && !missing && values > 0 && numbers * 2 > values)
            return HeaderEvidence::yes;
    }
    return numeric ? HeaderEvidence::no : HeaderEvidence::unclear;
}

/// The text behind the # of the last comment line, cut into names.
Record namesInComment(std::string_view lastComment, const CsvDialect& dialect) {
    const std::size_t start = lastComment.find_first_not_of("# \t");
    if (start == std::string_view::npos)
        return {};
    const auto records = firstRecords(lastComment.substr(start), dialect, true);
    return records.empty() ? Record{} : records[0];
}

struct TopLines {
    std::int64_t comments = 0;
    std::string_view lastComment;
    std::size_t offset = 0; ///< of what follows the skipped lines
    std::int64_t lines = 0; ///< that were skipped
};

/// Passes over comment lines, or over as many lines as the options say.
TopLines skipTop(std::string_view text, char lineEnd, const std::optional<std::int64_t>& asked) {
    TopLines top;
    while (top.offset < text.size() && top.lines < asked.value_or(kMaxCommentLines)) {
        const bool comment = text[top.offset] == '#';
        if (!asked && !comment)
            break;
        const std::size_t end = std::min(text.find(lineEnd, top.offset), text.size());
        if (comment) {
            ++top.comments;
            top.lastComment = text.substr(top.offset, end - top.offset);
            if (top.lastComment.ends_with('\r'))
                top.lastComment.remove_suffix(1);
        }
        top.offset = std::min(end + 1, text.size());
        ++top.lines;
    }
    return top;
}

/// The beginning of the text; more of it where the lines are very long.
std::string_view sampleOf(std::string_view text, char lineEnd) {
    constexpr std::ptrdiff_t kFewLines = 4;
    constexpr std::size_t kLongSample = std::size_t{8} << 20;
    const std::string_view sample = text.substr(0, kSniffBytes);
    return std::count(sample.begin(), sample.end(), lineEnd) < kFewLines ? text.substr(0, kLongSample) : sample;
}

void chooseHeader(const std::vector<Record>& records, const TopLines& top, const CsvOptions& options,
                  SniffedCsv& sniffed) {
    CsvHeader& header = sniffed.dialect.header;
    const Record inComment = namesInComment(top.lastComment, sniffed.dialect);
    if (options.header) {
        header = *options.header;
    } else {
        const HeaderEvidence evidence = records.empty() ? HeaderEvidence::yes : headerEvidence(records);
        const bool commentFits = sniffed.columns > 0 && inComment.size() == sniffed.columns &&
                                 (sniffed.columns > 1 || knownName(inComment[0]));
        sniffed.headerIsGuess = evidence == HeaderEvidence::unclear && !commentFits;
        header = evidence == HeaderEvidence::yes  ? CsvHeader::firstRow
                 : commentFits                    ? CsvHeader::comment
                 : evidence == HeaderEvidence::no ? CsvHeader::none
                                                  : CsvHeader::firstRow;
    }
    if (header == CsvHeader::comment)
        sniffed.names = inComment;
    else if (header == CsvHeader::firstRow && !records.empty())
        sniffed.names = records[0];
}

} // namespace

SniffedCsv sniffCsv(std::string_view text, const CsvOptions& options) {
    SniffedCsv sniffed;
    CsvDialect& dialect = sniffed.dialect;
    dialect.lineEnd =
        text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos ? '\r' : '\n';
    const TopLines top = skipTop(text, dialect.lineEnd, options.skipLines);
    dialect.skipLines = top.lines;
    sniffed.commentLines = top.comments;
    const std::string_view sample = sampleOf(text.substr(top.offset), dialect.lineEnd);
    const bool whole = top.offset + sample.size() == text.size();
    dialect.quote = options.quote.value_or('"');
    dialect.thousands = options.thousands.value_or('\0');
    // What is chosen as thousands mark cannot be the decimal mark too.
    const std::optional<char> decimal =
        !options.decimal && options.thousands == '.' ? std::optional<char>(',') : options.decimal;
    dialect.separator = options.separator ? *options.separator : detectSeparator(sample, dialect, whole, decimal);
    dialect.spaceAfterSeparator =
        options.spaceAfterSeparator.value_or(dialect.separator != ' ' && spaceFollows(sample, dialect.separator));
    const std::vector<Record> records = firstRecords(sample, dialect, whole);
    sniffed.columns = commonWidth(records, records.size() > 1 ? 1 : 0);
    chooseHeader(records, top, options, sniffed);
    // The names alone stand in a file without rows.
    if (sniffed.columns == 0)
        sniffed.columns = sniffed.names.size();
    if (dialect.header == CsvHeader::firstRow && !sniffed.names.empty() &&
        sniffed.names.size() + 1 == sniffed.columns) {
        sniffed.names.insert(sniffed.names.begin(), std::string());
        sniffed.namesRowLabels = true;
    } else if (!sniffed.names.empty()) {
        sniffed.columns = sniffed.names.size(); // the header says how many columns there are
    }
    detectDecimal(records, options, decimal, sniffed);
    return sniffed;
}

} // namespace vitrine
