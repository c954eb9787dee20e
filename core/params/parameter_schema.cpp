#include "core/params/parameter.h"

#include <algorithm>
#include <array>
#include <set>

namespace vitrine {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 12> kTypeNames{"bool", "int",    "real",     "enum",      "enum_list",  "text",
                                                      "path", "column", "int_list", "real_list", "label_list", "table"};
constexpr std::array<std::string_view, 3> kLevelNames{"basic", "advanced", "hidden"};

std::string inQuotes(std::string_view text) {
    return '"' + std::string(text) + '"';
}

/// Reads the fields of one object, keeps the first error with its JSON pointer, and finds the keys nobody asked for.
class FieldReader {
public:
    FieldReader(const Json& object, std::string pointer) : m_object(object), m_pointer(std::move(pointer)) {
        if (!object.is_object())
            fail("", "expected an object");
    }

    std::string text(const std::string& key) {
        const Json* field = take(key);
        if (field && !field->is_string())
            fail(key, "expected a text");
        return field && field->is_string() ? field->get<std::string>() : std::string();
    }
    bool boolean(const std::string& key, bool fallback) {
        const Json* field = take(key);
        if (field && !field->is_boolean())
            fail(key, "expected true or false");
        return field && field->is_boolean() ? field->get<bool>() : fallback;
    }
    std::optional<double> number(const std::string& key) {
        const Json* field = take(key);
        std::optional<double> value;
        if (field && field->is_number())
            value = field->get<double>();
        else if (field)
            fail(key, "expected a number");
        return value;
    }
    /// A condition as text, or as an object {"id": value, ...} whose members all have to hold.
    std::string condition(const std::string& key) {
        const Json* field = take(key);
        if (!field || field->is_string())
            return field ? field->get<std::string>() : std::string();
        std::string all;
        if (!field->is_object() || field->empty())
            fail(key, "expected a condition such as \"baselines == all\"");
        else
            for (const auto& [id, value] : field->items())
                all += (all.empty() ? "" : " && ") + id + " == " + value.dump();
        return all;
    }
    const Json* take(const std::string& key) {
        m_known.insert(key);
        if (!m_object.is_object())
            return nullptr;
        const auto found = m_object.find(key);
        return found == m_object.end() ? nullptr : &*found;
    }
    void fail(const std::string& key, const std::string& what) {
        if (m_error.empty())
            m_error = m_pointer + (key.empty() ? "" : "/" + key) + ": " + what;
    }
    const std::string& finish() {
        if (m_object.is_object())
            for (const auto& [key, value] : m_object.items())
                if (!m_known.contains(key))
                    fail(key, "is not a field of a parameter");
        return m_error;
    }

private:
    const Json& m_object;
    std::string m_pointer;
    std::string m_error;
    std::set<std::string> m_known;
};

void readOptions(FieldReader& reader, ParameterSpec& spec) {
    const Json* options = reader.take("options");
    const bool wanted = spec.type == ParameterType::choice || spec.type == ParameterType::choiceList;
    if (!wanted) {
        if (options)
            reader.fail("options", "only enum and enum_list have options");
        return;
    }
    if (!options || !options->is_array() || options->empty())
        return reader.fail("options", "expected a list of at least one option");
    for (std::size_t i = 0; i < options->size(); ++i) {
        const Json& entry = (*options)[i];
        ChoiceOption option;
        if (entry.is_string()) {
            option.value = entry.get<std::string>();
        } else {
            FieldReader fields(entry, "");
            option = {fields.text("value"), fields.text("label"), fields.text("help")};
            if (const std::string& error = fields.finish(); !error.empty())
                return reader.fail("options/" + std::to_string(i), error);
        }
        if (option.value.empty())
            return reader.fail("options/" + std::to_string(i), "an option needs a value");
        if (std::any_of(spec.options.begin(), spec.options.end(),
                        [&](const ChoiceOption& other) { return other.value == option.value; }))
            return reader.fail("options/" + std::to_string(i), inQuotes(option.value) + " stands twice");
        if (option.label.empty())
            option.label = option.value;
        spec.options.push_back(std::move(option));
    }
}

template <class Enum, std::size_t N>
Enum readName(FieldReader& reader, const std::string& key, const std::array<std::string_view, N>& names,
              std::string_view fallback) {
    std::string name = reader.text(key);
    if (name.empty())
        name = fallback;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        std::string all;
        for (std::string_view known : names)
            all += (all.empty() ? "" : ", ") + std::string(known);
        reader.fail(key, inQuotes(name) + " is unknown; one of " + all);
        return Enum{};
    }
    return static_cast<Enum>(found - names.begin());
}

void readRange(FieldReader& reader, ParameterSpec& spec) {
    spec.minimum = reader.number("min");
    spec.maximum = reader.number("max");
    spec.minimumOpen = reader.boolean("min_open", false);
    spec.maximumOpen = reader.boolean("max_open", false);
    spec.step = reader.number("step");
    if (spec.minimum && spec.maximum && *spec.minimum > *spec.maximum)
        reader.fail("max", "is below min");
    if (spec.step && !(*spec.step > 0))
        reader.fail("step", "must be greater than 0");
}

/// Types that can be empty start empty; the others need a default, which is then checked like any other value.
void readDefault(FieldReader& reader, ParameterSpec& spec) {
    const Json* given = reader.take("default");
    if (given) {
        spec.defaultValue = *given;
    } else if (!spec.optional) {
        switch (spec.type) {
        case ParameterType::text:
        case ParameterType::path:
        case ParameterType::column: spec.defaultValue = ""; break;
        case ParameterType::choiceList:
        case ParameterType::intList:
        case ParameterType::realList:
        case ParameterType::labelList:
        case ParameterType::table: spec.defaultValue = Json::array(); break;
        default: return reader.fail("default", "is missing");
        }
    }
    ParameterSchema one;
    one.parameters.push_back(spec);
    spec.defaultValue = ParameterSet{}.complete(one).value(spec.id);
    const bool toBeChosen =
        spec.defaultValue == "" && (spec.type == ParameterType::column || spec.type == ParameterType::path);
    if (const std::string problem = valueProblem(spec, spec.defaultValue); !problem.empty() && !toBeChosen)
        reader.fail("default", problem);
}

Result<ParameterSpec> readSpec(const Json& object, const std::string& pointer) {
    FieldReader reader(object, pointer);
    ParameterSpec spec;
    spec.id = reader.text("id");
    if (spec.id.empty() || spec.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
        reader.fail("id", inQuotes(spec.id) + " is no id; small letters, digits and _ only");
    spec.type = readName<ParameterType>(reader, "type", kTypeNames, "");
    spec.optional = reader.boolean("optional", false);
    spec.label = reader.text("label");
    if (spec.label.empty())
        spec.label = spec.id;
    spec.help = reader.text("help");
    spec.symbol = reader.text("symbol");
    spec.unit = reader.text("unit");
    spec.group = reader.text("group");
    spec.level = readName<ParameterLevel>(reader, "level", kLevelNames, "basic");
    spec.input = reader.text("input");
    spec.role = reader.text("role");
    spec.visibleIf = reader.condition("visible_if");
    spec.enabledIf = reader.condition("enabled_if");
    spec.sweepable = reader.boolean("sweepable", true);
    spec.deprecated = reader.text("deprecated");
    readRange(reader, spec);
    readOptions(reader, spec);
    readDefault(reader, spec);
    if (const std::string& error = reader.finish(); !error.empty())
        return makeError(ErrorCode::parse, error);
    return spec;
}

} // namespace

std::string_view parameterTypeName(ParameterType type) {
    return kTypeNames[static_cast<std::size_t>(type)];
}

const ParameterSpec* ParameterSchema::find(std::string_view id) const {
    for (const ParameterSpec& spec : parameters)
        if (spec.id == id)
            return &spec;
    return nullptr;
}

Result<ParameterSchema> ParameterSchema::fromJson(const Json& array) {
    if (!array.is_array())
        return makeError(ErrorCode::parse, "expected a list of parameters");
    ParameterSchema schema;
    for (std::size_t i = 0; i < array.size(); ++i) {
        const std::string pointer = "/" + std::to_string(i);
        Result<ParameterSpec> spec = readSpec(array[i], pointer);
        if (!spec)
            return spec.error();
        if (schema.find(spec->id))
            return makeError(ErrorCode::parse, pointer + "/id: " + inQuotes(spec->id) + " stands twice");
        schema.parameters.push_back(std::move(spec).value());
    }
    // Conditions can only be judged when every parameter is known.
    const ParameterSet defaults = ParameterSet{}.complete(schema);
    for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
        const ParameterSpec& spec = schema.parameters[i];
        for (const auto& [key, condition] : {std::pair("visible_if", spec.visibleIf), {"enabled_if", spec.enabledIf}})
            if (const Result<bool> holds = evaluateCondition(condition, defaults); !holds)
                return makeError(ErrorCode::parse, "/" + std::to_string(i) + "/" + key + ": " + holds.error().message);
    }
    return schema;
}

} // namespace vitrine
