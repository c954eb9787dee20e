#include "core/data/csv/csv_table_import.h"

#include "core/data/csv/csv_scanner.h"
#include "core/data/first_rows.h"
#include "core/data/message_text.h"
#include "core/data/table_rows.h"
#include "core/values/column_unit.h"

#include <algorithm>

namespace vitrine {
namespace {

std::string nameWithRole(const Table& table, const RoleGuess& roles, ColumnRole role) {
    const std::size_t column = roles.find(role);
    return column < table.columns.size() ? table.columns[column].name : std::string();
}

/// The text up to the end of the last record that is wanted.
Result<std::string_view> wantedText(const CsvSource& source, std::string_view text, std::int64_t records,
                                    const ReadContext& context) {
    constexpr std::int64_t kBetweenStops = 65536;
    const CsvBody body = csvBody(text, source.sniffed);
    CsvScanner scanner(text.substr(body.offset), source.sniffed.dialect);
    std::vector<CsvField> fields;
    std::int64_t count = 0;
    while (count < records && scanner.next(fields)) {
        count += scanner.blank() ? 0 : 1;
        if (count % kBetweenStops == 0 && context.stop.stop_requested())
            return makeError(ErrorCode::cancelled, source.file.name() + ": reading was cancelled");
    }
    return text.substr(0, body.offset + scanner.offset());
}

} // namespace

ReadContext partOf(const ReadContext& context, double from, double to) {
    ReadContext part = context;
    part.progress = [&context, from, to](double fraction, const std::string& stage) {
        context.progress(from + (to - from) * fraction, stage);
    };
    return part;
}

Result<CsvTable> readCsvTable(const CsvSource& source, std::string_view text, const CsvOptions& options,
                              const ReadContext& context) {
    const std::string& name = source.file.name();
    bool isCut = false;
    if (options.rows) {
        const auto wanted = wantedText(source, text, *options.rows, context);
        if (!wanted)
            return wanted.error();
        isCut = wanted->size() < text.size();
        text = *wanted;
    }
    // A cell is a number or a short text in the table and once more in its piece before the pieces are joined.
    constexpr double kBytesPerCell = 80;
    const auto rows = std::count(text.begin(), text.end(), '\n');
    if (auto fits =
            checkFits(name, rows, "row",
                      static_cast<double>(rows) * static_cast<double>(source.names.names.size()) * kBytesPerCell);
        !fits)
        return fits.error();
    auto parsed = parseCsv(text, source.sniffed, source.names.names, options, name, context);
    if (!parsed)
        return parsed.error();
    if (parsed->table.columns.empty())
        return makeError(ErrorCode::invalidArgument, name + ": every column has the role ignore");
    if (parsed->rowLines.empty() && parsed->ledger.recordsDropped > 0)
        return makeError(ErrorCode::parse, name + ": none of the " + grouped(parsed->ledger.recordsDropped) +
                                               " rows has " + counted(source.names.names.size(), "column"));
    if (parsed->rowLines.empty())
        return makeError(ErrorCode::parse, name + ": there are column names but no rows");
    CsvTable read;
    source.note(read.ledger);
    if (isCut)
        noteFirstRows(*options.rows, context, read.ledger);
    read.ledger.append(parsed->ledger);
    read.twins = options.keepFirstTwin ? chem::Twins::keepFirst : chem::Twins::keep;
    read.roles = guessRoles(parsed->table, options.roles);
    read.rowLines = std::move(parsed->rowLines);
    read.table = std::move(parsed->table);
    nameUnits(read.table);
    return read;
}

Result<chem::ImportedMolecules> moleculesOf(CsvTable table, const std::string& name, const ReadContext& context,
                                            Ledger& ledger) {
    freeRowName(table.table, ledger);
    const std::string structure = nameWithRole(table.table, table.roles, ColumnRole::structure);
    const std::string target = nameWithRole(table.table, table.roles, ColumnRole::target);
    const std::string id = nameWithRole(table.table, table.roles, ColumnRole::id);
    auto molecules =
        chem::importMolecules(std::move(table.table), structure, table.rowLines, name, context, ledger, table.twins);
    if (!molecules)
        return molecules;
    molecules->graphs.targetColumn = target;
    molecules->graphs.idColumn = id;
    return molecules;
}

} // namespace vitrine
