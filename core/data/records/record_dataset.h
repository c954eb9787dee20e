#pragma once

#include "core/data/csv/csv_options.h"
#include "core/data/reader.h"

namespace vitrine {

/// Records as a file or database holds them, before their columns have roles.
struct Records {
    Table table;
    std::vector<std::int64_t> lines; ///< of each row
    Ledger ledger;
};

/// What every reader of records lets a person choose, as the CSV reader names it: roles, duplicates and rows.
struct RecordOptions {
    std::map<std::string, ColumnRole, std::less<>> roles;
    bool keepFirstTwin = false;
    std::optional<std::int64_t> rows; ///< only so many records from the start

    static bool isOne(std::string_view key) { return key == "roles" || key == "duplicates" || key == "rows"; }
    /// Takes these options out of those of a reader. @errors invalid_argument
    static Result<RecordOptions> fromJson(const nlohmann::json& options, const std::string& name);
    void addTo(nlohmann::json& options) const;
    /// Rows are named as the part that a stopped reading keeps.
    void takePart(const ReadContext& context);
};

/// The plan of records: columns, roles, rows and what the ledger brings up. `options` gets the roles.
/// @param whole  false: these are the first records only
Result<ImportPreview> previewRecords(Records records, RecordOptions& options, const std::string& name, bool whole,
                                     const ReadContext& context);

/// Records as a table or, with a column of structures, as molecules.
/// @errors parse: no rows; invalid_argument: every column is left out; those of importMolecules
Result<Dataset> datasetOf(Records records, RecordOptions& options, const std::string& path, const ReadContext& context);

} // namespace vitrine
