#pragma once

#include "widgets/views/result_view.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace vitrine::pathboost {

inline constexpr char kCandidateKind[] = "candidate"; ///< of the linked selection; keys are numbers of combinations
inline constexpr std::size_t kSettings = 4;           ///< learning rate, path length, tree depth, iterations

/// One combination of settings and what the finished folds say about it.
struct GridCandidate {
    std::int64_t number = 0; ///< as in the tables, from 1
    std::array<double, kSettings> settings{};
    double mean = 0.0;      ///< of the measure
    double deviation = 0.0; ///< sample standard deviation between the folds; NaN for fewer than two
    std::int64_t folds = 0;
};

/// The comparison of settings, from the table of folds, so that it works while the run goes on. Immutable.
class GridRows {
public:
    /// @cost one pass over the table
    explicit GridRows(const RunData& data);

    bool isEmpty() const { return m_candidates.empty(); }
    const std::vector<GridCandidate>& candidates() const { return m_candidates; } ///< by number
    const GridCandidate* find(std::int64_t number) const;
    /// The smallest mean among those with most folds; null without any.
    const GridCandidate* best() const;
    const std::string& measure() const { return m_measure; } ///< "RMSE", "log loss"
    const std::string& unit() const { return m_unit; }

    /// Values of a setting that occur, ascending.
    std::vector<double> valuesOf(std::size_t setting) const;
    /// "ν 0.1, L 5, d 3, T 100".
    static std::string text(const GridCandidate& candidate);
    /// The settings as parameters of a training run.
    static nlohmann::json parameters(const GridCandidate& candidate);

private:
    std::vector<GridCandidate> m_candidates;
    std::string m_measure;
    std::string m_unit;
};

/// Which settings span the map: those with most values, the first ones among equals.
struct GridAxes {
    std::size_t x = 0;
    std::size_t y = 1;
};
GridAxes gridAxes(const GridRows& rows);

/// Candidates of the map's cells, row by row: the best over the settings that do not span it; null where none has
/// finished. Rows are the values of the y setting, ascending.
std::vector<const GridCandidate*> gridCells(const GridRows& rows, const GridAxes& axes);

/// The mean error over two of the settings. Empty before the first fold.
std::optional<FigureSpec> gridFigure(const RunData& data, const GridRows& rows);

} // namespace vitrine::pathboost
