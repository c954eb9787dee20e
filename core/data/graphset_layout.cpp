// The places of nodes in graphset-1.
#include "core/data/graphset_events.h"
#include "core/data/message_text.h"

namespace vitrine {

bool GraphSetEvents::beginLayout() {
    m_place = Place::layout;
    for (CellBuilder& cells : m_placeCells)
        if (!pad(cells, static_cast<std::size_t>(m_topology.nodeOffsets.back())))
            return false;
    return true;
}

bool GraphSetEvents::placeScalar(Scalar& value) {
    const std::size_t at = m_column++;
    if (m_plan)
        readAsPlanned(value, m_plan->layout, at);
    if (std::holds_alternative<bool>(value) || std::holds_alternative<std::string>(value))
        return fail(graphText() + ": a place must be numbers");
    if (at == m_placeCells.size() && m_axes == 0 && at < kMaxLayoutColumns) {
        m_placeCells.emplace_back();
        if (!pad(m_placeCells.back(), static_cast<std::size_t>(m_topology.nodeOffsets.back())))
            return false;
    }
    return at >= m_placeCells.size() ||
           addCell(m_placeCells[at], value); // more than there are: the end of the row tells
}

bool GraphSetEvents::endPlace() {
    if (m_axes == 0) {
        const bool planned = m_plan && !m_plan->layout.empty();
        const bool fits = planned ? m_column == m_plan->layout.size() : m_column == 2 || m_column == 3;
        if (!fits)
            return fail(graphText() + ": expected " +
                        (planned ? std::to_string(m_plan->layout.size()) : "two or three") +
                        " numbers of a place, found " + std::to_string(m_column));
        m_axes = m_column;
    }
    if (m_column != m_axes)
        return fail(graphText() + ": expected " + std::to_string(m_axes) + " numbers of a place, found " +
                    std::to_string(m_column));
    ++m_placeCount;
    m_place = Place::layout;
    return true;
}

/// The places of the nodes, missing in graphs without.
Result<void> GraphSetEvents::takeLayout(GraphSet& graphs) {
    std::vector<PlannedColumn> axes = m_plan ? m_plan->layout : std::vector<PlannedColumn>();
    if (axes.empty())
        for (std::size_t i = 0; i < m_axes; ++i)
            axes.push_back({std::string(1, "xyz"[i]), ColumnType::real, {}, {}});
    m_placeCells.resize(axes.size());
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (!pad(m_placeCells[i], static_cast<std::size_t>(m_nodeCount)) && m_error)
            return *m_error;
        graphs.layout.columns.push_back(takeColumn(m_placeCells[i], axes[i]));
    }
    return {};
}

} // namespace vitrine
