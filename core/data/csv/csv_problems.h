#pragma once

#include "core/data/csv/csv_table_import.h"

namespace vitrine {

/// What a person should look at before the file is read, from what a trial has noted.
std::vector<PreviewProblem> csvProblems(const CsvSource& source, const Ledger& ledger, const RoleGuess& roles);

/// Structures that were refused.
std::vector<PreviewProblem> droppedStructures(const Ledger& ledger);

/// Adds to each problem that only the first rows were looked at.
void sayWhichRows(std::vector<PreviewProblem>& problems, std::size_t rows);

/// Structures that occur more than once, and how far their targets lie apart. The molecules hold all of them.
std::optional<PreviewProblem> twinProblem(const chem::ImportedMolecules& molecules, bool keepFirst);

/// "Lines 2, 7, 11 and 273 more."
std::string linesText(std::vector<std::int64_t> lines, std::int64_t count);

} // namespace vitrine
