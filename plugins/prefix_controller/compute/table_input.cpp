#include "plugins/prefix_controller/compute/table_input.h"

namespace vitrine::prefix_controller {

Result<const Column*> numbersOf(const Table& table, const ParameterSet& parameters, const char* id) {
    const std::string name = parameters.text(id);
    const Column* column = table.find(name);
    if (!column || !column->isNumeric())
        return makeError(ErrorCode::invalidArgument,
                         std::string(id) + ": the table has no column \"" + name + "\" of numbers");
    return column;
}

SeriesLine lineOf(const char* id, std::vector<double> x, std::vector<double> y) {
    SeriesLine line;
    line.id = line.label = id;
    line.x = std::move(x);
    line.y = std::move(y);
    return line;
}

} // namespace vitrine::prefix_controller
