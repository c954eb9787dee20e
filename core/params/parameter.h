#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
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
    std::string visibleIf;             ///< condition, see evaluateCondition
    std::string enabledIf;
    bool sweepable = true;
    std::string deprecated;
};

/// All parameters of one experiment, in the order of the form.
class ParameterSchema {
public:
    std::vector<ParameterSpec> parameters;
    const ParameterSpec* find(std::string_view id) const;
    /// Keys are the members in snake_case ("default", "min", "max", "min_open", "max_open" for the range). Defaults are
    /// checked like any value. @errors parse with the JSON pointer of the offending field
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

    /// Fills in every default of the schema, so that each parameter has a value; whole numbers of real parameters
    /// become reals, so that equal sets are equal text. Ids that the schema does not know are left out.
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

/// One thing that is wrong with one parameter. The message is as shown under its field and does not repeat the name:
/// "0 is not allowed; greater than 0, at most 1".
struct ParameterProblem {
    std::string parameter;
    std::string message;
    bool isWarning = false;
};

/// Name and message in one line: "learning_rate: 0 is not allowed; greater than 0, at most 1".
std::string problemText(const ParameterProblem& problem);

/// What is allowed, in words: "from 1 to 12", "greater than 0, at most 1", "one of paper, late, off". Empty when
/// everything of the type is.
std::string allowedText(const ParameterSpec& spec);

/// What is wrong with one value, as in ParameterProblem::message; empty when it is valid.
std::string valueProblem(const ParameterSpec& spec, const nlohmann::json& value);

/// Checks types, ranges, options and unknown ids against the schema. Empty when all is valid. A column or path that
/// must be chosen and is not is a problem only while its parameter is visible and enabled.
std::vector<ParameterProblem> validate(const ParameterSchema& schema, const ParameterSet& values);

/// Text as typed on a command line or in a field into a JSON value of the parameter's type. "none" is null where
/// optional. Numbers use a point. Lists are separated by commas, labels with a comma or quote stand in double quotes;
/// tables are JSON. Ranges are checked by validate, not here.
/// @errors invalid_argument in one sentence that names the parameter
Result<nlohmann::json> parseParameter(const ParameterSpec& spec, std::string_view text);

/// Value as text that parseParameter reads back.
std::string parameterText(const ParameterSpec& spec, const nlohmann::json& value);

/// Evaluates `visible_if`, `enabled_if` and `when`: "id", "!id", "id == value", "id != value", joined by "&&" or "||"
/// ("&&" binds closer). An id alone holds when its value is true, not 0, not empty and not none; a list equals a value
/// that it contains. An empty condition holds. @errors parse: malformed, or an id that the set does not have
Result<bool> evaluateCondition(std::string_view condition, const ParameterSet& completed);

} // namespace vitrine
