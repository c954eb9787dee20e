#pragma once

#include "core/data/reader.h"
#include "core/values/graph_set.h"

namespace vitrine {

/// Progress and stop of a writer that goes through all nodes, edges and graphs.
class WriteSteps {
public:
    WriteSteps(const GraphSet& graphs, const ReadContext& context)
        : m_context(context), m_total(static_cast<double>(graphs.topology.nodeCount() + graphs.topology.edgeCount()) +
                                      static_cast<double>(graphs.graphCount())) {}

    /// One more of them. False when writing is to be stopped.
    bool next() {
        constexpr std::size_t kStepsPerReport = std::size_t{1} << 12;
        if (++m_done % kStepsPerReport != 0)
            return true;
        m_context.progress(static_cast<double>(m_done) / m_total, "Writing graphs");
        return !m_context.stop.stop_requested();
    }

private:
    const ReadContext& m_context;
    double m_total;
    std::size_t m_done = 0;
};

} // namespace vitrine
