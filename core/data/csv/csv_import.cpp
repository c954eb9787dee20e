#include "core/data/csv/csv_import.h"

#include "core/data/column_roles.h"
#include "core/data/csv/csv_scanner.h"
#include "core/data/message_text.h"

#include <algorithm>

namespace vitrine {
namespace {

/// A table of structures without a header begins with a structure: the first record then belongs to the rows.
bool headerIsStructure(std::string_view text, const SniffedCsv& sniffed) {
    constexpr std::size_t kRows = 20;
    const CsvBody body = csvBody(text, sniffed);
    CsvScanner scanner(text.substr(body.offset), sniffed.dialect);
    std::vector<CsvField> fields;
    constexpr std::size_t kColumns = 100; // RDKit looks at each
    std::vector<std::vector<std::string>> below(std::min(sniffed.names.size(), kColumns));
    for (std::size_t row = 0; row < kRows && scanner.next(fields); ++row)
        for (std::size_t c = 0; c < std::min(fields.size(), below.size()); ++c)
            below[c].push_back(fields[c].unquoted(sniffed.dialect.quote));
    for (std::size_t c = 0; c < below.size(); ++c) {
        below[c].push_back(sniffed.names[c]);
        const bool reads = !sniffed.names[c].empty() && looksLikeStructures({sniffed.names[c], sniffed.names[c] + "C"});
        if (reads && looksLikeStructures(below[c]))
            return true;
    }
    return false;
}

Result<void> checkColumns(const CsvSource& source) {
    const std::vector<std::string>& names = source.names.names;
    const auto known = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const auto& [column, role] : source.options.roles)
        if (!known(column))
            return makeError(ErrorCode::invalidArgument, source.file.name() + ": there is no column " +
                                                             inQuotes(column) + " for the role " +
                                                             std::string(columnRoleName(role)));
    for (const auto& [column, type] : source.options.types)
        if (!known(column))
            return makeError(ErrorCode::invalidArgument, source.file.name() + ": there is no column " +
                                                             inQuotes(column) + " for the type " +
                                                             std::string(columnTypeName(type)));
    for (ColumnRole single : {ColumnRole::structure, ColumnRole::target, ColumnRole::id}) {
        const auto count = std::count_if(source.options.roles.begin(), source.options.roles.end(),
                                         [single](const auto& item) { return item.second == single; });
        if (count > 1)
            return makeError(ErrorCode::invalidArgument, source.file.name() + ": only one column can have the role " +
                                                             std::string(columnRoleName(single)));
    }
    return {};
}

Error noRecords(const CsvSource& source) {
    const std::string& name = source.file.name();
    if (source.sniffed.dialect.header == CsvHeader::comment && source.sniffed.names.empty())
        return makeError(ErrorCode::parse, name + ": no comment line names the columns, choose another header");
    return makeError(ErrorCode::parse, name + ": there are no records in the file");
}

} // namespace

Result<CsvSource> CsvSource::open(const std::string& path, const nlohmann::json& options, const ReadContext& context) {
    CsvSource source;
    auto read = CsvOptions::fromJson(options);
    if (!read)
        return makeError(read.error().code, inputName(path) + ": " + read.error().message);
    source.options = std::move(*read);
    auto file = InputFile::open(path, context.stop);
    if (!file)
        return file.error();
    source.file = std::move(*file);
    if (auto cut = source.cutOut(context); !cut)
        return cut.error();
    auto decoded = decodeText(source.file.bytes(), source.options.encoding, source.file.name(), context);
    if (!decoded)
        return decoded.error();
    source.decoded = std::move(*decoded);
    source.sniffed = sniffCsv(source.text(), source.options);
    if (source.sniffed.columns > kMaxCsvColumns)
        return makeError(ErrorCode::outOfRange, source.file.name() + ": " + counted(source.sniffed.columns, "column") +
                                                    ", at most " + std::to_string(kMaxCsvColumns) + " are read");
    if (source.sniffed.headerIsGuess && headerIsStructure(source.text(), source.sniffed)) {
        CsvOptions without = source.options;
        without.header = CsvHeader::none;
        source.sniffed = sniffCsv(source.text(), without);
    }
    const std::size_t columns = source.sniffed.columns;
    if (columns == 0)
        return noRecords(source);
    source.names = uniqueNames(source.sniffed.names, columns);
    if (auto ok = checkColumns(source); !ok)
        return ok.error();
    return source;
}

/// Keeps what stands before the first record, and the window.
Result<void> CsvSource::cutOut(const ReadContext& context) {
    const FileWindow& window = context.window;
    if (window.isWhole())
        return {};
    if (window.from <= 0) {
        file = file.part(0, window);
        return {};
    }
    const auto from = static_cast<std::size_t>(window.from);
    const std::string_view before = file.bytes().substr(0, from);
    const InputFile beginning = file.part(0, {0, static_cast<std::int64_t>(std::min(before.size(), kSniffBytes))});
    const auto text = decodeText(beginning.bytes(), options.encoding, file.name(), context);
    if (!text)
        return text.error();
    headLines = csvBody(text->text, sniffCsv(text->text, options)).firstLine - 1;
    std::size_t head = 0;
    for (std::int64_t line = 0; line < headLines && head < before.size(); ++line)
        head = std::min(before.find('\n', head), before.size() - 1) + 1;
    leftOut = std::count(before.begin() + static_cast<std::ptrdiff_t>(head), before.end(), '\n');
    file = file.part(head, window);
    return {};
}

void CsvSource::note(Ledger& ledger) const {
    noteDecoding(decoded, ledger);
    if (sniffed.commentLines > 0)
        ledger.noteAll(LedgerAction::read, "", "Comment line at the top passed over", sniffed.commentLines);
    if (sniffed.dialect.skipLines > sniffed.commentLines)
        ledger.noteAll(LedgerAction::dropped, "", "Line at the top left out, as the options say",
                       sniffed.dialect.skipLines - sniffed.commentLines);
    if (sniffed.dialect.decimal == ',')
        ledger.noteAll(LedgerAction::read, "", "Comma taken as decimal mark", 1);
    if (sniffed.namesRowLabels)
        ledger.noteAll(LedgerAction::changed, names.names[0],
                       "The header has one name less than the rows have cells, first column without a name", 1);
    for (const ColumnNames::Renamed& renamed : names.renamed)
        if (!(sniffed.namesRowLabels && renamed.column == 0))
            ledger.noteAll(LedgerAction::changed, names.names[renamed.column], renamed.reason, 1);
}

CsvOptions CsvSource::completeOptions() const {
    CsvOptions complete = options;
    complete.complete(sniffed.dialect, decoded.encoding);
    return complete;
}

std::string CsvSource::description() const {
    std::string text = sniffed.dialect.separator == '\t' ? "TSV" : "CSV";
    if (sniffed.columns == 1)
        text = "Text with one column";
    else
        text += ", " + std::string(separatorName(sniffed.dialect.separator));
    text += ", " + encodingTitle(decoded.encoding);
    if (sniffed.dialect.decimal == ',')
        text += ", decimal comma";
    if (sniffed.commentLines > 0)
        text += ", " + counted(static_cast<std::size_t>(sniffed.commentLines), "comment line");
    return text;
}

} // namespace vitrine
