#pragma once

#include <cstdint>

namespace vitrine::intruder_threshold {

/// A matrix inside a tensor: rows of `width` values from value `first` on, of which some columns are taken; perhaps the
/// transpose of that is meant.
struct MatrixSource {
    std::uint32_t tensor = 0; ///< index into Tensors::items
    std::int64_t first = 0;
    std::int64_t rows = 0; ///< as stored
    std::int64_t width = 0;
    std::int64_t columnStart = 0;
    std::int64_t columnStep = 1;
    std::int64_t columns = 0; ///< taken
    bool transposed = false;

    std::int64_t outRows() const { return transposed ? columns : rows; }
    std::int64_t outColumns() const { return transposed ? rows : columns; }
};

/// rows x columns values that lie together.
inline MatrixSource denseSource(std::uint32_t tensor, std::int64_t first, std::int64_t rows, std::int64_t columns) {
    return {tensor, first, rows, columns, 0, 1, columns, false};
}

/// Rows [start, start + count) of the matrix that is meant.
inline MatrixSource rowsOf(MatrixSource source, std::int64_t start, std::int64_t count) {
    if (source.transposed) {
        source.columnStart += start * source.columnStep;
        source.columns = count;
    } else {
        source.first += start * source.width;
        source.rows = count;
    }
    return source;
}

} // namespace vitrine::intruder_threshold
