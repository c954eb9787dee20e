#pragma once

namespace vitrine::rival_game {

constexpr const char* kPluginId = "rival_game";
constexpr const char* kSimulate = "simulate";
constexpr const char* kBench = "bench";
constexpr const char* kPairedAnalysis = "paired_analysis";

// simulate
constexpr const char* kCellsOutput = "cells";
constexpr const char* kRunsOutput = "runs";
constexpr const char* kCurves = "curves";
constexpr const char* kSkillsOutput = "skills";
constexpr const char* kMilestones = "milestones";
constexpr const char* kSteps = "steps";
constexpr const char* kMetrics = "metrics";
// bench
constexpr const char* kRewards = "rewards";
constexpr const char* kIdentities = "identities";
constexpr const char* kExpected = "expected";
// paired_analysis
constexpr const char* kPairsInput = "pairs";
constexpr const char* kCascades = "cascades";
constexpr const char* kTests = "tests";

} // namespace vitrine::rival_game
