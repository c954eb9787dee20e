#include "widgets/report/report_choices.h"

#include "core/report/default_report.h"
#include "core/values/text.h"

#include <algorithm>
#include <set>

namespace vitrine {
namespace {

QString titleOf(const OutputDescription& output) {
    return toQString(output.title.empty() ? output.id : output.title);
}

bool isDrawable(const OutputDescription& output) {
    const bool hasChart = output.view.is_object() && output.view.contains("chart");
    return output.kind == ValueKind::series || output.kind == ValueKind::matrix ||
           (output.kind == ValueKind::table && hasChart);
}

bool isTabular(ValueKind kind) {
    return kind == ValueKind::table || kind == ValueKind::series || kind == ValueKind::matrix ||
           kind == ValueKind::graphSet;
}

class Collector {
public:
    Collector(const ProjectStore& store, const ExperimentLookup& experiments)
        : m_store(store), m_experiments(experiments) {}

    void addRun(const RunRecord& run) {
        const QString label = QStringLiteral("Run %1").arg(run.id);
        m_choices.runs.push_back(
            {run.id, run.title.empty() ? label : label + QStringLiteral(", ") + toQString(run.title)});
        const auto artifacts = m_store.artifacts(run.id);
        if (!artifacts)
            return;
        const ExperimentInfo* experiment = m_experiments ? m_experiments(run.plugin, run.experiment) : nullptr;
        addSystemFigures(run, *artifacts, experiment, label);
        for (const ArtifactRecord& artifact : *artifacts) {
            const OutputDescription& output = artifact.description;
            const QString name = label + QStringLiteral(", ") + titleOf(output);
            if (isDrawable(output))
                m_choices.results.push_back({BlockKind::figure, run.id, output.id, {}, name});
            if (isTabular(output.kind))
                m_choices.results.push_back({BlockKind::table, run.id, output.id, {}, name});
            if (output.kind == ValueKind::scalars)
                m_choices.results.push_back({BlockKind::scalars, run.id, output.id, {}, name});
        }
    }

    void addMetrics(RunId run) {
        const auto artifacts = m_store.artifacts(run);
        if (!artifacts)
            return;
        for (const ArtifactRecord& artifact : *artifacts) {
            if (artifact.description.kind != ValueKind::scalars)
                continue;
            const auto value = m_store.artifactValue(artifact.id);
            if (const auto scalars = value ? valueAs<Scalars>(*value) : nullptr)
                for (const Scalar& item : scalars->items)
                    m_choices.metrics.push_back({run, item.id, toQString(item.label.empty() ? item.id : item.label)});
        }
    }

    ReportChoices take() { return std::move(m_choices); }
    ReportChoices& choices() { return m_choices; }

private:
    /// Figures of the system's own views, as the report hints of the experiment name them.
    void addSystemFigures(const RunRecord& run, const std::vector<ArtifactRecord>& artifacts,
                          const ExperimentInfo* experiment, const QString& label) {
        if (!experiment)
            return;
        for (const FigureHint& hint : figureHints(experiment->report)) {
            const auto found = std::find_if(artifacts.begin(), artifacts.end(), [&](const ArtifactRecord& artifact) {
                return artifact.description.id == hint.outputId;
            });
            if (found == artifacts.end())
                continue;
            QString name = titleOf(found->description);
            if (const auto title = hint.more.find("title"); title != hint.more.end() && title->is_string())
                name = toQString(title->get<std::string>());
            m_choices.results.push_back(
                {BlockKind::figure, run.id, hint.outputId, hint.figureId, label + QStringLiteral(", ") + name});
        }
    }

    const ProjectStore& m_store;
    const ExperimentLookup& m_experiments;
    ReportChoices m_choices;
};

} // namespace

const ReportChoice* ReportChoices::first(BlockKind kind, RunId preferredRun) const {
    const ReportChoice* any = nullptr;
    for (const ReportChoice& choice : results) {
        if (choice.kind != kind)
            continue;
        if (choice.run == preferredRun)
            return &choice;
        if (!any)
            any = &choice;
    }
    return any;
}

const ReportChoice* ReportChoices::of(const ReportBlock& block) const {
    const auto found = std::find_if(results.begin(), results.end(), [&](const ReportChoice& choice) {
        return choice.kind == block.kind && choice.run == block.run && choice.outputId == block.outputId &&
               choice.figureId == block.figureId;
    });
    return found == results.end() ? nullptr : &*found;
}

ReportChoices readReportChoices(const ProjectStore& store, const ReportDocument& document,
                                const ExperimentLookup& experiments) {
    Collector collector(store, experiments);
    if (auto runs = store.runs()) {
        std::sort(runs->begin(), runs->end(), [](const RunRecord& a, const RunRecord& b) { return a.id > b.id; });
        for (std::size_t i = 0; i < std::min(runs->size(), kMostRuns); ++i)
            collector.addRun((*runs)[i]);
    }
    std::set<RunId> shown;
    for (const ReportBlock& block : document.blocks)
        if (block.run > 0 && shown.insert(block.run).second)
            collector.addMetrics(block.run);
    if (const auto datasets = store.datasets())
        for (const DatasetRecord& dataset : *datasets)
            collector.choices().datasets.push_back({dataset.id, toQString(dataset.title)});
    return collector.take();
}

} // namespace vitrine
