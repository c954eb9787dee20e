#include "core/kernels/graph/path_index.h"

#include <algorithm>

namespace vitrine {

namespace {

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

const LabelledPath* byLabel(std::span<const std::unique_ptr<LabelledPath>> paths, std::int32_t label) {
    const auto found = std::lower_bound(paths.begin(), paths.end(), label,
                                        [](const auto& path, std::int32_t code) { return path->label() < code; });
    return found != paths.end() && (*found)->label() == label ? found->get() : nullptr;
}

void sortByLabel(std::vector<std::unique_ptr<LabelledPath>>& paths) {
    std::sort(paths.begin(), paths.end(), [](const auto& a, const auto& b) { return a->label() < b->label(); });
}

} // namespace

std::vector<std::int32_t> LabelledPath::labels() const {
    std::vector<std::int32_t> labels(at(m_length));
    const LabelledPath* path = this;
    for (int i = m_length - 1; i >= 0; --i, path = path->m_parent)
        labels[at(i)] = path->m_label;
    return labels;
}

const LabelledPath* LabelledPath::child(std::int32_t label) const {
    return byLabel(m_children, label);
}

std::vector<std::int32_t> LabelledPath::nodesOf(std::int32_t occurrence) const {
    std::vector<std::int32_t> nodes(at(m_length));
    const LabelledPath* path = this;
    for (int i = m_length - 1; i >= 0; --i) {
        nodes[at(i)] = path->m_nodes[at(occurrence)];
        if (i > 0)
            occurrence = path->m_parents[at(occurrence)];
        path = path->m_parent;
    }
    return nodes;
}

void LabelledPath::add(std::int32_t graph, std::int32_t node) {
    if (m_graphs.empty() || m_graphs.back() != graph) {
        m_graphs.push_back(graph);
        m_offsets.push_back(m_offsets.back());
    }
    m_nodes.push_back(node);
    ++m_offsets.back();
}

PathIndex::PathIndex(const Adjacency& adjacency, std::vector<std::int32_t> labels, std::int64_t maximumOccurrences)
    : m_adjacency(adjacency), m_labels(std::move(labels)), m_cap(maximumOccurrences) {
    std::int32_t top = -1;
    for (const std::int32_t label : m_labels)
        top = std::max(top, label);
    m_labelCount = top + 1;
    std::vector<LabelledPath*> byCode(at(m_labelCount), nullptr);
    for (std::int32_t node = 0; node < m_adjacency.nodeCount(); ++node) {
        const std::int32_t label = m_labels[at(node)];
        if (label < 0)
            continue;
        LabelledPath*& path = byCode[at(label)];
        if (path == nullptr) {
            path = m_roots.emplace_back(std::make_unique<LabelledPath>()).get();
            path->m_label = label;
        }
        path->add(m_adjacency.graphOf(node), node);
        ++m_occurrences;
    }
    sortByLabel(m_roots);
}

const LabelledPath* PathIndex::root(std::int32_t label) const {
    return byLabel(m_roots, label);
}

Result<void> PathIndex::extend(const LabelledPath& path, const std::stop_token& stop) const {
    // Growing the tree changes no path that a caller can have seen, so it is const for the outside.
    auto& own = const_cast<LabelledPath&>(path);
    const std::scoped_lock lock(own.m_mutex);
    if (own.m_extended)
        return {};
    if (auto made = collectChildren(own, stop); !made) {
        own.m_children.clear();
        return made;
    }
    own.m_extended = true;
    return {};
}

Result<void> PathIndex::collectChildren(LabelledPath& path, const std::stop_token& stop) const {
    constexpr std::int64_t kCheckEvery = 1 << 16;
    std::vector<LabelledPath*> byCode(at(m_labelCount), nullptr);
    std::int64_t made = 0;
    std::size_t graphSlot = 0;
    std::vector<std::int32_t> onPath(at(path.m_length));
    for (std::int32_t occurrence = 0; occurrence < path.occurrenceCount(); ++occurrence) {
        while (path.m_offsets[graphSlot + 1] <= occurrence)
            ++graphSlot;
        const LabelledPath* step = &path;
        std::int32_t up = occurrence;
        for (std::size_t i = 0; i < onPath.size(); ++i, step = step->m_parent) {
            onPath[i] = step->m_nodes[at(up)];
            if (step->m_length > 1)
                up = step->m_parents[at(up)];
        }
        for (const AdjacencySlot& slot : m_adjacency.neighbours(onPath.front())) {
            const std::int32_t label = m_labels[at(slot.node)];
            if (label < 0 || std::find(onPath.begin(), onPath.end(), slot.node) != onPath.end())
                continue;
            LabelledPath*& child = byCode[at(label)];
            if (child == nullptr) {
                child = path.m_children.emplace_back(std::make_unique<LabelledPath>()).get();
                child->m_parent = &path;
                child->m_label = label;
                child->m_length = path.m_length + 1;
            }
            child->add(path.m_graphs[graphSlot], slot.node);
            child->m_edges.push_back(slot.edge);
            child->m_parents.push_back(occurrence);
            ++made;
        }
        if (occurrence % kCheckEvery == 0 && stop.stop_requested())
            return makeError(ErrorCode::cancelled, "the search for paths was cancelled");
        if (m_occurrences.load(std::memory_order_relaxed) + made > m_cap)
            return makeError(ErrorCode::outOfRange,
                             "these graphs hold more than " + std::to_string(m_cap) +
                                 " path occurrences; a shorter maximum path length or fewer anchors would be right");
    }
    m_occurrences += made;
    sortByLabel(path.m_children);
    return {};
}

Result<const LabelledPath*> PathIndex::find(std::span<const std::int32_t> labels, const std::stop_token& stop) const {
    if (labels.empty())
        return makeError(ErrorCode::invalidArgument, "a path needs at least one label");
    const LabelledPath* path = root(labels.front());
    for (std::size_t i = 1; i < labels.size() && path != nullptr; ++i) {
        if (auto extended = extend(*path, stop); !extended)
            return extended.error();
        path = path->child(labels[i]);
    }
    return path;
}

Result<void> PathIndex::extendAll(const LabelledPath& path, int maximumLength, const std::stop_token& stop) const {
    if (path.length() >= maximumLength)
        return {};
    if (auto extended = extend(path, stop); !extended)
        return extended;
    for (const auto& child : path.children())
        if (auto extended = extendAll(*child, maximumLength, stop); !extended)
            return extended;
    return {};
}

} // namespace vitrine
