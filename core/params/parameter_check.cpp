#include "core/params/parameter.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace vitrine {
namespace {

using Json = nlohmann::json;

std::string shown(const Json& value) {
    if (value.is_number_float())
        return numberText(value.get<double>());
    if (value.is_null())
        return "none";
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    constexpr std::size_t kLongest = 60;
    if (text.size() > kLongest) {
        std::size_t end = kLongest;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) // never cut a character in two
            --end;
        text = text.substr(0, end) + "…";
    }
    return text;
}

std::string rangeText(const ParameterSpec& spec) {
    const std::string low = spec.minimum ? numberText(*spec.minimum) : "";
    const std::string high = spec.maximum ? numberText(*spec.maximum) : "";
    if (spec.minimum && spec.maximum && !spec.minimumOpen && !spec.maximumOpen)
        return "from " + low + " to " + high;
    std::string text;
    if (spec.minimum)
        text = (spec.minimumOpen ? "greater than " : "at least ") + low;
    if (spec.maximum)
        text += (text.empty() ? "" : ", ") + std::string(spec.maximumOpen ? "less than " : "at most ") + high;
    return text;
}

std::string notAllowed(const ParameterSpec& spec, const Json& value) {
    return shown(value) + " is not allowed; " + allowedText(spec);
}

bool inRange(const ParameterSpec& spec, double value) {
    if (spec.minimum && (spec.minimumOpen ? !(value > *spec.minimum) : !(value >= *spec.minimum)))
        return false;
    return !spec.maximum || (spec.maximumOpen ? value < *spec.maximum : value <= *spec.maximum);
}

std::string checkInteger(const ParameterSpec& spec, const Json& value) {
    if (!value.is_number_integer())
        return shown(value) + " is not a whole number" + (rangeText(spec).empty() ? "" : "; " + rangeText(spec));
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
        return shown(value) + " is too large; at most " + std::to_string(std::numeric_limits<std::int64_t>::max());
    return inRange(spec, value.get<double>()) ? "" : notAllowed(spec, value);
}

std::string checkReal(const ParameterSpec& spec, const Json& value) {
    if (!value.is_number() || !std::isfinite(value.get<double>()))
        return shown(value) + " is not a finite number" + (rangeText(spec).empty() ? "" : "; " + rangeText(spec));
    return inRange(spec, value.get<double>()) ? "" : notAllowed(spec, value);
}

std::string checkChoice(const ParameterSpec& spec, const Json& value) {
    const bool known = value.is_string() && std::any_of(spec.options.begin(), spec.options.end(), [&](const auto& o) {
                           return o.value == value.get_ref<const std::string&>();
                       });
    return known ? "" : notAllowed(spec, value);
}

std::string checkText(const ParameterSpec& spec, const Json& value) {
    if (!value.is_string())
        return shown(value) + " is not a text";
    if (!value.get_ref<const std::string&>().empty())
        return "";
    if (spec.type == ParameterType::column)
        return "choose a column";
    return spec.type == ParameterType::path ? "choose a file" : "";
}

std::string checkTable(const Json& value) {
    for (std::size_t row = 0; row < value.size(); ++row) {
        if (!value[row].is_array())
            return "row " + std::to_string(row + 1) + " is not a list of cells";
        if (value[row].size() != value[0].size())
            return "row " + std::to_string(row + 1) + " has " + std::to_string(value[row].size()) +
                   " cells, the first one " + std::to_string(value[0].size());
        for (const Json& cell : value[row])
            if (cell.is_structured())
                return shown(cell) + " is not a cell; numbers, texts, true, false or none";
    }
    return "";
}

std::string checkList(const ParameterSpec& spec, const Json& value) {
    if (!value.is_array())
        return shown(value) + " is not a list";
    if (spec.type == ParameterType::table)
        return checkTable(value);
    const bool distinct = spec.type == ParameterType::choiceList || spec.type == ParameterType::labelList;
    std::set<Json> seen;
    for (const Json& item : value) {
        std::string problem;
        switch (spec.type) {
        case ParameterType::intList: problem = checkInteger(spec, item); break;
        case ParameterType::realList: problem = checkReal(spec, item); break;
        case ParameterType::choiceList: problem = checkChoice(spec, item); break;
        default: problem = item.is_string() ? "" : shown(item) + " is not a label"; break;
        }
        if (!problem.empty())
            return problem;
        if (distinct && !seen.insert(item).second)
            return shown(item) + " stands twice";
    }
    return "";
}

/// Whether the parameter can be reached in a form at all.
bool isActive(const ParameterSpec& spec, const ParameterSet& completed) {
    for (const std::string& condition : {spec.visibleIf, spec.enabledIf})
        if (const Result<bool> holds = evaluateCondition(condition, completed); holds && !*holds)
            return false;
    return true;
}

} // namespace

std::string problemText(const ParameterProblem& problem) {
    return problem.parameter.empty() ? problem.message : problem.parameter + ": " + problem.message;
}

std::string allowedText(const ParameterSpec& spec) {
    if (spec.type != ParameterType::choice && spec.type != ParameterType::choiceList)
        return rangeText(spec);
    std::string all;
    for (const ChoiceOption& option : spec.options)
        all += (all.empty() ? "one of " : ", ") + option.value;
    return all;
}

std::string valueProblem(const ParameterSpec& spec, const Json& value) {
    if (value.is_null())
        return spec.optional ? "" : "none is not allowed" + (allowedText(spec).empty() ? "" : "; " + allowedText(spec));
    switch (spec.type) {
    case ParameterType::boolean: return value.is_boolean() ? "" : shown(value) + " is not allowed; true or false";
    case ParameterType::integer: return checkInteger(spec, value);
    case ParameterType::real: return checkReal(spec, value);
    case ParameterType::choice: return checkChoice(spec, value);
    case ParameterType::text:
    case ParameterType::path:
    case ParameterType::column: return checkText(spec, value);
    case ParameterType::choiceList:
    case ParameterType::intList:
    case ParameterType::realList:
    case ParameterType::labelList:
    case ParameterType::table: return checkList(spec, value);
    }
    return "";
}

std::vector<ParameterProblem> validate(const ParameterSchema& schema, const ParameterSet& values) {
    std::vector<ParameterProblem> problems;
    const ParameterSet completed = values.complete(schema);
    for (const auto& [id, value] : values.values())
        if (!schema.find(id))
            problems.push_back({id, "there is no parameter of this name", false});
    for (const ParameterSpec& spec : schema.parameters) {
        const Json& value = completed.value(spec.id);
        const bool unchosen = value.is_string() && value.get_ref<const std::string&>().empty();
        if (std::string problem = valueProblem(spec, value);
            !problem.empty() && !(unchosen && !isActive(spec, completed)))
            problems.push_back({spec.id, std::move(problem), false});
        if (values.isSet(spec.id) && !spec.deprecated.empty())
            problems.push_back({spec.id, "deprecated: " + spec.deprecated, true});
    }
    return problems;
}

} // namespace vitrine
