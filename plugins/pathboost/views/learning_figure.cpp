#include "plugins/pathboost/views/learning_figure.h"

#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/prediction_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine::pathboost {
namespace {

constexpr std::string_view kEnsemble = "ensemble/";
constexpr std::string_view kAnchor = "anchor:";

constexpr std::array kParts = {"train", "validation", "test"};

std::shared_ptr<const Series> curvesOf(const RunData& data) {
    const auto found = data.outputs.find(kTrainError);
    return found == data.outputs.end() ? nullptr : valueAs<Series>(found->second);
}

const SeriesLine* lineOf(const Series& series, const std::string& id) {
    const auto found =
        std::find_if(series.lines.begin(), series.lines.end(), [&id](const SeriesLine& line) { return line.id == id; });
    return found == series.lines.end() || found->x.empty() ? nullptr : &*found;
}

/// "anchor:6/test" -> "6"; empty for other lines.
std::string anchorOf(const std::string& lineId) {
    const std::size_t slash = lineId.rfind('/');
    if (!lineId.starts_with(kAnchor) || slash == std::string::npos)
        return {};
    return lineId.substr(kAnchor.size(), slash - kAnchor.size());
}

FigureMark curve(const SeriesLine& line, const std::string& label, int slot) {
    FigureMark mark;
    mark.kind = MarkKind::line;
    mark.id = line.id;
    mark.label = label;
    mark.slot = slot;
    mark.x = line.x;
    mark.y = line.y;
    return mark;
}

/// "XGBoost, graph counts" -> "graph counts": beside the line there is no room for more, the caption says the rest.
std::string shortName(const std::string& model) {
    const std::size_t comma = model.find(", ");
    std::string name = comma == std::string::npos ? model : model.substr(comma + 2);
    if (name == "Mean")
        name = "mean";
    if (name == "Share of the classes")
        name = "class share";
    return name;
}

void addBaselines(FigureSpec& spec, const RunData& data) {
    const auto table = outputTable(data, kBaselines);
    const Column* models = table ? table->find("model") : nullptr;
    const Column* errors = table ? table->find(table->find("rmse") ? "rmse" : "log_loss") : nullptr;
    if (!models || !errors)
        return;
    for (std::size_t row = 1; row < table->rowCount(); ++row) { // the first row is PathBoost itself
        const double error = errors->number(row);
        if (!std::isfinite(error))
            continue;
        FigureMark mark;
        mark.kind = MarkKind::referenceY;
        mark.id = models->cellText(row);
        mark.label = shortName(mark.id);
        mark.dash = DashStyle::dashed;
        mark.y = {error};
        spec.marks.push_back(std::move(mark));
    }
    if (table->rowCount() > 1) {
        const Column* part = table->find("part");
        spec.caption += " Dashed: simple models on the " + partName(part ? part->cellText(0) : std::string("test")) +
                        " graphs, the training mean and XGBoost on the features named.";
    }
}

// Where early stopping found the best model and where it ended the fit.
void addStops(FigureSpec& spec, const RunData& data) {
    const auto found = data.outputs.find(kMetrics);
    const auto metrics = found == data.outputs.end() ? nullptr : valueAs<Scalars>(found->second);
    if (!metrics)
        return;
    for (const auto& [id, label] : {std::pair{"best_iteration", "best"}, std::pair{"stop_iteration", "stopped"}})
        for (const Scalar& one : metrics->items)
            if (one.id == id && std::isfinite(one.value)) {
                FigureMark mark;
                mark.kind = MarkKind::referenceX;
                mark.id = id;
                mark.label = label;
                mark.strong = std::string_view(label) == "best";
                mark.x = {one.value};
                spec.marks.push_back(std::move(mark));
            }
}

void addEnsemble(FigureSpec& spec, const Series& series, const RunData& data) {
    for (const char* part : kParts)
        if (const SeriesLine* line = lineOf(series, std::string(kEnsemble) + part))
            spec.marks.push_back(curve(*line, partName(part), partSlot(part)));
    spec.caption = "Error of the averaged prediction after each iteration.";
    addBaselines(spec, data);
    addStops(spec, data);
}

/// The largest anchors and those that must be there; the order is that of the sizes.
std::vector<std::string> drawnAnchors(std::vector<std::string> all, const std::vector<std::string>& wanted) {
    const auto isWanted = [&wanted](const std::string& key) {
        return std::find(wanted.begin(), wanted.end(), key) != wanted.end();
    };
    for (std::size_t i = all.size(); i > 0 && all.size() > LearningChoice::kMostAnchors; --i)
        if (!isWanted(all[i - 1]))
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(i) - 1);
    all.resize(std::min(all.size(), LearningChoice::kMostAnchors));
    return all;
}

void addAnchors(FigureSpec& spec, const Series& series, const RunData& data, const LearningChoice& choice) {
    const std::vector<std::string> all = curveAnchors(data);
    int slot = 0;
    for (const std::string& key : drawnAnchors(all, choice.anchors)) {
        ++slot; // also for an anchor without a curve of this part: it keeps its colour from part to part
        const SeriesLine* line = lineOf(series, std::string(kAnchor) + key + "/" + choice.part);
        if (!line)
            continue;
        const std::size_t comma = line->label.rfind(", ");
        FigureMark mark = curve(*line, line->label.substr(0, comma), slot);
        mark.id = key; // a click on the line chooses the anchor's path
        if (std::find(choice.anchors.begin(), choice.anchors.end(), key) != choice.anchors.end())
            mark.width = 3.0;
        spec.marks.push_back(std::move(mark));
    }
    spec.keyKind = kPathKind;
    spec.shown = static_cast<std::int64_t>(spec.marks.size());
    spec.total = static_cast<std::int64_t>(all.size());
    spec.caption =
        "Error of each anchor's sub-model on the " + partName(choice.part) + " graphs that contain the anchor.";
}

} // namespace

nlohmann::json LearningChoice::toJson() const {
    if (!perAnchor)
        return nlohmann::json::object();
    return {{"per_anchor", true}, {"part", part}, {"anchors", anchors}};
}

LearningChoice LearningChoice::fromJson(const nlohmann::json& options) {
    LearningChoice choice;
    if (!options.is_object())
        return choice;
    if (const auto found = options.find("per_anchor"); found != options.end() && found->is_boolean())
        choice.perAnchor = found->get<bool>();
    if (const auto found = options.find("part"); found != options.end() && found->is_string())
        choice.part = found->get<std::string>();
    if (const auto found = options.find("anchors"); found != options.end() && found->is_array())
        for (const auto& anchor : *found)
            if (anchor.is_string() && choice.anchors.size() < kMostAnchors)
                choice.anchors.push_back(anchor.get<std::string>());
    return choice;
}

std::vector<std::string> curveParts(const RunData& data) {
    std::vector<std::string> parts;
    if (const auto series = curvesOf(data))
        for (const char* part : kParts)
            if (lineOf(*series, std::string(kEnsemble) + part))
                parts.emplace_back(part);
    return parts;
}

std::vector<std::string> curveAnchors(const RunData& data) {
    std::vector<std::string> anchors;
    if (const auto series = curvesOf(data))
        for (const SeriesLine& line : series->lines)
            if (std::string key = anchorOf(line.id);
                !key.empty() && std::find(anchors.begin(), anchors.end(), key) == anchors.end())
                anchors.push_back(std::move(key));
    return anchors;
}

int iterationsDone(const RunData& data) {
    const auto series = curvesOf(data);
    double last = 0;
    if (series)
        for (const SeriesLine& line : series->lines)
            if (!line.x.empty() && std::isfinite(line.x.back()))
                last = std::max(last, line.x.back());
    return static_cast<int>(std::min(last, 1e9));
}

int iterationsWanted(const RunData& data) {
    const nlohmann::json wanted = parameterOf(data, "n_iter");
    return wanted.is_number_integer()
               ? static_cast<int>(std::clamp<std::int64_t>(wanted.get<std::int64_t>(), 0, 1'000'000'000))
               : iterationsDone(data);
}

std::optional<FigureSpec> learningFigure(const RunData& data, const LearningChoice& choice) {
    const auto series = curvesOf(data);
    const int done = iterationsDone(data);
    if (!series || done == 0)
        return std::nullopt;
    FigureSpec spec;
    describeFigure(spec, data, kTrainError);
    spec.x.label = {"Iteration", ""};
    spec.y.label = {series->y.title.empty() ? "RMSE" : series->y.title, series->y.unit};
    if (choice.perAnchor)
        addAnchors(spec, *series, data, choice);
    else
        addEnsemble(spec, *series, data);
    spec.x.minimum = 0;
    spec.x.maximum = data.live ? std::max(done, iterationsWanted(data)) : done;
    spec.x.integerTicks = true;
    if (data.live && done < *spec.x.maximum) {
        FigureMark now;
        now.kind = MarkKind::referenceX;
        now.id = "now";
        now.dash = DashStyle::dotted;
        now.x = {static_cast<double>(done)};
        spec.marks.push_back(std::move(now));
    }
    return spec;
}

} // namespace vitrine::pathboost
