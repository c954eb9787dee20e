#pragma once

namespace vitrine::prefix_controller {

constexpr const char* kPluginId = "prefix_controller";
constexpr const char* kSimulate = "simulate";
constexpr const char* kReplay = "replay";
constexpr const char* kCalibrate = "calibrate";
constexpr const char* kAdvantages = "advantages";
constexpr const char* kSnap = "snap";

constexpr const char* kMetrics = "metrics";
constexpr const char* kMethodsOutput = "methods";
constexpr const char* kProgress = "progress";
constexpr const char* kCompute = "compute";
constexpr const char* kLoop = "loop";
constexpr const char* kSteps = "steps";
constexpr const char* kUpdates = "updates";
constexpr const char* kCohortsOutput = "cohorts";
constexpr const char* kGroupHistogram = "group_hist";
constexpr const char* kCurves = "curves";

} // namespace vitrine::prefix_controller
