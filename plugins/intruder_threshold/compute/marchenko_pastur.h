#pragma once

namespace vitrine::intruder {

/// Closed forms for a matrix with independent entries of variance 1/N, N = max(m, n), ratio c = min(m, n) / N in
/// (0, 1]: the edge is 1 + sqrt(c), the critical strength c^(1/4).
/// @source Benaych-Georges and Nadakuditi 2012, section 3.1
namespace marchenko_pastur {

double edge(double c);
double criticalStrength(double c);
/// D(z) for z >= edge(c).
double dTransform(double c, double z);
/// Position of the singular value of an update of strength theta >= criticalStrength(c).
double outlierPosition(double c, double theta);
/// Squared overlap on the side of dimension q (the smaller) and on the side of dimension N.
double smallSideOverlapSq(double c, double theta);
double largeSideOverlapSq(double c, double theta);

/// Median of the Marchenko-Pastur law of the squared singular values, to about 1e-14.
/// @source Gavish and Donoho, "The optimal hard threshold for singular values is 4 / sqrt(3)", IEEE TIT 60, 2014
double median(double c);

} // namespace marchenko_pastur
} // namespace vitrine::intruder
