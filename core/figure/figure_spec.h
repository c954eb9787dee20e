#pragma once

#include "core/figure/figure_drawing.h"
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
    /// For AxisScale::category, position i = category i; a vertical axis of categories runs downwards.
    std::vector<std::string> categories;
};

enum class MarkKind {
    line,   // x, y (+ lower, upper: band)
    points, // x, y; lower, upper: interval of y, of x when `horizontal`
    bars,   // x: place on the category or position axis, y: value; lower, upper: interval of the value; start: where
            // each bar begins instead of at zero, for steps that lead from one value to another
    cells,  // heat map from `matrix`: columns along x, rows along y, the first row at the top
    boxes,  // five-number summaries; x: place on the category axis
    referenceX, // vertical reference line at x[0]
    referenceY, // horizontal reference line at y[0]
    diagonal    // y = x
};

enum class DashStyle { solid, bySlot, dotted, dashed };

/// Where the true place of a censored point lies.
enum class Beyond { nowhere, left, right };

struct BoxSummary {
    double low = 0, q1 = 0, median = 0, q3 = 0, high = 0;
    std::int64_t n = 0;
};

/// One layer of marks. Data stay full size here; the renderer reduces and says so. The axes of the figure are those of
/// the screen: for horizontal bars and boxes `FigureSpec::x` is the axis of values and `FigureSpec::y` that of places,
/// while the mark keeps place in `x` and value in `y`.
struct FigureMark {
    MarkKind kind = MarkKind::line;
    std::string id;    ///< stable key of the line or category
    std::string label; ///< shown at its end or in the legend
    int slot = 0;      ///< series colour 1..8; 0: neutral (text 2)
    DashStyle dash = DashStyle::bySlot;
    double opacity = 1.0;
    double width = 1.75;   ///< of lines, px on screen: 2 smoothed, 1 raw beneath
    bool markers = false;  ///< lines: the slot's marker at each point; points: the slot's marker instead of discs
    bool hollow = false;   ///< points and markers: ring with the page inside
    double barWidth = 0.0; ///< bars: in units of the place axis; 0: 60 % of the pitch, shared by the bar marks
    Beyond beyond = Beyond::nowhere; ///< points: arrows towards it; all points of the mark stand at their limits
    bool strong = false;     ///< reference lines: of a measured value, solid in text instead of dashed in text 2
    bool horizontal = false; ///< bars and boxes
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> lower;
    std::vector<double> upper;
    std::vector<double> start; ///< bars: empty or as long as y
    std::vector<BoxSummary> boxes;
    std::shared_ptr<const Matrix> matrix;
    std::optional<double> neutral;        ///< cells: value at the middle of the diverging map; none: sequential map
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
    FigureAxis value; ///< colour axis of cells
    std::vector<FigureMark> marks;
    std::shared_ptr<const FigureDrawing> drawing; ///< instead of axes and marks
    std::int64_t shown = 0; ///< "10 of 119": rows drawn of those there are, when only the top ones are; else 0
    std::int64_t total = 0;
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

/// "RMSE (log mol/L)"; a logarithmic axis says so: "Singular value (log)".
std::string axisTitle(const FigureAxis& axis);

/// Generic figure of an artifact by its output description. Empty for kinds that have no 2-D figure (model, document,
/// files, and tables, scalars and graph sets without a "chart" hint) and when a named column is not there.
///
/// OutputDescription::view, all keys optional:
///   "chart"      "line", "scatter", "bar", "dot" (point with interval per category), "heatmap", "box", "histogram".
///                Series are lines and matrices heat maps without it. Graph sets are charted by their graph columns.
///   "x", "y"     columns; "y" may be a list, one mark each. Bar, dot and box: "x" holds the categories.
///   "group"      column that splits the rows into marks.     "label"  column with the read-out name of each row
///   "lower", "upper"  columns of an interval or band          "value"  heat map of a table: column of the cells
///   "top"        only so many bars, the largest first (30 unless given; 0: all)
///   "sort"       "descending" (default with "top"), "ascending", "none"
///   "horizontal" bars and boxes lie on their side (default: yes for categories of text)
///   "bins"       of a histogram (default: Freedman-Diaconis, 5 to 60, edges at round numbers)
///   "x_title" "x_unit" "y_title" "y_unit" "value_title" "value_unit"     axis texts
///   "x_scale" "y_scale" "value_scale"   "linear", "log", "symlog"
///   "x_min" "x_max" "y_min" "y_max"     fixed ranges
///   "include_zero" bool for the value axis    "diagonal" bool: y = x, equal ranges
///   "neutral"    number: diverging map centred there          "show_values" bool (bars: true)
///   "slots"      {"test": 2}: series colour by line id, line label or group
///   "reference"  group of lines of a Series that are constants: drawn as named reference lines
///   "annotations" list of texts                               "caption" sentence for reports
std::optional<FigureSpec> makeFigure(const OutputDescription& output, const Value& value);

/// Data of the figure as CSV: mark, key, x, y, lower, upper. `visibleX` limits to a range.
std::string figureCsv(const FigureSpec& spec, std::optional<std::pair<double, double>> visibleX = std::nullopt);

} // namespace vitrine
