#include "app/gui/compare/comparison.h"

#include "core/values/text.h"
#include "core/values/value_export.h"

namespace vitrine {

std::string Comparison::csv() const {
    return runs.empty() ? std::string() : tableCsv(comparisonTable(runs, reference, metrics, errors, facts));
}

std::shared_ptr<const Comparison> makeComparison(const ProjectStore& store, const PluginRegistry& plugins,
                                                 const std::vector<RunId>& runs, RunId reference,
                                                 const std::stop_token& stop) {
    auto comparison = std::make_shared<Comparison>();
    for (const RunId id : runs) {
        auto run = readComparedRun(store, id, stop);
        if (stop.stop_requested())
            return comparison;
        if (!run) {
            comparison->problem = toQString(run.error().message);
            continue;
        }
        if (id == reference)
            comparison->reference = comparison->runs.size();
        comparison->runs.push_back(std::move(*run));
    }
    if (comparison->runs.empty())
        return comparison;
    comparison->facts = differingFacts(comparison->runs, experimentLookup(plugins));
    comparison->metrics = sharedMetrics(comparison->runs);
    comparison->errors = pairedErrors(comparison->runs, comparison->reference);
    comparison->lines = sharedLines(comparison->runs);
    return comparison;
}

} // namespace vitrine
