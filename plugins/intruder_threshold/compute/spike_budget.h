#pragma once

#include "plugins/intruder_threshold/compute/lora_factors.h"

namespace vitrine::intruder_threshold {

enum class BudgetMode {
    scale, ///< B shrinks as a whole, until the strongest spike fits
    clip   ///< only what is stronger than the limit is cut down to it
};

/// An adapter of one layer that keeps within its budget.
struct BudgetedFactors {
    Eigen::MatrixXd b;    ///< m x r, as before
    Eigen::MatrixXd a;    ///< r x n
    double factor = 1.0;  ///< strength of the strongest spike, after over before
    bool changed = false; ///< false: b and a are the ones given
};

/// Caps gamma theta_j at `limit`. Scale: B' = f B with f = min(1, limit / (gamma theta_1)). Clip: gamma theta_j <-
/// min(gamma theta_j, limit), B' = U_P sqrt(Theta'), A' = sqrt(Theta') V_P^T, filled up with zeros to the same rank.
/// @param b  m x r   @param a  r x n   @param factors  thin SVD of b a   @param gamma  deployment scale, > 0
/// @param limit  unit of the weight, >= 0
/// @source spike budget of the paper; the two modes are workbench definitions
BudgetedFactors budgeted(const Eigen::MatrixXd& b, const Eigen::MatrixXd& a, const intruder::LoraFactors& factors,
                         double gamma, double limit, BudgetMode mode);

} // namespace vitrine::intruder_threshold
