#pragma once

#include "core/kernels/graph/path_index.h"
#include "plugins/pathboost/compute/graph_data.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vitrine::pathboost {

constexpr std::int32_t kCountColumn = -1; ///< attribute number of the count column

/// Mean of one attribute over the occurrences of a path that have it, one per path.graphs(); NaN where none has it.
/// Sums are in double and in the order of the occurrences, the mean is cast to float32; a mean beyond float32 is NaN.
/// @source section 4 of the specification of the boosting matrix
std::vector<float> attributeMeans(const LabelledPath& path, AttributeScope scope, const AttributeValues& values);

/// Which graphs are rows of a boosting matrix: training rows first, then rows that are only predicted.
struct RowMap {
    std::vector<std::int32_t> graphOfRow;
    std::vector<std::int32_t> rowOfGraph; ///< one per graph of the data, -1 where the graph is no row
    std::int32_t trainRows = 0;

    std::int32_t rows() const { return static_cast<std::int32_t>(graphOfRow.size()); }
};
RowMap makeRowMap(std::int32_t graphCount, std::span<const std::int32_t> train, std::span<const std::int32_t> others);

/// A sum and a number of rows; both double, so that one vector instruction adds to both.
struct Bin {
    double sum = 0.0;
    double rows = 0.0;
};

/// The columns of one path as codes: each column has one bin per distinct float32 value of the training rows,
/// ascending, and one bin for missing. Because all distinct values have a bin of their own, splits are exact.
///
/// Attribute columns with one single value that is missing exactly where the path does not occur are left out: their
/// only partition is that of the count column, which is visited before them, so they can never be chosen.
struct PathColumns {
    struct Column {
        std::int32_t attribute = kCountColumn;
        std::int32_t firstBin = 0;
        std::int32_t valueCount = 0; ///< bins [firstBin, firstBin + valueCount) hold values, the next one is missing
        std::int32_t absentBin = 0;  ///< bin of rows in which the path does not occur
        bool closeValues = false;    ///< some neighbouring values are too close for a cut between them
    };

    std::vector<Column> columns; ///< the count column first, then attributes ascending
    std::vector<float> binValue; ///< NaN for missing
    std::int32_t binCount = 0;

    std::vector<std::int32_t> trainRows; ///< training rows in which the path occurs, ascending
    std::vector<std::int32_t> bins;      ///< trainRows x columns, row-major
    std::vector<std::int32_t> position;  ///< per row of the matrix: index into the rows below, -1 where absent
    std::vector<float> otherValues;      ///< (rows that are only predicted, where the path occurs) x columns
    double rowsWithoutPath = 0.0;        ///< training rows

    /// Where a row of `bins` or `otherValues` keeps a column: one 64-bit product, the table may exceed 2^31 cells.
    std::size_t cell(std::int32_t place, std::int32_t column) const {
        return static_cast<std::size_t>(place) * columns.size() + static_cast<std::size_t>(column);
    }
    std::int32_t columnCount() const { return static_cast<std::int32_t>(columns.size()); }
    /// Bin of a training row.
    std::int32_t binOf(std::int32_t row, std::int32_t column) const {
        const std::int32_t place = position[static_cast<std::size_t>(row)];
        return place < 0 ? columns[static_cast<std::size_t>(column)].absentBin : bins[cell(place, column)];
    }
    /// Value of a row that is only predicted; NaN is missing.
    float otherValue(std::int32_t row, std::int32_t column) const {
        const std::int32_t place = position[static_cast<std::size_t>(row)];
        const Column& spec = columns[static_cast<std::size_t>(column)];
        return place < 0 ? binValue[static_cast<std::size_t>(spec.absentBin)] : otherValues[cell(place, column)];
    }
};

/// @param replaceMissing  value that stands for missing in attribute columns; none keeps them missing
PathColumns makePathColumns(const LabelledPath& path, const Scheme& scheme, const GraphData& data, const RowMap& rows,
                            std::optional<double> replaceMissing);

/// True when a cut between two neighbouring values is allowed: v' > v + 1e-7 in float32.
inline bool cutAllowed(float v, float next) {
    return next > v + 1e-7F;
}

} // namespace vitrine::pathboost
