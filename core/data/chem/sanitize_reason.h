#pragma once

#include <functional>
#include <string>

namespace RDKit {
class Atom;
class MolSanitizeException;
} // namespace RDKit

namespace vitrine::chem {

/// Why RDKit sees no meaning in a molecule, in plain words, counting atoms from 1.
/// @param atomName  "atom 2 (C)" for position 1
std::string sanitizeReason(const RDKit::MolSanitizeException& error,
                           const std::function<std::string(unsigned)>& atomName);

/// "atom 2 (C)"
std::string atomName(const RDKit::Atom& atom, unsigned index);

} // namespace vitrine::chem
