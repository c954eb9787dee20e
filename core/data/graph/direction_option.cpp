#include "core/data/graph/direction_option.h"

#include "core/data/message_text.h"

#include <algorithm>

namespace vitrine {

Result<std::optional<bool>> directionOption(const nlohmann::json& options, const std::string& name) {
    std::optional<bool> directed;
    if (!options.is_object())
        return directed;
    for (const auto& item : options.items()) {
        if (item.key() != "directed")
            return makeError(ErrorCode::invalidArgument, name + ": there is no option " + inQuotes(item.key()));
        if (!item.value().is_boolean())
            return makeError(ErrorCode::invalidArgument, name + ": the option \"directed\" must be true or false");
        directed = item.value().get<bool>();
    }
    return directed;
}

void offerDirection(bool directed, bool chosen, ImportPreview& preview) {
    preview.options = {{"directed", directed}};
    auto parallel = std::find_if(preview.problems.begin(), preview.problems.end(), [](const PreviewProblem& problem) {
        return problem.title.starts_with("Parallel edge");
    });
    if (parallel == preview.problems.end()) {
        if (!chosen)
            return;
        preview.problems.insert(preview.problems.begin(), {"Direction of the edges", "The file does not name it."});
        parallel = preview.problems.begin();
    }
    parallel->choices = {{"Edges have no direction", {{"directed", false}}},
                         {"Every edge has the direction of the file", {{"directed", true}}}};
    parallel->chosen = directed ? 1 : 0;
}

} // namespace vitrine
