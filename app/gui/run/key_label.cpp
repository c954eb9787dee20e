#include "app/gui/run/key_label.h"

#include "core/values/text.h"
#include "widgets/molecule/graph_gallery.h"

namespace vitrine {

namespace {

constexpr std::size_t kMostRows = 20'000; // looked through at every click

/// The shortest table whose rows are keys of the kind and have labels; null when there is none.
std::shared_ptr<const Table> labelledTable(const RunData& data, const std::string& kind, std::string& keyColumn) {
    std::shared_ptr<const Table> best;
    for (const auto& [id, description] : data.descriptions) {
        const auto output = data.outputs.find(id);
        if (description.key != kind || output == data.outputs.end())
            continue;
        auto table = valueAs<Table>(output->second);
        if (!table || !table->find("label") || !table->find(description.keyColumn) || table->rowCount() > kMostRows)
            continue;
        if (best && best->rowCount() <= table->rowCount())
            continue;
        best = std::move(table);
        keyColumn = description.keyColumn;
    }
    return best;
}

QString graphName(const RunData& data, const QString& key) {
    bool isNumber = false;
    const auto row = static_cast<std::size_t>(key.toULongLong(&isNumber));
    for (const auto& [id, input] : data.inputs) {
        const auto graphs = valueAs<GraphSet>(input);
        const Column* names = graphs ? graphs->graphs.find(graphs->idColumn) : nullptr;
        if (isNumber && names && row < names->size() && names->isValid(row))
            return toQString(names->cellText(row));
    }
    return {};
}

} // namespace

QString keyLabel(const RunData& data, const QString& kind, const QString& key) {
    std::string keyColumn;
    if (const auto table = labelledTable(data, toStd(kind), keyColumn)) {
        const Column& keys = *table->find(keyColumn);
        for (std::size_t row = 0; row < table->rowCount(); ++row)
            if (keys.cellText(row) == toStd(key))
                return toQString(table->find("label")->cellText(row));
    }
    if (kind == QLatin1String(GraphGallery::kKeyKind))
        if (const QString name = graphName(data, key); !name.isEmpty())
            return name;
    return key;
}

} // namespace vitrine
