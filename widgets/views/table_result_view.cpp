#include "widgets/views/table_result_view.h"

#include "core/figure/view_hints.h"
#include "core/values/tensor_table.h"
#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/models/table_model.h"
#include "widgets/views/table_panel.h"

namespace vitrine {
namespace {

std::shared_ptr<const Table> graphsTable(const GraphSet& graphs) {
    auto table = std::make_shared<Table>(graphs.graphs);
    const std::size_t count = graphs.graphCount();
    Column::Integers nodes(count), edges(count);
    for (std::size_t g = 0; g < count; ++g) {
        nodes[g] = graphs.topology.nodeOffsets[g + 1] - graphs.topology.nodeOffsets[g];
        edges[g] = graphs.topology.edgeOffsets[g + 1] - graphs.topology.edgeOffsets[g];
    }
    table->columns.emplace_back("nodes", std::move(nodes));
    table->columns.emplace_back("edges", std::move(edges));
    return table;
}

std::shared_ptr<const Table> filesTable(const Files& files) {
    auto table = std::make_shared<Table>();
    table->columns.emplace_back("file", Column::Texts(files.names));
    return table;
}

} // namespace

TableResultView::TableResultView(const OutputDescription& description, QWidget* parent)
    : GenericView(description, parent), m_panel(new TablePanel) {
    finishLayout();
}

QWidget* TableResultView::content() {
    return m_panel;
}

void TableResultView::setSelection(Selection* shared) {
    GenericView::setSelection(shared);
    m_panel->setSelection(shared);
}

void TableResultView::showValue(const Value& value) {
    std::shared_ptr<const Table> table = valueAs<Table>(value);
    if (table) // the columns of graphs are those of the file
        m_panel->model()->setTitles(ViewHints::fromJson(output().view).titles);
    std::string keyColumn = output().keyColumn.empty() ? output().key : output().keyColumn;
    if (const auto graphs = valueAs<GraphSet>(value)) {
        table = graphsTable(*graphs);
        keyColumn = graphs->idColumn;
    } else if (const auto tensors = valueAs<Tensors>(value)) {
        table = std::make_shared<const Table>(tensorTable(*tensors));
        keyColumn = "tensor";
    } else if (const auto files = valueAs<Files>(value)) {
        table = filesTable(*files);
    }
    if (!table)
        table = std::make_shared<const Table>();
    setSubtitle(counted(static_cast<std::int64_t>(table->rowCount()), tr("row"), tr("rows")));
    m_panel->setTable(table, toQString(output().key), keyColumn);
}

std::function<std::string()> TableResultView::csvMaker() const {
    return value() ? m_panel->csvMaker() : nullptr;
}

} // namespace vitrine
