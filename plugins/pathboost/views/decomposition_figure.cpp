#include "core/values/text.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/decomposition.h"
#include "plugins/pathboost/views/path_names.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/charts/number_label.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace vitrine::pathboost {

namespace {

constexpr double kBarWidth = 0.6; // of the pitch
constexpr double kRoom = 0.14;    // of the range
constexpr int kDigits = 3;

/// A bar of the figure: a line, or what is gathered.
struct Bar {
    std::string name;
    std::string key;
    std::string readOut;
    double value = 0.0;
};

// Places of the lines that get a bar of their own, largest contribution first.
std::vector<std::size_t> largest(const Decomposition& decomposition, int top, const std::string& always) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < decomposition.lines.size(); ++i)
        if (decomposition.lines[i].path != kBaseRow)
            places.push_back(i);
    const auto size = [&](std::size_t i) { return std::abs(decomposition.lines[i].value); };
    std::stable_sort(places.begin(), places.end(), [&](auto a, auto b) { return size(a) > size(b); });
    const auto wanted = static_cast<std::size_t>(std::max(top, 1));
    if (places.size() <= wanted + 1) // one bar for one other path would say less
        return places;
    const auto chosen =
        std::find_if(places.begin(), places.end(), [&](auto i) { return decomposition.lines[i].path == always; });
    const bool isBeyond = chosen != places.end() && static_cast<std::size_t>(chosen - places.begin()) >= wanted;
    const std::size_t extra = isBeyond ? *chosen : 0;
    places.resize(wanted);
    if (isBeyond)
        places.back() = extra;
    return places;
}

std::vector<Bar> pathBars(const Decomposition& decomposition, const std::vector<std::size_t>& places) {
    std::vector<Bar> bars;
    for (const std::size_t i : places) {
        const ContributionLine& line = decomposition.lines[i];
        const std::string name = toStd(shownPath(line));
        const std::string count = "×" + std::to_string(line.occurrences);
        bars.push_back({line.occurrences == 0 ? "no " + name : name + "  " + count, line.path,
                        name + ", " +
                            (line.occurrences == 0 ? "does not occur"
                                                   : toStd(occurrencesText(toQString(line.path), line.occurrences))),
                        line.value});
    }
    return bars;
}

std::optional<Bar> restBar(const Decomposition& decomposition, const std::vector<std::size_t>& places) {
    const std::set<std::size_t> shown(places.begin(), places.end());
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < decomposition.lines.size(); ++i)
        if (decomposition.lines[i].path != kBaseRow && !shown.contains(i)) {
            sum += decomposition.lines[i].value;
            ++count;
        }
    const std::string name = std::to_string(count) + " other paths";
    return count == 0 ? std::nullopt : std::optional(Bar{name, "", name, sum});
}

// Bars one after the other, each from where the last one ended; `sum` goes on from mark to mark.
FigureMark stepsMark(const char* id, int slot, const std::vector<Bar>& bars, double& sum, FigureSpec& spec) {
    FigureMark mark;
    mark.kind = MarkKind::bars;
    mark.id = id;
    mark.slot = slot;
    mark.horizontal = true;
    mark.showValues = true;
    mark.barWidth = kBarWidth;
    for (const Bar& bar : bars) {
        mark.x.push_back(static_cast<double>(spec.y.categories.size()));
        mark.y.push_back(bar.value);
        mark.start.push_back(sum);
        mark.keys.push_back(bar.key);
        mark.pointLabels.push_back(bar.readOut);
        spec.y.categories.push_back(bar.name);
        sum += bar.value;
    }
    return mark;
}

// A value at which the steps begin or end: a dot in a row of its own.
void addLevel(const char* id, double value, FigureSpec& spec) {
    FigureMark dot;
    dot.kind = MarkKind::points;
    dot.id = id;
    dot.horizontal = true;
    dot.x = {value};
    dot.y = {static_cast<double>(spec.y.categories.size())};
    spec.marks.push_back(std::move(dot));
    spec.y.categories.push_back(std::string(id) + "  " + toStd(shortLabel(value, kDigits, QLocale())));
}

// Room at both sides for the numbers at the ends of the bars.
void setRange(FigureSpec& spec) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const FigureMark& mark : spec.marks)
        for (std::size_t i = 0; i < mark.x.size(); ++i) {
            const bool steps = !mark.start.empty();
            for (const double value :
                 {steps ? mark.start[i] : mark.x[i], steps ? mark.start[i] + mark.y[i] : mark.x[i]})
                if (std::isfinite(value)) {
                    low = std::min(low, value);
                    high = std::max(high, value);
                }
        }
    if (!(low < high))
        return;
    spec.x.minimum = low - kRoom * (high - low);
    spec.x.maximum = high + kRoom * (high - low);
}

} // namespace

FigureSpec decompositionFigure(const Decomposition& decomposition, int top, const std::string& always) {
    FigureSpec spec;
    spec.title = "Prediction of " + decomposition.name + ", path by path";
    spec.keyKind = kPathKind;
    spec.x.label = {decomposition.classes ? "One path added after the other"
                                          : "Prediction, one path added after the other",
                    decomposition.unit};
    spec.y.scale = AxisScale::category;
    double sum = 0.0;
    std::int64_t paths = 0;
    for (const ContributionLine& line : decomposition.lines)
        line.path == kBaseRow ? sum += line.value : paths += 1;
    addLevel("base", sum, spec);
    FigureMark line;
    line.kind = MarkKind::referenceX;
    line.id = "base line";
    line.dash = DashStyle::dashed;
    line.x = {sum};
    spec.marks.push_back(std::move(line));
    const std::vector<std::size_t> places = largest(decomposition, top, always);
    spec.marks.push_back(stepsMark("paths", 1, pathBars(decomposition, places), sum, spec));
    if (const auto rest = restBar(decomposition, places)) {
        spec.marks.push_back(stepsMark("rest", 0, {*rest}, sum, spec));
        spec.shown = static_cast<std::int64_t>(places.size());
        spec.total = paths;
    }
    addLevel("prediction", decomposition.total, spec);
    setRange(spec);
    spec.caption = "From the mean of the sub-models' starts (base) to the prediction; each bar is what one path adds.";
    return spec;
}

} // namespace vitrine::pathboost
