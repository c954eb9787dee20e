#pragma once

#include "core/base/rng.h"
#include "core/values/graph_set.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace vitrine::samples {

/// One molecule in the making: a benzene ring or a carbon, then atoms that hang on the chain before them. Atoms stand
/// in the order of its SMILES.
class MoleculeDraft {
public:
    MoleculeDraft(const Rng& rng, std::uint64_t molecule) {
        const auto draw = [&](std::uint32_t n, std::uint64_t which) { return rng.index(n, molecule, which); };
        const bool ring = draw(2, 0) == 0;
        for (int i = 0; i < (ring ? 6 : 1); ++i)
            add(6, i - 1, ring ? (i == 5 ? 1 : 0) : 4);
        const std::uint32_t more = 3 + draw(12, 1);
        std::vector<int> chain{atomCount() - 1}; // from the first atom to the last one written
        for (std::uint32_t i = 0; i < more; ++i) {
            while (chain.size() > 1 && (m_free[static_cast<std::size_t>(chain.back())] == 0 || draw(4, 100 + i) == 0))
                chain.pop_back();
            if (m_free[static_cast<std::size_t>(chain.back())] == 0)
                break;
            const std::uint32_t kind = draw(100, 200 + i);
            const int element = kind < 70 ? 6 : kind < 82 ? 7 : kind < 95 ? 8 : kind < 98 ? 17 : 9;
            --m_free[static_cast<std::size_t>(chain.back())];
            add(element, chain.back(), element == 6 ? 3 : element == 7 ? 2 : element == 8 ? 1 : 0);
            chain.push_back(atomCount() - 1);
        }
        m_ring = ring;
    }
    int atomCount() const { return static_cast<int>(elements.size()); }
    std::string smiles() const { return m_ring ? "c1cccc" + written(5, true) : written(0, false); }

    std::vector<std::int64_t> elements;
    std::vector<std::int32_t> source, target;
    std::vector<double> order;

    void closeRing() {
        if (!m_ring)
            return;
        source.insert(source.begin() + 5, 0);
        target.insert(target.begin() + 5, 5);
        order.assign(order.size() + 1, 1.0);
        std::fill_n(order.begin(), 6, 1.5);
    }

private:
    void add(int element, int to, int free) {
        elements.push_back(element);
        m_free.push_back(free);
        m_after.emplace_back();
        if (to < 0)
            return;
        m_after[static_cast<std::size_t>(to)].push_back(atomCount() - 1);
        source.push_back(to);
        target.push_back(atomCount() - 1);
        order.push_back(1.0);
    }
    std::string written(int atom, bool endsRing) const {
        const auto at = static_cast<std::size_t>(atom);
        const std::int64_t element = elements[at];
        std::string text = endsRing        ? "c1"
                           : element == 7  ? "N"
                           : element == 8  ? "O"
                           : element == 9  ? "F"
                           : element == 17 ? "Cl"
                                           : "C";
        for (std::size_t i = 0; i < m_after[at].size(); ++i) {
            const std::string branch = written(m_after[at][i], false);
            text += i + 1 < m_after[at].size() ? '(' + branch + ')' : branch;
        }
        return text;
    }

    std::vector<int> m_free;
    std::vector<std::vector<int>> m_after;
    bool m_ring = false;
};

/// So many small organic molecules with a name and a target. The same numbers give the same set.
inline std::shared_ptr<GraphSet> manyMolecules(int count, std::uint64_t seed = 1) {
    const Rng rng(seed, "many molecules");
    auto set = std::make_shared<GraphSet>();
    Column::Integers elements;
    Column::Reals orders, target, masses;
    Column::Texts names, structures;
    for (int i = 0; i < count; ++i) {
        const auto number = static_cast<std::uint64_t>(i);
        MoleculeDraft draft(rng, number);
        draft.closeRing();
        elements.insert(elements.end(), draft.elements.begin(), draft.elements.end());
        for (const std::int64_t element : draft.elements)
            masses.push_back(2.002 * static_cast<double>(element));
        orders.insert(orders.end(), draft.order.begin(), draft.order.end());
        GraphTopology& topology = set->topology;
        topology.edgeSource.insert(topology.edgeSource.end(), draft.source.begin(), draft.source.end());
        topology.edgeTarget.insert(topology.edgeTarget.end(), draft.target.begin(), draft.target.end());
        topology.nodeOffsets.push_back(static_cast<std::int64_t>(elements.size()));
        topology.edgeOffsets.push_back(static_cast<std::int64_t>(orders.size()));
        names.push_back(fmt::format("molecule {}", i));
        structures.push_back(draft.smiles());
        target.push_back(rng.normal(number, 300) - 0.1 * draft.atomCount());
    }
    set->name = "many";
    set->nodes.columns = {Column("atomic_number", std::move(elements)), Column("mass", std::move(masses))};
    set->edges.columns = {Column("bond_order", std::move(orders))};
    set->graphs.columns = {Column("name", std::move(names)), Column("smiles", std::move(structures)),
                           Column("y", std::move(target))};
    set->labelAttribute = "atomic_number";
    set->idColumn = "name";
    set->structureColumn = "smiles";
    set->targetColumn = "y";
    return set;
}

} // namespace vitrine::samples
