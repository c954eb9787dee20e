#include "core/figure/view_hints.h"

namespace vitrine {
namespace {

using Json = nlohmann::json;

std::string text(const Json& view, const char* key) {
    const auto found = view.find(key);
    return found != view.end() && found->is_string() ? found->get<std::string>() : std::string();
}

template <class T>
std::optional<T> number(const Json& view, const char* key) {
    const auto found = view.find(key);
    return found != view.end() && found->is_number() ? std::optional<T>(found->get<T>()) : std::nullopt;
}

std::optional<bool> boolean(const Json& view, const char* key) {
    const auto found = view.find(key);
    return found != view.end() && found->is_boolean() ? std::optional<bool>(found->get<bool>()) : std::nullopt;
}

std::vector<std::string> texts(const Json& view, const char* key) {
    std::vector<std::string> list;
    const auto found = view.find(key);
    if (found == view.end())
        return list;
    if (found->is_string())
        list.push_back(found->get<std::string>());
    else if (found->is_array())
        for (const Json& item : *found)
            if (item.is_string())
                list.push_back(item.get<std::string>());
    return list;
}

AxisScale scaleFromName(const std::string& name) {
    if (name == "log")
        return AxisScale::log;
    return name == "symlog" ? AxisScale::symlog : AxisScale::linear;
}

FigureAxis axis(const Json& view, const std::string& prefix) {
    FigureAxis axis;
    axis.label.title = text(view, (prefix + "_title").c_str());
    axis.label.unit = text(view, (prefix + "_unit").c_str());
    axis.scale = scaleFromName(text(view, (prefix + "_scale").c_str()));
    axis.minimum = number<double>(view, (prefix + "_min").c_str());
    axis.maximum = number<double>(view, (prefix + "_max").c_str());
    return axis;
}

} // namespace

ViewHints ViewHints::fromJson(const Json& view) {
    ViewHints hints;
    if (!view.is_object())
        return hints;
    hints.chart = text(view, "chart");
    hints.x = text(view, "x");
    hints.y = texts(view, "y");
    hints.group = text(view, "group");
    hints.label = text(view, "label");
    hints.lower = text(view, "lower");
    hints.upper = text(view, "upper");
    hints.value = text(view, "value");
    hints.sort = text(view, "sort");
    hints.reference = text(view, "reference");
    hints.caption = text(view, "caption");
    hints.annotations = texts(view, "annotations");
    hints.top = number<int>(view, "top");
    hints.bins = number<int>(view, "bins");
    hints.horizontal = boolean(view, "horizontal");
    hints.includeZero = boolean(view, "include_zero");
    hints.showValues = boolean(view, "show_values");
    hints.neutral = number<double>(view, "neutral");
    hints.diagonal = boolean(view, "diagonal").value_or(false);
    hints.xAxis = axis(view, "x");
    hints.yAxis = axis(view, "y");
    hints.valueAxis = axis(view, "value");
    if (const auto found = view.find("slots"); found != view.end() && found->is_object())
        for (const auto& [name, slot] : found->items())
            if (slot.is_number_integer())
                hints.slotHints[name] = slot.get<int>();
    if (const auto found = view.find("titles"); found != view.end() && found->is_object())
        for (const auto& [name, title] : found->items())
            if (title.is_string())
                hints.titles[name] = title.get<std::string>();
    return hints;
}

int ViewHints::slotOf(std::initializer_list<std::string_view> names, int otherwise) const {
    for (std::string_view name : names)
        if (const auto found = slotHints.find(std::string(name)); found != slotHints.end())
            return found->second;
    return otherwise;
}

void applyAxisHints(FigureAxis& axis, const FigureAxis& hints) {
    if (!hints.label.title.empty())
        axis.label.title = hints.label.title;
    if (!hints.label.unit.empty())
        axis.label.unit = hints.label.unit;
    if (hints.scale != AxisScale::linear && axis.scale != AxisScale::category)
        axis.scale = hints.scale;
    if (hints.minimum)
        axis.minimum = hints.minimum;
    if (hints.maximum)
        axis.maximum = hints.maximum;
}

} // namespace vitrine
