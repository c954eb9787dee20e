#pragma once

#include <Eigen/Core>

#include <vector>

namespace vitrine::intruder {

/// Indices [first, last) of singular values that coincide.
struct Cluster {
    Eigen::Index first = 0;
    Eigen::Index last = 0;
    Eigen::Index size() const { return last - first; }
};

/// Groups of at least two neighbours whose relative gap is below `gap`, in order. Singular vectors inside a group are
/// arbitrary, so overlaps are taken with the group as a whole.
/// @param sigma  descending
std::vector<Cluster> clustersOf(const Eigen::VectorXd& sigma, double gap = 1e-10);

} // namespace vitrine::intruder
