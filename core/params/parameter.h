#pragma once

#include "core/base/result.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace vitrine {

enum class ParameterType {
    boolean,    // "bool"
    integer,    // "int"
    real,       // "real"
    choice,     // "enum"
    choiceList, // "enum_list"
    text,       // "text"
    path,       // "path"
    column,     // "column": name of a column of a named input
    intList,    // "int_list"
    realList,   // "real_list"
    labelList,  // "label_list": labels found in the data
    table       // "table": array of arrays
};
std::string_view parameterTypeName(ParameterType type);

enum class ParameterLevel { basic, advanced, hidden };

struct ChoiceOption {
    std::string value;
    std::string label;
    std::string help;
};

/// One parameter as plugin.json declares it.
struct ParameterSpec {
    std::string id;
    ParameterType type = ParameterType::real;
    bool optional = false; ///< null is allowed and means "none"
    std::string label;
    std::string help;
    std::string symbol; ///< as in the paper: "ν"
    std::string unit;
    std::string group;
    ParameterLevel level = ParameterLevel::basic;
    nlohmann::json defaultValue;
    std::optional<double> minimum;
    std::optional<double> maximum;
    bool minimumOpen = false; ///< "min_open": the minimum itself is not allowed
    bool maximumOpen = false;
    std::optional<double> step;
    std::vector<ChoiceOption> options; ///< enum and enum_list
    std::string input;                 ///< column and label_list: id of the input
    std::string role;                  ///< column: which columns are offered ("graph", "node", "edge", "table")
    std::string visibleIf;             ///< condition, see condition.h
    std::string enabledIf;
    bool sweepable = true;
    std::string deprecated;
};

/// All parameters of one experiment, in the order of the form.
class ParameterSchema {
public:
    std::vector<ParameterSpec> parameters;
    const ParameterSpec* find(std::string_view id) const;
    /// @errors parse with the JSON pointer of the offending field
    static Result<ParameterSchema> fromJson(const nlohmann::json& array);
};

/// Values by id. Absent means default.
class ParameterSet {
public:
    void set(const std::string& id, nlohmann::json value) { m_values[id] = std::move(value); }
    void reset(const std::string& id) { m_values.erase(id); }
    bool isSet(const std::string& id) const { return m_values.contains(id); }
    const std::map<std::string, nlohmann::json>& values() const { return m_values; }
    nlohmann::json toJson() const;
    static ParameterSet fromJson(const nlohmann::json& object);
    bool operator==(const ParameterSet&) const = default;

    /// Fills in every default of the schema, so that each parameter has a value.
    ParameterSet complete(const ParameterSchema& schema) const;

    // Typed access to a completed, validated set. A missing id is a programmer's mistake and asserts.
    const nlohmann::json& value(const std::string& id) const;
    bool boolean(const std::string& id) const { return value(id).get<bool>(); }
    std::int64_t integer(const std::string& id) const { return value(id).get<std::int64_t>(); }
    double real(const std::string& id) const { return value(id).get<double>(); }
    std::string text(const std::string& id) const { return value(id).get<std::string>(); }
    bool isNone(const std::string& id) const { return value(id).is_null(); }

private:
    std::map<std::string, nlohmann::json> m_values;
};

/// One thing that is wrong with one parameter, as shown under its field: "from 1 to 12; 0 leaves no path".
struct ParameterProblem {
    std::string parameter;
    std::string message;
    bool isWarning = false;
};

/// Checks types, ranges, options and unknown ids against the schema. Empty when all is valid.
std::vector<ParameterProblem> validate(const ParameterSchema& schema, const ParameterSet& values);

/// Text as typed on a command line or in a field into a JSON value of the parameter's type. "none" is null where
/// optional. Numbers use a point. @errors invalid_argument in one sentence that names the parameter
Result<nlohmann::json> parseParameter(const ParameterSpec& spec, std::string_view text);

/// Value as text that parseParameter reads back.
std::string parameterText(const ParameterSpec& spec, const nlohmann::json& value);

/// Evaluates `visible_if`, `enabled_if` and `when`: "id", "!id", "id == value", "id != value", joined by "&&" or "||".
/// @errors parse
Result<bool> evaluateCondition(std::string_view condition, const ParameterSet& completed);

} // namespace vitrine
