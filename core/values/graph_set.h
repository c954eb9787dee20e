#pragma once

#include "core/kernels/graph/graph_topology.h"
#include "core/values/table.h"

namespace vitrine {

/// Many attributed graphs. Node columns have one cell per node of all graphs in file order, edge columns one per edge,
/// graph columns one per graph. Which column plays which role is named here; an empty name means there is none.
struct GraphSet {
    std::string name;
    GraphTopology topology;
    Table nodes;
    Table edges;
    Table graphs;
    /// Where the file puts the nodes in the plane: real columns "x" and "y" with one cell per node, missing where it
    /// says nothing; no column at all where it puts none.
    Table layout;

    std::string labelAttribute;  ///< node column that labels paths, "atomic_number" for molecules
    std::string targetColumn;    ///< graph column to be predicted
    std::string idColumn;        ///< graph column with the name of a graph
    std::string structureColumn; ///< graph column with SMILES; not empty exactly when the graphs are molecules

    std::size_t graphCount() const { return topology.graphCount(); }
    bool isMolecular() const { return !structureColumn.empty(); }
};

} // namespace vitrine
