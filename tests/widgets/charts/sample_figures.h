#pragma once

#include "core/figure/figure_spec.h"

#include <cmath>
#include <map>
#include <string>

/// Figures of every kind for the tests of charts.
namespace vitrine::samples {

inline FigureSpec bars() {
    FigureSpec spec;
    spec.title = "Importance";
    spec.keyKind = "path";
    spec.x.label = {"Importance, absolute MSE", "% of the total"};
    spec.y.scale = AxisScale::category;
    spec.y.categories = {"C–C",        "C–O", "C",      "O–C–C–C–C", "N–C–C–C–C",
                         "Cl–C–C–C–C", "O",   "C–C–Cl", "N–C–C",     "O–C–C–C–O"};
    FigureMark mark;
    mark.kind = MarkKind::bars;
    mark.id = "importance";
    mark.label = "Importance";
    mark.slot = 1;
    mark.horizontal = true;
    mark.showValues = true;
    mark.y = {22.9, 11.3, 9.0, 6.3, 5.2, 4.8, 4.7, 2.9, 1.4, 1.3};
    for (std::size_t i = 0; i < mark.y.size(); ++i)
        mark.x.push_back(double(i));
    mark.keys = spec.y.categories;
    spec.marks.push_back(mark);
    spec.shown = 10;
    spec.total = 119;
    return spec;
}

inline FigureMark curve(const char* name, int slot, int count, double start, double end) {
    FigureMark mark;
    mark.kind = MarkKind::line;
    mark.id = name;
    mark.label = name;
    mark.slot = slot;
    for (int i = 1; i <= count; ++i) {
        mark.x.push_back(i);
        mark.y.push_back(end + (start - end) * std::exp(-i / 14.0) + 0.004 * std::sin(i * 1.7));
    }
    return mark;
}

inline FigureMark reference(const char* name, double y) {
    FigureMark mark;
    mark.kind = MarkKind::referenceY;
    mark.id = name;
    mark.label = name;
    mark.y = {y};
    return mark;
}

inline FigureSpec learningCurve(int iterations) {
    FigureSpec spec;
    spec.title = "Learning curve";
    spec.x.label = {"Iteration", ""};
    spec.x.minimum = 0;
    spec.x.maximum = 100;
    spec.y.label = {"RMSE", "log mol/L"};
    spec.marks = {curve("training", 1, iterations, 2.0, 0.70), curve("test", 2, iterations, 2.1, 0.93),
                  reference("mean", 2.24), reference("ridge", 1.2)};
    return spec;
}

inline FigureSpec scatter(int count, bool groups = false) {
    FigureSpec spec;
    spec.title = "Predicted and measured";
    spec.keyKind = "graph";
    spec.x.label = {"Measured solubility", "log mol/L"};
    spec.y.label = {"Predicted", "log mol/L"};
    spec.annotations = {"test, n = " + std::to_string(count), "RMSE 0.90 [0.78, 1.02]"};
    unsigned state = 17;
    const auto noise = [&state] {
        state = state * 1664525U + 1013904223U;
        return double(state >> 8) / double(1U << 24) - 0.5;
    };
    const int marks = groups ? 3 : 1;
    for (int m = 0; m < marks; ++m) {
        FigureMark mark;
        mark.kind = MarkKind::points;
        mark.id = "group " + std::to_string(m + 1);
        mark.label = groups ? mark.id : "";
        mark.slot = m + 1;
        mark.markers = groups;
        mark.opacity = 0.7;
        for (int i = 0; i < count / marks; ++i) {
            const double truth = -3 + 7 * noise() + 2 * noise() - m;
            mark.x.push_back(truth);
            mark.y.push_back(truth * 0.85 - 0.4 + 1.5 * noise() + noise());
            mark.keys.push_back(std::to_string(m * 100000 + i));
        }
        spec.marks.push_back(mark);
    }
    FigureMark diagonal;
    diagonal.kind = MarkKind::diagonal;
    spec.marks.push_back(diagonal);
    return spec;
}

inline FigureSpec heatMap(bool diverging = false) {
    FigureSpec spec;
    spec.title = "Deployment margin";
    spec.keyKind = "layer";
    spec.x.label = {"Module", ""};
    spec.y.label = {"Depth", "layer"};
    spec.x.scale = AxisScale::category;
    spec.y.scale = AxisScale::category;
    spec.x.categories = {"q", "k", "v", "o", "gate", "up", "down"};
    spec.y.categories = {"0", "1", "2", "3"};
    spec.value.label = {"R = γθ/θ", ""};
    spec.value.scale = diverging ? AxisScale::linear : AxisScale::log;
    Matrix matrix;
    matrix.rows = 4;
    matrix.columns = 7;
    for (std::size_t i = 0; i < 28; ++i)
        matrix.cells.push_back(diverging ? std::sin(double(i) * 0.7) * 3 + 0.5
                                         : 1.5 + std::fmod(double(i) * 0.77, 4.0));
    matrix.cells[9] = std::nan("");
    FigureMark mark;
    mark.kind = MarkKind::cells;
    mark.keys = spec.y.categories;
    if (diverging)
        mark.neutral = 0.0;
    mark.matrix = std::make_shared<const Matrix>(matrix);
    spec.marks.push_back(mark);
    return spec;
}

inline FigureSpec boxes() {
    FigureSpec spec;
    spec.title = "Solubility by number of occurrences";
    spec.x.label = {"Measured solubility", "log mol/L"};
    spec.y.scale = AxisScale::category;
    spec.y.categories = {"0", "1–2", "3–4", "≥ 5"};
    FigureMark mark;
    mark.kind = MarkKind::boxes;
    mark.slot = 2;
    mark.horizontal = true;
    mark.x = {0, 1, 2, 3};
    mark.boxes = {{-9.3, -4.1, -2.7, -1.4, 1.5, 891},
                  {-8.2, -4.2, -3.3, -2.3, 0.5, 108},
                  {-7.5, -5.0, -3.7, -2.6, -0.3, 56},
                  {-11.6, -7.4, -6.3, -4.7, -2.2, 73}};
    spec.marks.push_back(mark);
    return spec;
}

inline FigureSpec histogram() {
    FigureSpec spec;
    spec.title = "Target";
    spec.x.label = {"Measured solubility", "log mol/L"};
    spec.y.label = {"Molecules", ""};
    spec.y.integerTicks = true;
    FigureMark mark;
    mark.kind = MarkKind::bars;
    mark.slot = 1;
    mark.barWidth = 0.5;
    for (int i = 0; i < 27; ++i) {
        mark.x.push_back(-11.75 + i * 0.5);
        mark.y.push_back(std::round(110 * std::exp(-std::pow((i - 18) / 6.0, 2))));
    }
    spec.marks.push_back(mark);
    FigureMark median;
    median.kind = MarkKind::referenceX;
    median.label = "median −2.86";
    median.x = {-2.86};
    spec.marks.push_back(median);
    return spec;
}

inline FigureSpec dots() {
    FigureSpec spec;
    spec.title = "Methods at equal compute";
    spec.keyKind = "method";
    spec.x.label = {"Held-out pass@1, median and range of 24 seeds", ""};
    spec.y.scale = AxisScale::category;
    spec.y.categories = {"AdaPrefix, bisection", "AdaPrefix", "PrefixRL, annealed", "PrefixRL", "No offset", "Vanilla"};
    FigureMark mark;
    mark.kind = MarkKind::points;
    mark.slot = 1;
    mark.horizontal = true;
    mark.showValues = true;
    mark.x = {0.353, 0.353, 0.325, 0.321, 0.271, 0.150};
    mark.y = {0, 1, 2, 3, 4, 5};
    mark.lower = {0.33, 0.335, 0.312, 0.30, 0.252, 0.131};
    mark.upper = {0.372, 0.369, 0.341, 0.336, 0.287, 0.163};
    mark.keys = spec.y.categories;
    spec.marks.push_back(mark);
    return spec;
}

inline FigureSpec manyLines() {
    FigureSpec spec;
    spec.title = "Anchors";
    spec.x.label = {"Iteration", ""};
    spec.y.label = {"RMSE", "log mol/L"};
    for (int i = 0; i < 8; ++i) {
        FigureMark mark = curve("", i + 1, 100, 2.2 + 0.1 * i, 0.6 + 0.12 * i);
        mark.label = "anchor " + std::to_string(i + 1);
        mark.id = mark.label;
        spec.marks.push_back(mark);
    }
    return spec;
}

inline FigureSpec spectrum() {
    FigureSpec spec;
    spec.title = "Spectrum";
    spec.x.label = {"Rank i of the singular value", ""};
    spec.y.label = {"Singular value σᵢ", ""};
    spec.x.scale = AxisScale::log;
    spec.y.scale = AxisScale::log;
    FigureMark base;
    base.kind = MarkKind::line;
    base.id = base.label = "W (base)";
    base.slot = 1;
    for (int i = 1; i <= 128; ++i) {
        base.x.push_back(i);
        base.y.push_back(2.3 * std::pow(i, -0.2) * std::exp(-i / 90.0));
    }
    spec.marks.push_back(base);
    FigureMark edge = reference("θ full", 1.94);
    spec.marks.push_back(edge);
    FigureMark measured;
    measured.kind = MarkKind::referenceX;
    measured.label = "first";
    measured.x = {5};
    measured.slot = 7;
    measured.dash = DashStyle::solid;
    spec.marks.push_back(measured);
    return spec;
}

inline FigureSpec rawAndSmoothed() {
    FigureSpec spec;
    spec.title = "Success rate";
    spec.x.label = {"Step", ""};
    spec.y.label = {"Success rate", ""};
    spec.y.minimum = 0;
    spec.y.maximum = 1;
    FigureMark raw;
    raw.kind = MarkKind::line;
    raw.id = "raw";
    raw.slot = 1;
    raw.width = 1;
    raw.opacity = 0.45;
    FigureMark smooth = raw;
    smooth.id = smooth.label = "EMA";
    smooth.width = 2;
    smooth.opacity = 1;
    double mean = 0.5;
    for (int i = 1; i <= 40; ++i) {
        const double value = 0.5 + 0.12 * std::sin(i * 2.3) + 0.1 * std::sin(i * 0.3);
        mean = 0.7 * mean + 0.3 * value;
        raw.x.push_back(i);
        raw.y.push_back(i == 31 ? std::nan("") : i == 12 ? HUGE_VAL : value);
        smooth.x.push_back(i);
        smooth.y.push_back(mean);
        smooth.lower.push_back(mean - 0.08);
        smooth.upper.push_back(mean + 0.08);
    }
    spec.marks = {raw, smooth};
    return spec;
}

inline FigureSpec noise(int count) {
    FigureSpec spec;
    spec.title = "Noise";
    spec.x.label = {"Sample", ""};
    spec.y.label = {"Signal", "mV"};
    FigureMark mark;
    mark.kind = MarkKind::line;
    mark.id = "signal";
    mark.slot = 1;
    unsigned state = 3;
    double level = 0;
    for (int i = 0; i < count; ++i) {
        state = state * 1664525U + 1013904223U;
        level += double(state >> 8) / double(1U << 24) - 0.5;
        mark.x.push_back(i);
        mark.y.push_back(level + (i == count / 3 ? 400.0 : 0.0));
    }
    spec.marks.push_back(mark);
    return spec;
}

inline FigureSpec groupedBars() {
    FigureSpec spec;
    spec.title = "Elements";
    spec.x.scale = AxisScale::category;
    spec.x.label = {"Element", ""};
    spec.y.label = {"Molecules", ""};
    spec.x.categories = {"C", "O", "N", "Cl", "S"};
    for (int m = 0; m < 2; ++m) {
        FigureMark mark;
        mark.kind = MarkKind::bars;
        mark.id = mark.label = m == 0 ? "ESOL" : "FreeSolv";
        mark.slot = m + 1;
        mark.showValues = true;
        mark.x = {0, 1, 2, 3, 4};
        mark.y = m == 0 ? std::vector<double>{1128, 725, 457, 252, -116} : std::vector<double>{642, 310, 120, 133, 40};
        spec.marks.push_back(mark);
    }
    return spec;
}

inline std::map<std::string, FigureSpec> all() {
    return {{"bars", bars()},
            {"curve_live", learningCurve(63)},
            {"curve_full", learningCurve(100)},
            {"scatter", scatter(226)},
            {"scatter_groups", scatter(600, true)},
            {"scatter_large", scatter(100000)},
            {"heat", heatMap()},
            {"heat_diverging", heatMap(true)},
            {"boxes", boxes()},
            {"histogram", histogram()},
            {"dots", dots()},
            {"lines", manyLines()},
            {"spectrum", spectrum()},
            {"raw", rawAndSmoothed()},
            {"noise", noise(200000)},
            {"grouped", groupedBars()},
            {"empty", FigureSpec{}}};
}

} // namespace vitrine::samples
