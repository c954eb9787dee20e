#pragma once

#include "core/results/output.h"
#include "core/values/value.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vitrine {

enum class AxisScale { linear, log, symlog, category };

struct FigureAxis {
    AxisLabel label;
    AxisScale scale = AxisScale::linear;
    std::optional<double> minimum; ///< fixed range; otherwise from the data, "nice" ticks
    std::optional<double> maximum;
    bool includeZero = false;
    bool integerTicks = false;
    double symlogThreshold = 1.0;
    std::vector<std::string> categories; ///< for AxisScale::category, position i = category i
};

enum class MarkKind {
    line,       // x, y (+ lower, upper: band)
    points,     // x, y
    bars,       // one bar per category or x; lower, upper: interval
    cells,      // heat map from `matrix`
    boxes,      // five-number summaries per category
    referenceX, // vertical reference line at x[0]
    referenceY, // horizontal reference line at y[0]
    diagonal    // y = x
};

enum class DashStyle { solid, bySlot, dotted, dashed };

struct BoxSummary {
    double low = 0, q1 = 0, median = 0, q3 = 0, high = 0;
    std::int64_t n = 0;
};

/// One layer of marks. Data stay full size here; the renderer reduces and says so.
struct FigureMark {
    MarkKind kind = MarkKind::line;
    std::string id;    ///< stable key of the line or category
    std::string label; ///< shown at its end or in the legend
    int slot = 0;      ///< series colour 1..8; 0: neutral (text 2)
    DashStyle dash = DashStyle::bySlot;
    double opacity = 1.0;
    bool horizontal = false; ///< bars and boxes
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> lower;
    std::vector<double> upper;
    std::vector<BoxSummary> boxes;
    std::shared_ptr<const Matrix> matrix;
    std::vector<std::string> keys;        ///< per point, bar or cell row: key for linked selection
    std::vector<std::string> pointLabels; ///< first line of the read-out per point; may be empty
    bool showValues = false;              ///< value text at the end of each bar
};

/// What a figure shows, independent of how it is rendered.
struct FigureSpec {
    std::string title;   ///< stands in the pane title or caption, never inside the plot
    std::string caption; ///< one sentence for reports
    FigureAxis x;
    FigureAxis y;
    std::vector<FigureMark> marks;
    std::string keyKind;                  ///< "path", "graph", ... kind of the keys of all marks
    std::vector<std::string> annotations; ///< lines of text inside the plot, top left: "test, n = 226"
    std::string definition;
    Fingerprint fingerprint;
    std::string dataHash; ///< content hash of the artifact shown
};

/// Counts of values that cannot be placed, for badge and report.
struct NonFiniteCount {
    std::int64_t nan = 0;
    std::int64_t infinite = 0;
};
NonFiniteCount countNonFinite(const FigureSpec& spec);

/// Generic figure of an artifact by its output description ("view" hints). Empty for kinds that have no 2-D figure.
std::optional<FigureSpec> makeFigure(const OutputDescription& output, const Value& value);

/// Data of the figure as CSV: mark, key, x, y, lower, upper. `visibleX` limits to a range.
std::string figureCsv(const FigureSpec& spec, std::optional<std::pair<double, double>> visibleX = std::nullopt);

} // namespace vitrine
