#include "core/params/parameter.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace vitrine {
namespace {

using Json = nlohmann::json;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Error refused(const ParameterSpec& spec, std::string_view text, const std::string& what) {
    return makeError(ErrorCode::invalidArgument, spec.id + ": \"" + std::string(text) + "\" " + what);
}

Result<Json> parseInteger(const ParameterSpec& spec, std::string_view text) {
    std::string_view digits = trimmed(text);
    if (digits.starts_with('+') && !digits.starts_with("+-"))
        digits.remove_prefix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range)
        return refused(spec, text, "is too large for a whole number");
    if (error != std::errc{} || end != digits.data() + digits.size())
        return refused(spec, text, "is not a whole number");
    return Json(value);
}

Result<Json> parseReal(const ParameterSpec& spec, std::string_view text) {
    const std::optional<double> value = parseNumber(trimmed(text));
    if (!value && text.find(',') != std::string_view::npos)
        return refused(spec, text, "is not a number; the decimal mark is a point");
    if (!value)
        return refused(spec, text, "is not a number");
    if (!std::isfinite(*value))
        return refused(spec, text, "is not a finite number");
    return Json(*value);
}

Result<Json> parseBoolean(const ParameterSpec& spec, std::string_view text) {
    const std::string_view word = trimmed(text);
    for (const char* yes : {"true", "yes", "on", "1"})
        if (word == yes)
            return Json(true);
    for (const char* no : {"false", "no", "off", "0"})
        if (word == no)
            return Json(false);
    return refused(spec, text, "is not allowed; true or false");
}

/// A text that could be taken for "none" or for a quoted text is written, and read, as a JSON string.
Result<Json> parseText(const ParameterSpec& spec, std::string_view text) {
    if (text.size() < 2 || !text.starts_with('"') || !text.ends_with('"'))
        return Json(std::string(text));
    Json parsed = Json::parse(text, nullptr, false);
    if (!parsed.is_string())
        return refused(spec, text, "is not a quoted text");
    return parsed;
}

/// Items between commas; an item in double quotes may hold commas, and quotes doubled.
Result<std::vector<std::string>> splitList(const ParameterSpec& spec, std::string_view text) {
    std::vector<std::string> items;
    std::size_t at = 0;
    for (;;) {
        while (at < text.size() && text[at] == ' ')
            ++at;
        std::string item;
        if (at < text.size() && text[at] == '"') {
            for (++at; at < text.size(); ++at) {
                if (text[at] == '"' && (at + 1 == text.size() || text[at + 1] != '"'))
                    break;
                if (text[at] == '"')
                    ++at;
                item += text[at];
            }
            if (at == text.size())
                return refused(spec, text, "has a quote that is not closed");
            ++at;
            while (at < text.size() && text[at] == ' ')
                ++at;
            if (at < text.size() && text[at] != ',')
                return refused(spec, text, "has text after a closing quote; a comma separates items");
        } else {
            const std::size_t end = std::min(text.find(',', at), text.size());
            item = trimmed(text.substr(at, end - at));
            at = end;
            if (item.empty())
                return refused(spec, text, "has an empty item; items are separated by one comma");
        }
        items.push_back(std::move(item));
        if (at == text.size())
            return items;
        ++at;
    }
}

Result<Json> parseList(const ParameterSpec& spec, std::string_view text) {
    Json list = Json::array();
    if (trimmed(text).empty())
        return list;
    const Result<std::vector<std::string>> items = splitList(spec, text);
    if (!items)
        return items.error();
    for (const std::string& item : *items) {
        Result<Json> value = Json(item);
        if (spec.type == ParameterType::intList)
            value = parseInteger(spec, item);
        else if (spec.type == ParameterType::realList)
            value = parseReal(spec, item);
        if (!value)
            return value;
        list.push_back(std::move(value).value());
    }
    return list;
}

Result<Json> parseTable(const ParameterSpec& spec, std::string_view text) {
    Json parsed = Json::parse(text, nullptr, false);
    if (!parsed.is_array())
        return refused(spec, text, "is not a table; rows as JSON, such as [[1, \"a\"], [2, \"b\"]]");
    return parsed;
}

bool isOption(const ParameterSpec& spec, std::string_view text) {
    return std::any_of(spec.options.begin(), spec.options.end(), [&](const auto& o) { return o.value == text; });
}

std::string itemText(const Json& item) {
    if (item.is_number_float())
        return numberText(item.get<double>());
    if (!item.is_string())
        return item.dump();
    const auto& text = item.get_ref<const std::string&>();
    const bool plain =
        !text.empty() && text.find_first_of(",\"") == std::string::npos && trimmed(text) == text && text != "none";
    if (plain)
        return text;
    std::string quoted = "\"";
    for (char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace

Result<Json> parseParameter(const ParameterSpec& spec, std::string_view text) {
    const std::string_view word = trimmed(text);
    if (spec.optional && word == "none" && !isOption(spec, word))
        return Json(nullptr);
    switch (spec.type) {
    case ParameterType::boolean: return parseBoolean(spec, text);
    case ParameterType::integer: return parseInteger(spec, text);
    case ParameterType::real: return parseReal(spec, text);
    case ParameterType::choice:
        if (!isOption(spec, word))
            return refused(spec, text, "is not allowed; " + allowedText(spec));
        return Json(std::string(word));
    case ParameterType::text:
    case ParameterType::path:
    case ParameterType::column: return parseText(spec, text);
    case ParameterType::choiceList:
    case ParameterType::intList:
    case ParameterType::realList:
    case ParameterType::labelList: return parseList(spec, text);
    case ParameterType::table: return parseTable(spec, text);
    }
    return refused(spec, text, "has a parameter of unknown type");
}

std::string parameterText(const ParameterSpec& spec, const Json& value) {
    if (value.is_null())
        return "none";
    if (value.is_array() && spec.type != ParameterType::table) {
        std::string all;
        for (const Json& item : value)
            all += (all.empty() ? "" : ", ") + itemText(item);
        return all;
    }
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        if (spec.type == ParameterType::choice)
            return text;
        const bool ambiguous = (spec.optional && trimmed(text) == "none") ||
                               (text.size() > 1 && text.front() == '"' && text.back() == '"');
        return ambiguous ? value.dump(-1, ' ', false, Json::error_handler_t::replace) : text;
    }
    if (value.is_number_float())
        return numberText(value.get<double>());
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace vitrine
