#include "plugins/pathboost/views/occurrence_boxes.h"

#include "core/figure/distribution.h"
#include "core/figure/ticks.h"
#include "plugins/pathboost/views/prediction_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine::pathboost {

namespace {

constexpr std::int32_t kNoEnd = std::numeric_limits<std::int32_t>::max();

std::string binLabel(std::int32_t from, std::int32_t to) {
    if (to == kNoEnd)
        return "≥ " + std::to_string(from);
    return from == to ? std::to_string(from) : std::to_string(from) + "–" + std::to_string(to);
}

// Last counts of the bins above 0; the bin after the last one has no end.
std::vector<std::int32_t> binEnds(std::vector<std::int32_t> counts) {
    constexpr std::int32_t kUsualMedian = 4;
    std::sort(counts.begin(), counts.end());
    if (counts.empty() || counts[(counts.size() - 1) / 2] <= kUsualMedian)
        return {2, 4};
    return {counts[(counts.size() - 1) / 3], counts[(counts.size() - 1) * 2 / 3]};
}

// The inspector is narrow: with round ends there are two ticks at least.
void setRoundRange(FigureSpec& spec) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const FigureMark& mark : spec.marks)
        for (const BoxSummary& box : mark.boxes)
            if (box.n > 0) {
                low = std::min(low, box.low);
                high = std::max(high, box.high);
            }
    if (!(low < high))
        return;
    const double step = niceStep((high - low) / 3.0);
    spec.x.minimum = std::floor(low / step) * step;
    spec.x.maximum = std::ceil(high / step) * step;
}

} // namespace

std::vector<OccurrenceBin> occurrenceBins(const std::vector<std::int32_t>& counts) {
    std::vector<OccurrenceBin> bins{{0, 0, "0"}};
    const std::int32_t most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
    std::int32_t from = 1;
    for (const std::int32_t end : binEnds(counts))
        if (end >= from && from <= most) {
            bins.push_back({from, std::min(end, most), {}});
            from = end + 1;
        }
    if (from <= most)
        bins.push_back({from, from == most ? most : kNoEnd, {}});
    for (OccurrenceBin& bin : bins)
        bin.label = binLabel(bin.from, bin.to);
    return bins;
}

const Column* targetOf(const GraphSet& graphs, const nlohmann::json& parameter) {
    const std::string name = parameter.is_string() ? parameter.get<std::string>() : graphs.targetColumn;
    const Column* column = name.empty() ? nullptr : graphs.graphs.find(name);
    return column && column->isNumeric() ? column : nullptr;
}

std::optional<FigureSpec> occurrenceFigure(const PathGraphs& counts, const GraphSet& graphs, const Column& target) {
    const std::vector<OccurrenceBin> bins = occurrenceBins(counts.counts);
    std::vector<std::vector<double>> values(bins.size());
    std::size_t next = 0;
    for (std::size_t graph = 0; graph < graphs.graphCount(); ++graph) {
        std::int32_t count = 0;
        if (next < counts.graphs.size() && static_cast<std::size_t>(counts.graphs[next]) == graph)
            count = counts.counts[next++];
        const double value = target.number(graph);
        if (!std::isfinite(value))
            continue;
        const auto bin = std::find_if(bins.begin(), bins.end(), [count](const auto& one) { return count <= one.to; });
        values[static_cast<std::size_t>(std::min(bin, bins.end() - 1) - bins.begin())].push_back(value);
    }
    if (std::all_of(values.begin(), values.end(), [](const auto& of) { return of.empty(); }))
        return std::nullopt;
    FigureSpec spec;
    spec.title = "Target by number of occurrences";
    spec.x.label = targetNames(target.name, target.unit).truth;
    spec.y.scale = AxisScale::category;
    FigureMark without, with;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        FigureMark& mark = i == 0 ? without : with;
        mark.x.push_back(static_cast<double>(i));
        mark.boxes.push_back(boxSummary(std::move(values[i])));
        spec.y.categories.push_back(bins[i].label);
    }
    without.id = "without";
    with.id = "with";
    with.slot = 2;
    for (FigureMark* mark : {&without, &with}) {
        mark->kind = MarkKind::boxes;
        mark->horizontal = true;
        if (!mark->boxes.empty())
            spec.marks.push_back(std::move(*mark));
    }
    setRoundRange(spec);
    spec.caption = "Boxes: quartiles and median; whiskers: last values within 1.5 interquartile ranges.";
    return spec;
}

} // namespace vitrine::pathboost
