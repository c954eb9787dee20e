#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/views/layer_figures.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

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

/// Where the first crossing of a layer lies against the scan: within it, before or behind.
Beyond sideOf(const LayerRow& row) {
    if (row.firstStatus == "ok")
        return Beyond::nowhere;
    return row.firstStatus == "left_censored" ? Beyond::left : Beyond::right;
}

struct Range {
    double low = std::nan("");
    double high = std::nan("");
    void take(double value) {
        low = std::fmin(low, value);
        high = std::fmax(high, value);
    }
};

/// Smallest and largest strength of the scan.
Range scanLimits(const RunData& data) {
    Range limits;
    const auto table = outputTable(data, kScan);
    const Column* strengths = table ? table->find(column::kS) : nullptr;
    for (std::size_t row = 0; strengths && row < table->rowCount(); ++row)
        limits.take(strengths->number(row));
    return limits;
}

/// What one predictor says of the layers on one side.
FigureMark predicted(const LayerRows& rows, const Predictor& predictor, Beyond side, const Range& limits,
                     Range& range) {
    FigureMark points;
    points.kind = MarkKind::points;
    points.id = predictor.id;
    points.slot = predictor.slot;
    points.markers = true;
    points.beyond = side;
    if (side == Beyond::nowhere)
        points.label = predictor.label;
    else
        points.id += side == Beyond::left ? "_before" : "_behind";
    for (const LayerRow& row : rows.rows()) {
        const double strength = row.*predictor.strength;
        const double measured = side == Beyond::nowhere ? row.sFirst : side == Beyond::left ? limits.low : limits.high;
        if (sideOf(row) != side || !std::isfinite(strength) || strength <= 0.0 || !(measured > 0.0))
            continue;
        points.x.push_back(measured);
        points.y.push_back(strength);
        points.keys.push_back(row.layer);
        points.pointLabels.push_back(shortName(row));
        range.take(measured);
        range.take(strength);
    }
    return points;
}

} // namespace

std::optional<FigureSpec> predictionFigure(const RunData& data, const LayerRows& rows) {
    FigureSpec spec;
    describeFigure(spec, data, kLayers);
    spec.title = "Predicted and measured threshold";
    spec.keyKind = kLayerKind;
    spec.x.label = {"First strength with an intruder, measured", ""};
    spec.y.label = {"Predicted s*", ""};
    spec.x.scale = spec.y.scale = AxisScale::log;
    const auto limits = scanLimits(data);
    Range range;
    for (const Predictor& predictor : kPredictors)
        for (const Beyond side : {Beyond::nowhere, Beyond::left, Beyond::right})
            if (auto points = predicted(rows, predictor, side, limits, range); !points.x.empty())
                spec.marks.push_back(std::move(points));
    if (spec.marks.empty())
        return std::nullopt;
    constexpr double kMargin = 1.3;
    const double low = range.low / kMargin;
    const double high = range.high * kMargin;
    spec.x.minimum = spec.y.minimum = low;
    spec.x.maximum = spec.y.maximum = high;
    const auto guide = [&](const char* id, const char* label, double factor, bool diagonal) {
        FigureMark line;
        line.kind = MarkKind::line;
        line.id = id;
        line.label = label;
        line.width = 1.0;
        line.dash = diagonal ? DashStyle::solid : DashStyle::dotted;
        line.x = {low, high};
        line.y = {factor * low, factor * high};
        spec.marks.push_back(std::move(line));
    };
    guide("equal", "", 1.0, true);
    guide("double", "× 2", 2.0, false);
    guide("half", "÷ 2", 0.5, false);
    const auto censored =
        std::ranges::count_if(rows.rows(), [](const LayerRow& row) { return sideOf(row) != Beyond::nowhere; });
    spec.annotations = {"n = " + std::to_string(static_cast<std::int64_t>(rows.rows().size()) - censored) + " layers"};
    if (censored > 0)
        spec.annotations.push_back(std::to_string(censored) + " censored: arrows");
    spec.caption =
        "Thresholds s* of the workbench definitions against the first crossing of the exact scan; dotted: a factor of "
        "two. " +
        std::to_string(censored) + " of " + std::to_string(rows.rows().size()) +
        " layers have no first crossing within the scan: arrows at its ends.";
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
