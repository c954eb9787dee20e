#include "core/compare/compare_runs.h"

#include "core/figure/view_hints.h"

#include <algorithm>

namespace vitrine {

namespace {

constexpr int kSlots = 8;

const SeriesLine* lineOf(const ComparedRun& run, const SharedLine& line) {
    const auto series = run.output<Series>(line.outputId);
    if (!series)
        return nullptr;
    const auto found = std::ranges::find(series->lines, line.lineId, &SeriesLine::id);
    return found == series->lines.end() || found->y.empty() ? nullptr : &*found;
}

bool sameAxes(const Series& a, const Series& b) {
    return a.x.unit == b.x.unit && a.y.unit == b.y.unit && a.x.title == b.x.title && a.y.title == b.y.title;
}

FigureMark markOf(const SeriesLine& line, const RunRecord& run, int slot) {
    FigureMark mark;
    mark.kind = MarkKind::line;
    mark.id = std::to_string(run.id);
    mark.label = runName(run);
    mark.slot = slot;
    mark.x = line.x;
    mark.y = line.y;
    mark.lower = line.lower;
    mark.upper = line.upper;
    return mark;
}

} // namespace

namespace {

bool isOfTraining(const SharedLine& line) {
    return line.title.find("train") != std::string::npos || line.lineId.find("train") != std::string::npos;
}

} // namespace

std::vector<SharedLine> sharedLines(ComparedRuns runs) {
    std::vector<SharedLine> lines;
    for (const ComparedRun& run : runs)
        for (const auto& [id, description] : run.descriptions) {
            const auto series = run.output<Series>(id);
            const std::string reference = ViewHints::fromJson(description.view).reference;
            for (std::size_t i = 0; series && i < series->lines.size(); ++i) {
                const SeriesLine& line = series->lines[i];
                const std::string name = line.label.empty() ? line.id : line.label;
                SharedLine shared{id, line.id, description.title + (name.empty() ? "" : ", " + name)};
                const auto same = [&](const SharedLine& known) {
                    return known.outputId == id && known.lineId == line.id;
                };
                if ((reference.empty() || line.group != reference) && std::ranges::none_of(lines, same))
                    lines.push_back(std::move(shared));
            }
        }
    std::erase_if(lines, [&](const SharedLine& line) {
        return std::ranges::count_if(runs, [&](const ComparedRun& run) { return lineOf(run, line) != nullptr; }) < 2;
    });
    // Curves of parts that were not trained on say more.
    std::ranges::stable_partition(lines, [](const SharedLine& line) { return !isOfTraining(line); });
    return lines;
}

std::optional<FigureSpec> overlaidFigure(ComparedRuns runs, const SharedLine& line) {
    std::optional<FigureSpec> spec;
    std::shared_ptr<const Series> first;
    std::string names;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const SeriesLine* curve = lineOf(runs[i], line);
        if (!curve)
            continue;
        const auto series = runs[i].output<Series>(line.outputId);
        if (!spec) {
            first = series;
            spec = makeFigure(runs[i].descriptions.at(line.outputId), runs[i].outputs.at(line.outputId));
            if (!spec)
                return std::nullopt;
            spec->marks.clear();
            spec->title = line.title;
            spec->keyKind = "run";
            if (const auto print = runs[i].fingerprints.find(line.outputId); print != runs[i].fingerprints.end())
                spec->fingerprint = print->second;
        }
        if (!sameAxes(*series, *first))
            continue;
        spec->marks.push_back(markOf(*curve, runs[i].record, static_cast<int>(i) % kSlots + 1));
        names += (names.empty() ? "" : "; ") + runName(runs[i].record) + ": " + runs[i].record.title;
    }
    if (spec)
        spec->caption = line.title + ". " + names;
    return spec;
}

} // namespace vitrine
