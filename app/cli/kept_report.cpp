#include "app/cli/kept_report.h"

#include "core/base/sha256.h"
#include "core/report/provenance.h"
#include "core/report/report_project.h"

#include <algorithm>
#include <filesystem>

namespace vitrine::cli {
namespace {

using Json = nlohmann::json;

RunId runNumber(const Json& object) {
    const auto found = object.find("run");
    return found != object.end() && found->is_number_integer() ? found->get<RunId>() : 0;
}

/// Names lead nowhere but into the folder.
bool isInside(const std::string& name) {
    const std::filesystem::path path(name);
    return !path.empty() && path.is_relative() &&
           std::none_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; });
}

Result<RunInput> madeInput(const std::string& reference, const std::string& title,
                           const std::map<RunId, std::map<std::string, Value>>& made, const std::string& hash) {
    const ResolvedReference wanted = resolveReference(reference);
    const auto run = made.find(wanted.run);
    const auto value =
        run == made.end() ? std::map<std::string, Value>::const_iterator() : run->second.find(wanted.outputId);
    if (run == made.end() || value == run->second.end())
        return makeError(ErrorCode::notFound, "the input " + reference + " could not be computed again");
    return RunInput{value->second, title, hash};
}

} // namespace

Result<KeptReport> KeptReport::open(const std::string& folder) {
    const std::string path = folder + '/' + kProvenanceFile;
    const auto bytes = keptText(path);
    if (!bytes)
        return bytes.error();
    Json provenance = Json::parse(*bytes, nullptr, false);
    if (!provenance.is_object() || textOf(provenance, "format") != "vitrine-report")
        return makeError(ErrorCode::parse, path + ": this is not what the program writes beside a report");
    return KeptReport(folder, std::move(provenance));
}

std::size_t KeptReport::runCount() const {
    return listOf(m_provenance, "runs").size();
}

std::vector<KeptOutput> KeptReport::outputsOf(RunId run, const std::vector<OutputDescription>& declared) const {
    std::vector<KeptOutput> outputs;
    for (const Json& part : listOf(m_provenance, "parts")) {
        const std::string id = textOf(part, "output");
        const bool known = std::ranges::any_of(outputs, [&](const auto& one) { return one.description.id == id; });
        if (id.empty() || known || runNumber(part) != run)
            continue;
        KeptOutput output;
        output.description.id = output.description.title = id;
        for (const OutputDescription& one : declared)
            if (one.id == id)
                output.description = one;
        output.contentHash = textOf(part, "content_sha256");
        outputs.push_back(std::move(output));
    }
    return outputs;
}

Result<KeptRun> KeptReport::run(std::size_t index, const std::map<RunId, std::map<std::string, Value>>& made,
                                const MovedInputs& moved, const PluginRegistry& registry,
                                const ReadContext& context) const {
    const Json& run = listOf(m_provenance, "runs").at(index);
    auto kept = keptRecord(run, m_folder + '/' + kProvenanceFile);
    if (!kept)
        return kept;
    kept->record.id = runNumber(run);
    for (const Json& input : listOf(run, "inputs")) {
        const std::string reference = textOf(input, "reference");
        auto read = reference.empty()
                        ? keptInput(input, moved, context)
                        : madeInput(reference, textOf(input, "title"), made, textOf(input, "content_sha256"));
        if (!read)
            return read.error();
        kept->inputs.items[textOf(input, "id")] = std::move(*read);
    }
    kept->outputs = outputsOf(kept->record.id, registry.outputs(kept->record.plugin, kept->record.experiment));
    return kept;
}

std::vector<std::string> KeptReport::changedFiles() const {
    std::vector<std::string> changed;
    const auto files = m_provenance.find("files");
    if (files == m_provenance.end() || !files->is_object())
        return changed;
    for (const auto& [name, hash] : files->items()) {
        const auto now = isInside(name) ? fileSha256(m_folder + '/' + name)
                                        : Result<std::string>(makeError(ErrorCode::io, "no name within the folder"));
        if (!now)
            changed.push_back(name + " cannot be read any more");
        else if (!hash.is_string() || *now != hash.get<std::string>())
            changed.push_back(name + " was changed since the report was written");
    }
    return changed;
}

} // namespace vitrine::cli
