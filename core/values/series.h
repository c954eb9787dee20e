#pragma once

#include <optional>
#include <string>
#include <vector>

namespace vitrine {

/// What stands on an axis: "RMSE" with unit "log mol/L".
struct AxisLabel {
    std::string title;
    std::string unit;
};

/// One line of points. NaN and infinities are kept as values.
struct SeriesLine {
    std::string id;    ///< stable key, e.g. "ensemble/test"
    std::string label; ///< as shown, e.g. "test"
    std::string group; ///< lines of one group are shown or hidden together, e.g. "ensemble", "anchor C"
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> lower; ///< band, empty or as long as y
    std::vector<double> upper;
};

/// Curves over one x axis.
struct Series {
    AxisLabel x;
    AxisLabel y;
    std::vector<SeriesLine> lines;
};

} // namespace vitrine
