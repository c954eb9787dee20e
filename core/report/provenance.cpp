#include "core/report/provenance.h"

#include <nlohmann/json.hpp>

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

Json inputJson(const InputReference& input) {
    Json object{{"id", input.inputId}, {"title", input.title}, {"content_sha256", input.contentHash}};
    if (input.reference.starts_with("run:"))
        object["reference"] = input.reference;
    if (!input.path.empty())
        object["path"] = input.path;
    if (input.readerOptions.is_object())
        object["reader_options"] = input.readerOptions;
    return object;
}

// As run.json of a folder of results says it.
Json runJson(const RunRecord& run) {
    Json object{{"run", run.id},
                {"experiment", run.plugin + '/' + run.experiment},
                {"plugin_version", run.pluginVersion},
                {"title", run.title},
                {"state", runStateName(run.state)},
                {"seed", run.seed},
                {"parameters", run.parameters.toJson()},
                {"inputs", Json::array()}};
    for (const InputReference& input : run.inputs)
        object["inputs"].push_back(inputJson(input));
    return object;
}

} // namespace

std::string provenanceJson(const ComposedReport& report, const std::vector<ReportFile>& files) {
    Json whole{{"format", "vitrine-report"}, {"version", 1},           {"vitrine", VITRINE_VERSION},
               {"runs", Json::array()},      {"parts", Json::array()}, {"files", Json::object()}};
    for (const RunRecord& run : report.runs)
        whole["runs"].push_back(runJson(run));
    for (std::size_t i = 0; i < report.parts.size(); ++i) {
        const ComposedPart& part = report.parts[i];
        if (!part.isCaptioned() || part.number.empty())
            continue;
        Json entry{{"part", part.number},
                   {"title", part.title},
                   {"run", part.run},
                   {"output", part.outputId},
                   {"content_sha256", part.contentHash},
                   {"files", Json::array()}};
        for (const ReportFile& file : files)
            if (file.part == static_cast<int>(i))
                entry["files"].push_back(file.name);
        whole["parts"].push_back(std::move(entry));
    }
    for (const ReportFile& file : files)
        whole["files"][file.name] = file.fileSha256;
    return whole.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace vitrine
