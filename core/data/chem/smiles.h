#pragma once

#include "core/base/result.h"

#include <memory>
#include <shared_mutex>
#include <string>

namespace RDKit {
class RWMol;
}

namespace vitrine::chem {

constexpr std::size_t kMaxSmilesLength = 10'000; ///< characters; longer text is no small molecule
constexpr unsigned kMaxAtoms = 2'000;            ///< above, perception inside RDKit may take minutes

/// Held while RDKit works: its log goes nowhere meanwhile. Many may be held at once, never two by one thread.
class QuietRdkit {
public:
    QuietRdkit();

private:
    std::shared_lock<std::shared_mutex> m_lock;
};

/// A SMILES as RDKit reads it: default sanitisation, hydrogens implicit, atoms in the order of the text.
/// The message of a refusal is the reason alone, in plain words ("atom 2 (C) has 5 bonds, more than its valence
/// allows"), counting atoms from 1. Nothing is written to standard error. Thread-safe.
/// @errors parse
Result<std::shared_ptr<RDKit::RWMol>> parseSmiles(const std::string& smiles);

/// Canonical SMILES with stereochemistry: equal for two molecules exactly when RDKit takes them for the same.
std::string canonicalSmiles(const RDKit::RWMol& molecule);

} // namespace vitrine::chem
