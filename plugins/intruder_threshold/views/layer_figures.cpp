#include "plugins/intruder_threshold/views/layer_figures.h"

#include "plugins/intruder_threshold/compute/outputs.h"
#include "widgets/charts/number_label.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace vitrine::intruder_threshold {

namespace {

constexpr int kDigits = 3;

std::string number(double value) {
    return shortLabel(value, kDigits, QLocale()).toStdString();
}

FigureMark referenceX(const std::string& id, const std::string& label, double value, bool measured) {
    FigureMark mark;
    mark.kind = MarkKind::referenceX;
    mark.id = id;
    mark.label = label;
    mark.x = {value};
    mark.strong = measured;
    mark.dash = measured ? DashStyle::solid : DashStyle::dotted;
    return mark;
}

FigureMark referenceY(const std::string& id, const std::string& label, double value) {
    FigureMark mark;
    mark.kind = MarkKind::referenceY;
    mark.id = id;
    mark.label = label;
    mark.y = {value};
    return mark;
}

/// Place of a module in the usual order of a transformer block; others come behind, by name.
std::size_t usualPlace(const std::string& module) {
    static constexpr std::array kOrder{"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"};
    for (std::size_t i = 0; i < kOrder.size(); ++i)
        if (module.ends_with(kOrder[i]))
            return i;
    return kOrder.size();
}

double criticality(const LayerRow& row, Subject subject) {
    const double value = subject == Subject::base ? 1.0 / row.thetaGeo : row.margin;
    return std::isnan(value) ? -1.0 : value;
}

/// Scan rows of one layer in the order of the strength.
struct ScanCurve {
    std::vector<double> strength, overlap, intruders;
};

ScanCurve scanOf(const Table& table, const std::string& layer) {
    ScanCurve curve;
    const Column* names = table.find(column::kLayer);
    const Column* s = table.find(column::kS);
    const Column* overlap = table.find(column::kMinMaxcos);
    const Column* count = table.find(column::kIntruders);
    if (!names || !s || !overlap || !count || names->type() != ColumnType::text)
        return curve;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        if (names->texts()[row] == layer) {
            curve.strength.push_back(s->number(row));
            curve.overlap.push_back(overlap->number(row));
            curve.intruders.push_back(count->number(row));
        }
    return curve;
}

/// Share of the k leading directions that are intruders, held from one strength to the next.
FigureMark intruderSteps(const ScanCurve& curve, int k) {
    FigureMark steps;
    steps.kind = MarkKind::line;
    steps.id = "intruders";
    steps.label = "intruders / k";
    steps.slot = 2;
    steps.dash = DashStyle::solid;
    for (std::size_t i = 0; i < curve.strength.size(); ++i) {
        const double share = curve.intruders[i] / k;
        if (i > 0) {
            steps.x.push_back(curve.strength[i]);
            steps.y.push_back(steps.y.back());
        }
        steps.x.push_back(curve.strength[i]);
        steps.y.push_back(share);
    }
    return steps;
}

struct MarginWords {
    double LayerRow::*value;
    const char* title;
    const char* label;
    const char* caption;
};

MarginWords marginWords(Subject subject) {
    switch (subject) {
    case Subject::base: break;
    case Subject::adapter:
        return {&LayerRow::margin, "Deployment margin", "R = γθ₁/θ̄",
                "R = γθ₁/θ̄ (full edge) of every layer, depth by module; above 1 the update is supercritical."};
    case Subject::tuned:
        return {&LayerRow::margin, "Distance from the threshold", "σ₁(ΔW)/θ̄",
                "σ₁(ΔW)/θ̄ (full edge, workbench definition) of every layer, depth by module; 1 is the threshold."};
    }
    return {&LayerRow::thetaGeo, "Threshold", "θ̄ geo",
            "Geometric mean of the full and the bulk threshold of every layer, depth by module."};
}

} // namespace

const LayerRow* mostCritical(const LayerRows& rows) {
    const LayerRow* worst = nullptr;
    for (const LayerRow& row : rows.rows())
        if (!worst || criticality(row, rows.subject()) > criticality(*worst, rows.subject()))
            worst = &row;
    return worst;
}

MarginMap marginMap(const LayerRows& rows) {
    MarginMap map;
    std::set<int> depths;
    bool without = false;
    for (const LayerRow& row : rows.rows()) {
        if (std::ranges::find(map.modules, row.module) == map.modules.end())
            map.modules.push_back(row.module);
        row.depth ? void(depths.insert(*row.depth)) : void(without = true);
    }
    std::ranges::sort(map.modules, {}, [](const std::string& name) { return std::pair(usualPlace(name), name); });
    std::vector<std::optional<int>> order(depths.begin(), depths.end());
    if (without)
        order.emplace_back();
    for (const auto& depth : order)
        map.depths.push_back(depth ? std::to_string(*depth) : std::string());
    map.cells.assign(map.modules.size() * order.size(), nullptr);
    for (const LayerRow& row : rows.rows()) {
        const auto y = std::ranges::find(order, row.depth) - order.begin();
        const auto x = std::ranges::find(map.modules, row.module) - map.modules.begin();
        map.cells[static_cast<std::size_t>(y) * map.modules.size() + static_cast<std::size_t>(x)] = &row;
    }
    return map;
}

std::optional<FigureSpec> marginFigure(const RunData& data, const LayerRows& rows) {
    if (rows.isEmpty())
        return std::nullopt;
    const MarginMap map = marginMap(rows);
    const MarginWords words = marginWords(rows.subject());
    Matrix matrix;
    matrix.rows = map.depths.size();
    matrix.columns = map.modules.size();
    matrix.rowLabels = map.depths;
    for (const std::string& module : map.modules)
        matrix.columnLabels.push_back(shortModule(module));
    FigureMark cells;
    for (const LayerRow* cell : map.cells) {
        matrix.cells.push_back(cell ? cell->*words.value : std::nan(""));
        cells.keys.push_back(cell ? cell->layer : std::string());
    }
    FigureSpec spec;
    spec.keyKind = kLayerKind;
    describeFigure(spec, data, kLayers);
    spec.title = words.title;
    spec.caption = words.caption;
    spec.x.scale = spec.y.scale = AxisScale::category;
    spec.x.label = {"Module", ""};
    spec.y.label = {"Depth", ""};
    spec.x.categories = matrix.columnLabels;
    spec.y.categories = matrix.rowLabels;
    spec.value.label = {words.label, ""};
    spec.value.scale = AxisScale::log;
    cells.kind = MarkKind::cells;
    cells.id = "margin";
    cells.showValues = true;
    cells.matrix = std::make_shared<const Matrix>(std::move(matrix));
    spec.marks.push_back(std::move(cells));
    return spec;
}

std::optional<FigureSpec> scanFigure(const RunData& data, const LayerRows& rows, const std::string& layer) {
    const auto table = outputTable(data, kScan);
    const LayerRow* row = layer.empty() ? mostCritical(rows) : rows.find(layer);
    if (!table || !row)
        return std::nullopt;
    const ScanCurve curve = scanOf(*table, row->layer);
    if (curve.strength.empty())
        return std::nullopt;
    FigureSpec spec;
    describeFigure(spec, data, kScan);
    spec.title = "Scan of " + shortName(*row);
    spec.caption =
        "Smallest overlap of the leading directions of W(s) with the base over the strength s of the adapter, and the "
        "share of the k leading directions that are intruders. Dotted: predicted thresholds s* (workbench "
        "definitions); solid: first and persistent crossing as measured on the grid.";
    spec.x.label = {"Adapter strength s", ""};
    spec.x.scale = AxisScale::log;
    spec.y.label = {"Smallest overlap, share", ""};
    spec.y.minimum = 0.0;
    spec.y.maximum = 1.0;
    FigureMark line;
    line.kind = MarkKind::line;
    line.id = "min_maxcos";
    line.label = "overlap";
    line.slot = 1;
    line.x = curve.strength;
    line.y = curve.overlap;
    for (std::size_t i = 0; i < curve.strength.size(); ++i)
        line.pointLabels.push_back(number(curve.intruders[i]) +
                                   (curve.intruders[i] == 1.0 ? " intruder" : " intruders"));
    spec.marks.push_back(std::move(line));
    if (const auto k = parameterOf(data, "k"); k.is_number_integer() && k.get<int>() > 0)
        spec.marks.push_back(intruderSteps(curve, k.get<int>()));
    if (const auto epsilon = parameterOf(data, "epsilon"); epsilon.is_number())
        spec.marks.push_back(referenceY("epsilon", "ε", epsilon.get<double>()));
    const auto addX = [&](const char* id, const char* label, double value, bool measured) {
        if (std::isfinite(value) && value >= curve.strength.front() && value <= curve.strength.back())
            spec.marks.push_back(referenceX(id, label, value, measured));
    };
    addX("s_bulk", "bulk", row->sBulk, false);
    addX("s_full", "full", row->sFull, false);
    addX("s_finite", "finite size", row->sFinite, false);
    if (row->firstStatus == "ok")
        addX("s_first", "first", row->sFirst, true);
    if (row->persistentStatus == "ok" && row->sPersistent != row->sFirst)
        addX("s_persistent", "persistent", row->sPersistent, true);
    return spec;
}

} // namespace vitrine::intruder_threshold
