#include "core/compare/run_table.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <set>

namespace vitrine {

namespace {

/// A column under construction; rows that are not set are missing.
struct Cells {
    std::string name, title, unit, description;
    std::vector<std::optional<double>> numbers;
    std::vector<std::optional<std::string>> texts;
};

Column finished(Cells cells, bool isNumber) {
    const std::size_t count = isNumber ? cells.numbers.size() : cells.texts.size();
    Column column;
    if (isNumber) {
        Column::Reals values;
        for (const auto& number : cells.numbers)
            values.push_back(number.value_or(0.0));
        column = Column(cells.name, std::move(values));
    } else {
        Column::Texts values;
        for (const auto& text : cells.texts)
            values.push_back(text.value_or(std::string()));
        column = Column(cells.name, std::move(values));
    }
    column.unit = cells.unit;
    column.description = cells.description;
    for (std::size_t row = 0; row < count; ++row)
        if (isNumber ? !cells.numbers[row] : !cells.texts[row])
            column.setMissing(row);
    return column;
}

/// Columns are found by name, so each name is given once.
class Builder {
public:
    void add(Cells cells, bool isNumber) {
        const std::string wish = cells.name;
        for (int i = 2; !m_names.insert(cells.name).second; ++i)
            cells.name = wish + '_' + std::to_string(i);
        if (!cells.title.empty())
            m_result.titles[cells.name] = cells.title;
        m_table.columns.push_back(finished(std::move(cells), isNumber));
    }
    void addText(const char* name, ComparedRuns runs, const std::function<std::string(const RunRecord&)>& text) {
        Cells cells{name, {}, {}, {}, {}, {}};
        for (const ComparedRun& run : runs) {
            std::string value = text(run.record);
            cells.texts.push_back(value.empty() ? std::nullopt : std::optional(std::move(value)));
        }
        add(std::move(cells), false);
    }
    RunTable take() {
        m_result.table = std::make_shared<const Table>(std::move(m_table));
        return std::move(m_result);
    }
    Table& table() { return m_table; }

private:
    Table m_table;
    std::set<std::string> m_names;
    RunTable m_result;
};

std::string dataOf(const RunRecord& run) {
    std::string titles;
    for (const InputReference& input : run.inputs)
        titles += (titles.empty() ? "" : ", ") + input.title;
    return titles;
}

void addRecords(Builder& builder, ComparedRuns runs, const std::map<RunId, RunNotes>& notes,
                const ExperimentLookup& experiments, const std::map<RunId, std::string>& stale) {
    Column::Integers ids;
    for (const ComparedRun& run : runs)
        ids.push_back(run.record.id);
    builder.table().columns.emplace_back(RunTable::kKeyColumn, std::move(ids));
    builder.addText("title", runs, [](const RunRecord& run) { return run.title; });
    builder.addText("experiment", runs, [&](const RunRecord& run) {
        const ExperimentInfo* info = experiments ? experiments(run.plugin, run.experiment) : nullptr;
        return info && !info->title.empty() ? info->title : run.plugin + '/' + run.experiment;
    });
    builder.addText("data", runs, dataOf);
    builder.addText("state", runs, [](const RunRecord& run) { return std::string(runStateName(run.state)); });
    if (std::ranges::any_of(runs, [&](const ComparedRun& run) { return stale.contains(run.record.id); })) {
        builder.addText("stale", runs, [&](const RunRecord& run) {
            const auto found = stale.find(run.id);
            return found == stale.end() ? std::string() : found->second;
        });
        builder.table().columns.back().description = "Why the results are older than their data";
    }
    builder.addText("started", runs, [](const RunRecord& run) {
        std::string time = run.created.substr(0, 16); // to the minute
        std::ranges::replace(time, 'T', ' ');
        return time;
    });
    builder.table().columns.back().description = "Date and time, UTC";
    Cells seconds{"seconds", "Time", "s", "Wall clock of the run", {}, {}};
    for (const ComparedRun& run : runs)
        seconds.numbers.push_back(run.record.seconds > 0.0 ? std::optional(run.record.seconds) : std::nullopt);
    builder.add(std::move(seconds), true);
    builder.addText("tags", runs, [&](const RunRecord& run) {
        const auto found = notes.find(run.id);
        return found == notes.end() ? std::string() : tagsText(found->second.tags);
    });
}

void addMetrics(Builder& builder, ComparedRuns runs) {
    std::vector<Cells> metrics;
    for (std::size_t row = 0; row < runs.size(); ++row)
        forEachHeadline(runs[row], [&](const OutputDescription& output, const Scalar& scalar) {
            auto known = std::ranges::find_if(metrics, [&](const Cells& cells) {
                return cells.name == scalar.id && cells.unit == scalar.unit && !cells.numbers[row];
            });
            if (known == metrics.end()) {
                if (metrics.size() >= RunTable::kMostMetrics)
                    return;
                const std::string& text = scalar.definition.empty() ? output.definition : scalar.definition;
                metrics.push_back({scalar.id, scalar.label, scalar.unit, text, {}, {}});
                metrics.back().numbers.resize(runs.size());
                known = std::prev(metrics.end());
            }
            known->numbers[row] = scalar.value;
        });
    for (Cells& cells : metrics)
        builder.add(std::move(cells), true);
}

/// Runs of one experiment, by position.
std::map<std::string, std::vector<std::size_t>> byExperiment(ComparedRuns runs) {
    std::map<std::string, std::vector<std::size_t>> groups;
    for (std::size_t row = 0; row < runs.size(); ++row)
        groups[runs[row].record.plugin + '/' + runs[row].record.experiment].push_back(row);
    return groups;
}

void addSettings(Builder& builder, ComparedRuns runs, const ExperimentLookup& experiments) {
    static const std::set<std::string> elsewhere{"system", "experiment", "version", "program", "device"};
    std::vector<Cells> settings;
    for (const auto& [name, rows] : byExperiment(runs)) {
        std::vector<ComparedRun> group;
        for (const std::size_t row : rows) {
            group.emplace_back();
            group.back().record = runs[row].record;
        }
        for (const ComparedFact& fact : differingFacts(group, experiments)) {
            if (elsewhere.contains(fact.id) || fact.id.starts_with("input/"))
                continue;
            auto known = std::ranges::find_if(
                settings, [&](const Cells& cells) { return cells.name == fact.id && cells.title == fact.label; });
            if (known == settings.end()) {
                settings.push_back({fact.id, fact.label, {}, fact.help, {}, {}});
                settings.back().texts.resize(runs.size());
                known = std::prev(settings.end());
            }
            for (std::size_t i = 0; i < rows.size(); ++i)
                if (!fact.texts[i].empty())
                    known->texts[rows[i]] = fact.texts[i];
        }
    }
    for (Cells& cells : settings) {
        bool isNumber = true;
        for (const auto& text : cells.texts) {
            const auto number = text ? parseNumber(*text) : std::nullopt;
            isNumber = isNumber && (!text || number);
            cells.numbers.push_back(number);
        }
        builder.add(std::move(cells), isNumber);
    }
}

} // namespace

Result<ComparedRun> readHeadlines(const ProjectStore& store, const RunRecord& run) {
    ComparedRun read;
    read.record = run;
    auto artifacts = store.artifacts(run.id);
    if (!artifacts)
        return artifacts.error();
    for (ArtifactRecord& artifact : *artifacts) {
        if (artifact.description.kind != ValueKind::scalars || !artifact.description.headline)
            continue;
        if (auto value = store.artifactValue(artifact.id)) {
            const std::string id = artifact.description.id;
            read.outputs.emplace(id, std::move(*value));
            read.descriptions.emplace(id, std::move(artifact.description));
        }
    }
    return read;
}

RunTable runTable(ComparedRuns runs, const std::map<RunId, RunNotes>& notes, const ExperimentLookup& experiments,
                  const std::map<RunId, std::string>& stale) {
    Builder builder;
    addRecords(builder, runs, notes, experiments, stale);
    addMetrics(builder, runs);
    addSettings(builder, runs, experiments);
    builder.addText("note", runs, [&](const RunRecord& run) {
        const auto found = notes.find(run.id);
        return found == notes.end() ? std::string() : found->second.text;
    });
    return builder.take();
}

} // namespace vitrine
