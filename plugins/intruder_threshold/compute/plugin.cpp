#include "core/plugin/interfaces.h"
#include "plugins/intruder_threshold/compute/budget_experiment.h"
#include "plugins/intruder_threshold/compute/layer_experiments.h"
#include "plugins/intruder_threshold/compute/loss_experiment.h"
#include "plugins/intruder_threshold/compute/outputs.h"

#include <QObject>

class IntruderThresholdPlugin : public QObject, public vitrine::ComputePlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID VITRINE_COMPUTE_IID FILE "../plugin.json")
    Q_INTERFACES(vitrine::ComputePlugin)
public:
    std::unique_ptr<vitrine::Experiment> create(std::string_view experimentId) const override {
        using namespace vitrine::intruder_threshold;
        if (experimentId == kAudit || experimentId == kAdapter || experimentId == kCompareFull)
            return std::make_unique<LayerExperiment>();
        if (experimentId == kBudget)
            return std::make_unique<BudgetExperiment>();
        if (experimentId == kLossCurve)
            return std::make_unique<LossExperiment>();
        return nullptr;
    }
};

#include "plugin.moc"
