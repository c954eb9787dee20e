#include "plugins/pathboost/views/overview.h"
#include "plugins/pathboost/views/predictions.h"
#include "widgets/views/view_registry.h"

#include <QObject>

class PathBoostViews : public QObject, public vitrine::ViewPlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID VITRINE_VIEW_IID FILE "../plugin.json")
    Q_INTERFACES(vitrine::ViewPlugin)
public:
    void registerViews(vitrine::ViewRegistry& registry) const override {
        vitrine::pathboost::registerOverview(registry);
        vitrine::pathboost::registerComparison(registry);
        vitrine::pathboost::registerPredictions(registry);
    }
};

#include "plugin.moc"
