#pragma once

#include "core/kernels/graph/path_index.h"
#include "plugins/pathboost/compute/path_columns.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vitrine::pathboost {

/// What a selector saw in one iteration.
struct Selection {
    std::int32_t candidate = -1; ///< number given by add(); the first anchor when nothing separates the target
    double gain = 0.0;           ///< reduction of the squared error by the stump; 0 when nothing separates it
    double threshold = 0.0;      ///< count <= threshold goes left
    double squares = 0.0;        ///< squared error before the split
};

/// Picks the path whose count separates a target best: the best single split over the counts of all candidates.
/// Ties go to the longest path, then to the smallest label sequence, so a path that has the same counts as its
/// extension does not keep the search from going on.
/// @source the canonical selector of the PathBoost specification, section 6.3
class Selector {
public:
    explicit Selector(std::int32_t trainRows) : m_trainRows(trainRows) {}

    /// Adds a path and gives its number; the first one added is the first anchor.
    std::int32_t add(const LabelledPath& path, const RowMap& rows);
    std::int32_t candidateCount() const { return static_cast<std::int32_t>(m_candidates.size()); }
    const LabelledPath& path(std::int32_t candidate) const {
        return *m_candidates[static_cast<std::size_t>(candidate)].path;
    }

    /// @param target  one per training row @cost O(rows with a candidate, over all candidates)
    Selection select(std::span<const double> target);
    /// The choice among the same candidates for the same target with one left out. @pre select() was called
    Selection selectWithout(std::int32_t candidate) const;
    /// Gain of each candidate of the last select(), without those added since; negative when its count is constant.
    std::span<const double> gains() const { return m_gains; }

private:
    struct Candidate {
        const LabelledPath* path = nullptr;
        std::vector<std::int32_t> labels;
        std::size_t firstRow = 0; ///< in m_rows
        std::size_t firstCut = 0; ///< in m_cuts
        std::size_t endCut = 0;
    };
    /// A possible split: rows with at least `count` occurrences against the others.
    struct Cut {
        std::size_t rowsEnd = 0; ///< end of the rows in m_rows that stand above this cut
        double weight = 0.0;     ///< 1 / rows above + 1 / rows below
        double threshold = 0.0;
    };

    void score(std::size_t candidate);
    Selection choose(std::int32_t without) const;

    std::int32_t m_trainRows;
    std::vector<Candidate> m_candidates;
    std::vector<Cut> m_cuts;           ///< per candidate from the highest count downwards
    std::vector<std::int32_t> m_rows;  ///< per candidate, rows by falling count
    std::vector<std::int32_t> m_order; ///< candidates in the order of ties
    std::vector<double> m_centred;
    std::vector<double> m_gains;
    std::vector<double> m_thresholds;
    std::vector<double> m_cutGains;
    double m_squares = 0.0;
};

} // namespace vitrine::pathboost
