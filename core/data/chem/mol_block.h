#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace RDKit {
class RWMol;
}

namespace vitrine::chem {

/// Why a connection table is no molecule, and in which of its lines, from 1; 0: no line in particular.
struct MolBlockFault {
    std::string reason;
    std::int64_t line = 0;
};

/// A molecule of a connection table, written as SMILES; atoms stand in the order of the SMILES.
struct BlockMolecule {
    std::string smiles;
    /// Places of the atoms in the plane, x before y; empty where the table gives none or those of space.
    std::vector<double> places;
    bool placesLeftOut = false; ///< there were some that are no numbers
    bool drawnWithHydrogens =
        false;           ///< the places made room for hydrogens that are no atoms any more, so there are none
    MolBlockFault fault; ///< smiles is empty
};

/// Holds the claims of a connection table (V2000, V3000) against its lines before RDKit takes memory for them: counts
/// beyond the lines or kMaxAtoms, bonds to atoms that are not there, a missing end.
std::optional<MolBlockFault> checkMolBlock(std::string_view block);

/// Reads a connection table: default sanitisation of RDKit, hydrogens written as atoms made implicit as in SMILES.
/// @param block  lines end with \n or \r\n
/// Nothing is written to standard error. Thread-safe. @cost about 0.2 ms
BlockMolecule readMolBlock(const std::string& block);

} // namespace vitrine::chem
