#include "app/gui/shell/project_edits.h"

#include "app/gui/experiment/input_choices.h"
#include "app/gui/workbench.h"
#include "core/report/report_document.h"
#include "core/values/text.h"

#include <QPointer>

#include <algorithm>

namespace vitrine {

namespace {

using Change = std::function<Result<void>(ProjectStore&)>;

QString titleOf(const ProjectContents& contents, ProjectModel::Section section, std::int64_t id) {
    switch (section) {
    case ProjectModel::Data: return contents.dataset(id) ? toQString(contents.dataset(id)->title) : QString();
    case ProjectModel::Experiments:
        return contents.experiment(id) ? toQString(contents.experiment(id)->title) : QString();
    case ProjectModel::Runs: return contents.run(id) ? toQString(contents.run(id)->title) : QString();
    case ProjectModel::Reports: return contents.report(id) ? toQString(contents.report(id)->title) : QString();
    case ProjectModel::SectionCount: break;
    }
    return {};
}

/// Sets the title of one record, leaving the rest as it is by then.
Result<void> setTitle(ProjectStore& store, ProjectModel::Section section, std::int64_t id, const std::string& title) {
    const auto with = [&](auto records, auto update) -> Result<void> {
        if (!records)
            return records.error();
        for (auto& record : *records)
            if (record.id == id) {
                record.title = title;
                return update(record);
            }
        return makeError(ErrorCode::notFound, "“" + title + "” is no longer in the project");
    };
    switch (section) {
    case ProjectModel::Data: return store.renameDataset(id, title);
    case ProjectModel::Experiments:
        return with(store.experiments(), [&](const ExperimentRecord& r) { return store.updateExperiment(r); });
    case ProjectModel::Runs: return store.renameRun(id, title);
    case ProjectModel::Reports:
        return with(store.reports(), [&](ReportRecord& r) {
            if (r.document.is_object())
                r.document["title"] = title; // what is printed
            return store.updateReport(r);
        });
    case ProjectModel::SectionCount: break;
    }
    return {};
}

Result<void> takeOut(ProjectStore& store, ProjectModel::Section section, std::int64_t id) {
    switch (section) {
    case ProjectModel::Data: return store.removeDataset(id);
    case ProjectModel::Experiments: return store.removeExperiment(id);
    case ProjectModel::Runs: return store.removeRun(id);
    case ProjectModel::Reports: return store.removeReport(id);
    case ProjectModel::SectionCount: break;
    }
    return {};
}

Result<void> putBack(ProjectStore& store, ProjectModel::Section section, std::int64_t id) {
    switch (section) {
    case ProjectModel::Data: return store.restoreDataset(id);
    case ProjectModel::Experiments: return store.restoreExperiment(id);
    case ProjectModel::Runs: return store.restoreRun(id);
    case ProjectModel::Reports: return store.restoreReport(id);
    case ProjectModel::SectionCount: break;
    }
    return {};
}

/// What is made from a data set, run or model: "run 3 “Trees”, experiment “Trees”".
QStringList dependents(const ProjectContents& contents, ProjectModel::Section section, std::int64_t id) {
    QStringList names;
    const bool isRun = section == ProjectModel::Runs;
    if (section != ProjectModel::Data && !isRun)
        return names;
    const auto uses = [&](const std::vector<InputReference>& inputs) {
        const std::string number = std::to_string(id);
        return std::ranges::any_of(inputs, [&](const InputReference& input) {
            return isRun ? input.reference.starts_with("run:" + number + '/') : input.reference == "dataset:" + number;
        });
    };
    for (const RunRecord& run : contents.runs)
        if (uses(run.inputs))
            names.append(Workbench::tr("run %1 “%2”").arg(run.id).arg(toQString(run.title)));
    for (const ExperimentRecord& experiment : contents.experiments)
        if (uses(experiment.inputs))
            names.append(Workbench::tr("experiment “%1”").arg(toQString(experiment.title)));
    for (const ReportRecord& report : contents.reports) {
        const auto document = ReportDocument::fromJson(report.document);
        if (document && std::ranges::any_of(document->blocks, [&](const ReportBlock& block) {
                return (isRun ? block.run : block.dataset) == id;
            }))
            names.append(Workbench::tr("report “%1”").arg(toQString(report.title)));
    }
    return names;
}

/// "a, b, c and 2 more"
QString shortList(QStringList names) {
    constexpr qsizetype kMost = 3;
    const qsizetype more = names.size() - kMost;
    if (more > 0)
        return Workbench::tr("%1 and %2 more")
            .arg(names.mid(0, kMost).join(QStringLiteral(", ")), QString::number(more));
    const QString last = names.takeLast();
    return names.isEmpty() ? last : Workbench::tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

/// Adds with `add` at first; afterwards puts the same record back. Opens the page when it stands in the project.
void create(Workbench& workbench, const QString& text, ProjectModel::Section section, const QString& pagePrefix,
            const std::function<Result<std::int64_t>(ProjectStore&)>& add) {
    auto id = std::make_shared<std::int64_t>(0);
    const auto redo = [id, add, section, pagePrefix,
                       bench = QPointer(&workbench)](ProjectStore& store) -> Result<void> {
        if (*id != 0)
            return putBack(store, section, *id);
        auto added = add(store);
        if (!added)
            return added.error();
        *id = *added;
        // Writer thread: the page is opened by the window's thread.
        QMetaObject::invokeMethod(
            bench.data(),
            [bench, page = QStringLiteral("%1:%2").arg(pagePrefix).arg(*id)] { bench->requestOpen(page); },
            Qt::QueuedConnection);
        return {};
    };
    workbench.command(text, redo, [id, section](ProjectStore& store) { return takeOut(store, section, *id); });
}

} // namespace

void renameItem(Workbench& workbench, ProjectModel::Section section, std::int64_t id, const QString& name) {
    const std::string before = toStd(titleOf(workbench.contents(), section, id));
    const std::string after = toStd(name);
    const auto change = [section, id](const std::string& title) -> Change {
        return [section, id, title](ProjectStore& store) { return setTitle(store, section, id, title); };
    };
    workbench.command(Workbench::tr("Rename %1 to %2").arg(toQString(before), name), change(after), change(before));
}

void removeItem(Workbench& workbench, ProjectModel::Section section, std::int64_t id) {
    const QString title = titleOf(workbench.contents(), section, id);
    const QStringList users = dependents(workbench.contents(), section, id);
    workbench.command(
        Workbench::tr("Remove %1").arg(title),
        [section, id](ProjectStore& store) { return takeOut(store, section, id); },
        [section, id](ProjectStore& store) { return putBack(store, section, id); });
    workbench.say(users.isEmpty() ? Workbench::tr("Removed “%1”. Undo brings it back.").arg(title)
                                  : Workbench::tr("Removed “%1”, which %2 %3; Undo brings it back.")
                                        .arg(title, shortList(users),
                                             users.size() == 1 ? Workbench::tr("uses") : Workbench::tr("use")));
}

void createExperiment(Workbench& workbench, const DatasetRecord* dataset) {
    for (const PluginRecord& plugin : workbench.plugins()->records()) {
        if (plugin.state != PluginState::available && plugin.state != PluginState::loaded)
            continue;
        for (const ExperimentInfo& experiment : plugin.info.experiments) {
            if (dataset ? !accepts(experiment, *dataset) : !experiment.inputs.empty())
                continue;
            const ExperimentRecord record = newExperimentRecord(workbench.contents(), plugin.info, experiment, dataset);
            create(workbench, Workbench::tr("New experiment %1").arg(toQString(record.title)),
                   ProjectModel::Experiments, QStringLiteral("experiment"),
                   [record](ProjectStore& store) { return store.addExperiment(record); });
            return;
        }
    }
    workbench.fail(dataset ? Workbench::tr("No installed system works on “%1”.").arg(toQString(dataset->title))
                           : Workbench::tr("No installed system works without data."));
}

void createFollowUp(Workbench& workbench, const RunRecord& run, const std::string& experimentId,
                    const nlohmann::json& values) {
    // From the registry itself: records() is a copy, whose descriptions end with it.
    const PluginInfo* plugin = workbench.plugins()->info(run.plugin);
    const ExperimentInfo* wanted = plugin ? plugin->experiment(experimentId) : nullptr;
    const ExperimentInfo* before = plugin ? plugin->experiment(run.experiment) : nullptr;
    if (!wanted) {
        workbench.fail(Workbench::tr("The system of this run is not installed."));
        return;
    }
    ExperimentRecord record;
    record.title = wanted->title;
    record.plugin = run.plugin;
    record.experiment = experimentId;
    record.seed = run.seed;
    for (const InputReference& input : run.inputs)
        if (wanted->input(input.inputId))
            record.inputs.push_back(input);
    for (const auto& [id, value] : run.parameters.values()) {
        const ParameterSpec* spec = wanted->parameters.find(id);
        const ParameterSpec* known = before ? before->parameters.find(id) : nullptr;
        // What the person left alone, the next experiment does by its own default.
        if (spec && known && spec->type == known->type && value != known->defaultValue)
            record.parameters.set(id, value);
    }
    for (const auto& [id, value] : values.items())
        record.parameters.set(id, value);
    create(workbench, Workbench::tr("New experiment %1").arg(toQString(record.title)), ProjectModel::Experiments,
           QStringLiteral("experiment"), [record](ProjectStore& store) { return store.addExperiment(record); });
}

void createReportOfRuns(Workbench& workbench, const std::vector<RunId>& runs) {
    ReportDocument document;
    document.title = toStd(Workbench::tr("Runs"));
    const auto add = [&document](BlockKind kind, RunId run, const std::string& output, const std::string& text) {
        ReportBlock block;
        block.kind = kind;
        block.id = document.freeId(output.empty() ? blockKindName(kind) : output);
        block.run = run;
        block.outputId = output;
        block.text = text;
        document.blocks.push_back(std::move(block));
    };
    for (const RunId id : runs) {
        const RunRecord* run = workbench.contents().run(id);
        if (!run)
            continue;
        add(BlockKind::heading, id, {}, toStd(Workbench::tr("Run %1, ").arg(id)) + run->title);
        for (const ArtifactBrief& artifact : workbench.contents().artifacts)
            if (artifact.run == id && artifact.kind == ValueKind::scalars)
                add(BlockKind::scalars, id, artifact.outputId, {});
        add(BlockKind::parameters, id, {}, {});
    }
    ReportRecord record;
    record.title = document.title;
    record.document = document.toJson();
    create(workbench, Workbench::tr("New report %1").arg(toQString(record.title)), ProjectModel::Reports,
           QStringLiteral("report"), [record](ProjectStore& store) { return store.addReport(record); });
}

void createReport(Workbench& workbench) {
    ReportDocument document;
    document.title = toStd(Workbench::tr("Report"));
    ReportRecord record;
    record.title = document.title;
    record.document = document.toJson();
    create(workbench, Workbench::tr("New report %1").arg(toQString(record.title)), ProjectModel::Reports,
           QStringLiteral("report"), [record](ProjectStore& store) { return store.addReport(record); });
}

} // namespace vitrine
