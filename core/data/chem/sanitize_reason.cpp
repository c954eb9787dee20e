#include "core/data/chem/sanitize_reason.h"

#include <GraphMol/Atom.h>
#include <GraphMol/PeriodicTable.h>
#include <GraphMol/SanitException.h>

#include <vector>

namespace vitrine::chem {
namespace {

/// "2, 3, 4 and 5": atoms counted from 1.
std::string atomList(const std::vector<unsigned>& atoms) {
    std::string text;
    for (std::size_t i = 0; i < atoms.size(); ++i)
        text += (i == 0 ? "" : i + 1 == atoms.size() ? " and " : ", ") + std::to_string(atoms[i] + 1);
    return text;
}

} // namespace

std::string sanitizeReason(const RDKit::MolSanitizeException& error,
                           const std::function<std::string(unsigned)>& nameOf) {
    if (const auto* kekulize = dynamic_cast<const RDKit::KekulizeException*>(&error))
        return "the aromatic bonds of atoms " + atomList(kekulize->getAtomIndices()) +
               " cannot be drawn as single and double bonds";
    const auto* atom = dynamic_cast<const RDKit::AtomSanitizeException*>(&error);
    if (dynamic_cast<const RDKit::AtomValenceException*>(atom))
        return nameOf(atom->getAtomIdx()) + " has more bonds than its valence allows";
    if (dynamic_cast<const RDKit::AtomKekulizeException*>(atom))
        return nameOf(atom->getAtomIdx()) + " is marked aromatic but stands in no ring";
    return error.what();
}

std::string atomName(const RDKit::Atom& atom, unsigned index) {
    return "atom " + std::to_string(index + 1) + " (" +
           RDKit::PeriodicTable::getTable()->getElementSymbol(static_cast<unsigned>(atom.getAtomicNum())) + ")";
}

} // namespace vitrine::chem
