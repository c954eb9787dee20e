#include "core/data/chem/depiction.h"

#include "core/data/chem/smiles.h"

#include <Geometry/point.h>
#include <GraphMol/Conformer.h>
#include <GraphMol/Depictor/RDDepictor.h>
#include <GraphMol/FileParsers/MolFileStereochem.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/PeriodicTable.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/RingInfo.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace vitrine::chem {
namespace {

// Atomic distance below which two neighbours count as straight above one another.
constexpr double kVertical = 0.1;

/// "OH", "NH2", "13C"; empty where a skeletal formula shows only the corner.
std::string labelOf(const RDKit::Atom& atom) {
    const bool corner = atom.getAtomicNum() == 6 && atom.getFormalCharge() == 0 && atom.getIsotope() == 0 &&
                        atom.getNumRadicalElectrons() == 0 && atom.getDegree() > 0;
    if (corner)
        return {};
    std::string text = atom.getIsotope() != 0 ? std::to_string(atom.getIsotope()) : std::string();
    text += atom.getAtomicNum() == 0 ? std::string("*") : elementSymbol(atom.getAtomicNum());
    const unsigned hydrogens = atom.getTotalNumHs();
    if (hydrogens > 0)
        text += 'H';
    if (hydrogens > 1)
        text += std::to_string(hydrogens);
    return text;
}

/// Hydrogens go where no bond is: to the left when the neighbours lie to the right.
bool hydrogensLeft(const RDKit::ROMol& molecule, const RDKit::Atom& atom, const RDKit::Conformer& conformer) {
    if (atom.getTotalNumHs() == 0 || atom.getDegree() == 0)
        return false;
    double pull = 0.0;
    for (const RDKit::Atom* neighbor : molecule.atomNeighbors(&atom))
        pull += conformer.getAtomPos(neighbor->getIdx()).x - conformer.getAtomPos(atom.getIdx()).x;
    return pull > kVertical;
}

/// Side of a double bond on which its ring lies: +1 left of from->to, -1 right, 0 outside of rings.
int ringSide(const RDKit::ROMol& molecule, const RDKit::Bond& bond, const RDKit::Conformer& conformer) {
    const auto& rings = molecule.getRingInfo();
    std::size_t smallest = 0;
    double side = 0.0;
    const RDGeom::Point3D from = conformer.getAtomPos(bond.getBeginAtomIdx());
    const RDGeom::Point3D along = conformer.getAtomPos(bond.getEndAtomIdx()) - from;
    for (std::size_t r = 0; r < rings->numRings(); ++r) {
        const std::vector<int>& members = rings->bondRings()[r];
        if (std::find(members.begin(), members.end(), static_cast<int>(bond.getIdx())) == members.end())
            continue;
        if (smallest != 0 && members.size() >= smallest)
            continue;
        smallest = members.size();
        RDGeom::Point3D center(0.0, 0.0, 0.0);
        for (int atom : rings->atomRings()[r])
            center += conformer.getAtomPos(static_cast<unsigned>(atom));
        center /= static_cast<double>(rings->atomRings()[r].size());
        side = along.x * (center.y - from.y) - along.y * (center.x - from.x);
    }
    return smallest == 0 ? 0 : side > 0.0 ? 1 : -1;
}

double orderOf(const RDKit::Bond& bond) {
    switch (bond.getBondType()) {
    case RDKit::Bond::DOUBLE: return 2.0;
    case RDKit::Bond::TRIPLE: return 3.0;
    default: return 1.0;
    }
}

DepictedBond depictedBond(const RDKit::ROMol& molecule, const RDKit::Bond& bond, const RDKit::Conformer& conformer) {
    DepictedBond drawn;
    drawn.from = static_cast<int>(bond.getBeginAtomIdx());
    drawn.to = static_cast<int>(bond.getEndAtomIdx());
    drawn.order = orderOf(bond);
    if (bond.getBondType() == RDKit::Bond::DOUBLE)
        drawn.ringSide = ringSide(molecule, bond, conformer);
    if (bond.getBondDir() == RDKit::Bond::BEGINWEDGE)
        drawn.wedge = 1;
    else if (bond.getBondDir() == RDKit::Bond::BEGINDASH)
        drawn.wedge = -1;
    return drawn;
}

/// Mean length of the drawn bonds, 1 where there is none.
double bondLength(const RDKit::ROMol& molecule, const RDKit::Conformer& conformer) {
    double sum = 0.0;
    for (const RDKit::Bond* bond : molecule.bonds())
        sum += (conformer.getAtomPos(bond->getBeginAtomIdx()) - conformer.getAtomPos(bond->getEndAtomIdx())).length();
    return sum > 0.0 ? sum / molecule.getNumBonds() : 1.0;
}

Depiction drawing(const RDKit::ROMol& molecule) {
    const RDKit::Conformer& conformer = molecule.getConformer();
    const double scale = 1.0 / bondLength(molecule, conformer);
    Depiction depiction;
    for (const RDKit::Atom* atom : molecule.atoms()) {
        const RDGeom::Point3D& place = conformer.getAtomPos(atom->getIdx());
        DepictedAtom drawn{place.x * scale, place.y * scale, atom->getAtomicNum(),
                           labelOf(*atom),  false,           atom->getFormalCharge()};
        drawn.labelToLeft = hydrogensLeft(molecule, *atom, conformer);
        depiction.atoms.push_back(std::move(drawn));
    }
    for (const RDKit::Bond* bond : molecule.bonds())
        depiction.bonds.push_back(depictedBond(molecule, *bond, conformer));
    return depiction;
}

void setPlaces(RDKit::RWMol& molecule, std::span<const double> places) {
    auto conformer = std::make_unique<RDKit::Conformer>(molecule.getNumAtoms());
    conformer->set3D(false);
    for (unsigned atom = 0; atom < molecule.getNumAtoms(); ++atom)
        conformer->setAtomPos(atom, RDGeom::Point3D(places[2 * atom], places[2 * atom + 1], 0.0));
    molecule.clearConformers();
    molecule.addConformer(conformer.release(), true);
}

} // namespace

Result<Depiction> depict(const std::string& smiles, std::span<const double> places) {
    auto parsed = parseSmiles(smiles);
    if (!parsed)
        return parsed.error();
    RDKit::RWMol& molecule = **parsed;
    const QuietRdkit quiet;
    try {
        RDKit::MolOps::Kekulize(molecule, true);
        if (places.size() == 2 * std::size_t{molecule.getNumAtoms()} && !places.empty())
            setPlaces(molecule, places);
        else
            RDDepict::compute2DCoords(molecule, nullptr, true);
        RDKit::WedgeMolBonds(molecule, &molecule.getConformer());
        return drawing(molecule);
    } catch (const std::exception& error) {
        return makeError(ErrorCode::parse, std::string("RDKit cannot draw this structure: ") + error.what());
    }
}

std::string elementSymbol(int atomicNumber) {
    constexpr int kLastElement = 118;
    if (atomicNumber < 1 || atomicNumber > kLastElement)
        return std::to_string(atomicNumber);
    return RDKit::PeriodicTable::getTable()->getElementSymbol(static_cast<unsigned>(atomicNumber));
}

} // namespace vitrine::chem
