#include "plugins/pathboost/views/class_figures.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/class_quality.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/charts/number_label.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {

namespace {

constexpr int kBins = 20;
constexpr double kHalf = 0.5;
constexpr int kDigits = 3;

std::string number(double value) {
    return toStd(shortLabel(value, kDigits, QLocale()));
}

FigureSpec emptyFigure(const PredictionRows& rows, const char* title) {
    FigureSpec spec;
    spec.title = title;
    spec.keyKind = kGraphKind;
    spec.x.label = {"Probability of " + rows.classes()[1], ""};
    spec.x.minimum = 0.0;
    spec.x.maximum = 1.0;
    return spec;
}

FigureMark referenceX(const char* id, double value) {
    FigureMark line;
    line.kind = MarkKind::referenceX;
    line.id = id;
    line.x = {value};
    return line;
}

// Spread over the band of a class without chance: multiples of the golden ratio never come close to each other.
double placeInBand(std::size_t row, double truth) {
    constexpr double kGolden = 0.6180339887498949;
    constexpr double kBand = 0.6;
    const double turn = static_cast<double>(row) * kGolden;
    return (truth >= kHalf ? 0.0 : 1.0) + kBand * (turn - std::floor(turn) - kHalf);
}

struct PartValues {
    std::vector<double> probability, truth;
};

PartValues valuesOf(const PredictionRows& rows, const std::string& part) {
    PartValues values;
    for (const std::size_t row : rows.rowsOfPart(part)) {
        values.probability.push_back(rows.prediction(row));
        values.truth.push_back(rows.truth(row));
    }
    return values;
}

std::string qualityLine(const PredictionRows& rows, const std::string& part) {
    const PartValues values = valuesOf(rows, part);
    const ClassQuality quality = classQuality(values.probability, values.truth);
    if (quality.n == 0)
        return {};
    const double auc = quality[ClassMeasure::auc];
    return (part.empty() && rows.parts().size() == 1 ? "" : partName(part) + ": ") + "accuracy " +
           number(quality[ClassMeasure::accuracy]) + (std::isnan(auc) ? "" : ", AUC " + number(auc)) +
           ", n = " + toStd(QLocale().toString(static_cast<qlonglong>(quality.n)));
}

void addQuality(const PredictionRows& rows, FigureSpec& spec) {
    for (auto part = rows.parts().rbegin(); part != rows.parts().rend(); ++part) // what was held out comes first
        if (std::string line = qualityLine(rows, *part); !line.empty())
            spec.annotations.push_back(std::move(line));
}

std::size_t binOf(double probability) {
    return static_cast<std::size_t>(std::clamp(std::floor(probability * kBins), 0.0, kBins - 1.0));
}

FigureMark countBars(const PredictionRows& rows, const std::string& label, int slot, double low, double high) {
    FigureMark bars;
    bars.kind = MarkKind::bars;
    bars.id = bars.label = label;
    bars.slot = slot;
    bars.opacity = 0.75;
    bars.barWidth = 1.0 / kBins;
    bars.y.assign(kBins, 0.0);
    for (int bin = 0; bin < kBins; ++bin)
        bars.x.push_back((bin + kHalf) / kBins);
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (const double truth = rows.hasTruth() ? rows.truth(row) : 0.0;
            !std::isnan(rows.prediction(row)) && truth >= low && truth <= high)
            bars.y[binOf(rows.prediction(row))] += 1.0;
    return bars;
}

/// ROC curve from (0, 0) to (1, 1); equal probabilities are one step.
FigureMark rocCurve(const PartValues& values, double positives, double negatives) {
    std::vector<std::pair<double, bool>> order;
    for (std::size_t i = 0; i < values.truth.size(); ++i)
        if (!std::isnan(values.truth[i]) && !std::isnan(values.probability[i]))
            order.emplace_back(values.probability[i], values.truth[i] >= kHalf);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    FigureMark curve;
    curve.kind = MarkKind::line;
    curve.x = {0.0};
    curve.y = {0.0};
    double hits = 0.0, falseAlarms = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        (order[i].second ? hits : falseAlarms) += 1.0;
        if (i + 1 < order.size() && order[i + 1].first == order[i].first)
            continue;
        curve.x.push_back(falseAlarms / negatives);
        curve.y.push_back(hits / positives);
    }
    return curve;
}

} // namespace

std::optional<FigureSpec> classPointsFigure(const PredictionRows& rows) {
    if (!rows.hasTruth())
        return std::nullopt;
    FigureSpec spec = emptyFigure(rows, "Probability by true class");
    spec.y.scale = AxisScale::category;
    spec.y.categories = {rows.classes()[1], rows.classes()[0]};
    spec.y.label = {rows.names().truth.title, ""};
    const auto add = [&](const std::vector<std::size_t>& chosen) {
        FigureMark mark;
        mark.kind = MarkKind::points;
        for (const std::size_t row : chosen) {
            if (std::isnan(rows.truth(row)) || std::isnan(rows.prediction(row)))
                continue;
            mark.x.push_back(rows.prediction(row));
            mark.y.push_back(placeInBand(row, rows.truth(row)));
            mark.keys.push_back(std::to_string(rows.graph(row)));
            mark.pointLabels.push_back(rows.name(row));
        }
        return mark;
    };
    for (const std::string& part : rows.parts()) {
        FigureMark mark = add(rows.rowsOfPart(part));
        mark.id = part.empty() ? "all" : part;
        mark.label = rows.parts().size() > 1 ? partName(part) : std::string();
        mark.slot = rows.parts().size() > 1 || !part.empty() ? partSlot(part) : 1;
        mark.markers = rows.parts().size() > 1;
        mark.opacity = 0.7;
        if (!mark.x.empty())
            spec.marks.push_back(std::move(mark));
    }
    if (spec.marks.empty())
        return std::nullopt;
    if (rows.mostStriking()) {
        FigureMark ring = add({*rows.mostStriking()});
        ring.id = "striking";
        ring.hollow = true;
        if (!ring.x.empty())
            spec.marks.push_back(std::move(ring));
    }
    FigureMark half = referenceX("half", kHalf);
    half.dash = DashStyle::dashed;
    spec.marks.push_back(std::move(half));
    spec.caption = "Each point is a graph in the band of its true class; right of the dashed line it is predicted as " +
                   rows.classes()[1] + ".";
    return spec;
}

std::optional<FigureSpec> rocFigure(const PredictionRows& rows) {
    FigureSpec spec = emptyFigure(rows, "ROC curve");
    spec.keyKind.clear();
    spec.x.label = {"False positive rate", ""};
    spec.y.label = {"True positive rate", ""};
    spec.y.minimum = 0.0;
    spec.y.maximum = 1.0;
    for (const std::string& part : rows.parts()) {
        const PartValues values = valuesOf(rows, part);
        double positives = 0.0, negatives = 0.0;
        for (std::size_t i = 0; i < values.truth.size(); ++i)
            if (!std::isnan(values.truth[i]) && !std::isnan(values.probability[i]))
                (values.truth[i] >= kHalf ? positives : negatives) += 1.0;
        if (positives == 0.0 || negatives == 0.0)
            continue; // one class alone has no curve
        FigureMark curve = rocCurve(values, positives, negatives);
        curve.id = part.empty() ? "all" : part;
        curve.label = rows.parts().size() > 1 ? partName(part) : std::string();
        curve.slot = rows.parts().size() > 1 || !part.empty() ? partSlot(part) : 1;
        spec.marks.push_back(std::move(curve));
    }
    if (spec.marks.empty())
        return std::nullopt;
    FigureMark diagonal;
    diagonal.kind = MarkKind::diagonal;
    diagonal.id = "chance";
    spec.marks.push_back(std::move(diagonal));
    addQuality(rows, spec);
    spec.caption = "Share of the graphs of class " + rows.classes()[1] +
                   " that are found against share of the others taken for it, over all thresholds; dashed: chance.";
    return spec;
}

std::optional<FigureSpec> classHistogram(const PredictionRows& rows, std::optional<std::size_t> marked) {
    FigureSpec spec = emptyFigure(rows, "Distribution of the probabilities");
    spec.y.label = {"Graphs", ""};
    spec.y.integerTicks = true;
    spec.y.includeZero = true;
    if (rows.hasTruth()) {
        spec.marks.push_back(countBars(rows, rows.classes()[0], 1, 0.0, 0.0));
        spec.marks.push_back(countBars(rows, rows.classes()[1], 2, 1.0, 1.0));
        spec.caption = "Predicted probabilities, coloured by the true class.";
    } else {
        spec.marks.push_back(countBars(rows, "", 1, 0.0, 0.0));
        spec.caption = "Predicted probabilities.";
    }
    if (marked && std::isfinite(rows.prediction(*marked))) {
        FigureMark line = referenceX("marked", rows.prediction(*marked));
        line.label = rows.name(*marked);
        line.strong = true;
        spec.marks.push_back(std::move(line));
    }
    return spec;
}

std::vector<int> graphsOfClassBin(const PredictionRows& rows, std::size_t bin) {
    std::vector<int> graphs;
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (!std::isnan(rows.prediction(row)) && binOf(rows.prediction(row)) == bin)
            graphs.push_back(rows.graph(row));
    std::sort(graphs.begin(), graphs.end());
    return graphs;
}

} // namespace vitrine::pathboost
