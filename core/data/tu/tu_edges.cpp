#include "core/data/tu/tu_edges.h"

#include <algorithm>
#include <numeric>

namespace vitrine {
namespace {

TuPair ordered(TuPair pair, bool directed) {
    if (!directed && pair.target < pair.source)
        std::swap(pair.source, pair.target);
    return pair;
}

bool same(const TuPair& a, const TuPair& b) {
    return a.source == b.source && a.target == b.target;
}

} // namespace

TuEdges joinDirections(const std::vector<TuPair>& pairs, bool directed, Ledger& ledger) {
    std::vector<std::size_t> order(pairs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const TuPair left = ordered(pairs[a], directed);
        const TuPair right = ordered(pairs[b], directed);
        if (left.source != right.source)
            return left.source < right.source;
        return left.target != right.target ? left.target < right.target : a < b;
    });
    std::vector<std::size_t> backOf(pairs.size(), pairs.size()); ///< of the pairs that are kept
    std::vector<std::size_t> repeated;
    std::vector<std::size_t> oneWay;
    for (std::size_t i = 0; i < order.size();) {
        const std::size_t first = order[i];
        std::size_t back = first;
        std::size_t j = i + 1;
        for (; j < order.size() && same(ordered(pairs[order[j]], directed), ordered(pairs[first], directed)); ++j) {
            const bool turned = !same(pairs[order[j]], pairs[first]);
            if (turned && back == first)
                back = order[j];
            else
                repeated.push_back(order[j]);
        }
        if (!directed && back == first && pairs[first].source != pairs[first].target)
            oneWay.push_back(first);
        backOf[first] = back;
        i = j;
    }
    TuEdges edges;
    edges.oneWay = static_cast<std::int64_t>(oneWay.size());
    for (std::size_t pair = 0; pair < pairs.size(); ++pair)
        if (backOf[pair] < pairs.size()) {
            edges.kept.push_back(pair);
            edges.back.push_back(backOf[pair]);
        }
    std::sort(repeated.begin(), repeated.end());
    std::sort(oneWay.begin(), oneWay.end());
    for (const std::size_t pair : repeated)
        ledger.note(LedgerAction::merged, "", "Edge listed more than once, kept once",
                    static_cast<std::int64_t>(pair) + 1);
    for (const std::size_t pair : oneWay)
        ledger.note(LedgerAction::marked, "", "Edge listed in one direction only, taken as one without direction",
                    static_cast<std::int64_t>(pair) + 1);
    return edges;
}

} // namespace vitrine
