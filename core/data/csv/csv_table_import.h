#pragma once

#include "core/data/chem/molecule_import.h"
#include "core/data/column_roles.h"
#include "core/data/csv/csv_import.h"

namespace vitrine {

/// The rows of a text file with the roles of their columns.
struct CsvTable {
    Table table;
    std::vector<std::int64_t> rowLines; ///< line of the file of each row
    RoleGuess roles;                    ///< one per column of the table
    Ledger ledger;
    chem::Twins twins = chem::Twins::keep;

    bool hasStructures() const { return roles.find(ColumnRole::structure) < roles.roles.size(); }
};

/// @param text     the text of the source or, for a preview, its beginning
/// @param options  those of the source or, for a preview, a changed copy
/// @errors as parseCsv; parse: no rows
Result<CsvTable> readCsvTable(const CsvSource& source, std::string_view text, const CsvOptions& options,
                              const ReadContext& context);

/// Makes molecules of the rows; the roles name target and id. The table must have a structure column.
/// @param name  of the file, begins every message
Result<chem::ImportedMolecules> moleculesOf(CsvTable table, const std::string& name, const ReadContext& context,
                                            Ledger& ledger);

/// The same context with its progress mapped into [from, to]; refers to `context`.
ReadContext partOf(const ReadContext& context, double from, double to);

} // namespace vitrine
