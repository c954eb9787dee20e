#include "app/gui/shell/sample_opener.h"

#include "app/gui/experiment/experiment_session.h"
#include "app/gui/experiment/input_choices.h"
#include "app/gui/workbench.h"
#include "core/values/text.h"

#include <map>

namespace vitrine {

namespace {

Result<DatasetRecord> storeFile(ProjectStore& store, const ReaderRegistry& readers, const std::string& path) {
    auto dataset = readers.read(path);
    if (!dataset)
        return dataset.error();
    auto id = store.addDataset(*dataset);
    if (!id)
        return id.error();
    return store.dataset(*id);
}

/// Reads the data sets and stores them with the experiment. For the writer thread.
Result<void> storeSample(ProjectStore& store, const ReaderRegistry& readers, const PluginInfo& plugin,
                         const std::string& folder, ExperimentRecord& record) {
    const ExperimentInfo* experiment = plugin.experiment(plugin.card.sampleExperiment);
    if (!experiment)
        return makeError(ErrorCode::plugin, plugin.name + " has no experiment for its sample");
    // The primary input is the page that opens, and the experiment is named after it.
    std::map<std::string, DatasetRecord> stored;
    for (const auto& [input, path] : plugin.card.sampleInputs) {
        std::string file = folder;
        file.append("/").append(path);
        auto dataset = storeFile(store, readers, file);
        if (!dataset)
            return dataset.error();
        stored[input] = std::move(*dataset);
    }
    ProjectContents contents;
    if (!stored.empty())
        contents.datasets.push_back(stored[experiment->primaryInput]);
    record = newExperimentRecord(contents, plugin, *experiment, stored.empty() ? nullptr : &contents.datasets.front());
    record.inputs.clear();
    for (const auto& [input, dataset] : stored)
        record.inputs.push_back(datasetReference(input, dataset));
    if (plugin.card.samplePreset.is_object())
        record.parameters = ParameterSet::fromJson(plugin.card.samplePreset);
    auto added = store.addExperiment(record);
    if (!added)
        return added.error();
    record.id = *added;
    return {};
}

} // namespace

SampleOpener::SampleOpener(Workbench& workbench, const QString& plugin)
    : QObject(&workbench), m_workbench(workbench), m_plugin(workbench.plugins()->info(toStd(plugin))) {
    if (!m_plugin || m_plugin->card.sampleExperiment.empty()) {
        stop(tr("There is no sample of “%1”.").arg(plugin));
        return;
    }
    connect(&workbench, &Workbench::projectChanged, this, &SampleOpener::readSample);
    workbench.newProject();
}

void SampleOpener::stop(const QString& problem) {
    if (!problem.isEmpty())
        m_workbench.fail(problem);
    deleteLater();
}

void SampleOpener::readSample() {
    disconnect(&m_workbench, &Workbench::projectChanged, this, nullptr);
    const std::string folder = m_workbench.plugins()->dataFolder(m_plugin->id);
    auto record = std::make_shared<ExperimentRecord>();
    m_workbench.change([readers = m_workbench.readers(), plugin = m_plugin, folder,
                        record](ProjectStore& store) { return storeSample(store, *readers, *plugin, folder, *record); },
                       [this, record](const Result<void>& result) {
                           if (!result) {
                               stop(toQString(result.error().message));
                               return;
                           }
                           m_session = new ExperimentSession(m_workbench, this);
                           connect(m_session, &ExperimentSession::stateChanged, this, &SampleOpener::startRun);
                           m_session->setRecord(*record);
                       });
}

void SampleOpener::startRun() {
    if (m_session->isReading())
        return;
    disconnect(m_session, nullptr, this, nullptr);
    const InputReference* primary = m_session->input(m_session->info()->primaryInput);
    if (primary)
        m_workbench.requestOpen(toQString(primary->reference));
    if (const auto job = m_session->start())
        m_workbench.requestOpen(QStringLiteral("run:%1").arg(job->runId()));
    else
        m_workbench.fail(m_session->obstacle());
    stop({});
}

} // namespace vitrine
