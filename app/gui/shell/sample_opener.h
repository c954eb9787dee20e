#pragma once

#include "core/plugin/plugin_info.h"

#include <QObject>

namespace vitrine {

class ExperimentSession;
class Workbench;

/// Opens the sample of a system: a new project, its data set read, the experiment of its card run with the preset.
/// Deletes itself when the run has been started or something went wrong (told by Workbench::failed).
class SampleOpener : public QObject {
    Q_OBJECT
public:
    SampleOpener(Workbench& workbench, const QString& plugin);

private:
    void readSample();
    void startRun();
    void stop(const QString& problem);

    Workbench& m_workbench;
    const PluginInfo* m_plugin;
    ExperimentSession* m_session = nullptr;
};

} // namespace vitrine
