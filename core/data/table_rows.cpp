#include "core/data/table_rows.h"

namespace vitrine {

Table selectRows(const Table& table, const std::vector<std::size_t>& rows) {
    Table selected;
    for (const Column& column : table.columns) {
        Column::Data data = std::visit(
            [&](const auto& cells) -> Column::Data {
                std::decay_t<decltype(cells)> some;
                some.reserve(rows.size());
                for (std::size_t row : rows)
                    some.push_back(cells[row]);
                return some;
            },
            column.data());
        Column some(column.name, std::move(data));
        some.unit = column.unit;
        some.description = column.description;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (!column.isValid(rows[i]))
                some.setMissing(i);
        selected.columns.push_back(std::move(some));
    }
    return selected;
}

void freeRowName(Table& table, Ledger& ledger) {
    for (Column& column : table.columns) {
        if (column.name != "row")
            continue;
        std::string name = "row_2";
        for (int i = 3; table.find(name); ++i)
            name = "row_" + std::to_string(i);
        column.name = name;
        ledger.noteAll(LedgerAction::changed, name,
                       "Named \"row\" in the file, renamed: that name is for the position in the file", 1);
    }
}

} // namespace vitrine
