#include "core/plugin/interfaces.h"
#include "plugins/pathboost/compute/apply_experiments.h"
#include "plugins/pathboost/compute/cross_validate_experiment.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/train_experiment.h"

#include <QObject>

class PathBoostPlugin : public QObject, public vitrine::ComputePlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID VITRINE_COMPUTE_IID FILE "../plugin.json")
    Q_INTERFACES(vitrine::ComputePlugin)
public:
    std::unique_ptr<vitrine::Experiment> create(std::string_view experimentId) const override {
        using namespace vitrine::pathboost;
        if (experimentId == kTrain)
            return std::make_unique<TrainExperiment>();
        if (experimentId == kCrossValidate)
            return std::make_unique<CrossValidateExperiment>();
        if (experimentId == kPredict)
            return std::make_unique<PredictExperiment>();
        if (experimentId == kExplain)
            return std::make_unique<ExplainExperiment>();
        return nullptr;
    }
};

#include "plugin.moc"
