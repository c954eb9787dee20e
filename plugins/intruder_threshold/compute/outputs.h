#pragma once

/// Ids of plugin.json, and columns of its tables.
namespace vitrine::intruder_threshold {

inline constexpr char kPluginId[] = "intruder_threshold";

inline constexpr char kAudit[] = "audit";
inline constexpr char kAdapter[] = "adapter";
inline constexpr char kBudget[] = "budget";
inline constexpr char kCompareFull[] = "compare_full";
inline constexpr char kLossCurve[] = "loss_curve";

inline constexpr char kBaseInput[] = "base";
inline constexpr char kAdapterInput[] = "adapter";
inline constexpr char kTunedInput[] = "finetuned";
inline constexpr char kTokensInput[] = "tokens";

inline constexpr char kMetrics[] = "metrics";
inline constexpr char kLayers[] = "layers";
inline constexpr char kSpectrum[] = "spectrum";
inline constexpr char kUpdateSpectrum[] = "update_spectrum";
inline constexpr char kScan[] = "scan";
inline constexpr char kSpikes[] = "spikes";
inline constexpr char kDirections[] = "directions";
inline constexpr char kOverlaps[] = "overlaps";
inline constexpr char kPrediction[] = "prediction";
inline constexpr char kSensitivity[] = "sensitivity";
inline constexpr char kLayerSensitivity[] = "layer_sensitivity";
inline constexpr char kLeftOut[] = "left_out";
inline constexpr char kAdapterOut[] = "adapter_out";
inline constexpr char kBudgetTable[] = "budget";
inline constexpr char kLoss[] = "loss";
inline constexpr char kHalves[] = "halves";
inline constexpr char kLosses[] = "losses"; ///< of a budget; also the parameter that asks for them

inline constexpr char kBaseLine[] = "base"; ///< lines of the loss
inline constexpr char kTaskLine[] = "task";
inline constexpr char kKnee[] = "knee"; ///< headline number of the loss

inline constexpr char kLayerKind[] = "layer"; ///< key of rows, cells and curves

namespace column {
inline constexpr char kLayer[] = "layer";
inline constexpr char kModule[] = "module";
inline constexpr char kDepth[] = "depth";
inline constexpr char kRows[] = "rows";
inline constexpr char kColumns[] = "columns";
inline constexpr char kSigma1[] = "sigma_1";
inline constexpr char kThetaFull[] = "theta_full";
inline constexpr char kThetaFullLow[] = "theta_full_low";
inline constexpr char kThetaFullHigh[] = "theta_full_high";
inline constexpr char kThetaBulk[] = "theta_bulk";
inline constexpr char kThetaGeo[] = "theta_geo";
inline constexpr char kThetaFinite[] = "theta_finite"; ///< median of the finite-size estimate
inline constexpr char kThetaFiniteLow[] = "theta_finite_low";
inline constexpr char kThetaFiniteHigh[] = "theta_finite_high";
inline constexpr char kRank[] = "rank";
inline constexpr char kGamma[] = "gamma";
inline constexpr char kGammaSource[] = "gamma_source";
inline constexpr char kUpdate[] = "update"; ///< gamma theta_1
inline constexpr char kSFull[] = "s_full";
inline constexpr char kSBulk[] = "s_bulk";
inline constexpr char kSGeo[] = "s_geo";
inline constexpr char kSFinite[] = "s_finite";
inline constexpr char kMargin[] = "margin";
inline constexpr char kSFirst[] = "s_first";
inline constexpr char kFirstStatus[] = "first_status";
inline constexpr char kSPersistent[] = "s_persistent";
inline constexpr char kPersistentStatus[] = "persistent_status";
inline constexpr char kIntruders[] = "intruders"; ///< at s = 1
inline constexpr char kOverlapMin[] = "overlap_min";
inline constexpr char kBlame[] = "blame";
inline constexpr char kStableRank[] = "stable_rank";
inline constexpr char kMarginGeo[] = "margin_geo";
inline constexpr char kChange[] = "change"; ///< |Delta W|_F / |W|_F
inline constexpr char kNote[] = "note";
inline constexpr char kS[] = "s";
inline constexpr char kMinMaxcos[] = "min_maxcos";
} // namespace column

} // namespace vitrine::intruder_threshold
