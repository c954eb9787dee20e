#include "widgets/vtk/space_stage.h"

#include <vtkObject.h>

namespace vitrine {

/// Root object of the module.
class SpacePlugin : public QObject, public GraphSpaceFactory {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID VITRINE_GRAPH_SPACE_IID)
    Q_INTERFACES(vitrine::GraphSpaceFactory)
public:
    GraphStage* createStage(QWidget* parent) const override {
        vtkObject::GlobalWarningDisplayOff(); // else VTK writes to standard error by itself
        return new SpaceStage(parent);
    }
};

} // namespace vitrine

#include "space_plugin.moc"
