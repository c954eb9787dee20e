#include "plugins/pathboost/compute/table_columns.h"

#include <cmath>

namespace vitrine::pathboost {

Column realColumn(const std::string& name, std::vector<double> cells, const std::string& description,
                  const std::string& unit) {
    std::vector<std::size_t> missing;
    for (std::size_t row = 0; row < cells.size(); ++row)
        if (std::isnan(cells[row])) {
            cells[row] = 0.0;
            missing.push_back(row);
        }
    Column column(name, std::move(cells));
    for (const std::size_t row : missing)
        column.setMissing(row);
    return described(std::move(column), description, unit);
}

} // namespace vitrine::pathboost
