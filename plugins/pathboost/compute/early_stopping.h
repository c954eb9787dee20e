#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace vitrine::pathboost {

/// Paper: stop when the best value has not improved for `patience` consecutive iterations. Reference: stop when the
/// last `patience` values together gained less than the tolerance.
enum class StopRule { paper, reference };
/// One stop for all sub-models on the ensemble's error, or one for each on the validation graphs with its anchor.
enum class StopScope { ensemble, anchor };

struct EarlyStopping {
    std::optional<int> patience;       ///< iterations, 1 or more
    std::optional<double> targetError; ///< stop at this error; patience is then ignored
    double tolerance = 1e-4;
    StopRule rule = StopRule::paper;
    StopScope scope = StopScope::ensemble;
    bool restoreBest = true; ///< keep the trees up to the first iteration with the smallest error

    bool isOn() const { return patience.has_value() || targetError.has_value(); }
};

/// Validation graphs below which a sub-model is never stopped on its own.
inline constexpr std::size_t kFewestStopGraphs = 10;

/// Follows the error of a validation part and says when to stop. Each fit has its own, so nothing is left over from an
/// earlier fit.
/// @source section 8 of the PathBoost specification
class StopWatcher {
public:
    explicit StopWatcher(const EarlyStopping& rules) : m_rules(rules) {}

    /// @param error  of the validation part after one more iteration @return true: stop now
    bool update(double error);
    /// The last update was the smallest error so far.
    bool lastIsBest() const { return m_best + 1 == m_errors.size(); }
    std::size_t best() const { return m_best; } ///< first iteration with the smallest error, from 0

private:
    EarlyStopping m_rules;
    std::vector<double> m_errors;
    std::size_t m_best = 0;
    double m_improved = 0.0;      ///< error of the last improvement by more than the tolerance
    std::size_t m_improvedAt = 0; ///< its iteration
};

} // namespace vitrine::pathboost
