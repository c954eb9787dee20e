#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace vitrine::chem {

/// MolWt, MolLogP, TPSA, NumHDonors, NumHAcceptors, NumRotatableBonds, RingCount, FractionCSP3, HeavyAtomCount,
/// NumAromaticRings, in this order, as RDKit defines them.
const std::vector<std::string>& descriptorNames();

/// @errors parse
Result<std::vector<double>> descriptors(const std::string& smiles);

/// Morgan counts folded to `bins` (radius in bonds). @errors parse
Result<std::vector<double>> morganCounts(const std::string& smiles, int radius, int bins);

} // namespace vitrine::chem
