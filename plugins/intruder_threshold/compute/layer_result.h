#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vitrine::intruder_threshold {

/// What a run compares the thresholds of a base with.
enum class Subject {
    base,    ///< nothing: the base alone
    adapter, ///< a low-rank update
    tuned    ///< a fully fine-tuned model
};

/// Threshold of a layer at one edge. NaN: undefined.
struct EdgeResult {
    double theta = 0.0;
    double low = 0.0;   ///< at half of kappa
    double high = 0.0;  ///< at twice kappa
    double slope = 0.0; ///< d ln theta / d ln z0
    std::int64_t dropped = 0;
};

/// Threshold of a layer for generic updates as the criterion itself has it. Infinite: no draw, or too few, crosses.
struct FiniteSizeResult {
    double theta = 0.0; ///< median over the draws
    double low = 0.0;   ///< 10 % of the draws
    double high = 0.0;  ///< 90 %
};

/// One singular value of the update at deployment, against the full edge.
struct SpikeResult {
    double strength = 0.0;    ///< gamma theta_j
    double predicted = 0.0;   ///< where the law puts it; NaN below the threshold
    double overlapLeft = 0.0; ///< predicted; NaN below the threshold
    double overlapRight = 0.0;
};

/// One leading direction of W(s) at s = 1.
struct DirectionResult {
    double sigma = 0.0;
    double left = 0.0;       ///< max_i |<u_i, u~_j>|
    std::int64_t match = -1; ///< the i of it
    double right = 0.0;
    double update = 0.0; ///< |<u~_j, U_P e_1>|
};

struct ScanResult {
    double strength = 0.0;
    double overlap = 0.0; ///< the smallest of the k leading directions
    std::int64_t intruders = 0;
};

/// Where intruders begin. Status: "ok", "left_censored", "none", "not_persistent"; empty: not looked for.
struct CrossingResult {
    std::string status;
    double strength = 0.0; ///< NaN unless ok
};

/// What a run found about one layer.
struct LayerResult {
    std::string layer;  ///< "model.layers.3.mlp.down_proj"
    std::string module; ///< "mlp.down_proj"
    std::optional<std::int64_t> depth;
    std::int64_t rows = 0, columns = 0;
    std::vector<double> sigma; ///< of the base, descending
    double norm = 0.0;         ///< Frobenius norm of the base
    EdgeResult full, bulk, noise;
    std::optional<FiniteSizeResult> finiteSize; ///< empty: not asked for
    std::vector<std::string> notes;

    // Of an adapter.
    std::int64_t rank = 0;
    double gamma = 0.0;
    std::string gammaSource;
    std::vector<SpikeResult> spikes;
    double alignment = 0.0;                   ///< omega at the full edge; NaN: undefined
    double shareLeft = 0.0, shareRight = 0.0; ///< energy of the first direction in the k leading ones of the base
    std::vector<DirectionResult> leading;     ///< at s = 1
    std::vector<std::int64_t> otherCriteria;  ///< intruders at s = 1, as otherCriteria()
    std::vector<ScanResult> scan;
    CrossingResult first, persistent;

    // Of a fine-tuned model; its spikes and leading directions stand above.
    std::vector<double> updateSigma; ///< singular values of Delta W, descending
    double updateNorm = 0.0;         ///< |Delta W|_F
    double stableRank = 0.0;         ///< |Delta W|_F^2 / sigma_1(Delta W)^2; NaN: nothing changed

    double thetaGeo() const;
    /// NaN when it was not asked for.
    double thetaFiniteSize() const;
    double update() const { return spikes.empty() ? 0.0 : spikes.front().strength; }
    /// s* of a threshold; infinite for an adapter that was never trained.
    double critical(double theta) const { return update() > 0.0 ? theta / update() : kInfinity; }
    /// R at the full edge.
    double margin() const { return update() / full.theta; }
    /// Sum over the spikes of what lies above the threshold, squared: E of the layer.
    double excess() const;
    /// Directions among the first k at s = 1 with an overlap below epsilon.
    std::int64_t intruders(std::size_t k, double epsilon) const;
    std::int64_t intrudersRight(std::size_t k, double epsilon) const;

    static const double kInfinity;
};

} // namespace vitrine::intruder_threshold
