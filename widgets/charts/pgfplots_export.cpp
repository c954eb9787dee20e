#include "core/base/number_text.h"
#include "widgets/charts/figure_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

/// Data of one mark as columns of the CSV file.
struct DataColumn {
    std::string name;
    std::vector<double> values;
};

std::string escaped(const std::string& text) {
    std::string out;
    for (char c : text) {
        switch (c) {
        case '\\': out += "\\textbackslash{}"; break;
        case '~': out += "\\textasciitilde{}"; break;
        case '^': out += "\\textasciicircum{}"; break;
        case '&':
        case '%':
        case '$':
        case '#':
        case '_':
        case '{':
        case '}':
            out += '\\';
            out += c;
            break;
        case '\n': out += ' '; break;
        default: out += c;
        }
    }
    return out;
}

std::string colorName(int slot) {
    return slot > 0 ? fmt::format("series{}", (slot - 1) % kSeriesSlots + 1) : "neutral";
}

std::string colorDefinitions(const FigureSpec& spec) {
    const Tokens& tokens = tokensOf(ThemeKind::light);
    const auto define = [](const std::string& name, const QColor& color) {
        return fmt::format("\\definecolor{{{}}}{{HTML}}{{{}}}\n", name, color.name().mid(1).toUpper().toStdString());
    };
    std::string out = define("neutral", tokens.text2);
    std::vector<int> used;
    for (const FigureMark& mark : spec.marks)
        if (mark.slot > 0)
            used.push_back((mark.slot - 1) % kSeriesSlots + 1);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (int slot : used)
        out += define(colorName(slot), seriesColor(slot, tokens));
    return out;
}

std::string axisOptions(const char* name, const FigureAxis& axis, bool downwards) {
    std::string out = fmt::format("  {}label={{{}}},\n", name, escaped(axisTitle(axis)));
    if (axis.scale == AxisScale::log)
        out += fmt::format("  {}mode=log,\n", name);
    if (axis.scale == AxisScale::symlog)
        // pgfplots has no such scale; the numbers in the file are those of the data.
        out += fmt::format("  {0} coord trafo/.code={{\\pgfmathparse{{sign(#1)*ln(1+abs(#1)/{1})/ln(10)}}}},\n"
                           "  {0} coord inv trafo/.code={{\\pgfmathparse{{sign(#1)*{1}*(10^abs(#1)-1)}}}},\n",
                           name, numberText(axis.symlogThreshold));
    if (axis.minimum)
        out += fmt::format("  {}min={},\n", name, numberText(*axis.minimum));
    if (axis.maximum)
        out += fmt::format("  {}max={},\n", name, numberText(*axis.maximum));
    if (axis.scale != AxisScale::category)
        return out;
    std::string places, labels;
    for (std::size_t i = 0; i < axis.categories.size(); ++i) {
        places += fmt::format("{}{}", i == 0 ? "" : ",", i);
        labels += fmt::format("{}{{{}}}", i == 0 ? "" : ",", escaped(axis.categories[i]));
    }
    out += fmt::format("  {0}tick={{{1}}}, {0}ticklabels={{{2}}},\n", name, places, labels);
    if (downwards)
        out += fmt::format("  {} dir=reverse,\n", name);
    return out;
}

std::string dashOption(const FigureMark& mark) {
    QList<qreal> dash;
    if (mark.dash == DashStyle::bySlot)
        dash = seriesStyle(mark.slot, ThemeKind::light).dash;
    else if (mark.dash == DashStyle::dashed)
        dash = {4, 3};
    else if (mark.dash == DashStyle::dotted)
        dash = {1.5, 2.5};
    if (dash.isEmpty())
        return "solid";
    std::string out = "dash pattern=";
    for (qsizetype i = 0; i < dash.size(); ++i)
        out += fmt::format("{}{} {}pt", i == 0 ? "" : " ", i % 2 == 0 ? "on" : "off", numberText(dash[i] * 0.75));
    return out;
}

std::string pointMark(Beyond beyond) {
    if (beyond == Beyond::nowhere)
        return "mark=*, mark size=1.2pt";
    return fmt::format("mark=triangle*, mark size=2pt, mark options={{rotate={}}}", beyond == Beyond::left ? 90 : -90);
}

/// Writes the drawing commands of one mark and appends its columns.
class MarkWriter {
public:
    MarkWriter(std::string dataName, std::vector<DataColumn>& columns)
        : m_dataName(std::move(dataName)), m_columns(columns) {}

    std::string write(const FigureMark& mark, std::size_t index) {
        const std::string color = colorName(mark.slot);
        switch (mark.kind) {
        case MarkKind::line: return line(mark, index, color);
        case MarkKind::points:
            return plot(
                fmt::format("only marks, {}, color={}, opacity={}", pointMark(mark.beyond), color, mark.opacity), "",
                mark, index);
        case MarkKind::bars: return bars(mark, index, color);
        case MarkKind::boxes: return boxes(mark, color);
        case MarkKind::cells: return cells(mark, index);
        case MarkKind::referenceX:
        case MarkKind::referenceY: return reference(mark, color);
        case MarkKind::diagonal: break;
        }
        return "\\addplot[neutral, dash pattern=on 3pt off 2.25pt, domain=\\pgfkeysvalueof{/pgfplots/xmin}:"
               "\\pgfkeysvalueof{/pgfplots/xmax}, forget plot] {x};\n";
    }

private:
    std::string column(const std::string& name, const std::vector<double>& values) {
        m_columns.push_back({name, values});
        return name;
    }

    std::string plot(const std::string& options, const std::string& error, const FigureMark& mark, std::size_t index,
                     bool swap = false) {
        const std::string x = column(fmt::format("x{}", index), swap ? mark.y : mark.x);
        const std::string y = column(fmt::format("y{}", index), swap ? mark.x : mark.y);
        std::string out =
            fmt::format("\\addplot[{}]{} table[col sep=comma, x={}, y={}] {{{}}};\n", options, error, x, y, m_dataName);
        if (!mark.label.empty())
            out += fmt::format("\\addlegendentry{{{}}}\n", escaped(mark.label));
        return out;
    }

    std::string line(const FigureMark& mark, std::size_t index, const std::string& color) {
        std::string out;
        if (mark.lower.size() == mark.y.size() && mark.upper.size() == mark.y.size()) {
            const std::string x = column(fmt::format("bx{}", index), mark.x);
            for (const auto& [side, values] :
                 {std::pair<const char*, const std::vector<double>&>{"lower", mark.lower}, {"upper", mark.upper}})
                out += fmt::format(
                    "\\addplot[draw=none, forget plot, name path={0}{1}] table[col sep=comma, x={2}, y={3}] {{{4}}};\n",
                    side, index, x, column(fmt::format("{}{}", side, index), values), m_dataName);
            out += fmt::format("\\addplot[{0}, opacity=0.16, forget plot] fill between[of=lower{1} and upper{1}];\n",
                               color, index);
        }
        return out + plot(fmt::format("{}, line width={}pt, {}, opacity={}", color, numberText(mark.width * 0.75),
                                      dashOption(mark), mark.opacity),
                          "", mark, index);
    }

    std::string bars(const FigureMark& mark, std::size_t index, const std::string& color) {
        const double width = mark.barWidth > 0 ? mark.barWidth : 0.6;
        if (!mark.start.empty())
            return steps(mark, width, color);
        return plot(fmt::format("{}, bar width={}, fill={}, draw=none", mark.horizontal ? "xbar" : "ybar",
                                numberText(width), color),
                    "", mark, index, mark.horizontal);
    }

    // Bars that do not begin at zero are rectangles.
    static std::string steps(const FigureMark& mark, double width, const std::string& color) {
        std::string out;
        for (std::size_t i = 0; i < mark.y.size() && i < mark.x.size() && i < mark.start.size(); ++i) {
            const double end = mark.start[i] + mark.y[i];
            if (!std::isfinite(end))
                continue;
            const std::string low = numberText(mark.x[i] - width / 2), high = numberText(mark.x[i] + width / 2);
            const std::string from = numberText(mark.start[i]), to = numberText(end);
            out += mark.horizontal ? fmt::format("\\fill[{}] (axis cs:{},{}) rectangle (axis cs:{},{});\n", color, from,
                                                 low, to, high)
                                   : fmt::format("\\fill[{}] (axis cs:{},{}) rectangle (axis cs:{},{});\n", color, low,
                                                 from, high, to);
        }
        return out;
    }

    std::string boxes(const FigureMark& mark, const std::string& color) {
        std::string out;
        for (std::size_t i = 0; i < mark.boxes.size(); ++i) {
            const BoxSummary& box = mark.boxes[i];
            if (box.n == 0)
                continue;
            out +=
                fmt::format("\\addplot[{}, boxplot prepared={{draw direction={}, draw position={}, lower whisker={}, "
                            "lower quartile={}, median={}, upper quartile={}, upper whisker={}}}] coordinates {{}};\n",
                            color, mark.horizontal ? "x" : "y", i, numberText(box.low), numberText(box.q1),
                            numberText(box.median), numberText(box.q3), numberText(box.high));
        }
        return out;
    }

    std::string cells(const FigureMark& mark, std::size_t index) {
        if (!mark.matrix)
            return {};
        std::vector<double> x, y;
        for (std::size_t row = 0; row < mark.matrix->rows; ++row)
            for (std::size_t c = 0; c < mark.matrix->columns; ++c) {
                x.push_back(static_cast<double>(c));
                y.push_back(static_cast<double>(row));
            }
        return fmt::format(
            "\\addplot[matrix plot*, mesh/cols={}, point meta=explicit] table[col sep=comma, x={}, y={}, "
            "meta={}] {{{}}};\n",
            mark.matrix->columns, column(fmt::format("x{}", index), x), column(fmt::format("y{}", index), y),
            column(fmt::format("value{}", index), mark.matrix->cells), m_dataName);
    }

    static std::string reference(const FigureMark& mark, const std::string& color) {
        const bool vertical = mark.kind == MarkKind::referenceX;
        const std::vector<double>& at = vertical ? mark.x : mark.y;
        if (at.empty())
            return {};
        return fmt::format(
            "\\draw[{}, {}] ({{{}}}) -- ({{{}}}){};\n", color, mark.strong ? "solid" : "dash pattern=on 3pt off 2.25pt",
            vertical ? fmt::format("axis cs:{},\\pgfkeysvalueof{{/pgfplots/ymin}}", numberText(at.front()))
                     : fmt::format("axis cs:\\pgfkeysvalueof{{/pgfplots/xmin}},{}", numberText(at.front())),
            vertical ? fmt::format("axis cs:{},\\pgfkeysvalueof{{/pgfplots/ymax}}", numberText(at.front()))
                     : fmt::format("axis cs:\\pgfkeysvalueof{{/pgfplots/xmax}},{}", numberText(at.front())),
            mark.label.empty() ? "" : fmt::format(" node[above left, text=neutral] {{{}}}", escaped(mark.label)));
    }

    std::string m_dataName;
    std::vector<DataColumn>& m_columns;
};

std::string csvOf(const std::vector<DataColumn>& columns) {
    std::string csv;
    std::size_t rows = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        csv += (i == 0 ? "" : ",") + columns[i].name;
        rows = std::max(rows, columns[i].values.size());
    }
    csv += '\n';
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i > 0)
                csv += ',';
            // pgfplots leaves out what it cannot read as a number; short columns end in such cells.
            csv += row < columns[i].values.size() ? numberText(columns[i].values[row]) : std::string("nan");
        }
        csv += '\n';
    }
    return csv;
}

} // namespace

PgfplotsFiles renderPgfplots(const FigureSpec& spec, FigureSize size, const std::string& dataName) {
    PgfplotsFiles files;
    std::vector<DataColumn> columns;
    MarkWriter writer(dataName, columns);
    std::string marks;
    bool boxes = false, bands = false;
    for (std::size_t i = 0; i < spec.marks.size(); ++i) {
        marks += writer.write(spec.marks[i], i);
        boxes = boxes || spec.marks[i].kind == MarkKind::boxes;
        bands = bands || (spec.marks[i].kind == MarkKind::line && !spec.marks[i].lower.empty());
    }
    std::string libraries = boxes && bands ? "statistics,fillbetween"
                            : boxes        ? "statistics"
                            : bands        ? "fillbetween"
                                           : "";
    files.tex =
        fmt::format("% {}\n% needs \\usepackage{{pgfplots}} and \\pgfplotsset{{compat=1.18}}\n", escaped(spec.title));
    if (!libraries.empty())
        files.tex += fmt::format("% and \\usepgfplotslibrary{{{}}}\n", libraries);
    files.tex += colorDefinitions(spec);
    files.tex += fmt::format(
        "\\begin{{tikzpicture}}\n\\begin{{axis}}[\n  width={}mm, height={}mm,\n  font=\\fontsize{{7}}{{8.4}}"
        "\\selectfont,\n  axis lines*=left, tick align=outside, unbounded coords=jump,\n"
        "  legend style={{draw=none, fill opacity=0.9, text opacity=1}},\n",
        numberText(size.widthMm), numberText(size.heightMm));
    files.tex += axisOptions("x", spec.x, false);
    files.tex += axisOptions("y", spec.y, spec.y.scale == AxisScale::category);
    files.tex += "]\n" + marks + "\\end{axis}\n\\end{tikzpicture}\n";
    files.data = csvOf(columns);
    return files;
}

} // namespace vitrine
