#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace vitrine {

/// Extremes of any range of a long line in little time: minimum and maximum of blocks, built once. NaN and infinities
/// are left out and listed. Keeps a view on the values, which must outlive it.
class ExtremesIndex {
public:
    ExtremesIndex() = default;
    explicit ExtremesIndex(std::span<const double> values);

    struct Extremes {
        std::size_t minimum = 0; ///< positions; meaningless when `any` is false
        std::size_t maximum = 0;
        bool any = false;
    };
    /// Over positions [first, last). The first of equal values is taken. @cost O(block size + number of blocks)
    Extremes find(std::size_t first, std::size_t last) const;
    const std::vector<std::size_t>& nonFinite() const { return m_nonFinite; } ///< positions, ascending
    std::size_t size() const { return m_values.size(); }

private:
    void visit(std::size_t position, Extremes& extremes) const;

    std::span<const double> m_values;
    std::vector<Extremes> m_blocks;
    std::vector<std::size_t> m_nonFinite;
};

/// Position in a reduced line that means: lift the pen.
constexpr std::size_t kLineGap = static_cast<std::size_t>(-1);

/// Points that draw the same picture as the whole line: of each pixel column the first, lowest, highest and last
/// point, in order. NaN or infinite y break the line.
/// @param x        ascending (equal values allowed), no NaN
/// @param column   pixel column of an x value, monotone
/// @param first,last  visible positions [first, last); one more on each side keeps lines that leave the plot
/// @return positions, `kLineGap` where the line is broken
/// @source Jugel et al., "M4: a visualization-oriented time series data aggregation", VLDB 2014
std::vector<std::size_t> reduceLine(std::span<const double> x, const ExtremesIndex& y,
                                    const std::function<std::int64_t(double)>& column, std::size_t first,
                                    std::size_t last);

/// The same for a line whose x goes back and forth: runs of points in one pixel column are reduced.
std::vector<std::size_t> reduceCurve(std::span<const double> x, std::span<const double> y,
                                     const std::function<std::int64_t(double)>& column);

/// Points of a scatter so that no pixel cell holds more than `perCell`; the outermost ones always stay.
/// @param cell  pixel cell of a point, or negative when it is outside or cannot be placed
std::vector<std::size_t> reducePoints(std::size_t count, std::int64_t cellCount,
                                      const std::function<std::int64_t(std::size_t)>& cell, int perCell);

} // namespace vitrine
