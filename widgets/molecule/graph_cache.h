#pragma once

#include "widgets/latest_task.h"

#include <QCache>
#include <QList>

#include <functional>
#include <utility>
#include <vector>

namespace vitrine {

/// Things that are made per graph in the background when a view first asks for them, newest wish first, in batches
/// small enough to be seen coming. Bounded: the least recently used are forgotten. Lives on the GUI thread.
template <class T>
class GraphCache {
public:
    using Make = std::function<T(int graph, std::stop_token)>;   ///< thread-safe
    using Ready = std::function<void(const QList<int>& graphs)>; ///< called on the GUI thread

    GraphCache(Make make, Ready ready, int capacity = 4096)
        : m_make(std::move(make)), m_ready(std::move(ready)), m_made(capacity) {}

    /// The thing, or null while it is being made.
    const T* find(int graph) {
        if (const T* found = m_made.object(graph))
            return found;
        wish(graph);
        return nullptr;
    }
    /// Forgets everything and goes on with another recipe.
    void reset(Make make) {
        m_task.cancel();
        m_make = std::move(make);
        m_made.clear();
        m_running.clear();
        m_wishes.clear();
    }
    bool isBusy() const { return m_task.isRunning() || !m_wishes.isEmpty(); }

private:
    static constexpr qsizetype kBatch = 24;
    static constexpr qsizetype kWishes = 512; // older ones have been scrolled away

    void wish(int graph) {
        if (!m_make || m_running.contains(graph))
            return;
        m_wishes.removeOne(graph);
        m_wishes.append(graph);
        if (m_wishes.size() > kWishes)
            m_wishes.removeFirst();
        if (!m_task.isRunning())
            startBatch();
    }
    void startBatch() {
        m_running.clear();
        while (!m_wishes.isEmpty() && m_running.size() < kBatch)
            m_running.append(m_wishes.takeLast());
        if (m_running.isEmpty())
            return;
        m_task.start(
            [make = m_make, graphs = m_running](const std::stop_token& stop) {
                std::vector<std::pair<int, T>> made;
                for (const int graph : graphs) {
                    if (stop.stop_requested())
                        break;
                    made.emplace_back(graph, make(graph, stop));
                }
                return made;
            },
            [this](std::vector<std::pair<int, T>> made) { take(std::move(made)); });
    }
    void take(std::vector<std::pair<int, T>> made) {
        QList<int> graphs;
        for (auto& [graph, thing] : made) {
            m_made.insert(graph, new T(std::move(thing)));
            graphs.append(graph);
        }
        m_running.clear();
        startBatch();
        m_ready(graphs);
    }

    Make m_make;
    Ready m_ready;
    QCache<int, T> m_made;
    QList<int> m_wishes;  // newest last
    QList<int> m_running; // asked for in the batch under way
    LatestTask m_task;
};

} // namespace vitrine
