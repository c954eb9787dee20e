#include "plugins/intruder_threshold/views/pages.h"
#include "widgets/views/view_registry.h"

#include <QObject>

class IntruderThresholdViews : public QObject, public vitrine::ViewPlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID VITRINE_VIEW_IID FILE "../plugin.json")
    Q_INTERFACES(vitrine::ViewPlugin)
public:
    void registerViews(vitrine::ViewRegistry& registry) const override {
        vitrine::intruder_threshold::registerPages(registry);
    }
};

#include "plugin.moc"
