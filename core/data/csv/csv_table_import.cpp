#include "core/data/csv/csv_table_import.h"

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
