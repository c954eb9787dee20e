#pragma once

#include "core/values/graph_set.h"

#include <cmath>
#include <memory>

namespace vitrine {

/// Molecules by their structure; graphs are chains of as many nodes as the structure has letters.
inline std::shared_ptr<const GraphSet> smallMolecules(int count) {
    static const char* const kStructures[] = {"CCO", "CCCC", "CN", "CCCl", "C=CC"};
    static constexpr int kAtoms[] = {3, 4, 2, 3, 3};
    auto set = std::make_shared<GraphSet>();
    Column::Texts ids, structures;
    Column::Reals targets;
    Column::Integers numbers;
    for (int i = 0; i < count; ++i) {
        const int atoms = kAtoms[i % 5];
        for (int atom = 0; atom < atoms; ++atom)
            numbers.push_back(6);
        for (int bond = 0; bond + 1 < atoms; ++bond) {
            set->topology.edgeSource.push_back(bond);
            set->topology.edgeTarget.push_back(bond + 1);
        }
        set->topology.nodeOffsets.push_back(static_cast<std::int64_t>(numbers.size()));
        set->topology.edgeOffsets.push_back(static_cast<std::int64_t>(set->topology.edgeSource.size()));
        ids.push_back("mol " + std::to_string(count - i));
        structures.emplace_back(kStructures[i % 5]);
        targets.push_back(std::round(100.0 * std::sin(i)) / 100.0);
    }
    set->name = "small";
    set->nodes.columns = {Column("atomic_number", numbers)};
    set->graphs.columns = {Column("id", ids), Column("smiles", structures), Column("solubility", targets)};
    set->graphs.columns[2].unit = "log mol/L";
    set->labelAttribute = "atomic_number";
    set->idColumn = "id";
    set->structureColumn = "smiles";
    set->targetColumn = "solubility";
    return set;
}

} // namespace vitrine
