#include "plugins/pathboost/compute/fold_baselines.h"

#include "plugins/pathboost/compute/class_quality.h"
#include "plugins/pathboost/compute/evaluation.h"

#include <algorithm>
#include <set>

namespace vitrine::pathboost {

namespace {

/// Measures of one model, fold by fold.
struct ModelFolds {
    std::string id;
    FoldsOfModel line;
    std::vector<double> loss, miss, score;
};

void addFold(ModelFolds& model, Task task, std::span<const double> predictions, std::span<const double> truth) {
    if (task == Task::classification) {
        const ClassQuality fold = classQuality(predictions, truth);
        model.loss.push_back(fold[ClassMeasure::logLoss]);
        model.miss.push_back(fold[ClassMeasure::accuracy]);
        model.score.push_back(fold[ClassMeasure::balancedAccuracy]);
    } else {
        const Quality fold = quality(predictions, truth);
        model.loss.push_back(fold.rmse);
        model.miss.push_back(fold.mae);
        model.score.push_back(fold.r2);
    }
}

} // namespace

FoldBaselines foldBaselines(const BaselineInput& input, const FoldPlan& plan, std::span<const std::int32_t> graphs,
                            int threads, const std::stop_token& stop,
                            const std::function<void(double, const std::string&)>& done) {
    const auto parts = divisions(plan, graphs);
    std::vector<ModelFolds> models;
    std::set<std::string> notes;
    for (std::size_t division = 0; division < parts.size() && !stop.stop_requested(); ++division) {
        BaselineInput fold = input;
        fold.train = parts[division][0].graphs;
        fold.tested = parts[division][1].graphs;
        const Baselines fitted = fitBaselines(fold, threads, stop, [&](double share, const std::string& stage) {
            if (done)
                done((static_cast<double>(division) + share) / static_cast<double>(parts.size()), stage);
        });
        if (fitted.stopped)
            break;
        notes.insert(fitted.notes.begin(), fitted.notes.end());
        std::vector<double> truth;
        for (const std::int32_t graph : fold.tested)
            truth.push_back(input.target[static_cast<std::size_t>(graph)]);
        for (const Baseline& one : fitted.models) {
            auto place =
                std::find_if(models.begin(), models.end(), [&](const ModelFolds& model) { return model.id == one.id; });
            if (place == models.end()) {
                models.push_back({one.id, {one.label, one.features, {}}, {}, {}, {}});
                place = models.end() - 1;
            }
            addFold(*place, input.task, one.predictions, truth);
        }
    }
    FoldBaselines result;
    for (ModelFolds& model : models) {
        model.line.summary = summaryOf(model.loss, model.miss, model.score);
        result.models.push_back(std::move(model.line));
    }
    result.notes.assign(notes.begin(), notes.end());
    return result;
}

} // namespace vitrine::pathboost
