#include "core/base/number_text.h"
#include "core/figure/figure_spec.h"

#include <cmath>

namespace vitrine {
namespace {

void count(NonFiniteCount& total, double value) {
    if (std::isnan(value))
        ++total.nan;
    else if (std::isinf(value))
        ++total.infinite;
}

/// RFC 4180: quoted where a separator, quote or line break stands in it.
std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string out = "\"";
    for (char c : text) {
        if (c == '"')
            out += '"';
        out += c;
    }
    return out + '"';
}

std::string numberAt(const std::vector<double>& values, std::size_t i) {
    return i < values.size() ? numberText(values[i]) : std::string();
}

std::string textAt(const std::vector<std::string>& texts, std::size_t i) {
    return i < texts.size() ? texts[i] : std::string();
}

using VisibleX = std::optional<std::pair<double, double>>;

bool isVisible(const VisibleX& range, double x) {
    return !range || (x >= range->first && x <= range->second);
}

void appendRow(std::string& csv, const FigureMark& mark, const std::string& key, const std::string& x,
               const std::string& y, const std::string& lower, const std::string& upper) {
    csv += quoted(mark.label.empty() ? mark.id : mark.label);
    for (const std::string& cell : {quoted(key), x, y, lower, upper}) {
        csv += ',';
        csv += cell;
    }
    csv += '\n';
}

/// Name of the category at a place, or the number itself on other axes.
std::string placeText(const FigureAxis& axis, double place) {
    if (axis.scale != AxisScale::category)
        return numberText(place);
    const double index = std::round(place);
    if (index >= 0 && index < static_cast<double>(axis.categories.size()))
        return quoted(axis.categories[static_cast<std::size_t>(index)]);
    return numberText(place);
}

void appendPoints(std::string& csv, const FigureSpec& spec, const FigureMark& mark, const VisibleX& range) {
    const bool sideways = mark.horizontal && mark.kind == MarkKind::bars;
    const FigureAxis& placeAxis = sideways ? spec.y : spec.x;
    const FigureAxis& valueAxis = sideways ? spec.x : spec.y;
    const std::size_t rows = std::max(mark.x.size(), mark.y.size());
    for (std::size_t i = 0; i < rows; ++i) {
        if (i < mark.x.size() && !isVisible(range, mark.x[i]))
            continue;
        const std::string x = i < mark.x.size() ? placeText(placeAxis, mark.x[i]) : std::string();
        const std::string y = i < mark.y.size() ? placeText(valueAxis, mark.y[i]) : std::string();
        appendRow(csv, mark, textAt(mark.keys, i), x, y, numberAt(mark.lower, i), numberAt(mark.upper, i));
    }
}

void appendCells(std::string& csv, const FigureSpec& spec, const FigureMark& mark) {
    if (!mark.matrix)
        return;
    for (std::size_t row = 0; row < mark.matrix->rows; ++row)
        for (std::size_t column = 0; column < mark.matrix->columns; ++column)
            appendRow(csv, mark, textAt(spec.y.categories, row), placeText(spec.x, static_cast<double>(column)),
                      numberText(mark.matrix->at(row, column)), {}, {});
}

void appendBoxes(std::string& csv, const FigureSpec& spec, const FigureMark& mark) {
    const FigureAxis& places = mark.horizontal ? spec.y : spec.x;
    for (std::size_t i = 0; i < mark.boxes.size(); ++i) {
        const BoxSummary& box = mark.boxes[i];
        const double place = i < mark.x.size() ? mark.x[i] : static_cast<double>(i);
        for (const auto& [name, number] : {std::pair<const char*, double>{"low", box.low},
                                           {"q1", box.q1},
                                           {"median", box.median},
                                           {"q3", box.q3},
                                           {"high", box.high},
                                           {"n", static_cast<double>(box.n)}})
            appendRow(csv, mark, name, placeText(places, place), numberText(number), {}, {});
    }
}

} // namespace

NonFiniteCount countNonFinite(const FigureSpec& spec) {
    NonFiniteCount total;
    for (const FigureMark& mark : spec.marks) {
        // A point counts once, however many of its numbers are not finite; cells that were not measured are NaN.
        for (std::size_t i = 0; i < mark.y.size(); ++i) {
            const bool badX = i < mark.x.size() && !std::isfinite(mark.x[i]);
            count(total, badX ? mark.x[i] : mark.y[i]);
        }
        if (mark.matrix)
            for (double cell : mark.matrix->cells)
                if (std::isinf(cell))
                    ++total.infinite;
    }
    return total;
}

std::string figureCsv(const FigureSpec& spec, VisibleX visibleX) {
    if (spec.drawing)
        return spec.drawing->csv();
    std::string csv = "mark,key,x,y,lower,upper\n";
    for (const FigureMark& mark : spec.marks) {
        switch (mark.kind) {
        case MarkKind::cells: appendCells(csv, spec, mark); break;
        case MarkKind::boxes: appendBoxes(csv, spec, mark); break;
        case MarkKind::diagonal: break;
        case MarkKind::line:
        case MarkKind::points:
        case MarkKind::bars:
        case MarkKind::referenceX:
        case MarkKind::referenceY: appendPoints(csv, spec, mark, visibleX); break;
        }
    }
    return csv;
}

} // namespace vitrine
