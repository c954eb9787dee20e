#pragma once

#include "core/data/csv/csv_options.h"
#include "core/data/csv/csv_table_import.h"
#include "core/data/sdf/sdf_records.h"

namespace vitrine {

constexpr std::size_t kMaxSdfProperties = 5'000; ///< names; a file with more is refused

/// Molecules of the records of an SD file, before they become graphs.
struct SdfMolecules {
    CsvTable table;                          ///< columns "smiles", "name" where there are titles, and the properties
    std::vector<std::vector<double>> places; ///< of each row: of the atoms in the plane, x before y; may be empty
};

/// Reads the records on context.threads threads; the result does not depend on their number.
/// @param name  of the file, begins every message
/// @errors parse: no record is a molecule; out_of_range: too many properties; invalid_argument: an option that names a
/// column which is not there; cancelled
Result<SdfMolecules> readSdf(const std::vector<SdfRecord>& records, const CsvOptions& options, const std::string& name,
                             const ReadContext& context);

/// Graphs of the molecules, with their places as layout.
Result<chem::ImportedMolecules> graphsOf(SdfMolecules molecules, const std::string& name, const ReadContext& context,
                                         Ledger& ledger);

} // namespace vitrine
