#include "core/values/text.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/decomposition.h"
#include "plugins/pathboost/views/run_paths.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace vitrine::pathboost {

namespace {

constexpr double kBarWidth = 0.6; // of the pitch

/// A bar of the figure: a line, what is gathered, or the total.
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
                        name + ", " + (line.occurrences == 0 ? "does not occur" : "occurs " + count), line.value});
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

FigureMark barsMark(const char* id, int slot, const std::vector<Bar>& bars, FigureSpec& spec) {
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
        mark.keys.push_back(bar.key);
        mark.pointLabels.push_back(bar.readOut);
        spec.y.categories.push_back(bar.name);
    }
    return mark;
}

} // namespace

FigureSpec decompositionFigure(const Decomposition& decomposition, int top, const std::string& always) {
    FigureSpec spec;
    spec.title = "Prediction of " + decomposition.name + ", path by path";
    spec.keyKind = kPathKind;
    spec.x.label = {"Contribution", decomposition.unit};
    spec.y.scale = AxisScale::category;
    const std::vector<std::size_t> places = largest(decomposition, top, always);
    std::vector<Bar> base;
    for (const ContributionLine& line : decomposition.lines)
        if (line.path == kBaseRow)
            base.push_back({"base", "", "base, mean of the sub-models' starts", line.value});
    spec.marks.push_back(barsMark("base", 0, base, spec));
    spec.marks.push_back(barsMark("paths", 1, pathBars(decomposition, places), spec));
    if (const auto rest = restBar(decomposition, places)) {
        spec.marks.push_back(barsMark("rest", 0, {*rest}, spec));
        spec.shown = static_cast<std::int64_t>(places.size());
        spec.total = static_cast<std::int64_t>(decomposition.lines.size() - base.size());
    }
    spec.marks.push_back(
        barsMark("total", 0, {{"prediction", "", "prediction, the sum of all", decomposition.total}}, spec));
    FigureMark zero;
    zero.kind = MarkKind::referenceX;
    zero.id = "zero";
    zero.dash = DashStyle::solid;
    zero.x = {0.0};
    spec.marks.push_back(std::move(zero));
    spec.caption = "The prediction is the base plus the contributions of all paths.";
    return spec;
}

} // namespace vitrine::pathboost
