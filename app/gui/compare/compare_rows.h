#pragma once

#include "app/gui/compare/compare_model.h"
#include "app/gui/compare/comparison.h"

namespace vitrine {

/// A comparison as people read it: numbers in the user's locale, the same decimals within a line.
std::vector<CompareHead> compareHeads(const Comparison& comparison);
/// Titles, then only what differs.
std::vector<CompareRow> factRows(const Comparison& comparison);
/// Every metric with its interval and difference to the reference, then the paired tests, then the time.
std::vector<CompareRow> metricRows(const Comparison& comparison);
/// What is said where no paired test could be made; empty where there is one.
QString pairingNote(const Comparison& comparison);

} // namespace vitrine
