#include "core/figure/figure_changes.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

using Json = nlohmann::json;

const char* scaleName(AxisScale scale) {
    switch (scale) {
    case AxisScale::log: return "log";
    case AxisScale::symlog: return "symlog";
    case AxisScale::linear:
    case AxisScale::category: break;
    }
    return "linear";
}

std::optional<AxisScale> scaleOf(const Json& name) {
    for (const AxisScale scale : {AxisScale::linear, AxisScale::log, AxisScale::symlog})
        if (name == scaleName(scale))
            return scale;
    return std::nullopt;
}

std::optional<double> limitOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number())
        return std::nullopt;
    const auto number = found->get<double>();
    return std::abs(number) <= AxisChanges::kLargest ? std::optional(number) : std::nullopt;
}

Json axisJson(const AxisChanges& axis) {
    Json object = Json::object();
    if (axis.title)
        object["title"] = *axis.title;
    if (axis.scale)
        object["scale"] = scaleName(*axis.scale);
    if (axis.minimum)
        object["min"] = *axis.minimum;
    if (axis.maximum)
        object["max"] = *axis.maximum;
    if (axis.symlogThreshold)
        object["threshold"] = *axis.symlogThreshold;
    return object;
}

AxisChanges axisOf(const Json& object, const char* key) {
    AxisChanges axis;
    const auto found = object.find(key);
    if (found == object.end() || !found->is_object())
        return axis;
    if (const auto title = found->find("title"); title != found->end() && title->is_string()) {
        auto text = title->get<std::string>();
        if (text.size() <= AxisChanges::kLongestTitle)
            axis.title = std::move(text);
    }
    if (const auto scale = found->find("scale"); scale != found->end())
        axis.scale = scaleOf(*scale);
    axis.minimum = limitOf(*found, "min");
    axis.maximum = limitOf(*found, "max");
    if (axis.minimum && axis.maximum &&
        rangeProblem(AxisScale::linear, *axis.minimum, *axis.maximum) != RangeProblem::none)
        axis.minimum = axis.maximum = std::nullopt;
    axis.symlogThreshold = limitOf(*found, "threshold");
    if (axis.symlogThreshold && !(*axis.symlogThreshold > 0))
        axis.symlogThreshold = std::nullopt;
    return axis;
}

void applyTo(FigureAxis& axis, const AxisChanges& changes) {
    if (changes.title)
        axis.label.title = *changes.title;
    if (axis.scale == AxisScale::category)
        return;
    if (changes.scale)
        axis.scale = *changes.scale;
    if (changes.minimum)
        axis.minimum = changes.minimum;
    if (changes.maximum)
        axis.maximum = changes.maximum;
    if (changes.symlogThreshold)
        axis.symlogThreshold = *changes.symlogThreshold;
}

UnplacedCount countIn(const std::vector<double>& values) {
    UnplacedCount count;
    for (const double value : values) {
        count.total += std::isfinite(value) ? 1 : 0;
        count.unplaced += std::isfinite(value) && value <= 0 ? 1 : 0;
    }
    return count;
}

UnplacedCount countBars(const FigureMark& mark) {
    if (mark.start.size() != mark.y.size())
        return countIn(mark.y);
    std::vector<double> ends = mark.y;
    for (std::size_t i = 0; i < ends.size(); ++i)
        ends[i] += mark.start[i];
    return countIn(ends);
}

UnplacedCount countBoxes(const FigureMark& mark) {
    std::vector<double> lows;
    for (const BoxSummary& box : mark.boxes)
        if (box.n > 0)
            lows.push_back(box.low);
    return countIn(lows);
}

UnplacedCount countOf(const FigureMark& mark, AxisRole role) {
    const bool places = role == (mark.horizontal ? AxisRole::y : AxisRole::x);
    switch (mark.kind) {
    case MarkKind::line:
    case MarkKind::points: return countIn(role == AxisRole::x ? mark.x : mark.y);
    case MarkKind::bars: return places ? countIn(mark.x) : countBars(mark);
    case MarkKind::boxes: return places ? UnplacedCount() : countBoxes(mark);
    case MarkKind::referenceX: return role == AxisRole::x ? countIn(mark.x) : UnplacedCount();
    case MarkKind::referenceY: return role == AxisRole::y ? countIn(mark.y) : UnplacedCount();
    case MarkKind::cells:
    case MarkKind::diagonal: break;
    }
    return {};
}

} // namespace

Json FigureChanges::toJson() const {
    Json object = Json::object();
    for (const auto& [key, axis] : {std::pair{"x", &x}, {"y", &y}, {"value", &value}})
        if (!axis->isEmpty())
            object[key] = axisJson(*axis);
    return object.empty() ? Json() : object;
}

FigureChanges FigureChanges::fromJson(const Json& object) {
    if (!object.is_object())
        return {};
    return {axisOf(object, "x"), axisOf(object, "y"), axisOf(object, "value")};
}

void applyChanges(FigureSpec& spec, const FigureChanges& changes) {
    applyTo(spec.x, changes.x);
    applyTo(spec.y, changes.y);
    applyTo(spec.value, changes.value);
}

RangeProblem rangeProblem(AxisScale scale, double low, double high) {
    const double larger = std::max(std::abs(low), std::abs(high));
    if (!(larger <= AxisChanges::kLargest))
        return RangeProblem::tooLarge;
    if (scale == AxisScale::log && (low <= 0 || high <= 0))
        return RangeProblem::notPositive;
    if (!(low < high))
        return RangeProblem::reversed;
    return high - low < larger * AxisChanges::kLeastPart ? RangeProblem::tooNarrow : RangeProblem::none;
}

UnplacedCount countNotPositive(const FigureSpec& spec, AxisRole role) {
    UnplacedCount total;
    for (const FigureMark& mark : spec.marks) {
        UnplacedCount count;
        if (role != AxisRole::value)
            count = countOf(mark, role);
        else if (mark.kind == MarkKind::cells && mark.matrix)
            count = countIn(mark.matrix->cells);
        total.unplaced += count.unplaced;
        total.total += count.total;
    }
    return total;
}

} // namespace vitrine
