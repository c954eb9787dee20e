#include "plugins/pathboost/compute/selector.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace vitrine::pathboost {

namespace {

constexpr double kTie = 1e-10;

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

} // namespace

std::int32_t Selector::add(const LabelledPath& path, const RowMap& rows) {
    std::vector<std::pair<float, std::int32_t>> counted; // falling count, rows ascending
    for (std::size_t i = 0; i < path.graphs().size(); ++i) {
        const std::int32_t row = rows.rowOfGraph[at(path.graphs()[i])];
        if (row >= 0 && row < m_trainRows)
            counted.emplace_back(static_cast<float>(path.offsets()[i + 1] - path.offsets()[i]), row);
    }
    std::sort(counted.begin(), counted.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    Candidate candidate{&path, path.labels(), m_rows.size(), m_cuts.size(), 0};
    for (std::size_t i = 0; i < counted.size(); ++i) {
        m_rows.push_back(counted[i].second);
        const bool last = i + 1 == counted.size();
        const float lower = last ? 0.0F : counted[i + 1].first;
        const double above = static_cast<double>(i) + 1.0;
        const double below = m_trainRows - above;
        if (below > 0.0 && lower != counted[i].first)
            m_cuts.push_back({m_rows.size(), 1.0 / above + 1.0 / below,
                              static_cast<double>(lower) / 2.0 + static_cast<double>(counted[i].first) / 2.0});
    }
    candidate.endCut = m_cuts.size();
    const auto number = candidateCount();
    m_candidates.push_back(std::move(candidate));
    const auto before = [this](std::int32_t a, std::int32_t b) {
        const auto& left = m_candidates[at(a)].labels;
        const auto& right = m_candidates[at(b)].labels;
        return left.size() != right.size() ? left.size() > right.size() : left < right;
    };
    m_order.insert(std::upper_bound(m_order.begin(), m_order.end(), number, before), number);
    return number;
}

Selection Selector::select(std::span<const double> target) {
    m_centred.resize(at(m_trainRows));
    const double mean = std::accumulate(target.begin(), target.end(), 0.0) / m_trainRows;
    m_squares = 0.0;
    for (std::size_t row = 0; row < m_centred.size(); ++row) {
        m_centred[row] = target[row] - mean;
        m_squares += m_centred[row] * m_centred[row];
    }
    m_gains.assign(m_candidates.size(), -1.0);
    m_thresholds.assign(m_candidates.size(), 0.0);
    if (m_trainRows >= 2 && m_squares / m_trainRows > std::numeric_limits<double>::epsilon())
        for (std::size_t i = 0; i < m_candidates.size(); ++i)
            score(i);
    return choose(-1);
}

Selection Selector::selectWithout(std::int32_t candidate) const {
    return choose(candidate);
}

void Selector::score(std::size_t index) {
    const Candidate& candidate = m_candidates[index];
    m_cutGains.resize(candidate.endCut - candidate.firstCut);
    std::size_t row = candidate.firstRow;
    double above = 0.0;
    double best = -1.0;
    for (std::size_t cut = candidate.firstCut; cut < candidate.endCut; ++cut) {
        // Four sums hide the latency of the additions; their order is fixed.
        double part[4] = {0.0, 0.0, 0.0, 0.0};
        const std::size_t end = m_cuts[cut].rowsEnd;
        for (; row + 4 <= end; row += 4)
            for (std::size_t k = 0; k < 4; ++k)
                part[k] += m_centred[at(m_rows[row + k])];
        for (; row < end; ++row)
            part[0] += m_centred[at(m_rows[row])];
        above += (part[0] + part[1]) + (part[2] + part[3]);
        const double gain = above * above * m_cuts[cut].weight;
        m_cutGains[cut - candidate.firstCut] = gain;
        best = std::max(best, gain);
    }
    if (best < 0.0)
        return;
    // Cuts run from the highest count down, the lowest of the equally good ones is the last.
    std::size_t chosen = m_cutGains.size() - 1;
    while (m_cutGains[chosen] < best - kTie * m_squares)
        --chosen;
    m_gains[index] = m_cutGains[chosen];
    m_thresholds[index] = m_cuts[candidate.firstCut + chosen].threshold;
}

Selection Selector::choose(std::int32_t without) const {
    Selection best{-1, -1.0, 0.0, m_squares};
    for (const std::int32_t candidate : m_order) {
        if (at(candidate) >= m_gains.size())
            continue; // added after select()
        const double gain = m_gains[at(candidate)];
        if (candidate == without || gain < 0.0)
            continue;
        if (best.candidate < 0 || gain > best.gain + kTie * m_squares) {
            best.candidate = candidate;
            best.gain = gain;
            best.threshold = m_thresholds[at(candidate)];
        }
    }
    if (best.candidate < 0 || best.gain <= kTie * m_squares)
        return {0, 0.0, 0.0, m_squares};
    return best;
}

} // namespace vitrine::pathboost
