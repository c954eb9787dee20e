#include "core/plugin/interfaces.h"
#include "plugins/template/compute/summary_experiment.h"

#include <QObject>

class ColumnSummaryPlugin : public QObject, public vitrine::ComputePlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID VITRINE_COMPUTE_IID FILE "../plugin.json")
    Q_INTERFACES(vitrine::ComputePlugin)
public:
    std::unique_ptr<vitrine::Experiment> create(std::string_view experimentId) const override {
        if (experimentId == "summary")
            return std::make_unique<vitrine::column_summary::SummaryExperiment>();
        return nullptr;
    }
};

#include "plugin.moc"
