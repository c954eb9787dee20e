#pragma once

#include "core/values/series.h"

#include <cstddef>

namespace vitrine {

/// Dense row-major matrix of doubles with labels. NaN marks a cell that was not measured and is drawn hatched.
struct Matrix {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<double> cells; ///< rows x columns, row-major
    std::vector<std::string> rowLabels;
    std::vector<std::string> columnLabels;
    AxisLabel rowAxis;
    AxisLabel columnAxis;
    AxisLabel valueAxis;

    double at(std::size_t row, std::size_t column) const { return cells[row * columns + column]; }
};

} // namespace vitrine
