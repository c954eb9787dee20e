#include "plugins/intruder_threshold/compute/clusters.h"

namespace vitrine::intruder {

std::vector<Cluster> clustersOf(const Eigen::VectorXd& sigma, double gap) {
    std::vector<Cluster> clusters;
    for (Eigen::Index i = 0; i < sigma.size();) {
        Eigen::Index last = i + 1;
        while (last < sigma.size() && sigma(last - 1) - sigma(last) <= gap * sigma(last - 1))
            ++last;
        if (last - i > 1)
            clusters.push_back({i, last});
        i = last;
    }
    return clusters;
}

} // namespace vitrine::intruder
