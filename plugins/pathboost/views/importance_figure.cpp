#include "plugins/pathboost/views/importance_figure.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/outputs.h"
#include "widgets/charts/number_label.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace vitrine::pathboost {
namespace {

constexpr int kMostBars = 200;
constexpr int kEffectDigits = 3;

std::string textParameter(const RunData& data, const char* id) {
    const nlohmann::json value = parameterOf(data, id);
    return value.is_string() ? value.get<std::string>() : std::string();
}

/// The definition of the run's own importance, "absolute/mse".
std::string ownDefinition(const RunData& data) {
    std::string key = textParameter(data, "importance");
    const std::string error = textParameter(data, "error_used");
    if ((key != "absolute" && key != "relative") || (error != "mse" && error != "mae"))
        return {};
    key += "/" + error;
    return parameterOf(data, "use_correlation") == true ? key + "/shared" : key;
}

bool hasPart(const std::string& definition, const char* part) {
    return ("/" + definition + "/").find("/" + std::string(part) + "/") != std::string::npos;
}

// The error of a definition as people call it; of classes it is another one.
const char* errorName(const RunData& data, const std::string& definition) {
    const auto table = outputTable(data, kPredictions);
    const bool classes = table && table->find(column::kClass);
    if (hasPart(definition, "mae"))
        return classes ? "wrong classes" : "MAE";
    return classes ? "log loss" : "MSE";
}

/// "Importance, absolute MSE" with "% of the total".
AxisLabel valueAxis(const RunData& data, bool measured, const std::string& definition, const std::string& unit) {
    if (!measured)
        return {"Times selected", ""};
    std::string title = "Importance";
    if (!definition.empty()) {
        title += ", " + definition.substr(0, definition.find('/')) + " " + errorName(data, definition);
        if (hasPart(definition, "shared"))
            title += ", shared with extensions";
    }
    return {title, unit == "%" ? "% of the total" : unit};
}

/// One bar before it is drawn.
struct Bar {
    const PathRow* path = nullptr;
    double value = 0.0;
    std::optional<double> lower, upper, stability;
};

/// Bars of all paths, most important first, and the unit of their values.
struct Bars {
    std::vector<Bar> bars;
    std::string unit;
};

Bars ownBars(const RunPaths& paths) {
    Bars bars{{}, toStd(paths.importanceUnit())};
    for (const PathRow& path : paths.rows())
        bars.bars.push_back(
            {&path, paths.hasImportance() ? path.importance.value_or(0.0) : static_cast<double>(path.timesChosen),
             path.lower, path.upper, path.stability});
    return bars;
}

Bars barsOf(const RunData& data, const RunPaths& paths, const std::string& definition) {
    const auto table = outputTable(data, kImportanceDefinitionsOutput);
    const Column* keys = table ? table->find(column::kPath) : nullptr;
    const Column* definitions = table ? table->find(column::kDefinition) : nullptr;
    const Column* values = table ? table->find(column::kImportance) : nullptr;
    if (definition.empty() || definition == ownDefinition(data) || !keys || !definitions || !values)
        return ownBars(paths);
    const auto numberAt = [&](const char* name, std::size_t row) {
        const Column* column = table->find(name);
        const double number = column ? column->number(row) : std::nan("");
        return std::isfinite(number) ? std::optional(number) : std::nullopt;
    };
    Bars bars;
    for (std::size_t row = 0; row < table->rowCount(); ++row) {
        if (definitions->cellText(row) != definition)
            continue;
        const PathRow* path = paths.find(toQString(keys->cellText(row)));
        if (const double value = values->number(row); path && std::isfinite(value))
            bars.bars.push_back({path, value, numberAt(column::kLower, row), numberAt(column::kUpper, row),
                                 numberAt(column::kStability, row)});
        if (const Column* unit = table->find(column::kUnit))
            bars.unit = unit->cellText(row);
    }
    std::stable_sort(bars.bars.begin(), bars.bars.end(), [](const Bar& a, const Bar& b) { return a.value > b.value; });
    return bars;
}

/// Name of the class whose probability is predicted; empty for numbers.
std::string positiveClass(const RunData& data) {
    const auto output = data.outputs.find(kModel);
    const auto model = output == data.outputs.end() ? nullptr : valueAs<Model>(output->second);
    if (!model || !model->document.is_object())
        return {};
    const auto classes = model->document.find("classes");
    return classes != model->document.end() && classes->is_array() && classes->size() == 2 && classes->at(1).is_string()
               ? classes->at(1).get<std::string>()
               : std::string();
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

void addBar(FigureSpec& spec, FigureMark& bars, const Bar& bar, const RunPaths& paths) {
    const PathRow& path = *bar.path;
    bars.x.push_back(static_cast<double>(bars.x.size()));
    bars.y.push_back(bar.value);
    if (bar.lower && bar.upper) {
        bars.lower.push_back(*bar.lower);
        bars.upper.push_back(*bar.upper);
    }
    bars.keys.push_back(toStd(path.key));
    const double effect = path.meanEffect.value_or(std::nan(""));
    const std::string name = toStd(path.label);
    spec.y.categories.push_back(name + (effect > 0.0 ? " ↑" : effect < 0.0 ? " ↓" : ""));
    std::string readOut = std::isnan(effect) ? name : name + ", " + effectText(effect, paths);
    if (bar.stability)
        readOut += ", among the first 10 in " + toStd(shortLabel(*bar.stability * 100.0, 3, QLocale())) +
                   " % of the subsamples";
    bars.pointLabels.push_back(std::move(readOut));
}

} // namespace

nlohmann::json ImportanceChoice::toJson() const {
    nlohmann::json options = {{"top", top}};
    if (!definition.empty())
        options["definition"] = definition;
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
    if (const auto found = options.find("definition"); found != options.end() && found->is_string())
        choice.definition = found->get<std::string>();
    if (const auto also = options.find("also"); also != options.end() && also->is_array())
        for (const auto& key : *also)
            if (key.is_string() && choice.also.size() < kMostBars)
                choice.also.append(toQString(key.get<std::string>()));
    return choice;
}

std::vector<std::string> importanceDefinitionsOf(const RunData& data) {
    const auto table = outputTable(data, kImportanceDefinitionsOutput);
    const Column* definitions = table ? table->find(column::kDefinition) : nullptr;
    std::vector<std::string> found;
    if (!definitions)
        return found;
    for (std::size_t row = 0; row < definitions->size(); ++row)
        if (std::string key = definitions->cellText(row); found.empty() || found.back() != key)
            found.push_back(std::move(key));
    if (const auto own = std::find(found.begin(), found.end(), ownDefinition(data)); own != found.end())
        std::rotate(found.begin(), own, own + 1);
    return found;
}

QString definitionName(const RunData& data, const std::string& definition) {
    std::string name = definition.substr(0, definition.find('/'));
    if (!name.empty())
        name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    name += std::string(", ") + errorName(data, definition);
    return toQString(hasPart(definition, "shared") ? name + ", shared" : name);
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
    const Bars all = barsOf(data, paths, choice.definition);
    const std::size_t top = std::min(all.bars.size(), static_cast<std::size_t>(std::max(choice.top, 1)));
    for (std::size_t i = 0; i < top; ++i)
        addBar(spec, bars, all.bars[i], paths);
    for (std::size_t i = top; i < all.bars.size(); ++i)
        if (choice.also.contains(all.bars[i].path->key))
            addBar(spec, bars, all.bars[i], paths);
    if (bars.lower.size() != bars.y.size())
        bars.lower.clear(), bars.upper.clear();
    spec.shown = static_cast<std::int64_t>(bars.x.size());
    spec.total = static_cast<std::int64_t>(paths.rows().size());
    spec.keyKind = kPathKind;
    spec.y.scale = AxisScale::category;
    const std::string& definition = choice.definition.empty() ? ownDefinition(data) : choice.definition;
    spec.x.label = valueAxis(data, paths.hasImportance(), definition, all.unit);
    spec.x.includeZero = true;
    spec.x.integerTicks = !paths.hasImportance();
    spec.caption = paths.hasImportance() ? "The paths that account for most of the fall of the training error."
                                         : "The paths that were selected most often; no importance was computed.";
    if (!bars.lower.empty())
        spec.caption += " Whiskers: 5th to 95th percentile, subsampling 80 %, n = 50.";
    if (std::ranges::any_of(paths.rows(), [](const PathRow& path) { return path.meanEffect.has_value(); })) {
        const std::string positive = positiveClass(data);
        spec.y.label.title = "↑ raises, ↓ lowers" + (positive.empty() ? "" : ": class " + positive);
        spec.caption += positive.empty() ? " Arrows: the sign of the mean effect; ↑ raises the prediction, ↓ lowers it."
                                         : " Arrows: the sign of the mean effect; ↑ makes the class " + positive +
                                               " more likely, ↓ less.";
    }
    spec.marks.push_back(std::move(bars));
    return spec;
}

} // namespace vitrine::pathboost
