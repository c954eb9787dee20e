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

/// One predictor: a column of the layer table.
struct Predictor {
    const char* id;
    const char* label;
    double LayerRow::*strength;
    int slot;
};
constexpr Predictor kPredictors[] = {{"full", "full edge", &LayerRow::sFull, 1},
                                     {"bulk", "bulk edge", &LayerRow::sBulk, 2},
                                     {"geo", "geometric mean", &LayerRow::sGeo, 3},
                                     {"finite", "finite size", &LayerRow::sFinite, 4}};

/// Steps of one direction become one line.
void keepCorners(FigureMark& mark) {
    std::vector<double> x, y;
    for (std::size_t i = 0; i < mark.x.size(); ++i) {
        const auto straight = [&](const std::vector<double>& kept, const std::vector<double>& all) {
            const std::size_t n = kept.size();
            return n >= 2 && kept[n - 1] == kept[n - 2] && all[i] == kept[n - 1];
        };
        if (straight(x, mark.x) || straight(y, mark.y)) {
            x.pop_back();
            y.pop_back();
        }
        x.push_back(mark.x[i]);
        y.push_back(mark.y[i]);
    }
    mark.x = std::move(x);
    mark.y = std::move(y);
}

FigureMark rocCurve(const std::vector<const LayerRow*>& layers, const Predictor& predictor) {
    std::vector<std::pair<double, bool>> scored;
    double positive = 0.0;
    for (const LayerRow* layer : layers) {
        scored.emplace_back(layer->*predictor.strength, layer->intruders.value_or(0) > 0);
        positive += scored.back().second ? 1.0 : 0.0;
    }
    const double negative = static_cast<double>(scored.size()) - positive;
    std::ranges::sort(scored, {}, &std::pair<double, bool>::first); // small s*: most at risk
    FigureMark mark;
    mark.kind = MarkKind::line;
    mark.id = predictor.id;
    mark.label = predictor.label;
    mark.slot = predictor.slot;
    mark.x = {0.0};
    mark.y = {0.0};
    double hits = 0.0, alarms = 0.0;
    for (std::size_t i = 0; i < scored.size(); ++i) {
        (scored[i].second ? hits : alarms) += 1.0;
        const bool tied = i + 1 < scored.size() && scored[i + 1].first == scored[i].first;
        if (!tied) {
            mark.x.push_back(alarms / negative);
            mark.y.push_back(hits / positive);
        }
    }
    keepCorners(mark);
    return mark;
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
        "Smallest overlap of the leading directions of W(s) with the base over the strength s of the adapter. Dotted: "
        "predicted thresholds s* (workbench definitions); solid: first and persistent crossing as measured on the "
        "grid.";
    spec.x.label = {"Adapter strength s", ""};
    spec.x.scale = AxisScale::log;
    spec.y.label = {"Smallest overlap", ""};
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

std::optional<FigureSpec> predictionFigure(const RunData& data, const LayerRows& rows) {
    FigureSpec spec;
    describeFigure(spec, data, kLayers);
    spec.title = "Predicted and measured threshold";
    spec.keyKind = kLayerKind;
    spec.x.label = {"First strength with an intruder, measured", ""};
    spec.y.label = {"Predicted s*", ""};
    spec.x.scale = spec.y.scale = AxisScale::log;
    std::int64_t censored = 0;
    double low = std::nan(""), high = std::nan("");
    for (const Predictor& predictor : kPredictors) {
        FigureMark points;
        points.kind = MarkKind::points;
        points.id = predictor.id;
        points.label = predictor.label;
        points.slot = predictor.slot;
        points.markers = true;
        censored = 0;
        for (const LayerRow& row : rows.rows()) {
            if (row.firstStatus != "ok") {
                ++censored;
                continue;
            }
            const double predicted = row.*predictor.strength;
            if (!std::isfinite(predicted) || predicted <= 0.0)
                continue;
            points.x.push_back(row.sFirst);
            points.y.push_back(predicted);
            points.keys.push_back(row.layer);
            points.pointLabels.push_back(shortName(row));
            low = std::fmin(low, std::min(row.sFirst, predicted));
            high = std::fmax(high, std::max(row.sFirst, predicted));
        }
        if (!points.x.empty())
            spec.marks.push_back(std::move(points));
    }
    if (spec.marks.empty())
        return std::nullopt;
    constexpr double kMargin = 1.3;
    spec.x.minimum = spec.y.minimum = low / kMargin;
    spec.x.maximum = spec.y.maximum = high * kMargin;
    const auto guide = [&](const char* id, const char* label, double factor, bool diagonal) {
        FigureMark line;
        line.kind = MarkKind::line;
        line.id = id;
        line.label = label;
        line.width = 1.0;
        line.dash = diagonal ? DashStyle::solid : DashStyle::dotted;
        line.x = {low / kMargin, high * kMargin};
        line.y = {factor * low / kMargin, factor * high * kMargin};
        spec.marks.push_back(std::move(line));
    };
    guide("equal", "", 1.0, true);
    guide("double", "× 2", 2.0, false);
    guide("half", "÷ 2", 0.5, false);
    spec.annotations = {"n = " + std::to_string(static_cast<std::int64_t>(rows.rows().size()) - censored) + " layers"};
    if (censored > 0)
        spec.annotations.push_back(std::to_string(censored) + " censored, not drawn");
    spec.caption =
        "Thresholds s* of the workbench definitions against the first crossing of the exact scan; dotted: a factor of "
        "two. " +
        std::to_string(censored) + " of " + std::to_string(rows.rows().size()) +
        " layers have no first crossing within the scan and are not drawn.";
    return spec;
}

std::optional<FigureSpec> rocFigure(const RunData& data, const LayerRows& rows) {
    std::vector<const LayerRow*> layers;
    std::size_t positive = 0;
    for (const LayerRow& row : rows.rows())
        if (row.intruders && !std::isnan(row.sFull)) {
            layers.push_back(&row);
            positive += *row.intruders > 0 ? 1 : 0;
        }
    if (positive == 0 || positive == layers.size())
        return std::nullopt;
    FigureSpec spec;
    describeFigure(spec, data, kLayers);
    spec.title = "Who bears intruders at deployment";
    spec.caption = "ROC curves of −log s* for layers with at least one intruder at s = 1.";
    spec.x.label = {"Layers without intruders flagged", ""};
    spec.y.label = {"Layers with intruders found", ""};
    spec.x.minimum = spec.y.minimum = 0.0;
    spec.x.maximum = spec.y.maximum = 1.0;
    for (const Predictor& predictor : kPredictors)
        if (std::ranges::none_of(layers, [&](const LayerRow* row) { return std::isnan(row->*predictor.strength); }))
            spec.marks.push_back(rocCurve(layers, predictor));
    FigureMark chance;
    chance.kind = MarkKind::diagonal;
    chance.id = "chance";
    spec.marks.push_back(std::move(chance));
    spec.annotations = {std::to_string(positive) + " of " + std::to_string(layers.size()) + " layers bear intruders"};
    return spec;
}

} // namespace vitrine::intruder_threshold
