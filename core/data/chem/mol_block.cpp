#include "core/data/chem/mol_block.h"

#include "core/data/chem/sanitize_reason.h"
#include "core/data/chem/smiles.h"
#include "core/data/message_text.h"

#include <GraphMol/Conformer.h>
#include <GraphMol/FileParsers/FileParsers.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/SanitException.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>
#include <RDGeneral/BadFileException.h>
#include <RDGeneral/FileParseException.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace vitrine::chem {
namespace {

/// The sentence of the parser, its line number taken out.
MolBlockFault parserFault(std::string text) {
    MolBlockFault fault;
    text = text.substr(0, text.find('\n'));
    for (const std::string_view mark : {" on line ", " at line ", " on line: ", "Line "}) {
        const std::size_t at = text.rfind(mark);
        if (at == std::string::npos)
            continue;
        const char* number = text.data() + at + mark.size();
        const auto [end, error] = std::from_chars(number, text.data() + text.size(), fault.line);
        if (error != std::errc{})
            continue;
        if (at == 0)
            text = "the line" + text.substr(static_cast<std::size_t>(end - text.data()));
        else
            text.resize(at);
        break;
    }
    constexpr std::string_view kElement = "Element '";
    if (text.starts_with(kElement))
        fault.reason = "there is no element " +
                       inQuotes(text.substr(kElement.size(), text.find('\'', kElement.size()) - kElement.size()));
    else if (text.starts_with("Cannot process coordinates"))
        fault.reason = "the coordinates of an atom are no numbers";
    else if (text.starts_with("Atom line too short"))
        fault.reason = "the line of an atom is too short";
    else if (text.find("bond already exists") != std::string::npos)
        fault.reason = "two bonds join the same atoms";
    else
        fault.reason = "RDKit refuses it: " + text;
    return fault;
}

/// An atom by its place in the table.
std::string namedAtom(const std::string& block, unsigned index) {
    const QuietRdkit quiet;
    const std::unique_ptr<RDKit::RWMol> raw(RDKit::MolBlockToMol(block, false, false, true));
    if (raw && index < raw->getNumAtoms())
        return atomName(*raw->getAtomWithIdx(index), index);
    return "atom " + std::to_string(index + 1);
}

/// Atoms that the table lists, hydrogens included; checkMolBlock has held the number against the lines.
unsigned atomsInTable(std::string_view block) {
    constexpr std::string_view kCounts = "M  V30 COUNTS ";
    std::size_t at = block.find(kCounts);
    const bool isV3000 = at != std::string_view::npos;
    if (isV3000) {
        at += kCounts.size();
    } else {
        at = 0;
        for (int line = 0; line < 3 && at < block.size(); ++line)
            at = std::min(block.find('\n', at), block.size() - 1) + 1;
    }
    // The columns of a V2000 table are three wide and may touch; a blank ends a number of either form.
    std::string_view text = block.substr(std::min(at, block.size()), isV3000 ? 12 : 3);
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    unsigned count = 0;
    std::from_chars(text.data(), text.data() + text.size(), count);
    return count;
}

/// Places of the atoms in the order of the SMILES.
void takePlaces(const RDKit::RWMol& molecule, const std::vector<unsigned>& order, BlockMolecule& taken) {
    if (molecule.getNumConformers() == 0 || molecule.getConformer().is3D() || order.size() != molecule.getNumAtoms())
        return;
    const RDKit::Conformer& conformer = molecule.getConformer();
    bool anywhere = false;
    for (const unsigned atom : order) {
        const RDGeom::Point3D& place = conformer.getAtomPos(atom);
        if (!std::isfinite(place.x) || !std::isfinite(place.y)) {
            taken.places.clear();
            taken.placesLeftOut = true;
            return;
        }
        anywhere = anywhere || place.x != 0.0 || place.y != 0.0;
        taken.places.push_back(place.x);
        taken.places.push_back(place.y);
    }
    if (!anywhere)
        taken.places.clear();
}

/// A drawing that made room for hydrogens has straight angles without them. A few, as at a stereo centre, do not
/// matter.
void leaveHydrogens(const RDKit::RWMol& molecule, const std::string& block, BlockMolecule& taken) {
    if (taken.places.empty() || atomsInTable(block) <= molecule.getNumAtoms() + molecule.getNumAtoms() / 2)
        return;
    taken.places.clear();
    taken.drawnWithHydrogens = true;
}

/// Written from the first atom on, so that the order of the atoms stays near that of the table.
void writeSmiles(const RDKit::RWMol& molecule, BlockMolecule& taken) {
    RDKit::SmilesWriteParams params;
    params.canonical = false;
    taken.smiles = RDKit::MolToSmiles(molecule, params);
    std::vector<unsigned> order;
    molecule.getPropIfPresent(RDKit::common_properties::_smilesAtomOutputOrder, order);
    takePlaces(molecule, order, taken);
}

} // namespace

BlockMolecule readMolBlock(const std::string& block) {
    BlockMolecule taken;
    if (auto wrong = checkMolBlock(block)) {
        taken.fault = std::move(*wrong);
        return taken;
    }
    try {
        const QuietRdkit quiet;
        const std::unique_ptr<RDKit::RWMol> molecule(RDKit::MolBlockToMol(block, true, true, true));
        if (molecule) {
            writeSmiles(*molecule, taken);
            leaveHydrogens(*molecule, block, taken);
        }
        if (taken.smiles.empty())
            taken.fault.reason = "RDKit does not understand this table";
        return taken;
    } catch (const RDKit::MolSanitizeException& error) {
        taken.fault.reason = sanitizeReason(error, [&](unsigned index) { return namedAtom(block, index); });
    } catch (const RDKit::FileParseException& error) {
        taken.fault = parserFault(error.what());
    } catch (const std::exception& error) {
        taken.fault = parserFault(error.what());
    }
    taken.smiles.clear();
    return taken;
}

} // namespace vitrine::chem
