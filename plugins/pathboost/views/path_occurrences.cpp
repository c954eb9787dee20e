#include "plugins/pathboost/views/path_occurrences.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/train_setup.h"
#include "plugins/pathboost/views/run_paths.h"

#include <algorithm>
#include <chrono>

namespace vitrine::pathboost {
namespace {

constexpr int kGraphsBetweenStops = 256;

} // namespace

std::int32_t PathGraphs::countIn(int graph) const {
    const auto found = std::lower_bound(graphs.begin(), graphs.end(), graph);
    return found != graphs.end() && *found == graph ? counts[static_cast<std::size_t>(found - graphs.begin())] : 0;
}

std::shared_ptr<PathOccurrences> PathOccurrences::of(const RunData& data) {
    const auto graphs = inputGraphs(data);
    if (!graphs)
        return nullptr;
    nlohmann::json attribute = parameterOf(data, "label_attribute");
    static std::map<std::pair<const GraphSet*, std::string>, std::weak_ptr<PathOccurrences>> shared;
    std::erase_if(shared, [](const auto& entry) { return entry.second.expired(); });
    auto& place = shared[{graphs.get(), attribute.dump()}];
    if (auto known = place.lock())
        return known;
    auto made = std::make_shared<PathOccurrences>(graphs, std::move(attribute));
    place = made;
    return made;
}

PathOccurrences::PathOccurrences(std::shared_ptr<const GraphSet> graphs, nlohmann::json labelAttribute)
    : m_graphs(std::move(graphs)), m_labelAttribute(std::move(labelAttribute)) {}

const PathFinder& PathOccurrences::finder() {
    std::call_once(m_finderMade, [this] {
        const auto attribute = labelAttribute(*m_graphs, m_labelAttribute);
        m_finder = std::make_unique<const PathFinder>(*m_graphs, attribute ? *attribute : std::string());
    });
    return *m_finder;
}

std::shared_ptr<const PathGraphs> PathOccurrences::known(const QString& key) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_known.find(key);
    return found == m_known.end() ? nullptr : found->second;
}

void PathOccurrences::keep(const QString& key, std::shared_ptr<const PathGraphs> found) {
    const std::lock_guard lock(m_mutex);
    if (m_known.insert_or_assign(key, std::move(found)).second)
        m_order.push_back(key);
    if (m_order.size() > kKeptPaths) {
        m_known.erase(m_order.front());
        m_order.pop_front();
    }
}

std::shared_ptr<const PathGraphs> PathOccurrences::count(const QString& key, const std::stop_token& stop) {
    std::unique_lock counting(m_counting, std::defer_lock);
    while (!counting.try_lock_for(std::chrono::milliseconds(5)))
        if (stop.stop_requested())
            return nullptr;
    if (auto found = known(key))
        return found;
    const PathFinder& paths = finder();
    const std::string text = toStd(key);
    auto result = std::make_shared<PathGraphs>();
    for (std::int32_t graph = 0; graph < paths.graphCount(); ++graph) {
        if (graph % kGraphsBetweenStops == 0 && stop.stop_requested())
            return nullptr;
        const std::size_t found = paths.occurrences(graph, text, kMostPerGraph).size();
        if (found == 0)
            continue;
        result->graphs.push_back(graph);
        result->counts.push_back(static_cast<std::int32_t>(found));
        result->total += static_cast<std::int64_t>(found);
    }
    keep(key, result);
    return result;
}

std::vector<NodeSequence> PathOccurrences::occurrences(int graph, const QString& key) {
    return finder().occurrences(graph, toStd(key), kMostPerGraph);
}

HighlightFunction PathOccurrences::highlights(const std::shared_ptr<PathOccurrences>& paths, const QStringList& keys) {
    if (!paths || keys.isEmpty())
        return nullptr;
    return [paths, keys](int graph, const std::stop_token& stop) {
        std::vector<NodeSequence> all;
        for (const QString& key : keys) {
            if (stop.stop_requested())
                break;
            auto found = paths->occurrences(graph, key);
            all.insert(all.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
        }
        return all;
    };
}

} // namespace vitrine::pathboost
