#pragma once

#include "core/base/result.h"
#include "core/kernels/graph/adjacency.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace vitrine {

/// One labelled path with all its occurrences: node sequences without repetition, consecutive nodes adjacent, labels as
/// the path says. Occurrences stand in the order of their graphs.
class LabelledPath {
public:
    std::int32_t label() const { return m_label; } ///< of the last node
    int length() const { return m_length; }        ///< nodes
    const LabelledPath* parent() const { return m_parent; }
    std::vector<std::int32_t> labels() const; ///< from the first node to the last
    bool isExtended() const { return m_extended; }
    /// Extensions by one node, labels ascending; empty before PathIndex::extend.
    std::span<const std::unique_ptr<LabelledPath>> children() const { return m_children; }
    const LabelledPath* child(std::int32_t label) const;

    /// Graphs in which the path occurs, ascending, and the first occurrence of each (one more entry at the end): the
    /// number of occurrences in graphs()[i] is offsets()[i + 1] - offsets()[i].
    std::span<const std::int32_t> graphs() const { return m_graphs; }
    std::span<const std::int32_t> offsets() const { return m_offsets; }

    std::int64_t occurrenceCount() const { return static_cast<std::int64_t>(m_nodes.size()); }
    std::span<const std::int32_t> lastNodes() const { return m_nodes; }
    std::span<const std::int32_t> lastEdges() const { return m_edges; }           ///< empty for paths of one node
    std::span<const std::int32_t> parentOccurrences() const { return m_parents; } ///< empty for paths of one node
    /// Nodes of one occurrence, first to last, numbered over all graphs.
    std::vector<std::int32_t> nodesOf(std::int32_t occurrence) const;

private:
    friend class PathIndex;
    void add(std::int32_t graph, std::int32_t node);

    const LabelledPath* m_parent = nullptr;
    std::int32_t m_label = 0;
    int m_length = 1;
    std::vector<std::int32_t> m_nodes;
    std::vector<std::int32_t> m_edges;
    std::vector<std::int32_t> m_parents;
    std::vector<std::int32_t> m_graphs;
    std::vector<std::int32_t> m_offsets{0};
    std::vector<std::unique_ptr<LabelledPath>> m_children;
    bool m_extended = false;
    std::mutex m_mutex; ///< held while the children are made
};

/// All labelled paths of a set of graphs as a prefix tree that grows on demand. No occurrence is ever searched again
/// from its start: extending a path is one pass over its own occurrences.
/// Thread-safe: extend() may be called from several threads; a path is read only after its extend() has returned.
class PathIndex {
public:
    static constexpr std::int64_t kDefaultCap = 50'000'000;

    /// @param labels  one code >= 0 per node, -1 for a node that can never be on a path
    /// @param maximumOccurrences  over all paths of the index; 12 bytes each
    PathIndex(const Adjacency& adjacency, std::vector<std::int32_t> labels,
              std::int64_t maximumOccurrences = kDefaultCap);

    const Adjacency& adjacency() const { return m_adjacency; }
    /// The path of one node with this label; null when no node has it.
    const LabelledPath* root(std::int32_t label) const;
    /// Labels that occur, ascending, as paths of one node.
    std::span<const std::unique_ptr<LabelledPath>> roots() const { return m_roots; }
    std::int64_t occurrenceCount() const { return m_occurrences.load(); }

    /// Makes all extensions of a path by one node. Does nothing when they exist.
    /// @errors out_of_range: the cap would be exceeded; cancelled
    Result<void> extend(const LabelledPath& path, const std::stop_token& stop = {}) const;
    /// The path with these labels, extending its prefixes as needed; empty when it does not occur.
    Result<const LabelledPath*> find(std::span<const std::int32_t> labels, const std::stop_token& stop = {}) const;
    /// Extends everything below a path up to a length.
    Result<void> extendAll(const LabelledPath& path, int maximumLength, const std::stop_token& stop = {}) const;

private:
    Result<void> collectChildren(LabelledPath& path, const std::stop_token& stop) const;

    Adjacency m_adjacency;
    std::vector<std::int32_t> m_labels;
    std::int32_t m_labelCount = 0;
    std::int64_t m_cap;
    mutable std::atomic<std::int64_t> m_occurrences{0};
    std::vector<std::unique_ptr<LabelledPath>> m_roots;
};

} // namespace vitrine
