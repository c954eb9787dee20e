#include "app/cli/kept_json.h"

#include "core/values/text.h"

#include <QFile>
#include <QFileInfo>

namespace vitrine::cli {

using Json = nlohmann::json;

Result<std::string> keptText(const std::string& path) {
    constexpr qint64 kLargest = 1LL << 31;
    QFile file(toQString(path));
    if (!file.open(QIODevice::ReadOnly))
        return makeError(ErrorCode::notFound, path + ": " + toStd(file.errorString()));
    if (file.isSequential() || file.size() > kLargest)
        return makeError(ErrorCode::io, path + ": this is no file of results");
    return file.readAll().toStdString();
}

std::string textOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const Json& listOf(const Json& object, const char* key) {
    static const Json kNone = Json::array();
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? *found : kNone;
}

Result<KeptRun> keptRecord(const Json& run, const std::string& where) {
    const std::string experiment = textOf(run, "experiment");
    if (experiment.find('/') == std::string::npos)
        return makeError(ErrorCode::parse, where + ": this is no run that the program wrote");
    if (textOf(run, "state") != runStateName(RunState::finished))
        return makeError(ErrorCode::invalidArgument, where + ": the run was not finished but " + textOf(run, "state"));
    KeptRun kept;
    kept.record.plugin = experiment.substr(0, experiment.find('/'));
    kept.record.experiment = experiment.substr(experiment.find('/') + 1);
    kept.record.title = textOf(run, "title");
    kept.record.pluginVersion = textOf(run, "plugin_version");
    const auto seed = run.find("seed");
    const auto parameters = run.find("parameters");
    if (seed == run.end() || !seed->is_number_unsigned())
        return makeError(ErrorCode::parse, where + ": the seed is missing");
    if (parameters == run.end() || !parameters->is_object())
        return makeError(ErrorCode::parse, where + ": the parameters are missing");
    kept.inputs.seed = kept.record.seed = seed->get<std::uint64_t>();
    for (const auto& [id, value] : parameters->items())
        kept.inputs.parameters.set(id, value);
    return kept;
}

Result<RunInput> keptInput(const Json& input, const MovedInputs& moved, const ReadContext& context) {
    const std::string id = textOf(input, "id");
    const auto other = moved.find(id);
    const std::string path = other == moved.end() ? textOf(input, "path") : other->second;
    if (path.empty())
        return makeError(ErrorCode::invalidArgument, "the input \"" + id +
                                                         "\": its file is not named here; say where it is: --input " +
                                                         id + "=PATH");
    if (const QFileInfo info(toQString(path)); !info.exists() && !info.isSymLink())
        return makeError(ErrorCode::notFound, "the input \"" + id + "\": there is no file " + path +
                                                  "; if it has moved, say where: --input " + id + "=PATH");
    const auto options = input.find("reader_options");
    auto dataset =
        ReaderRegistry::withBuiltins().read(path, options == input.end() ? Json::object() : *options, context);
    if (!dataset)
        return dataset.error();
    if (dataset->contentHash != textOf(input, "content_sha256"))
        return makeError(ErrorCode::invalidArgument, "the input \"" + id + "\": " + path +
                                                         " does not hold what the run was given; it was changed since");
    return RunInput{dataset->value, dataset->title, dataset->contentHash};
}

} // namespace vitrine::cli
