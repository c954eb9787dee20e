#include "plugins/pathboost/views/prediction_figures.h"

#include "core/figure/distribution.h"
#include "core/values/text.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/class_figures.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/charts/number_label.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {

namespace {

constexpr std::size_t kMostParts = 6; // more groups than this are no split
constexpr double kOpacity = 0.7;
constexpr int kDigits = 3;

std::string number(double value) {
    return toStd(shortLabel(value, kDigits, QLocale()));
}

using RowValue = double (PredictionRows::*)(std::size_t) const;

FigureMark pointsOf(const PredictionRows& rows, const std::vector<std::size_t>& chosen, RowValue x, RowValue y) {
    FigureMark mark;
    mark.kind = MarkKind::points;
    for (const std::size_t row : chosen) {
        if (std::isnan((rows.*x)(row)) || std::isnan((rows.*y)(row)))
            continue;
        mark.x.push_back((rows.*x)(row));
        mark.y.push_back((rows.*y)(row));
        mark.keys.push_back(std::to_string(rows.graph(row)));
        mark.pointLabels.push_back(rows.name(row));
    }
    return mark;
}

std::vector<std::string> drawnParts(const PredictionRows& rows) {
    std::vector<std::string> parts = rows.parts();
    if (parts.size() > kMostParts)
        parts.resize(kMostParts);
    return parts;
}

// One mark per part, and a ring around the striking graph.
void addPoints(FigureSpec& spec, const PredictionRows& rows, RowValue x, RowValue y) {
    const std::vector<std::string> parts = drawnParts(rows);
    for (const std::string& part : parts) {
        FigureMark mark = pointsOf(rows, rows.rowsOfPart(part), x, y);
        mark.id = part.empty() ? "all" : part;
        mark.label = parts.size() > 1 ? partName(part) : std::string();
        mark.slot = parts.size() > 1 || !part.empty() ? partSlot(part) : 1;
        mark.markers = parts.size() > 1;
        mark.opacity = kOpacity;
        if (!mark.x.empty())
            spec.marks.push_back(std::move(mark));
    }
    if (!rows.mostStriking() || spec.marks.empty())
        return;
    FigureMark ring = pointsOf(rows, {*rows.mostStriking()}, x, y);
    ring.id = "striking";
    ring.hollow = true;
    if (!ring.x.empty())
        spec.marks.push_back(std::move(ring));
}

FigureSpec emptyFigure(const PredictionRows& rows, const char* title) {
    FigureSpec spec;
    spec.title = title;
    spec.keyKind = kGraphKind;
    spec.x.label = rows.names().prediction;
    return spec;
}

FigureMark zeroLine(MarkKind kind) {
    FigureMark zero;
    zero.kind = kind;
    zero.id = "zero";
    zero.dash = DashStyle::dashed;
    (kind == MarkKind::referenceX ? zero.x : zero.y) = {0.0};
    return zero;
}

double histogramValue(const PredictionRows& rows, std::size_t row) {
    return rows.hasTruth() ? rows.residual(row) : rows.prediction(row);
}

Histogram binsOf(const PredictionRows& rows) {
    std::vector<double> values;
    for (std::size_t row = 0; row < rows.size(); ++row)
        values.push_back(histogramValue(rows, row));
    return histogramOf(values);
}

std::optional<std::size_t> binOf(const Histogram& bins, double value) {
    if (!std::isfinite(value) || bins.counts.empty())
        return std::nullopt;
    const double place = std::floor((value - bins.start) / bins.width);
    return std::min(bins.counts.size() - 1, static_cast<std::size_t>(std::max(place, 0.0)));
}

} // namespace

std::string qualityText(const Quality& quality) {
    const std::string r2 = std::isnan(quality.r2) ? std::string() : "R² " + number(quality.r2) + ", ";
    return r2 + "RMSE " + number(quality.rmse) +
           ", n = " + toStd(QLocale().toString(static_cast<qlonglong>(quality.n)));
}

std::optional<FigureSpec> predictionFigure(const PredictionRows& rows) {
    if (rows.isClassifier() && rows.hasTruth())
        return classPointsFigure(rows);
    FigureSpec spec = emptyFigure(rows, "Prediction against truth");
    if (!rows.hasTruth()) {
        spec.title = "Spread against prediction";
        spec.caption = "Standard deviation between the sub-models of a graph; it is no calibrated interval.";
        spec.y.label = {"Spread between sub-models", rows.names().prediction.unit};
        addPoints(spec, rows, &PredictionRows::prediction, &PredictionRows::spread);
        return spec.marks.empty() ? std::nullopt : std::optional(std::move(spec));
    }
    spec.x.label = rows.names().truth;
    spec.y.label = rows.names().prediction;
    addPoints(spec, rows, &PredictionRows::truth, &PredictionRows::prediction);
    if (spec.marks.empty())
        return std::nullopt;
    FigureMark diagonal;
    diagonal.kind = MarkKind::diagonal;
    diagonal.id = "diagonal";
    spec.marks.push_back(std::move(diagonal));
    const std::vector<std::string> parts = drawnParts(rows);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) // what was held out comes first
        if (const Quality quality = rows.qualityOf(*part); quality.n > 0)
            spec.annotations.push_back((part->empty() && parts.size() == 1 ? "" : partName(*part) + ": ") +
                                       qualityText(quality));
    spec.caption = "Each point is a graph; dashed: prediction equals truth. Ringed: largest error" +
                   std::string(parts.size() > 1 ? " of the test part." : ".");
    return spec;
}

std::optional<FigureSpec> residualFigure(const PredictionRows& rows) {
    if (rows.isClassifier())
        return rocFigure(rows);
    if (!rows.hasTruth())
        return std::nullopt;
    FigureSpec spec = emptyFigure(rows, "Residuals against prediction");
    spec.y.label = rows.names().residual;
    addPoints(spec, rows, &PredictionRows::prediction, &PredictionRows::residual);
    if (spec.marks.empty())
        return std::nullopt;
    spec.marks.push_back(zeroLine(MarkKind::referenceY));
    spec.caption = "Residual: measured minus predicted.";
    return spec;
}

std::optional<FigureSpec> residualHistogram(const PredictionRows& rows, std::optional<std::size_t> marked) {
    if (rows.isClassifier())
        return classHistogram(rows, marked);
    const Histogram bins = binsOf(rows);
    if (bins.counts.empty())
        return std::nullopt;
    FigureSpec spec =
        emptyFigure(rows, rows.hasTruth() ? "Distribution of the residuals" : "Distribution of the predictions");
    if (rows.hasTruth())
        spec.x.label = {"Residual, measured − predicted", rows.names().residual.unit};
    spec.y.label.title = "Graphs";
    spec.y.integerTicks = true;
    FigureMark bars;
    bars.kind = MarkKind::bars;
    bars.id = "count";
    bars.slot = 1;
    bars.barWidth = bins.width;
    for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
        bars.x.push_back(bins.center(bin));
        bars.y.push_back(static_cast<double>(bins.counts[bin]));
    }
    spec.marks.push_back(std::move(bars));
    if (rows.hasTruth())
        spec.marks.push_back(zeroLine(MarkKind::referenceX));
    if (marked && std::isfinite(histogramValue(rows, *marked))) {
        FigureMark line;
        line.kind = MarkKind::referenceX;
        line.id = "marked";
        line.label = rows.name(*marked);
        line.strong = true;
        line.x = {histogramValue(rows, *marked)};
        spec.marks.push_back(std::move(line));
    }
    return spec;
}

std::vector<int> graphsOfBin(const PredictionRows& rows, std::size_t bin) {
    if (rows.isClassifier())
        return graphsOfClassBin(rows, bin);
    const Histogram bins = binsOf(rows);
    std::vector<int> graphs;
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (binOf(bins, histogramValue(rows, row)) == bin)
            graphs.push_back(rows.graph(row));
    std::sort(graphs.begin(), graphs.end());
    return graphs;
}

} // namespace vitrine::pathboost
