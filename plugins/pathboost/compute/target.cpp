#include "plugins/pathboost/compute/target.h"

#include "plugins/pathboost/compute/labels.h"
#include "plugins/pathboost/compute/outputs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine::pathboost {

namespace {

Error wrong(const std::string& what) {
    return makeError(ErrorCode::invalidArgument, what);
}

// Texts and truth values count as whole.
bool areWholeNumbers(const Column& column) {
    if (column.type() != ColumnType::real)
        return true;
    for (std::size_t row = 0; row < column.size(); ++row)
        if (const double value = column.number(row); !std::isnan(value) && value != std::floor(value))
            return false;
    return true;
}

// Different values of a column as far as they matter here: more than three are as good as three.
std::vector<std::string> fewValues(const Column& column) {
    constexpr std::size_t kEnough = 3;
    std::vector<std::string> values;
    for (std::size_t row = 0; row < column.size() && values.size() < kEnough; ++row) {
        if (!column.isValid(row) || (column.isNumeric() && !std::isfinite(column.number(row))))
            continue;
        const std::string text = column.cellText(row);
        if (std::find(values.begin(), values.end(), text) == values.end())
            values.push_back(text);
    }
    return values;
}

// Whole numbers that a double holds to the last digit.
bool areExact(const Column& column) {
    constexpr std::int64_t kLargest = std::int64_t{1} << 53;
    if (column.type() != ColumnType::integer)
        return true;
    const auto numbers = column.integers();
    for (std::size_t row = 0; row < numbers.size(); ++row)
        if (column.isValid(row) && (numbers[row] > kLargest || numbers[row] < -kLargest))
            return false;
    return true;
}

std::string columnNames(const Table& table) {
    std::string names;
    for (const Column& column : table.columns)
        if (canBeTarget(column))
            names += (names.empty() ? "\"" : ", \"") + column.name + '"';
    return names.empty() ? "none" : names;
}

std::vector<double> finiteNumbers(const Column& column) {
    std::vector<double> values = column.numbers();
    for (double& value : values)
        value = std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
    return values;
}

} // namespace

Result<const Column*> targetColumn(const GraphSet& graphs, const nlohmann::json& parameter) {
    const std::string name = parameter.is_string() ? parameter.get<std::string>() : graphs.targetColumn;
    const std::string advice = "; one of " + columnNames(graphs.graphs) + " would be right";
    if (name.empty())
        return wrong("target: the graphs name no column to be predicted" + advice);
    const Column* column = graphs.graphs.find(name);
    if (!column)
        return wrong("target: the graphs have no column \"" + name + "\"" + advice);
    return column;
}

bool canBeTarget(const Column& column) {
    return column.name != column::kRow && (column.isNumeric() || hasTwoClasses(column));
}

bool hasTwoClasses(const Column& column) {
    return fewValues(column).size() == 2 && areWholeNumbers(column);
}

Result<Target> readTarget(const Column& column, const std::string& task, const nlohmann::json& positive) {
    Target target;
    target.name = column.name;
    std::vector<std::string> classes = fewValues(column);
    const bool two = classes.size() == 2 && areWholeNumbers(column);
    if (task == "classification" ? classes.size() != 2 : task == "auto" && !column.isNumeric() && !two)
        return wrong("target: the column \"" + column.name + "\" holds " + (column.isNumeric() ? "" : "text with ") +
                     (classes.size() > 2
                          ? "more than two different values"
                          : std::to_string(classes.size()) + " different value" + (classes.size() == 1 ? "" : "s")) +
                     "; " + (column.isNumeric() ? "a column" : "a numeric column or one") +
                     " with two classes would be right");
    if (task == "regression" && !column.isNumeric())
        return wrong("target: the column \"" + column.name + "\" holds text; a numeric column would be right");
    if (task == "regression" || (task == "auto" && !two)) {
        if (!areExact(column))
            return wrong("target: the column \"" + column.name +
                         "\" holds whole numbers beyond 9007199254740992, which lose their last digits; smaller "
                         "numbers would be right");
        if (positive.is_string())
            return wrong("positive_class: the column \"" + column.name +
                         "\" holds numbers, not classes; none, or the task classification, would be right");
        target.unit = column.unit;
        target.values = finiteNumbers(column);
        return target;
    }
    target.task = Task::classification;
    target.classes =
        LabelDictionary::fromTexts(std::move(classes), column.isNumeric() && column.type() != ColumnType::boolean)
            .texts(); // in ascending order
    if (positive.is_string()) {
        const std::string name = positive.get<std::string>();
        if (name != target.classes[0] && name != target.classes[1])
            return wrong("positive_class: the column \"" + column.name + "\" has no value \"" + name + "\"; \"" +
                         target.classes[0] + "\" or \"" + target.classes[1] + "\" would be right");
        if (name == target.classes[0])
            std::swap(target.classes[0], target.classes[1]);
    }
    target.values = truthValues(column, target.classes);
    return target;
}

std::vector<double> truthValues(const Column& column, const std::vector<std::string>& classes) {
    if (classes.empty())
        return finiteNumbers(column);
    std::vector<double> values(column.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t row = 0; row < column.size(); ++row)
        if (column.isValid(row)) {
            const std::string text = column.cellText(row);
            values[row] = text == classes[0] ? 0.0 : text == classes[1] ? 1.0 : values[row];
        }
    return values;
}

} // namespace vitrine::pathboost
