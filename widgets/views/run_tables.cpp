#include "widgets/views/run_tables.h"

namespace vitrine {

std::shared_ptr<const Table> outputTable(const RunData& data, const char* outputId) {
    const auto found = data.outputs.find(outputId);
    return found == data.outputs.end() ? nullptr : valueAs<Table>(found->second);
}

void describeFigure(FigureSpec& spec, const RunData& data, const char* outputId) {
    if (const auto found = data.descriptions.find(outputId); found != data.descriptions.end()) {
        spec.title = found->second.title;
        spec.definition = found->second.definition;
    }
    if (const auto found = data.fingerprints.find(outputId); found != data.fingerprints.end())
        spec.fingerprint = found->second;
}

nlohmann::json parameterOf(const RunData& data, const char* id) {
    const auto& values = data.run.parameters.values();
    const auto found = values.find(id);
    return found == values.end() ? nlohmann::json() : found->second;
}

} // namespace vitrine
