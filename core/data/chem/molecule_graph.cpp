#include "core/data/chem/molecule_graph.h"

#include "core/base/rng.h"
#include "core/data/chem/smiles.h"

#include <GraphMol/PeriodicTable.h>
#include <GraphMol/RWMol.h>

namespace vitrine::chem {

Result<MoleculeGraph> moleculeGraph(const std::string& smiles) {
    auto parsed = parseSmiles(smiles);
    if (!parsed)
        return parsed.error();
    const RDKit::RWMol& molecule = **parsed;
    const QuietRdkit quiet;
    const RDKit::PeriodicTable& elements = *RDKit::PeriodicTable::getTable();
    MoleculeGraph graph;
    for (const RDKit::Atom* atom : molecule.atoms()) {
        graph.atomicNumber.push_back(atom->getAtomicNum());
        graph.degree.push_back(atom->getDegree());
        graph.formalCharge.push_back(atom->getFormalCharge());
        graph.aromatic.push_back(atom->getIsAromatic() ? 1 : 0);
        // The average over isotopes, also for an atom that names one: the attribute tells the element.
        graph.mass.push_back(elements.getAtomicWeight(atom->getAtomicNum()));
        graph.numH.push_back(atom->getTotalNumHs());
    }
    for (const RDKit::Bond* bond : molecule.bonds()) {
        graph.source.push_back(static_cast<std::int32_t>(bond->getBeginAtomIdx()));
        graph.target.push_back(static_cast<std::int32_t>(bond->getEndAtomIdx()));
        graph.bondOrder.push_back(bond->getBondTypeAsDouble());
    }
    return graph;
}

/// Three rounds of neighbourhood hashing (Weisfeiler and Leman) with sums, so the order of the atoms does not matter.
std::uint64_t MoleculeGraph::fingerprint() const {
    constexpr int kRounds = 3;
    const auto mix = [](std::uint64_t a, std::uint64_t b) { return rng::draw(a, b); };
    std::vector<std::uint64_t> labels(atomicNumber.size());
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i] = mix(static_cast<std::uint64_t>(atomicNumber[i] * 1000 + numH[i]),
                        static_cast<std::uint64_t>(formalCharge[i] * 2 + aromatic[i]));
    for (int round = 0; round < kRounds; ++round) {
        std::vector<std::uint64_t> sums(labels.size(), 0);
        for (std::size_t e = 0; e < source.size(); ++e) {
            const auto u = static_cast<std::size_t>(source[e]);
            const auto v = static_cast<std::size_t>(target[e]);
            const auto order = static_cast<std::uint64_t>(bondOrder[e] * 2.0);
            sums[u] += mix(labels[v], order);
            sums[v] += mix(labels[u], order);
        }
        for (std::size_t i = 0; i < labels.size(); ++i)
            labels[i] = mix(labels[i], sums[i]);
    }
    std::uint64_t total = mix(atomicNumber.size(), source.size());
    for (std::uint64_t label : labels)
        total += mix(label, 0);
    return total;
}

} // namespace vitrine::chem
