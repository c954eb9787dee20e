#include "plugins/intruder_threshold/compute/rank_one_scan.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder {

RankOnePoint rankOneAt(const Vector& sigma, const RankOneUpdate& update, double z) {
    const auto s = sigma.array();
    const Eigen::ArrayXd weights = 1.0 / ((z - s) * (z + s));
    RankOnePoint point;
    point.f = z * (weights * update.a.array().square()).sum() + update.beyondU / z;
    point.g = z * (weights * update.b.array().square()).sum() + update.beyondV / z;
    point.c = (weights * s * update.a.array() * update.b.array()).sum();
    const double product = point.f * point.g;
    if (!(product > 0.0))
        return point;
    const double root = std::sqrt(product);
    const Eigen::Index rank = (s > z).count() + (point.f + point.g > 0.0 ? 1 : 0);
    const std::array inverse{point.c + root, point.c - root};
    for (std::size_t i = 0; i < inverse.size(); ++i)
        if (inverse[i] > 0.0)
            point.solutions[i] = RankOneSolution{1.0 / inverse[i], rank};
    return point;
}

double rankOneOverlap(const Vector& sigma, const std::vector<Cluster>& clusters, const RankOneUpdate& update,
                      const RankOnePoint& at, double strength, double z) {
    const auto s = sigma.array();
    const double across = -at.f / (at.c - 1.0 / strength); // x_v of the null vector with x_u = 1
    const Vector u = (z * update.a.array() + across * s * update.b.array()) / ((z - s) * (z + s));
    const double norm = std::sqrt(u.squaredNorm() + update.beyondU / z / z);
    const Eigen::Index used = (s > 0.0).count(); // descending
    if (used == 0 || !(norm > 0.0))
        return 0.0;
    double largest = u.head(used).cwiseAbs().maxCoeff();
    for (const Cluster& cluster : clusters)
        if (cluster.first < used)
            largest = std::max(largest, u.segment(cluster.first, cluster.size()).norm());
    return largest / norm;
}

} // namespace vitrine::intruder
