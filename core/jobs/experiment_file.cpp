#include "core/jobs/experiment_file.h"

#include "core/base/file_write.h"
#include "core/data/input_file.h"
#include "core/params/sweep.h"
#include "core/values/json_text.h"
#include "core/values/text.h"

#include <QDir>

#include <set>

namespace vitrine {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr std::size_t kMaxBytes = std::size_t{16} << 20;

Error wrong(const std::string& pointer, const std::string& what) {
    return makeError(ErrorCode::parse, pointer + ": " + what);
}

Result<void> checkKeys(const json& object, const std::string& pointer, const std::set<std::string>& known) {
    if (!object.is_object())
        return wrong(pointer.empty() ? "/" : pointer, "expected an object");
    for (const auto& item : object.items()) {
        if (known.contains(item.key()))
            continue;
        std::string names;
        for (const std::string& name : known)
            names += (names.empty() ? "" : ", ") + name;
        return wrong(pointer + '/' + item.key(), "this key is unknown; known are " + names);
    }
    return {};
}

Result<InputReference> readInput(const std::string& id, const json& value) {
    InputReference input;
    input.inputId = id;
    const std::string pointer = "/inputs/" + id;
    json path = value;
    if (value.is_object()) {
        if (const auto known = checkKeys(value, pointer, {"path", "options"}); !known)
            return known.error();
        path = value.value("path", json());
        input.readerOptions = value.value("options", json::object());
        if (!input.readerOptions.is_object())
            return wrong(pointer + "/options", "expected an object");
    }
    if (!path.is_string() || path.get_ref<const std::string&>().empty())
        return wrong(pointer, "expected the path of a file");
    const std::string text = path.get<std::string>();
    (isProjectReference(text) ? input.reference : input.path) = text;
    return input;
}

Result<void> readName(const json& object, ExperimentRecord& experiment) {
    const json name = object.value("experiment", json());
    const std::string text = name.is_string() ? name.get<std::string>() : std::string();
    const std::size_t slash = text.find('/');
    if (slash == 0 || slash == std::string::npos || slash + 1 == text.size())
        return wrong("/experiment", "expected PLUGIN/EXPERIMENT");
    experiment.plugin = text.substr(0, slash);
    experiment.experiment = text.substr(slash + 1);
    return {};
}

Result<void> readRest(const json& object, ExperimentRecord& experiment) {
    if (const auto title = object.find("title"); title != object.end()) {
        if (!title->is_string())
            return wrong("/title", "expected a text");
        experiment.title = title->get<std::string>();
    }
    const json parameters = object.value("parameters", json::object());
    if (!parameters.is_object())
        return wrong("/parameters", "expected an object");
    experiment.parameters = ParameterSet::fromJson(parameters);
    SweepTexts texts;
    const json sweeps = object.value("sweep", json::object());
    if (!sweeps.is_object())
        return wrong("/sweep", "expected an object");
    for (const auto& [id, values] : sweeps.items()) {
        if (!values.is_string())
            return wrong("/sweep/" + id, "expected values as a text, such as \"0.05, 0.1, 0.2\"");
        texts[id] = values.get<std::string>();
    }
    if (const auto seeds = object.find("seeds"); seeds != object.end()) {
        if (!seeds->is_string())
            return wrong("/seeds", "expected seeds as a text, such as \"1, 2, 3\"");
        texts[kSeedsId] = seeds->get<std::string>();
    }
    setSweepTexts(experiment.parameters, texts);
    if (const auto seed = object.find("seed"); seed != object.end()) {
        if (!seed->is_number_unsigned())
            return wrong("/seed", "expected a whole number from 0 to 18446744073709551615");
        experiment.seed = seed->get<std::uint64_t>();
    }
    return {};
}

} // namespace

bool isProjectReference(std::string_view text) {
    return text.starts_with("run:") || text.starts_with("dataset:");
}

json experimentToJson(const ExperimentRecord& experiment) {
    json inputs = json::object();
    for (const InputReference& input : experiment.inputs) {
        const std::string& where = input.path.empty() ? input.reference : input.path;
        if (input.readerOptions.is_object() && !input.readerOptions.empty())
            inputs[input.inputId] = {{"path", where}, {"options", input.readerOptions}};
        else
            inputs[input.inputId] = where;
    }
    SweepTexts sweeps = sweepTexts(experiment.parameters);
    const auto seeds = sweeps.extract(kSeedsId);
    ParameterSet parameters = experiment.parameters;
    setSweepTexts(parameters, {});
    json object{{"vitrine_experiment", kVersion},
                {"experiment", experiment.plugin + '/' + experiment.experiment},
                {"inputs", inputs},
                {"parameters", parameters.toJson()},
                {"seed", experiment.seed}};
    if (!sweeps.empty())
        object["sweep"] = sweeps;
    if (seeds)
        object["seeds"] = seeds.mapped();
    if (!experiment.title.empty())
        object["title"] = experiment.title;
    return object;
}

Result<ExperimentRecord> experimentFromJson(const json& object) {
    const auto known = checkKeys(
        object, {}, {"vitrine_experiment", "title", "experiment", "inputs", "parameters", "sweep", "seed", "seeds"});
    if (!known)
        return known.error();
    const json version = object.value("vitrine_experiment", json());
    if (!version.is_number_integer() || version.get<std::int64_t>() < 1)
        return wrong("/vitrine_experiment", "expected the version of the form, 1");
    if (version.get<std::int64_t>() > kVersion)
        return wrong("/vitrine_experiment", "the file was written by a newer program, this one reads up to version 1");
    ExperimentRecord experiment;
    experiment.seed = kDefaultSeed;
    if (const auto name = readName(object, experiment); !name)
        return name.error();
    const json inputs = object.value("inputs", json::object());
    if (!inputs.is_object())
        return wrong("/inputs", "expected an object");
    for (const auto& [id, value] : inputs.items()) {
        auto input = readInput(id, value);
        if (!input)
            return input.error();
        experiment.inputs.push_back(std::move(*input));
    }
    if (const auto rest = readRest(object, experiment); !rest)
        return rest.error();
    return experiment;
}

Result<void> writeExperimentFile(const ExperimentRecord& experiment, const std::string& path) {
    const QDir folder = QFileInfo(toQString(path)).absoluteDir();
    ExperimentRecord relative = experiment;
    for (InputReference& input : relative.inputs) {
        const QString within = folder.relativeFilePath(toQString(input.path));
        if (!input.path.empty() && !within.startsWith(QStringLiteral("..")))
            input.path = toStd(within);
    }
    return writeFileAtomically(path, experimentToJson(relative).dump(2) + '\n');
}

Result<ExperimentRecord> readExperimentFile(const std::string& path) {
    const auto file = InputFile::open(path);
    if (!file)
        return makeError(ErrorCode::io, file.error().message, file.error().context);
    if (file->bytes().size() > kMaxBytes)
        return makeError(ErrorCode::parse, path + ": the file has " + std::to_string(file->bytes().size()) +
                                               " bytes, an experiment has at most " + std::to_string(kMaxBytes));
    const auto object = parseJson(file->bytes());
    if (!object)
        return makeError(ErrorCode::parse, path + ": " + object.error().message, object.error().context);
    auto experiment = experimentFromJson(*object);
    if (!experiment)
        return makeError(experiment.error().code, path + ": " + experiment.error().message);
    const QDir folder = QFileInfo(toQString(path)).absoluteDir();
    for (InputReference& input : experiment->inputs)
        if (!input.path.empty())
            input.path = toStd(QDir::cleanPath(folder.absoluteFilePath(toQString(input.path))));
    return experiment;
}

} // namespace vitrine
