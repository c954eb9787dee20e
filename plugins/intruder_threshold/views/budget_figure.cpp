#include "plugins/intruder_threshold/views/budget_figure.h"

#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/compute/tensor_names.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

constexpr std::size_t kMostLayers = 40;

struct Cut {
    std::string layer;
    std::string label;
    double before = 0.0, after = 0.0;
    bool wasCut = false;
};

/// "3 down" of "model.layers.3.mlp.down_proj".
std::string labelOf(const std::string& layer) {
    const ModulePlace place = modulePlace(layer);
    return place.depth ? std::to_string(*place.depth) + " " + shortModule(place.module) : layer;
}

/// Layers of the table, the largest margin first.
std::vector<Cut> cutsOf(const Table& table) {
    const Column* names = table.find(column::kLayer);
    const Column* before = table.find("margin_before");
    const Column* after = table.find("margin_after");
    const Column* factor = table.find("factor");
    std::vector<Cut> cuts;
    if (!names || !before || !after || !factor || names->type() != ColumnType::text)
        return cuts;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        if (std::isfinite(before->number(row)) && std::isfinite(after->number(row)))
            cuts.push_back({names->texts()[row], labelOf(names->texts()[row]), before->number(row), after->number(row),
                            factor->number(row) < 1.0});
    std::ranges::stable_sort(cuts, std::greater{}, &Cut::before);
    return cuts;
}

FigureMark pointsOf(const char* id, const char* label, int slot, bool hollow) {
    FigureMark mark;
    mark.kind = MarkKind::points;
    mark.id = id;
    mark.label = label;
    mark.slot = slot;
    mark.hollow = hollow;
    return mark;
}

} // namespace

std::optional<FigureSpec> budgetFigure(const RunData& data) {
    const auto table = outputTable(data, kBudgetTable);
    std::vector<Cut> cuts = table ? cutsOf(*table) : std::vector<Cut>();
    if (cuts.empty())
        return std::nullopt;
    FigureSpec spec;
    describeFigure(spec, data, kBudgetTable);
    const auto count = std::ranges::count_if(cuts, &Cut::wasCut);
    spec.title = "Margins before and after";
    spec.caption =
        "Margin R of every layer against the chosen edge, before the budget (ring) and after it (dot, as read "
        "again from the file); a bar joins the two where the layer was cut: " +
        std::to_string(count) + " of " + std::to_string(cuts.size()) + ". Workbench definition.";
    spec.annotations = {std::to_string(count) + " of " + std::to_string(cuts.size()) + " layers cut", "dashed: limit"};
    if (cuts.size() > kMostLayers) {
        spec.total = static_cast<std::int64_t>(cuts.size());
        spec.shown = static_cast<std::int64_t>(kMostLayers);
        cuts.resize(kMostLayers);
    }
    spec.keyKind = kLayerKind;
    spec.x.label = {"Margin R = γθ₁/θ̄", ""};
    spec.x.includeZero = true;
    spec.y.scale = AxisScale::category;
    spec.y.label = {"Layer", ""};
    FigureMark joins;
    joins.kind = MarkKind::bars;
    joins.id = "cut";
    joins.horizontal = true;
    joins.barWidth = 0.12;
    FigureMark before = pointsOf("before", "before", 2, true), after = pointsOf("after", "after", 1, false);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        const auto place = static_cast<double>(i);
        spec.y.categories.push_back(cuts[i].label);
        if (cuts[i].wasCut) {
            joins.x.push_back(place);
            joins.start.push_back(cuts[i].after);
            joins.y.push_back(cuts[i].before - cuts[i].after); // the length of the bar
            joins.keys.push_back(cuts[i].layer);
        }
        for (FigureMark* mark : {&before, &after}) {
            mark->x.push_back(mark == &before ? cuts[i].before : cuts[i].after);
            mark->y.push_back(place);
            mark->keys.push_back(cuts[i].layer);
            mark->pointLabels.push_back(cuts[i].label);
        }
    }
    if (!joins.x.empty())
        spec.marks.push_back(std::move(joins));
    spec.marks.push_back(std::move(before));
    spec.marks.push_back(std::move(after));
    FigureMark limit;
    limit.kind = MarkKind::referenceX;
    limit.id = "limit";
    const auto cap = parameterOf(data, "cap");
    limit.x = {cap.is_number() ? cap.get<double>() : 1.0};
    spec.marks.push_back(std::move(limit));
    return spec;
}

} // namespace vitrine::intruder_threshold
