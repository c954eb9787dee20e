#include "plugins/pathboost/views/path_names.h"

#include "core/values/text.h"
#include "plugins/pathboost/compute/labels.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/data/display_number.h"

#include <algorithm>

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

QString occurrencesText(const QString& key, std::int64_t count) {
    const QString text = counted(count, QObject::tr("occurrence"), QObject::tr("occurrences"));
    const auto parts = splitPathKey(toStd(key));
    const bool twice = parts && parts->size() > 1 && std::equal(parts->begin(), parts->end(), parts->rbegin());
    return twice ? QObject::tr("%1, both directions").arg(text) : text;
}

} // namespace vitrine::pathboost
