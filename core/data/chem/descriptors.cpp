#include "core/data/chem/descriptors.h"

#include "core/data/chem/smiles.h"

#include <DataStructs/SparseIntVect.h>
#include <GraphMol/Descriptors/Crippen.h>
#include <GraphMol/Descriptors/Lipinski.h>
#include <GraphMol/Descriptors/MolDescriptors.h>
#include <GraphMol/Descriptors/MolSurf.h>
#include <GraphMol/Fingerprints/MorganFingerprints.h>
#include <GraphMol/RWMol.h>

namespace vitrine::chem {

const std::vector<std::string>& descriptorNames() {
    static const std::vector<std::string> names{"MolWt",          "MolLogP",           "TPSA",      "NumHDonors",
                                                "NumHAcceptors",  "NumRotatableBonds", "RingCount", "FractionCSP3",
                                                "HeavyAtomCount", "NumAromaticRings"};
    return names;
}

Result<std::vector<double>> descriptors(const std::string& smiles) {
    auto parsed = parseSmiles(smiles);
    if (!parsed)
        return parsed.error();
    const RDKit::ROMol& molecule = **parsed;
    namespace rd = RDKit::Descriptors;
    const QuietRdkit quiet;
    return std::vector<double>{rd::calcAMW(molecule),
                               rd::calcClogP(molecule),
                               rd::calcTPSA(molecule),
                               static_cast<double>(rd::calcNumHBD(molecule)),
                               static_cast<double>(rd::calcNumHBA(molecule)),
                               static_cast<double>(rd::calcNumRotatableBonds(molecule)),
                               static_cast<double>(rd::calcNumRings(molecule)),
                               rd::calcFractionCSP3(molecule),
                               static_cast<double>(molecule.getNumHeavyAtoms()),
                               static_cast<double>(rd::calcNumAromaticRings(molecule))};
}

Result<std::vector<double>> morganCounts(const std::string& smiles, int radius, int bins) {
    constexpr int kMaxRadius = 16;
    constexpr int kMaxBins = 1 << 24;
    if (radius < 0 || radius > kMaxRadius || bins < 1 || bins > kMaxBins)
        return makeError(ErrorCode::invalidArgument, "Morgan counts take a radius of 0 to " +
                                                         std::to_string(kMaxRadius) + " and 1 to " +
                                                         std::to_string(kMaxBins) + " bins");
    auto parsed = parseSmiles(smiles);
    if (!parsed)
        return parsed.error();
    const QuietRdkit quiet;
    const std::unique_ptr<RDKit::SparseIntVect<std::uint32_t>> fingerprint(
        RDKit::MorganFingerprints::getHashedFingerprint(**parsed, static_cast<unsigned>(radius),
                                                        static_cast<unsigned>(bins)));
    std::vector<double> counts(static_cast<std::size_t>(bins), 0.0);
    for (const auto& [bin, count] : fingerprint->getNonzeroElements())
        counts[bin] = count;
    return counts;
}

} // namespace vitrine::chem
