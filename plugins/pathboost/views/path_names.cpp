#include "plugins/pathboost/views/path_names.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/labels.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/run_paths.h"

namespace vitrine::pathboost {

QStringList pathLabels(const RunData& data, const QString& key) {
    if (const auto paths = RunPaths::of(data); !paths->isEmpty())
        return paths->labelsOf(key);
    const auto graphs = inputGraphs(data);
    const bool elements = graphs && graphs->isMolecular() && graphs->labelAttribute == "atomic_number";
    QStringList labels;
    if (const auto parts = splitPathKey(toStd(key)))
        for (const std::string& part : *parts)
            labels.append(toQString(labelText(part, elements)));
    return labels;
}

QString pathText(const RunData& data, const QString& key) {
    const QStringList labels = pathLabels(data, key);
    return labels.isEmpty() ? key : labels.join(QChar(0x2013));
}

} // namespace vitrine::pathboost
