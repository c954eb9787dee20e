#pragma once

#include "core/figure/figure_spec.h"

#include <vector>

namespace vitrine {

/// Quantile of ascending values, `part` in [0, 1], by linear interpolation. @source Hyndman & Fan 1996, type 7
double quantileOfSorted(const std::vector<double>& sorted, double part);

/// Quartiles with whiskers at the last values within 1.5 interquartile ranges of the box. NaN and infinities are left
/// out; without a finite value n is 0 and the numbers are NaN. @source Tukey, Exploratory Data Analysis, 1977
BoxSummary boxSummary(std::vector<double> values);

struct Histogram {
    double start = 0.0; ///< lower edge of the first bin
    double width = 1.0;
    std::vector<std::int64_t> counts;
    double center(std::size_t bin) const { return start + (static_cast<double>(bin) + 0.5) * width; }
};

/// Bins with round edges. `bins` <= 0: width by Freedman and Diaconis, between 5 and 60 bins. The last bin holds its
/// upper edge. Values that are not finite are left out. Whole numbers over at most 60 values get a bin each.
/// @source Freedman & Diaconis 1981
Histogram histogramOf(const std::vector<double>& values, int bins = 0);
/// The same of finite values that ascend already.
Histogram histogramOfSorted(const std::vector<double>& sorted, int bins = 0);

} // namespace vitrine
