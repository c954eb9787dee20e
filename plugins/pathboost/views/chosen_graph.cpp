#include "plugins/pathboost/views/chosen_graph.h"

#include "plugins/pathboost/views/run_paths.h"

namespace vitrine::pathboost {

ChosenGraph ChosenGraph::of(const Selection* selection, const PredictionRows* rows) {
    ChosenGraph chosen;
    const QStringList keys = selection ? selection->keys(QLatin1String(kGraphKind)) : QStringList();
    bool isNumber = false;
    if (!keys.isEmpty())
        chosen.graph = keys.back().toInt(&isNumber);
    if (!isNumber || chosen.graph < 0) {
        chosen.graph = -1;
        chosen.byDefault = true;
        if (rows && rows->mostStriking())
            chosen.graph = rows->graph(*rows->mostStriking());
    }
    if (rows && chosen.graph >= 0)
        chosen.row = rows->rowOf(chosen.graph);
    return chosen;
}

QString chosenPath(const Selection* selection) {
    const QStringList keys = selection ? selection->keys(QLatin1String(kPathKind)) : QStringList();
    return keys.isEmpty() ? QString() : keys.back();
}

} // namespace vitrine::pathboost
