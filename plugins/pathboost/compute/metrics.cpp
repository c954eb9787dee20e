#include "plugins/pathboost/compute/metrics.h"

#include "plugins/pathboost/compute/table_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>

namespace vitrine::pathboost {

namespace {

constexpr const char* kRmse = "√(Σ(y − ŷ)²/n)";
constexpr const char* kMae = "Σ|y − ŷ|/n";
constexpr const char* kR2 = "1 − Σ(y − ŷ)²/Σ(y − ȳ)²";

Scalar scalar(const std::string& id, std::string label, double value, const std::string& unit, std::string definition,
              bool headline = false) {
    Scalar result;
    result.id = id;
    result.label = std::move(label);
    result.value = value;
    result.unit = unit;
    result.definition = std::move(definition);
    result.headline = headline;
    return result;
}

std::optional<Interval> interval(const std::pair<double, double>& bounds, const std::string& part, std::int64_t n) {
    if (std::isnan(bounds.first) || std::isnan(bounds.second))
        return std::nullopt;
    return Interval{bounds.first, bounds.second, "95 % bootstrap over " + part + " graphs", n};
}

const ScoredModel* bestBaseline(const TrainMetrics& metrics) {
    const auto best =
        std::min_element(metrics.baselines.begin(), metrics.baselines.end(),
                         [](const ScoredModel& a, const ScoredModel& b) { return a.quality.rmse < b.quality.rmse; });
    return best == metrics.baselines.end() || std::isnan(best->quality.rmse) ? nullptr : &*best;
}

// "20 % below baseline"
std::string comparison(const TrainMetrics& metrics) {
    const ScoredModel* best = bestBaseline(metrics);
    if (best == nullptr || best->quality.rmse <= 0.0 || std::isnan(metrics.model.quality.rmse))
        return {};
    const double change = metrics.model.quality.rmse / best->quality.rmse - 1.0;
    const auto percent = std::lround(std::abs(change) * 100.0);
    if (percent == 0)
        return "as good as the baseline";
    return fmt::format("{} % {} baseline", percent, change < 0.0 ? "below" : "above");
}

// Errors on the part that the run is judged by.
void addQuality(const TrainMetrics& metrics, Scalars& scalars) {
    const ScoredModel& model = metrics.model;
    const std::string& part = metrics.part;
    const std::string name = part == "test" ? "Test" : "Training";
    const auto add = [&](Scalar one, const std::pair<double, double> QualityIntervals::*bounds, bool lowerIsBetter) {
        one.id = part + "_" + one.id;
        one.lowerIsBetter = lowerIsBetter;
        if (model.intervals)
            one.interval = interval((*model.intervals).*bounds, part == "test" ? "test" : "training", model.quality.n);
        scalars.items.push_back(std::move(one));
    };
    add(scalar("rmse", name + " RMSE", model.quality.rmse, metrics.unit, kRmse, true), &QualityIntervals::rmse, true);
    scalars.items.back().comparison = comparison(metrics);
    if (!std::isnan(model.quality.r2))
        add(scalar("r2", name + " R²", model.quality.r2, "", kR2, true), &QualityIntervals::r2, false);
    add(scalar("mae", name + " MAE", model.quality.mae, metrics.unit, kMae, true), &QualityIntervals::mae, true);
}

void addBestBaseline(const TrainMetrics& metrics, Scalars& scalars) {
    const ScoredModel* best = bestBaseline(metrics);
    if (best == nullptr)
        return;
    Scalar one = scalar("best_baseline_rmse", "Best baseline", best->quality.rmse, metrics.unit,
                        std::string("Smallest ") + kRmse + " of the baselines on the same split", true);
    one.comparison = best->label;
    one.lowerIsBetter = true;
    if (best->intervals)
        one.interval = interval(best->intervals->rmse, metrics.part == "test" ? "test" : "training", best->quality.n);
    scalars.items.push_back(std::move(one));
}

struct ClassText {
    const char* id;
    const char* label;
    const char* definition;
    bool lowerIsBetter;
};
// In the order of ClassMeasure.
constexpr std::array<ClassText, kClassMeasures> kClassTexts{
    {{"accuracy", "accuracy", "Share of graphs whose class is predicted", false},
     {"balanced_accuracy", "balanced accuracy", "(recall of the positive + recall of the negative class)/2", false},
     {"auc", "ROC AUC", "Share of pairs of a positive and a negative graph in the right order; ties count half", false},
     {"f1", "F1", "2 TP/(2 TP + FP + FN)", false},
     {"recall", "recall", "TP/(TP + FN)", false},
     {"log_loss", "log loss", "−Σ(y ln p + (1 − y) ln(1 − p))/n, probabilities clipped to 2.2e-16", true}}};

const ScoredModel* bestClassBaseline(const TrainMetrics& metrics) {
    const auto accuracy = [](const ScoredModel& model) { return model.classes[ClassMeasure::accuracy]; };
    const auto best =
        std::max_element(metrics.baselines.begin(), metrics.baselines.end(),
                         [&](const ScoredModel& a, const ScoredModel& b) { return accuracy(a) < accuracy(b); });
    return best == metrics.baselines.end() || std::isnan(accuracy(*best)) ? nullptr : &*best;
}

// "5 points above baseline"
std::string classComparison(const TrainMetrics& metrics) {
    const ScoredModel* best = bestClassBaseline(metrics);
    if (best == nullptr)
        return {};
    const double change = metrics.model.classes[ClassMeasure::accuracy] - best->classes[ClassMeasure::accuracy];
    const auto points = std::lround(std::abs(change) * 100.0);
    if (points == 0)
        return "as good as the baseline";
    return fmt::format("{} point{} {} baseline", points, points == 1 ? "" : "s", change < 0.0 ? "below" : "above");
}

void addClassQuality(const TrainMetrics& metrics, Scalars& scalars) {
    const std::string& part = metrics.part;
    constexpr std::size_t kHeadlines = 3;
    for (std::size_t k = 0; k < kClassMeasures; ++k) {
        const ClassText& text = kClassTexts[k];
        const double value = metrics.model.classes.values[k];
        if (std::isnan(value))
            continue;
        const std::string name = part == "test" ? "Test " : "Training ";
        Scalar one = scalar(text.id, name + text.label, value, "", text.definition, k < kHeadlines);
        one.id = part + "_" + one.id;
        one.lowerIsBetter = text.lowerIsBetter;
        if (metrics.model.classIntervals)
            one.interval = interval((*metrics.model.classIntervals)[k], part == "test" ? "test" : "training",
                                    metrics.model.classes.n);
        if (k == 0)
            one.comparison = classComparison(metrics);
        scalars.items.push_back(std::move(one));
    }
    if (const ScoredModel* best = bestClassBaseline(metrics)) {
        Scalar one = scalar("best_baseline_accuracy", "Best baseline", best->classes[ClassMeasure::accuracy], "",
                            "Largest accuracy of the baselines on the same split", true);
        one.comparison = best->label;
        one.lowerIsBetter = false;
        if (best->classIntervals)
            one.interval =
                interval(best->classIntervals->front(), part == "test" ? "test" : "training", best->classes.n);
        scalars.items.push_back(std::move(one));
    }
}

// The same measure on the parts that the run is not judged by.
void addOtherParts(const TrainMetrics& metrics, Scalars& scalars) {
    const auto add = [&](const char* id, const char* name, const ScoredModel& model) {
        if (metrics.task == Task::classification)
            scalars.items.push_back(scalar(std::string(id) + "_log_loss", std::string(name) + " log loss",
                                           model.classes[ClassMeasure::logLoss], "", kClassTexts[5].definition));
        else
            scalars.items.push_back(scalar(std::string(id) + "_rmse", std::string(name) + " RMSE", model.quality.rmse,
                                           metrics.unit, kRmse));
    };
    if (metrics.part != "train")
        add("train", "Training", metrics.train);
    if (metrics.validation)
        add("validation", "Validation", *metrics.validation);
}

// "Length 1 to 5, 9 anchors"
std::string lengths(const TrainMetrics& metrics) {
    const std::string range = metrics.shortestPath == metrics.longestPath
                                  ? fmt::format("Length {}", metrics.longestPath)
                                  : fmt::format("Length {} to {}", metrics.shortestPath, metrics.longestPath);
    return metrics.subModels > 1 ? fmt::format("{}, {} anchors", range, metrics.subModels) : range;
}

} // namespace

Scalars trainScalars(const TrainMetrics& metrics) {
    Scalars scalars;
    if (metrics.task == Task::classification) {
        addClassQuality(metrics, scalars);
    } else {
        addQuality(metrics, scalars);
        addBestBaseline(metrics, scalars);
    }
    const auto number = [](std::int64_t value) { return static_cast<double>(value); };
    scalars.items.push_back(scalar("selected_paths", "Selected paths", number(metrics.selectedPaths), "",
                                   "Different labelled paths that some iteration selected", true));
    if (metrics.selectedPaths > 0)
        scalars.items.back().comparison = lengths(metrics);
    addOtherParts(metrics, scalars);
    scalars.items.push_back(
        scalar("iterations", "Iterations kept", number(metrics.iterations), "", "Boosting steps of each sub-model"));
    if (metrics.bestIteration > 0)
        scalars.items.push_back(scalar("best_iteration", "Best iteration", number(metrics.bestIteration), "",
                                       "First one with the smallest validation error"));
    if (metrics.stopIteration > 0)
        scalars.items.push_back(scalar("stop_iteration", "Stopped after", number(metrics.stopIteration), "iterations",
                                       "Iterations done when early stopping ended the fit"));
    scalars.items.push_back(
        scalar("sub_models", "Sub-models", number(metrics.subModels), "", "Anchors with training graphs"));
    scalars.items.push_back(
        scalar("train_graphs", "Training graphs", number(metrics.trainGraphs), "", "Graphs of the training part"));
    scalars.items.push_back(scalar("without_anchor", "Training graphs without anchor",
                                   number(metrics.graphsWithoutAnchor), "", "Used by no sub-model"));
    return scalars;
}

namespace {

Table classBaselines(const TrainMetrics& metrics) {
    std::vector<const ScoredModel*> models{&metrics.model};
    for (const ScoredModel& baseline : metrics.baselines)
        models.push_back(&baseline);
    Table table;
    const auto add = [&](const char* name, const std::string& description, auto&& valueOf) {
        Column::Reals values;
        for (const ScoredModel* model : models)
            values.push_back(valueOf(*model));
        table.columns.push_back(realColumn(name, std::move(values), description));
    };
    const auto bound = [](const ScoredModel& model, bool upper) {
        if (!model.classIntervals)
            return std::numeric_limits<double>::quiet_NaN();
        return upper ? model.classIntervals->front().second : model.classIntervals->front().first;
    };
    Column::Texts names, parts(models.size(), metrics.part);
    Column::Integers n, features;
    for (const ScoredModel* model : models) {
        names.push_back(model->label);
        n.push_back(model->classes.n);
        features.push_back(model->features);
    }
    table.columns.emplace_back("model", std::move(names));
    table.columns.back().description = "PathBoost and the simple models fitted on the same training graphs";
    table.columns.emplace_back("part", std::move(parts));
    table.columns.back().description = "Part of the split on which the measures are taken";
    for (std::size_t k = 0; k < kClassMeasures; ++k) {
        add(kClassTexts[k].id, kClassTexts[k].definition,
            [k](const ScoredModel& model) { return model.classes.values[k]; });
        if (k > 0)
            continue;
        add("accuracy_lower", "Lower end of the 95 % bootstrap interval over the graphs",
            [&](const ScoredModel& model) { return bound(model, false); });
        add("accuracy_upper", "Upper end of the 95 % bootstrap interval over the graphs",
            [&](const ScoredModel& model) { return bound(model, true); });
    }
    table.columns.emplace_back("n", std::move(n));
    table.columns.back().description = "Graphs compared";
    table.columns.emplace_back("features", std::move(features));
    table.columns.back().description = "Features; for PathBoost selected paths";
    return table;
}

} // namespace

Table baselinesTable(const TrainMetrics& metrics) {
    if (metrics.task == Task::classification)
        return classBaselines(metrics);
    Column::Texts models;
    Column::Reals rmse, lower, upper, mae, r2;
    Column::Integers n, features;
    std::vector<std::size_t> noInterval;
    std::vector<std::size_t> noR2;
    const auto add = [&](const ScoredModel& model) {
        if (!model.intervals)
            noInterval.push_back(models.size());
        if (std::isnan(model.quality.r2))
            noR2.push_back(models.size());
        models.push_back(model.label);
        rmse.push_back(model.quality.rmse);
        lower.push_back(model.intervals ? model.intervals->rmse.first : 0.0);
        upper.push_back(model.intervals ? model.intervals->rmse.second : 0.0);
        mae.push_back(model.quality.mae);
        r2.push_back(std::isnan(model.quality.r2) ? 0.0 : model.quality.r2);
        n.push_back(model.quality.n);
        features.push_back(model.features);
    };
    add(metrics.model);
    for (const ScoredModel& baseline : metrics.baselines)
        add(baseline);
    Column::Texts parts(models.size(), metrics.part);
    Table table{{{"model", std::move(models)},
                 {"part", std::move(parts)},
                 {"rmse", std::move(rmse)},
                 {"rmse_lower", std::move(lower)},
                 {"rmse_upper", std::move(upper)},
                 {"mae", std::move(mae)},
                 {"r2", std::move(r2)},
                 {"n", std::move(n)},
                 {"features", std::move(features)}}};
    const std::vector<std::pair<std::size_t, const char*>> descriptions{
        {0, "PathBoost and the simple models fitted on the same training graphs"},
        {1, "Part of the split on which the errors are taken"},
        {2, kRmse},
        {3, "Lower end of the 95 % bootstrap interval over the graphs"},
        {4, "Upper end of the 95 % bootstrap interval over the graphs"},
        {5, kMae},
        {6, kR2},
        {7, "Graphs compared"},
        {8, "Features; for PathBoost selected paths"}};
    for (const auto& [column, text] : descriptions)
        table.columns[column].description = text;
    for (const std::size_t column : {2, 3, 4, 5})
        table.columns[column].unit = metrics.unit;
    for (const std::size_t row : noInterval) {
        table.columns[3].setMissing(row);
        table.columns[4].setMissing(row);
    }
    for (const std::size_t row : noR2)
        table.columns[6].setMissing(row);
    return table;
}

namespace {

void addGraphCounts(std::int64_t graphs, std::int64_t withoutAnchor, Scalars& scalars) {
    scalars.items.push_back(
        scalar("graphs", "Graphs predicted", static_cast<double>(graphs), "", "Graphs of the data set", true));
    scalars.items.push_back(scalar("without_anchor", "Graphs without anchor", static_cast<double>(withoutAnchor), "",
                                   "Graphs that no sub-model applies to"));
}

void addCompared(std::int64_t n, Scalars& scalars) {
    scalars.items.push_back(
        scalar("compared", "Graphs compared", static_cast<double>(n), "", "Graphs whose truth is known"));
    scalars.items[0].comparison = "too good if training graphs are among them";
}

} // namespace

Scalars predictScalars(const std::optional<Quality>& quality, const std::string& unit, std::int64_t graphs,
                       std::int64_t withoutAnchor) {
    Scalars scalars;
    if (quality && quality->n > 0) {
        scalars.items.push_back(scalar("rmse", "RMSE", quality->rmse, unit, kRmse, true));
        if (!std::isnan(quality->r2))
            scalars.items.push_back(scalar("r2", "R²", quality->r2, "", kR2, true));
        scalars.items.push_back(scalar("mae", "MAE", quality->mae, unit, kMae, true));
        addCompared(quality->n, scalars);
        scalars.items[0].lowerIsBetter = true;
    }
    addGraphCounts(graphs, withoutAnchor, scalars);
    return scalars;
}

Scalars predictClassScalars(const std::optional<ClassQuality>& quality, std::int64_t graphs,
                            std::int64_t withoutAnchor) {
    Scalars scalars;
    if (quality && quality->n > 0) {
        for (std::size_t k = 0; k < kClassMeasures; ++k)
            if (!std::isnan(quality->values[k])) {
                std::string label = kClassTexts[k].label;
                label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
                scalars.items.push_back(
                    scalar(kClassTexts[k].id, label, quality->values[k], "", kClassTexts[k].definition, k < 3));
                scalars.items.back().lowerIsBetter = kClassTexts[k].lowerIsBetter;
            }
        addCompared(quality->n, scalars);
    }
    addGraphCounts(graphs, withoutAnchor, scalars);
    return scalars;
}

} // namespace vitrine::pathboost
