#pragma once

#include "core/kernels/linalg/dense.h"

#include <map>
#include <vector>

namespace vitrine::intruder {

using linalg::Matrix;
using linalg::Vector;

/// N(z) = sum_i x_i x_i^T / (z^2 - sigma_i^2) over poles that all lie below z >= `from`. It is the same for every root
/// and every strength, and smooth: on intervals that double in length away from the nearest pole it is interpolated in
/// Chebyshev points to rounding (the nearest singularity lies at -3 of each interval, so 24 points leave 5.8^-24).
/// Not for use by two threads at once: intervals are made when they are first met. A value does not depend on which
/// were met before.
class FarField {
public:
    FarField() = default;
    /// @param poles  descending; @param rows  poles x width; @param from  > poles(0)
    FarField(Vector poles, Matrix rows, double from);

    /// The lower triangle of N(z), column after column: width (width + 1) / 2 numbers, until the next call.
    /// @param z  >= from up to rounding. Cost of a new interval 24 sums over all poles, then 24 width^2 / 2.
    const Vector& evaluate(double z);
    Eigen::Index width() const { return m_rows.cols(); }

private:
    template <class Packed>
    void sum(double z, Packed&& out);
    const Matrix& interval(int number);

    Vector m_poles;
    Matrix m_rows;
    double m_from = 0.0;
    double m_gap = 0.0;
    std::map<int, Matrix> m_intervals; ///< packed lower triangle x points
    Matrix m_scaled;
    Matrix m_square;
    Vector m_packed;
};

} // namespace vitrine::intruder
