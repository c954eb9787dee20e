#include "core/data/csv/csv_options.h"

#include "core/data/message_text.h"

#include <array>
#include <charconv>

namespace vitrine {
namespace {

constexpr std::array<std::string_view, 4> kEncodings{"utf-8", "utf-16le", "utf-16be", "windows-1252"};
constexpr std::array<std::string_view, 3> kHeaders{"first_row", "comment", "none"};
constexpr std::int64_t kMaxSkip = 1'000'000;

Error wrong(const std::string& key, const std::string& expected) {
    return makeError(ErrorCode::invalidArgument, "the option " + inQuotes(key) + " must be " + expected);
}

/// One character out of `allowed`; the empty text stands for 0 where `mayBeEmpty`.
Result<std::optional<char>> character(const std::string& key, const nlohmann::json& value, std::string_view allowed,
                                      bool mayBeEmpty) {
    const std::string text = value.is_string() ? value.get<std::string>() : std::string("??");
    if (text.empty() && mayBeEmpty)
        return std::optional<char>('\0');
    if (text.size() == 1 && allowed.find(text[0]) != std::string_view::npos)
        return std::optional<char>(text[0]);
    std::string expected = mayBeEmpty ? "empty or one of" : "one of";
    for (char c : allowed)
        expected += c == '\t' ? std::string(" tab") : c == ' ' ? std::string(" space") : std::string(" ") + c;
    return wrong(key, expected);
}

Result<void> setCharacter(std::optional<char>& field, const std::string& key, const nlohmann::json& value,
                          std::string_view allowed, bool mayBeEmpty) {
    auto read = character(key, value, allowed, mayBeEmpty);
    if (!read)
        return read.error();
    field = *read;
    return {};
}

template <class Names>
Result<std::size_t> choice(const std::string& key, const nlohmann::json& value, const Names& names) {
    std::string expected = "one of";
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (value.is_string() && value.get<std::string>() == names[i])
            return i;
        expected += ' ';
        expected += names[i];
    }
    return wrong(key, expected);
}

/// {"column": "name of a type or role"}
template <class Kind, std::size_t n>
Result<void> setKinds(std::map<std::string, Kind, std::less<>>& field, const std::string& key,
                      const nlohmann::json& value, const std::array<std::string_view, n>& names) {
    if (!value.is_object())
        return wrong(key, "an object with a name for each column");
    for (const auto& item : value.items()) {
        auto index = choice(key, item.value(), names);
        if (!index)
            return index.error();
        field[item.key()] = static_cast<Kind>(*index);
    }
    return {};
}

Result<void> setFlag(bool& field, const std::string& key, const nlohmann::json& value) {
    if (!value.is_boolean())
        return wrong(key, "true or false");
    field = value.get<bool>();
    return {};
}

Result<void> setMissing(std::vector<std::string>& field, const std::string& key, const nlohmann::json& value) {
    if (!value.is_array())
        return wrong(key, "a list of texts");
    field.clear();
    for (const nlohmann::json& item : value) {
        if (!item.is_string())
            return wrong(key, "a list of texts");
        field.push_back(item.get<std::string>());
    }
    return {};
}

constexpr std::array<std::string_view, 4> kTypes{"boolean", "integer", "real", "text"};
constexpr std::array<std::string_view, 6> kRoles{"attribute", "id", "structure", "target", "split", "ignore"};
constexpr std::array<std::string_view, 2> kBadRows{"refuse", "drop"};
constexpr std::array<std::string_view, 2> kDuplicates{"keep", "keep_first"};

Result<void> setRows(CsvOptions& options, const std::string& key, const nlohmann::json& value) {
    const std::string text = value.is_string()           ? value.get<std::string>()
                             : value.is_number_integer() ? std::to_string(value.get<std::int64_t>())
                                                         : std::string();
    if (text == "all") {
        options.rows.reset();
        return {};
    }
    std::int64_t rows = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rows);
    if (error != std::errc{} || end != text.data() + text.size() || rows < 1)
        return wrong(key, "\"all\" or a number of rows from 1");
    options.rows = rows;
    return {};
}

Result<void> setChoice(CsvOptions& options, const std::string& key, const nlohmann::json& value) {
    const auto pick = [&](const auto& names, auto&& take) -> Result<void> {
        auto index = choice(key, value, names);
        if (!index)
            return index.error();
        take(*index);
        return {};
    };
    if (key == "encoding")
        return pick(kEncodings, [&](std::size_t i) { options.encoding = std::string(kEncodings[i]); });
    if (key == "header")
        return pick(kHeaders, [&](std::size_t i) { options.header = static_cast<CsvHeader>(i); });
    if (key == "on_bad_row")
        return pick(kBadRows, [&](std::size_t i) { options.dropBadRows = i == 1; });
    if (key == "duplicates")
        return pick(kDuplicates, [&](std::size_t i) { options.keepFirstTwin = i == 1; });
    return makeError(ErrorCode::invalidArgument, "there is no option " + inQuotes(key));
}

Result<void> setOption(CsvOptions& options, const std::string& key, const nlohmann::json& value) {
    if (key == "separator")
        return setCharacter(options.separator, key, value, ",;\t| ", false);
    if (key == "quote")
        return setCharacter(options.quote, key, value, "\"'", true);
    if (key == "decimal")
        return setCharacter(options.decimal, key, value, ".,", false);
    if (key == "thousands")
        return setCharacter(options.thousands, key, value, ",. '", true);
    if (key == "trim")
        return setFlag(options.trim, key, value);
    if (key == "missing")
        return setMissing(options.missing, key, value);
    if (key == "types")
        return setKinds(options.types, key, value, kTypes);
    if (key == "roles")
        return setKinds(options.roles, key, value, kRoles);
    if (key == "space_after_separator") {
        bool flag = false;
        if (auto ok = setFlag(flag, key, value); !ok)
            return ok;
        options.spaceAfterSeparator = flag;
        return {};
    }
    if (key == "rows")
        return setRows(options, key, value);
    if (key == "skip_lines") {
        if (!value.is_number_integer() || value < 0 || value > kMaxSkip)
            return wrong(key, "a number of lines from 0 to " + std::to_string(kMaxSkip));
        options.skipLines = value.get<std::int64_t>();
        return {};
    }
    return setChoice(options, key, value);
}

std::string textOf(std::optional<char> character) {
    return !character || *character == 0 ? std::string() : std::string(1, *character);
}

} // namespace

Result<CsvOptions> CsvOptions::fromJson(const nlohmann::json& json) {
    CsvOptions options;
    if (json.is_null())
        return options;
    if (!json.is_object())
        return makeError(ErrorCode::invalidArgument, "the options of a reader must be an object");
    for (const auto& item : json.items())
        if (auto ok = setOption(options, item.key(), item.value()); !ok)
            return ok.error();
    if (options.decimal && options.separator && *options.decimal == *options.separator)
        return makeError(ErrorCode::invalidArgument, "the separator and the decimal mark cannot both be a comma");
    if (options.decimal && options.thousands && *options.decimal == *options.thousands)
        return makeError(ErrorCode::invalidArgument, "the thousands mark and the decimal mark cannot be the same");
    return options;
}

nlohmann::json CsvOptions::toJson() const {
    nlohmann::json json;
    json["separator"] = textOf(separator);
    json["quote"] = textOf(quote);
    json["decimal"] = textOf(decimal);
    json["thousands"] = textOf(thousands);
    json["space_after_separator"] = spaceAfterSeparator.value_or(false);
    json["header"] = kHeaders[static_cast<std::size_t>(header.value_or(CsvHeader::firstRow))];
    json["skip_lines"] = skipLines.value_or(0);
    json["encoding"] = encoding.value_or("utf-8");
    json["rows"] = rows ? std::to_string(*rows) : std::string("all");
    json["trim"] = trim;
    json["on_bad_row"] = kBadRows[dropBadRows ? 1 : 0];
    json["duplicates"] = kDuplicates[keepFirstTwin ? 1 : 0];
    json["missing"] = missing;
    json["types"] = nlohmann::json::object();
    for (const auto& [column, type] : types)
        json["types"][column] = columnTypeName(type);
    json["roles"] = nlohmann::json::object();
    for (const auto& [column, role] : roles)
        json["roles"][column] = columnRoleName(role);
    return json;
}

void CsvOptions::complete(const CsvDialect& dialect, const std::string& usedEncoding) {
    separator = dialect.separator;
    quote = dialect.quote;
    decimal = dialect.decimal;
    thousands = dialect.thousands;
    spaceAfterSeparator = dialect.spaceAfterSeparator;
    header = dialect.header;
    skipLines = dialect.skipLines;
    encoding = usedEncoding;
}

std::string_view separatorName(char separator) {
    switch (separator) {
    case ',': return "comma";
    case ';': return "semicolon";
    case '\t': return "tab";
    case '|': return "vertical bar";
    default: return "space";
    }
}

} // namespace vitrine
