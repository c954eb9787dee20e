#pragma once

#include "core/data/reader.h"

#include <map>

namespace vitrine {

/// Which column is what, judged by names and by the first rows.
struct RoleGuess {
    std::vector<ColumnRole> roles; ///< one per column
    /// Other columns that could have been the target, or that were made from it.
    std::vector<PreviewProblem> problems;

    /// Column with a role, or npos.
    std::size_t find(ColumnRole role) const;
};

/// @param table   only the first thousand rows are looked at
/// @param chosen  roles that are settled, by name of the column; the guess fills in the others
RoleGuess guessRoles(const Table& table, const std::map<std::string, ColumnRole, std::less<>>& chosen);

/// Whether most of the texts are structures that RDKit reads. A few short words that happen to be SMILES do not count.
bool looksLikeStructures(const std::vector<std::string>& texts);

} // namespace vitrine
