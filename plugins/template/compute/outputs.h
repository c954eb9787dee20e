#pragma once

namespace vitrine::column_summary {

// Ids of plugin.json.
inline constexpr const char* kSummary = "summary";
inline constexpr const char* kHistogram = "histogram";
inline constexpr const char* kConvergence = "convergence";

} // namespace vitrine::column_summary
