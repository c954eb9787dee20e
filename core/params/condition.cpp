#include "core/params/parameter.h"

#include "core/base/number_text.h"

#include <algorithm>

namespace vitrine {
namespace {

using Json = nlohmann::json;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool holds(const Json& value) {
    switch (value.type()) {
    case Json::value_t::boolean: return value.get<bool>();
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float: return value.get<double>() != 0.0;
    case Json::value_t::string: return !value.get_ref<const std::string&>().empty();
    case Json::value_t::array:
    case Json::value_t::object: return !value.empty();
    default: return false;
    }
}

/// Whether a value equals the text that stands in the condition; a list does when one of its items does.
bool equals(const Json& value, std::string_view text) {
    if (value.is_array())
        return std::any_of(value.begin(), value.end(), [&](const Json& item) { return equals(item, text); });
    if (value.is_null())
        return text == "none" || text == "null";
    if (value.is_boolean())
        return text == (value.get<bool>() ? "true" : "false");
    if (value.is_number()) {
        const std::optional<double> number = parseNumber(text);
        return number && *number == value.get<double>();
    }
    return value.is_string() && value.get_ref<const std::string&>() == text;
}

/// The part of the text before the next `mark` that stands outside quotes; the mark is taken off the text as well.
std::string_view nextPart(std::string_view& text, std::string_view mark, bool& found) {
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            quoted = !quoted;
        if (!quoted && text.substr(i).starts_with(mark)) {
            const std::string_view part = text.substr(0, i);
            text.remove_prefix(i + mark.size());
            found = true;
            return part;
        }
    }
    found = false;
    return std::exchange(text, {});
}

Result<const Json*> lookUp(std::string_view id, const ParameterSet& set) {
    const auto found = set.values().find(std::string(trimmed(id)));
    if (found == set.values().end())
        return makeError(ErrorCode::parse,
                         "the condition names \"" + std::string(trimmed(id)) + "\", which is no parameter");
    return &found->second;
}

Result<bool> evaluateTerm(std::string_view term, const ParameterSet& set) {
    for (const auto& [mark, wanted] : {std::pair<std::string_view, bool>("==", true), {"!=", false}}) {
        std::string_view right = term;
        bool found = false;
        const std::string_view left = nextPart(right, mark, found);
        if (!found)
            continue;
        right = trimmed(right);
        if (right.size() >= 2 && right.front() == '"' && right.back() == '"')
            right = right.substr(1, right.size() - 2);
        const Result<const Json*> value = lookUp(left, set);
        if (!value)
            return value.error();
        return equals(**value, right) == wanted;
    }
    const bool negated = trimmed(term).starts_with('!');
    const Result<const Json*> value = lookUp(negated ? trimmed(term).substr(1) : term, set);
    if (!value)
        return value.error();
    return holds(**value) != negated;
}

} // namespace

Result<bool> evaluateCondition(std::string_view condition, const ParameterSet& completed) {
    if (trimmed(condition).empty())
        return true;
    bool any = false;
    bool moreAlternatives = true;
    while (moreAlternatives) {
        std::string_view alternative = nextPart(condition, "||", moreAlternatives);
        bool all = true;
        bool moreTerms = true;
        while (moreTerms) {
            Result<bool> term = evaluateTerm(nextPart(alternative, "&&", moreTerms), completed);
            if (!term)
                return term; // every term is looked at, so that a wrong name is found whatever the values are
            all = all && *term;
        }
        any = any || all;
    }
    return any;
}

} // namespace vitrine
