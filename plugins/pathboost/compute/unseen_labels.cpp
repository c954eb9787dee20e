#include "plugins/pathboost/compute/unseen_labels.h"

#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/table_columns.h"

#include <set>

namespace vitrine::pathboost {

std::vector<std::string> unseenLabels(const PathBoostModel& model, const GraphSet& graphs) {
    std::vector<std::string> unseen(graphs.graphCount());
    const Column* labels = graphs.nodes.find(model.scheme.labelAttribute);
    if (!labels)
        return unseen;
    const std::vector<std::int32_t> codes = model.scheme.labels.codes(*labels);
    for (std::size_t graph = 0; graph < unseen.size(); ++graph) {
        std::set<std::string> found;
        for (auto node = graphs.topology.nodeOffsets[graph]; node < graphs.topology.nodeOffsets[graph + 1]; ++node)
            if (const auto at = static_cast<std::size_t>(node); codes[at] < 0 && labels->isValid(at))
                found.insert(labelText(labels->cellText(at), model.scheme.elements));
        for (const std::string& label : found)
            unseen[graph] += (unseen[graph].empty() ? "" : ", ") + label;
    }
    return unseen;
}

std::size_t addUnseenLabels(const std::vector<std::string>& unseen, std::span<const std::int32_t> rows, Table& table) {
    Column::Texts texts;
    std::size_t count = 0;
    for (const std::int32_t row : rows) {
        texts.push_back(unseen[static_cast<std::size_t>(row)]);
        count += texts.back().empty() ? 0 : 1;
    }
    if (count == 0)
        return 0;
    Column column(column::kUnseen, texts);
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (texts[i].empty())
            column.setMissing(i);
    table.columns.push_back(
        described(std::move(column), "Labels that the model was not trained on; they add nothing to the prediction"));
    return count;
}

} // namespace vitrine::pathboost
