#pragma once

#include "core/compare/compared_run.h"
#include "core/kernels/statistics/paired_test.h"

#include <optional>
#include <string>
#include <vector>

namespace vitrine {

/// Columns of a table of predictions, as its output declares them.
struct ErrorColumns {
    std::string key;
    std::string measured;
    std::string predicted;
    std::string group; ///< part of the split; empty: none
};

/// A table holds predictions when its output has a key and its view draws one column against another along the
/// diagonal ("diagonal": true): x is what was measured, y what was predicted. Empty for any other output.
std::optional<ErrorColumns> errorColumns(const OutputDescription& output);

/// Paired comparison of the absolute errors |predicted − measured| of one output, on one part of its rows.
struct PairedErrors {
    struct OfRun {
        std::optional<PairedTest> test; ///< of |error of the run| − |error of the reference|; none: nothing to pair
        std::int64_t leftOut = 0;       ///< rows of the reference that the run does not have, or not the same
    };
    std::string outputId;
    std::string title; ///< of the output
    std::string group; ///< value of the group column; empty: all rows
    std::string unit;
    std::vector<OfRun> runs; ///< as many as runs; that of the reference is empty
};

/// Rows are paired by key where measured value and group are the same, and only between runs that share an input of
/// the same content. @param reference  position of the run that the others are compared to
std::vector<PairedErrors> pairedErrors(ComparedRuns runs, std::size_t reference);

} // namespace vitrine
