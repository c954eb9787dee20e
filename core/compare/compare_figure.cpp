#include "core/compare/compare_figure.h"

#include "core/compare/compare_runs.h"

#include <algorithm>

namespace vitrine {

namespace {

constexpr std::size_t kMostRuns = 200; ///< that a block of a file may name

std::vector<RunId> runsOf(const nlohmann::json& options) {
    std::vector<RunId> runs;
    if (!options.is_object() || !options.contains("runs") || !options["runs"].is_array())
        return runs;
    for (const nlohmann::json& id : options["runs"])
        if (id.is_number_integer() && runs.size() < kMostRuns)
            runs.push_back(id.get<RunId>());
    return runs;
}

} // namespace

std::optional<FigureSpec> overlayFigureOf(const ProjectStore& store, const ReportBlock& block) {
    std::vector<ComparedRun> runs;
    for (const RunId id : runsOf(block.options))
        if (auto run = readComparedRun(store, id))
            runs.push_back(std::move(*run));
    if (runs.empty() || !block.options.contains("line") || !block.options["line"].is_string())
        return std::nullopt;
    const auto lineId = block.options["line"].get<std::string>();
    const std::vector<SharedLine> lines = sharedLines(runs);
    const auto line = std::ranges::find_if(
        lines, [&](const SharedLine& shared) { return shared.outputId == block.outputId && shared.lineId == lineId; });
    return line == lines.end() ? std::nullopt : overlaidFigure(runs, *line);
}

} // namespace vitrine
