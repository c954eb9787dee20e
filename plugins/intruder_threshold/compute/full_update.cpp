#include "plugins/intruder_threshold/compute/full_update.h"

#include "plugins/intruder_threshold/compute/clusters.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder {
namespace {

struct Peak {
    double cosine = 0.0;
    Eigen::Index at = 0;
};

/// Largest overlap with one of the first `used` directions or, where values coincide, with their common space.
Peak peakOf(const Vector& overlaps, Eigen::Index used, const std::vector<Cluster>& clusters) {
    Peak peak;
    if (used == 0)
        return peak;
    peak.cosine = overlaps.head(used).cwiseAbs().maxCoeff(&peak.at);
    for (const Cluster& cluster : clusters) {
        if (cluster.first >= used)
            break;
        const double norm = overlaps.segment(cluster.first, cluster.size()).norm();
        if (norm > peak.cosine || (peak.at >= cluster.first && peak.at < cluster.last))
            peak = {norm, cluster.first};
    }
    return peak;
}

/// Directions of the smaller side carried to the other one, without their length: W^T u where the left side is smaller.
Matrix carried(const MatrixIn& w, bool left, const MatrixIn& directions) {
    return linalg::product(w, left ? linalg::Shape::transposed : linalg::Shape::asIs, directions, linalg::Shape::asIs);
}

/// Overlaps on both sides of the leading directions `after` with all directions of the base, q x k each.
struct Overlaps {
    Matrix smaller;
    Matrix larger; ///< 0 where one of the two values vanishes
};

Overlaps overlapsOf(const MatrixIn& w, const LayerSpectrum& before, const MatrixIn& tuned, const LayerSpectrum& after,
                    Eigen::Index k) {
    const bool left = before.basisIsLeft();
    const auto leading = after.basis.leftCols(k);
    Overlaps overlaps;
    overlaps.smaller = linalg::product(before.basis, linalg::Shape::transposed, leading, linalg::Shape::asIs);
    // With v_i = W^T u_i / sigma_i the other side needs no decomposition of its own: <v_i, v~_j> = u_i^T W v~_j /
    // sigma_i.
    Matrix across = carried(tuned, left, leading);
    for (Eigen::Index j = 0; j < k; ++j)
        across.col(j) *= after.sigma(j) > 0.0 ? 1.0 / after.sigma(j) : 0.0;
    overlaps.larger =
        linalg::product(before.basis, linalg::Shape::transposed, carried(w, !left, across), linalg::Shape::asIs);
    for (Eigen::Index i = 0; i < before.order(); ++i)
        overlaps.larger.row(i) *= before.sigma(i) > 0.0 ? 1.0 / before.sigma(i) : 0.0;
    return overlaps;
}

std::vector<UpdatedTriplet> tripletsOf(const Overlaps& overlaps, const LayerSpectrum& before,
                                       const LayerSpectrum& after) {
    const std::vector<Cluster> clusters = clustersOf(before.sigma);
    const Eigen::Index used = (before.sigma.array() > 0.0).count(); // descending
    std::vector<UpdatedTriplet> triplets;
    for (Eigen::Index j = 0; j < overlaps.smaller.cols(); ++j) {
        UpdatedTriplet triplet;
        triplet.value = after.sigma(j);
        if (triplet.value > 0.0) {
            const Peak near = peakOf(overlaps.smaller.col(j), used, clusters);
            const Peak across = peakOf(overlaps.larger.col(j), used, clusters);
            const bool left = before.basisIsLeft();
            triplet.maxcosLeft = (left ? near : across).cosine;
            triplet.argLeft = (left ? near : across).at;
            triplet.maxcosRight = (left ? across : near).cosine;
            triplet.argRight = (left ? across : near).at;
        } else {
            triplet.maxcosLeft = triplet.maxcosRight = std::nan("");
        }
        triplet.directionLeft = triplet.directionRight = std::nan("");
        triplets.push_back(triplet);
    }
    return triplets;
}

} // namespace

Result<FullUpdate> fullUpdate(const MatrixIn& w, const LayerSpectrum& before, const MatrixIn& tuned, int k,
                              const std::stop_token& stop) {
    if (w.rows() != tuned.rows() || w.cols() != tuned.cols() || before.rows != w.rows() || before.cols != w.cols() ||
        before.basis.cols() != before.order())
        return makeError(ErrorCode::invalidArgument, "The base and the tuned weight do not fit each other.");
    const auto after = layerSpectrum(tuned, SpectrumPart::valuesAndBasis);
    if (!after)
        return after.error();
    if (stop.stop_requested())
        return makeError(ErrorCode::cancelled, "Stopped.");
    FullUpdate update;
    const Eigen::Index wanted = std::min<Eigen::Index>(std::max(k, 0), before.order());
    update.triplets = tripletsOf(overlapsOf(w, before, tuned, *after, wanted), before, *after);
    auto difference = layerSpectrum(tuned - w, SpectrumPart::values);
    if (!difference)
        return difference.error();
    if (stop.stop_requested())
        return makeError(ErrorCode::cancelled, "Stopped.");
    update.sigma = std::move(difference->sigma);
    const double largest = update.largest();
    update.stableRank = largest > 0.0 ? (update.sigma / largest).squaredNorm() : std::nan("");
    return update;
}

} // namespace vitrine::intruder
