#pragma once

#include "core/data/chem/mol_block.h"
#include "core/data/chem/molecule_graph.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vitrine::chem {

/// A structure as the import needs it.
struct ParsedStructure {
    std::optional<MoleculeGraph> graph;
    std::string reason; ///< why there is none
    std::uint64_t fingerprint = 0;
};

/// @param smiles  may be empty, which is no structure
ParsedStructure parseStructure(const std::string& smiles);

/// Molecules that a stopped reading left, so that keeping them does not compute them again.
struct KnownMolecules {
    std::vector<BlockMolecule> blocks;                           ///< of the records of an SD file, from the first
    std::unordered_map<std::string, ParsedStructure> structures; ///< by SMILES
};

} // namespace vitrine::chem
