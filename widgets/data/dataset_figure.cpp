#include "widgets/data/dataset_figure.h"

#include "core/values/json_text.h"
#include "core/values/text.h"
#include "widgets/data/display_number.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace vitrine {
namespace {

constexpr const char* kColumnFigure = "dataset/column";
constexpr const char* kLabelsFigure = "dataset/labels";
constexpr std::array<std::string_view, 4> kScopes{"table", "graph", "node", "edge"};

QString tr(const char* text) {
    return QCoreApplication::translate("DatasetFigure", text);
}

const Column* findColumn(const Value& value, const nlohmann::json& options, ColumnScope& scope) {
    const std::string scopeName = textField(options, "scope");
    const std::string name = textField(options, "column");
    const auto found = std::find(kScopes.begin(), kScopes.end(), scopeName);
    if (found == kScopes.end())
        return nullptr;
    scope = static_cast<ColumnScope>(found - kScopes.begin());
    const auto table = valueAs<Table>(value);
    if (scope == ColumnScope::table)
        return table ? table->find(name) : nullptr;
    const auto graphs = valueAs<GraphSet>(value);
    if (!graphs)
        return nullptr;
    const Table& part = scope == ColumnScope::graph  ? graphs->graphs
                        : scope == ColumnScope::node ? graphs->nodes
                                                     : graphs->edges;
    return part.find(name);
}

ReportBlock blockOf(const DatasetRecord& record, const char* figureId) {
    ReportBlock block;
    block.kind = BlockKind::figure;
    block.dataset = record.id;
    block.figureId = figureId;
    return block;
}

} // namespace

ReportBlock columnBlock(const DatasetRecord& record, const ColumnSummary& column) {
    ReportBlock block = blockOf(record, kColumnFigure);
    block.id = "distribution";
    block.title = toStd(tr("Distribution of %1").arg(toQString(column.name)));
    block.options = {{"scope", kScopes[static_cast<std::size_t>(column.scope)]}, {"column", column.name}};
    return block;
}

ReportBlock labelsBlock(const DatasetRecord& record, const FigureSpec& labels) {
    ReportBlock block = blockOf(record, kLabelsFigure);
    block.id = "labels";
    block.title = toStd(tr("%1 of %2").arg(toQString(labels.title), toQString(record.title)));
    return block;
}

std::optional<FigureSpec> datasetFigure(const DatasetRecord& record, const Value& value, const ReportBlock& block) {
    std::optional<FigureSpec> figure;
    if (block.figureId == kColumnFigure) {
        ColumnScope scope{};
        if (const Column* column = findColumn(value, block.options, scope))
            figure = columnFigure(summariseColumn(*column, scope), recordsName(record));
    } else if (block.figureId == kLabelsFigure) {
        if (const auto graphs = valueAs<GraphSet>(value))
            figure = labelFigure(*graphs);
    }
    if (!figure)
        return std::nullopt;
    figure->caption =
        toStd(tr("%1, %2, %3 %4")
                  .arg(toQString(block.title.empty() ? figure->title : block.title), toQString(record.title),
                       displayCount(record.records), recordsName(record).toLower()));
    figure->dataHash = record.contentHash;
    return figure;
}

} // namespace vitrine
