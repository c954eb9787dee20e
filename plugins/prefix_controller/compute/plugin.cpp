#include "core/plugin/interfaces.h"
#include "plugins/prefix_controller/compute/outputs.h"
#include "plugins/prefix_controller/compute/simulate_experiment.h"
#include "plugins/prefix_controller/compute/small_experiments.h"

#include <QObject>

class PrefixControllerPlugin : public QObject, public vitrine::ComputePlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID VITRINE_COMPUTE_IID FILE "../plugin.json")
    Q_INTERFACES(vitrine::ComputePlugin)
public:
    std::unique_ptr<vitrine::Experiment> create(std::string_view experimentId) const override {
        using namespace vitrine::prefix_controller;
        if (experimentId == kSimulate)
            return std::make_unique<SimulateExperiment>();
        if (experimentId == kReplay)
            return std::make_unique<ReplayExperiment>();
        if (experimentId == kCalibrate)
            return std::make_unique<CalibrateExperiment>();
        if (experimentId == kAdvantages)
            return std::make_unique<AdvantagesExperiment>();
        if (experimentId == kSnap)
            return std::make_unique<SnapExperiment>();
        return nullptr;
    }
};

#include "plugin.moc"
