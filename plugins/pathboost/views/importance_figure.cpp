#include "plugins/pathboost/views/importance_figure.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/outputs.h"
#include "widgets/charts/number_label.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {
namespace {

constexpr int kMostBars = 200;
constexpr int kEffectDigits = 3;

std::string textParameter(const RunData& data, const char* id) {
    const nlohmann::json value = parameterOf(data, id);
    return value.is_string() ? value.get<std::string>() : std::string();
}

/// "Importance, absolute MSE" with "% of the total".
AxisLabel valueAxis(const RunData& data, const RunPaths& paths) {
    if (!paths.hasImportance())
        return {"Times selected", ""};
    std::string title = "Importance";
    if (const std::string kind = textParameter(data, "importance"); kind == "absolute" || kind == "relative")
        title += ", " + kind;
    if (const std::string error = textParameter(data, "error_used"); error == "mse" || error == "mae")
        title += error == "mse" ? " MSE" : " MAE";
    if (parameterOf(data, "use_correlation") == true)
        title += ", shared with extensions";
    const bool percent = paths.importanceUnit() == QLatin1String("%");
    return {title, percent ? "% of the total" : toStd(paths.importanceUnit())};
}

/// "mean effect −0.42 log mol/L: lowers the prediction"
std::string effectText(double effect, const RunPaths& paths) {
    const QString unit = paths.effectUnit().isEmpty() ? QString() : QLatin1Char(' ') + paths.effectUnit();
    const QString sign = effect > 0.0 ? QStringLiteral("+") : QString();
    const QString what = effect > 0.0 ? QStringLiteral("raises") : QStringLiteral("lowers");
    const QString number = sign + shortLabel(effect, kEffectDigits, QLocale()) + unit;
    return toStd(effect == 0.0 ? QStringLiteral("mean effect 0%1").arg(unit)
                               : QStringLiteral("mean effect %1: %2 the prediction").arg(number, what));
}

void addBar(FigureSpec& spec, FigureMark& bars, const PathRow& path, const RunPaths& paths) {
    bars.x.push_back(static_cast<double>(bars.x.size()));
    bars.y.push_back(paths.hasImportance() ? path.importance.value_or(0.0) : static_cast<double>(path.timesChosen));
    bars.keys.push_back(toStd(path.key));
    const double effect = path.meanEffect.value_or(std::nan(""));
    const std::string name = toStd(path.label);
    spec.y.categories.push_back(name + (effect > 0.0 ? " ↑" : effect < 0.0 ? " ↓" : ""));
    bars.pointLabels.push_back(std::isnan(effect) ? name : name + ", " + effectText(effect, paths));
}

} // namespace

nlohmann::json ImportanceChoice::toJson() const {
    nlohmann::json options = {{"top", top}};
    for (const QString& key : also)
        options["also"].push_back(toStd(key));
    return options;
}

ImportanceChoice ImportanceChoice::fromJson(const nlohmann::json& options) {
    ImportanceChoice choice;
    if (!options.is_object())
        return choice;
    if (const auto top = options.find("top"); top != options.end() && top->is_number_integer())
        choice.top = static_cast<int>(std::clamp<std::int64_t>(top->get<std::int64_t>(), 1, kMostBars));
    if (const auto also = options.find("also"); also != options.end() && also->is_array())
        for (const auto& key : *also)
            if (key.is_string() && choice.also.size() < kMostBars)
                choice.also.append(toQString(key.get<std::string>()));
    return choice;
}

std::optional<FigureSpec> importanceFigure(const RunData& data, const RunPaths& paths, const ImportanceChoice& choice) {
    if (paths.isEmpty())
        return std::nullopt;
    FigureSpec spec;
    describeFigure(spec, data, paths.hasImportance() ? kImportance : kSelectedPaths);
    FigureMark bars;
    bars.kind = MarkKind::bars;
    bars.id = "paths";
    bars.slot = 1;
    bars.horizontal = true;
    bars.showValues = true;
    const std::size_t top = std::min(paths.rows().size(), static_cast<std::size_t>(std::max(choice.top, 1)));
    for (std::size_t i = 0; i < top; ++i)
        addBar(spec, bars, paths.rows()[i], paths);
    for (const QString& key : choice.also)
        if (const PathRow* path = paths.find(key); path && paths.rankOf(key) > static_cast<int>(top))
            addBar(spec, bars, *path, paths);
    spec.shown = static_cast<std::int64_t>(bars.x.size());
    spec.total = static_cast<std::int64_t>(paths.rows().size());
    spec.keyKind = kPathKind;
    spec.y.scale = AxisScale::category;
    spec.x.label = valueAxis(data, paths);
    spec.x.includeZero = true;
    spec.x.integerTicks = !paths.hasImportance();
    spec.caption = paths.hasImportance() ? "The paths that account for most of the fall of the training error."
                                         : "The paths that were selected most often; no importance was computed.";
    if (std::ranges::any_of(paths.rows(), [](const PathRow& path) { return path.meanEffect.has_value(); })) {
        spec.y.label.title = "↑ raises, ↓ lowers";
        spec.caption += " Arrows: the sign of the mean effect; ↑ raises the prediction, ↓ lowers it.";
    }
    spec.marks.push_back(std::move(bars));
    return spec;
}

} // namespace vitrine::pathboost
