#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vitrine::chem {

/// One molecule as a graph, columns as in ImportedMolecules.
struct MoleculeGraph {
    std::vector<std::int64_t> atomicNumber;
    std::vector<std::int64_t> degree;
    std::vector<std::int64_t> formalCharge;
    std::vector<std::int64_t> aromatic;
    std::vector<double> mass;
    std::vector<std::int64_t> numH;
    std::vector<std::int32_t> source;
    std::vector<std::int32_t> target;
    std::vector<double> bondOrder;

    /// Number that is the same for the same structure, whatever the order of its atoms, and seldom for others.
    std::uint64_t fingerprint() const;
};

/// @errors parse: the reason of RDKit in plain words
Result<MoleculeGraph> moleculeGraph(const std::string& smiles);

} // namespace vitrine::chem
