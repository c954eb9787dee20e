#include "core/figure/reduce.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine {
namespace {

constexpr std::size_t kBlock = 256;

/// Gaps inside one pixel column are drawn singly up to this number; more cannot be told apart.
constexpr std::ptrdiff_t kGapsPerColumn = 4;

void appendGap(std::vector<std::size_t>& out) {
    if (!out.empty() && out.back() != kLineGap)
        out.push_back(kLineGap);
}

/// First, extremes and last of [first, last), which holds no gap, in ascending order without doubles.
void appendRun(std::vector<std::size_t>& out, const ExtremesIndex& y, std::size_t first, std::size_t last) {
    if (first >= last)
        return;
    if (last - first <= 2) { // mostly so where a line has about as many points as columns
        out.push_back(first);
        if (last - first == 2)
            out.push_back(last - 1);
        return;
    }
    std::array<std::size_t, 4> picked{first, first, first, last - 1};
    const ExtremesIndex::Extremes extremes = y.find(first, last);
    picked[1] = extremes.minimum;
    picked[2] = extremes.maximum;
    std::sort(picked.begin(), picked.end());
    const auto end = std::unique(picked.begin(), picked.end());
    out.insert(out.end(), picked.begin(), end);
}

void appendColumn(std::vector<std::size_t>& out, const ExtremesIndex& y, std::size_t first, std::size_t last) {
    const std::vector<std::size_t>& gaps = y.nonFinite();
    if (gaps.empty()) {
        appendRun(out, y, first, last);
        return;
    }
    const auto from = std::lower_bound(gaps.begin(), gaps.end(), first);
    const auto to = std::lower_bound(from, gaps.end(), last);
    if (to - from > kGapsPerColumn) {
        // Too many to be seen one by one: one stroke over the extremes, cut off on both sides.
        const ExtremesIndex::Extremes extremes = y.find(first, last);
        appendGap(out);
        if (extremes.any) {
            out.push_back(std::min(extremes.minimum, extremes.maximum));
            if (extremes.minimum != extremes.maximum)
                out.push_back(std::max(extremes.minimum, extremes.maximum));
            appendGap(out);
        }
        return;
    }
    std::size_t start = first;
    for (auto gap = from; gap != to; ++gap) {
        appendRun(out, y, start, *gap);
        appendGap(out);
        start = *gap + 1;
    }
    appendRun(out, y, start, last);
}

} // namespace

ExtremesIndex::ExtremesIndex(std::span<const double> values) : m_values(values) {
    m_blocks.resize((values.size() + kBlock - 1) / kBlock);
    for (std::size_t block = 0; block < m_blocks.size(); ++block) {
        const std::size_t end = std::min(values.size(), (block + 1) * kBlock);
        for (std::size_t i = block * kBlock; i < end; ++i) {
            visit(i, m_blocks[block]);
            if (!std::isfinite(values[i]))
                m_nonFinite.push_back(i);
        }
    }
}

void ExtremesIndex::visit(std::size_t position, Extremes& extremes) const {
    const double value = m_values[position];
    if (!std::isfinite(value))
        return;
    if (!extremes.any) {
        extremes = {position, position, true};
        return;
    }
    if (value < m_values[extremes.minimum])
        extremes.minimum = position;
    if (value > m_values[extremes.maximum])
        extremes.maximum = position;
}

ExtremesIndex::Extremes ExtremesIndex::find(std::size_t first, std::size_t last) const {
    Extremes extremes;
    last = std::min(last, m_values.size());
    std::size_t i = first;
    while (i < last) {
        const std::size_t block = i / kBlock;
        if (i % kBlock == 0 && i + kBlock <= last) {
            if (m_blocks[block].any) {
                visit(m_blocks[block].minimum, extremes);
                visit(m_blocks[block].maximum, extremes);
            }
            i += kBlock;
        } else {
            visit(i, extremes);
            ++i;
        }
    }
    return extremes;
}

std::vector<std::size_t> reduceLine(std::span<const double> x, const ExtremesIndex& y,
                                    const std::function<std::int64_t(double)>& column, std::size_t first,
                                    std::size_t last) {
    std::vector<std::size_t> out;
    last = std::min(last, std::min(x.size(), y.size()));
    std::size_t start = first;
    std::int64_t here = start < last ? column(x[start]) : 0;
    while (start < last) {
        // Columns hold many points when there is something to reduce: gallop, then search within the last leap.
        std::size_t leap = 1;
        std::int64_t there = here;
        while (start + leap < last && (there = column(x[start + leap])) == here)
            leap *= 2;
        if (leap == 1) { // one point: where the next one lies is known
            appendColumn(out, y, start, start + 1);
            ++start;
            here = there;
            continue;
        }
        const auto begin = x.begin() + static_cast<std::ptrdiff_t>(start + leap / 2);
        const auto stop = x.begin() + static_cast<std::ptrdiff_t>(std::min(start + leap, last));
        const auto end = std::partition_point(begin, stop, [&](double value) { return column(value) == here; });
        const auto next = static_cast<std::size_t>(end - x.begin());
        appendColumn(out, y, start, std::max(next, start + 1));
        start = std::max(next, start + 1);
        here = start < last ? column(x[start]) : here;
    }
    if (!out.empty() && out.back() == kLineGap)
        out.pop_back();
    return out;
}

std::vector<std::size_t> reduceCurve(std::span<const double> x, std::span<const double> y,
                                     const std::function<std::int64_t(double)>& column) {
    std::vector<std::size_t> out;
    const ExtremesIndex index(y);
    const std::size_t count = std::min(x.size(), y.size());
    std::size_t start = 0;
    while (start < count) {
        if (!std::isfinite(x[start])) {
            appendGap(out);
            ++start;
            continue;
        }
        const std::int64_t here = column(x[start]);
        std::size_t end = start + 1;
        while (end < count && std::isfinite(x[end]) && column(x[end]) == here)
            ++end;
        appendColumn(out, index, start, end);
        start = end;
    }
    if (!out.empty() && out.back() == kLineGap)
        out.pop_back();
    return out;
}

std::vector<std::size_t> reducePoints(std::size_t count, std::int64_t cellCount,
                                      const std::function<std::int64_t(std::size_t)>& cell, int perCell) {
    std::vector<std::uint8_t> used(static_cast<std::size_t>(std::max<std::int64_t>(cellCount, 0)), 0);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t place = cell(i);
        if (place < 0 || place >= cellCount || used[static_cast<std::size_t>(place)] >= perCell)
            continue;
        ++used[static_cast<std::size_t>(place)];
        out.push_back(i);
    }
    return out;
}

} // namespace vitrine
