#pragma once

#include "plugins/pathboost/compute/path_finder.h"
#include "widgets/molecule/gallery_delegate.h"
#include "widgets/views/result_view.h"

#include <QString>

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace vitrine::pathboost {

/// The graphs in which a path occurs, ascending, and how often in each.
struct PathGraphs {
    std::vector<int> graphs;
    std::vector<std::int32_t> counts; ///< as long as `graphs`
    std::int64_t total = 0;           ///< occurrences in all graphs

    /// 0 where the path does not occur.
    std::int32_t countIn(int graph) const;
};

/// Where the paths of a run occur in its graphs. Shared by all panes that show the same graphs with the same label
/// attribute. Thread-safe. Everything is made when first asked for, so that large data sets cost nothing until a path
/// is chosen; call what is marked "worker" through LatestTask.
class PathOccurrences {
public:
    static constexpr std::size_t kKeptPaths = 64;
    static constexpr std::int32_t kMostPerGraph = 10'000; ///< occurrences found in one graph

    /// The object of this run's graphs; null without graphs. GUI thread only.
    static std::shared_ptr<PathOccurrences> of(const RunData& data);
    /// @param labelAttribute  parameter of the run: a text, or null for the one that the graphs name
    PathOccurrences(std::shared_ptr<const GraphSet> graphs, nlohmann::json labelAttribute);

    const std::shared_ptr<const GraphSet>& graphs() const { return m_graphs; }

    /// Worker. Null when the stop was requested first. An unknown path occurs nowhere.
    /// @cost one walk through all graphs the first time, 0.1 s for 100,000 molecules and short paths
    std::shared_ptr<const PathGraphs> count(const QString& key, const std::stop_token& stop);
    /// What count() has found before; null when it has not been asked or has been forgotten.
    std::shared_ptr<const PathGraphs> known(const QString& key) const;
    /// Worker. Node sequences in one graph, positions within the graph.
    std::vector<NodeSequence> occurrences(int graph, const QString& key);

    /// Lights up all occurrences of these paths; for GraphGallery::setHighlights and MoleculeView.
    static HighlightFunction highlights(const std::shared_ptr<PathOccurrences>& paths, const QStringList& keys);

private:
    const PathFinder& finder();
    void keep(const QString& key, std::shared_ptr<const PathGraphs> found);

    std::shared_ptr<const GraphSet> m_graphs;
    nlohmann::json m_labelAttribute;
    std::once_flag m_finderMade;
    std::unique_ptr<const PathFinder> m_finder;
    std::timed_mutex m_counting; ///< one walk at a time: panes ask for the same path at once, the second finds it done
    mutable std::mutex m_mutex;  ///< guards m_known and m_order
    std::map<QString, std::shared_ptr<const PathGraphs>> m_known;
    std::list<QString> m_order; ///< of m_known, oldest first
};

} // namespace vitrine::pathboost
