#include "app/cli/kept_folder.h"

#include "app/cli/earlier_results.h"

namespace vitrine::cli {
namespace {

using Json = nlohmann::json;

/// Outputs that lie in files of their own, by names that the program gives.
std::vector<KeptOutput> outputsOf(const Json& run, const std::string& folder,
                                  const std::vector<OutputDescription>& declared) {
    std::vector<KeptOutput> outputs;
    for (const Json& entry : listOf(run, "outputs")) {
        const std::string id = textOf(entry, "id");
        const std::string name = textOf(entry, "file");
        KeptOutput output;
        output.description.id = id;
        output.description.title = textOf(entry, "title");
        for (const OutputDescription& one : declared)
            if (one.id == id)
                output.description = one;
        output.contentHash = textOf(entry, "content_sha256");
        std::string path = folder;
        path += '/';
        path += name;
        output.text = [path = std::move(path), plain = name.find('/') == std::string::npos && !name.empty(),
                       name]() -> Result<std::string> {
            if (!plain)
                return makeError(ErrorCode::parse, "\"" + name + "\" is no name of a file in this folder");
            return keptText(path);
        };
        outputs.push_back(std::move(output));
    }
    return outputs;
}

} // namespace

Result<KeptRun> keptFolder(const std::string& folder, const MovedInputs& moved, const PluginRegistry& registry,
                           const ReadContext& context) {
    const std::string path = folder + '/' + kRunFileName;
    const auto bytes = keptText(path);
    if (!bytes)
        return makeError(ErrorCode::notFound, path + " is missing; a folder that `vitrine run --out` wrote has it");
    const Json run = Json::parse(*bytes, nullptr, false);
    if (!run.is_object())
        return makeError(ErrorCode::parse, path + ": this is not what `vitrine run --out` writes");
    auto kept = keptRecord(run, path);
    if (!kept)
        return kept;
    for (const Json& input : listOf(run, "inputs")) {
        auto read = keptInput(input, moved, context);
        if (!read)
            return read.error();
        kept->inputs.items[textOf(input, "id")] = std::move(*read);
    }
    kept->outputs = outputsOf(run, folder, registry.outputs(kept->record.plugin, kept->record.experiment));
    return kept;
}

} // namespace vitrine::cli
