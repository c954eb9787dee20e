#include "core/plugin/interfaces.h"
#include "plugins/rival_game/compute/bench_experiment.h"
#include "plugins/rival_game/compute/outputs.h"
#include "plugins/rival_game/compute/paired_experiment.h"
#include "plugins/rival_game/compute/simulate_experiment.h"

#include <QObject>

class RivalGamePlugin : public QObject, public vitrine::ComputePlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID VITRINE_COMPUTE_IID FILE "../plugin.json")
    Q_INTERFACES(vitrine::ComputePlugin)
public:
    std::unique_ptr<vitrine::Experiment> create(std::string_view experimentId) const override {
        using namespace vitrine::rival_game;
        if (experimentId == kSimulate)
            return std::make_unique<SimulateExperiment>();
        if (experimentId == kBench)
            return std::make_unique<BenchExperiment>();
        if (experimentId == kPairedAnalysis)
            return std::make_unique<PairedExperiment>();
        return nullptr;
    }
};

#include "plugin.moc"
