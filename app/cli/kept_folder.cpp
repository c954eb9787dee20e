#include "app/cli/kept_folder.h"

#include "app/cli/earlier_results.h"
#include "core/base/sha256.h"
#include "core/values/text.h"

#include <QDir>
#include <QFile>

namespace vitrine::cli {
namespace {

using Json = nlohmann::json;

Result<std::string> fileText(const std::string& path) {
    constexpr qint64 kLargest = 1LL << 31;
    QFile file(toQString(path));
    if (!file.open(QIODevice::ReadOnly))
        return makeError(ErrorCode::notFound, path + ": " + toStd(file.errorString()));
    if (file.isSequential() || file.size() > kLargest)
        return makeError(ErrorCode::io, path + ": this is no file of results");
    return file.readAll().toStdString();
}

std::string text(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const Json& list(const Json& object, const char* key) {
    static const Json kNone = Json::array();
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? *found : kNone;
}

Result<Json> readRunFile(const std::string& path) {
    const auto bytes = fileText(path);
    if (!bytes)
        return makeError(ErrorCode::notFound, path + " is missing; a folder that `vitrine run --out` wrote has it");
    Json run = Json::parse(*bytes, nullptr, false);
    if (!run.is_object() || text(run, "experiment").find('/') == std::string::npos)
        return makeError(ErrorCode::parse, path + ": this is not what `vitrine run --out` writes");
    if (text(run, "state") != runStateName(RunState::finished))
        return makeError(ErrorCode::invalidArgument, path + ": the run was not finished but " + text(run, "state"));
    return run;
}

Result<RunInput> readInput(const Json& input, const std::map<std::string, std::string>& moved,
                           const ReadContext& context) {
    const std::string id = text(input, "id");
    const auto other = moved.find(id);
    const std::string path = other == moved.end() ? text(input, "path") : other->second;
    if (path.empty())
        return makeError(ErrorCode::invalidArgument, "the input \"" + id + "\" is " + text(input, "reference") +
                                                         " of a project; verify the project instead");
    if (const auto hash = fileSha256(path); !hash)
        return makeError(ErrorCode::notFound, "the input \"" + id + "\": there is no file " + path +
                                                  "; if it has moved, say where: --input " + id + "=PATH");
    const auto options = input.find("reader_options");
    auto dataset =
        ReaderRegistry::withBuiltins().read(path, options == input.end() ? Json::object() : *options, context);
    if (!dataset)
        return dataset.error();
    if (dataset->contentHash != text(input, "content_sha256"))
        return makeError(ErrorCode::invalidArgument, "the input \"" + id + "\": " + path +
                                                         " does not hold what the run was given; it was changed since");
    return RunInput{dataset->value, dataset->title, dataset->contentHash};
}

/// Outputs that lie in files of their own, by names that the program gives.
std::vector<KeptOutput> outputsOf(const Json& run, const std::string& folder,
                                  const std::vector<OutputDescription>& declared) {
    std::vector<KeptOutput> outputs;
    for (const Json& entry : list(run, "outputs")) {
        const std::string id = text(entry, "id");
        const std::string name = text(entry, "file");
        KeptOutput output;
        output.description.id = id;
        output.description.title = text(entry, "title");
        for (const OutputDescription& one : declared)
            if (one.id == id)
                output.description = one;
        output.contentHash = text(entry, "content_sha256");
        output.text = [path = folder + '/' + name, plain = name.find('/') == std::string::npos && !name.empty(),
                       name]() -> Result<std::string> {
            if (!plain)
                return makeError(ErrorCode::parse, "\"" + name + "\" is no name of a file in this folder");
            return fileText(path);
        };
        outputs.push_back(std::move(output));
    }
    return outputs;
}

} // namespace

Result<KeptRun> keptFolder(const std::string& folder, const std::map<std::string, std::string>& moved,
                           const PluginRegistry& registry, const ReadContext& context) {
    const std::string path = folder + '/' + kRunFileName;
    const auto run = readRunFile(path);
    if (!run)
        return run.error();
    KeptRun kept;
    const std::string experiment = text(*run, "experiment");
    kept.record.plugin = experiment.substr(0, experiment.find('/'));
    kept.record.experiment = experiment.substr(experiment.find('/') + 1);
    kept.record.title = text(*run, "title");
    kept.record.pluginVersion = text(*run, "plugin_version");
    const auto seed = run->find("seed");
    if (seed == run->end() || !seed->is_number_unsigned())
        return makeError(ErrorCode::parse, path + ": the seed is missing");
    kept.inputs.seed = kept.record.seed = seed->get<std::uint64_t>();
    const auto parameters = run->find("parameters");
    if (parameters == run->end() || !parameters->is_object())
        return makeError(ErrorCode::parse, path + ": the parameters are missing");
    for (const auto& [id, value] : parameters->items())
        kept.inputs.parameters.set(id, value);
    for (const Json& input : list(*run, "inputs")) {
        auto read = readInput(input, moved, context);
        if (!read)
            return read.error();
        kept.inputs.items[text(input, "id")] = std::move(*read);
    }
    kept.outputs = outputsOf(*run, folder, registry.outputs(kept.record.plugin, kept.record.experiment));
    return kept;
}

} // namespace vitrine::cli
