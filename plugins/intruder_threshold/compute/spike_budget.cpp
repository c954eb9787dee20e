#include "plugins/intruder_threshold/compute/spike_budget.h"

#include <cmath>

namespace vitrine::intruder_threshold {

BudgetedFactors budgeted(const Eigen::MatrixXd& b, const Eigen::MatrixXd& a, const intruder::LoraFactors& factors,
                         double gamma, double limit, BudgetMode mode) {
    BudgetedFactors result{b, a, 1.0, false};
    const double strongest = gamma * factors.largest();
    if (!(strongest > limit))
        return result;
    result.factor = limit / strongest;
    result.changed = true;
    if (mode == BudgetMode::scale) {
        result.b *= result.factor;
        return result;
    }
    const Eigen::Index rank = factors.effectiveRank();
    const Eigen::VectorXd root = (factors.theta.array().min(limit / gamma)).sqrt();
    result.b.setZero();
    result.a.setZero();
    result.b.leftCols(rank) = factors.u * root.asDiagonal();
    result.a.topRows(rank) = root.asDiagonal() * factors.v.transpose();
    return result;
}

} // namespace vitrine::intruder_threshold
