#pragma once

#include "core/data/cell_builder.h"

#include <string_view>

namespace vitrine {

/// The names that a file gives to its nodes or edges. Those that only count ("0", "1", ... or "n0", "n1", ..., from 0
/// or 1, in each graph anew or through the file) say no more than the order does: they are not kept, and no memory is
/// taken for them.
class ElementIds {
public:
    /// @param inGraph  position within the graph
    /// @param inFile   position within the file
    /// @param id       empty: the element has no name
    void add(std::string_view id, std::size_t inGraph, std::size_t inFile);

    /// Whether the names say more than the order.
    bool telling() const { return m_kept; }
    /// The names as a text column.
    Column take(std::string name, std::size_t size);

private:
    struct Count {
        std::size_t first = 0; ///< 0 or 1
        bool holds = true;
    };
    bool counts(std::string_view id, std::size_t inGraph, std::size_t inFile);
    void keepAll();

    bool m_kept = false;
    std::string m_prefix;
    Count m_perGraph;
    Count m_perFile;
    std::vector<std::size_t> m_graphStarts; ///< rows at which the position within the graph is 0
    std::size_t m_size = 0;
    bool m_nameless = false; ///< all so far are without a name
    CellBuilder m_cells;
};

} // namespace vitrine
