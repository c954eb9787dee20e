#pragma once

#include "core/data/ledger.h"
#include "core/data/reader.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vitrine::chem {

/// Molecules as graphs, with the rows of the table they came from.
struct ImportedMolecules {
    GraphSet graphs;
    /// Graphs with the same structure, groups of two or more in the order of the file.
    std::vector<std::vector<std::size_t>> twins;
    std::vector<std::int64_t> lines; ///< line of the file of each graph
};

enum class Twins { keep, keepFirst };

/// Makes a graph of each structure in a text column. Node columns: atomic_number, degree, formal_charge, aromatic, mass
/// (average mass of the element), num_h; edge column: bond_order (1, 1.5, 2, 3; dative bonds 1). Nodes stand in the
/// order of the SMILES. Graph columns: row (position in the table) and all columns of the table, none of which may be
/// named "row". A row whose structure RDKit refuses is dropped, with the reason in the ledger; so
/// are, with Twins::keepFirst, later records of a structure.
/// @param lines  line of the file of each row
/// @param name   begins every message
/// @errors parse: no structure could be read; cancelled
/// @cost   about 0.1 ms per molecule and thread
Result<ImportedMolecules> importMolecules(Table table, const std::string& structureColumn,
                                          const std::vector<std::int64_t>& lines, const std::string& name,
                                          const ReadContext& context, Ledger& ledger, Twins twins = Twins::keep);

} // namespace vitrine::chem
