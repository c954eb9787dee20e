#include "core/results/output.h"

#include "core/values/json_text.h"

#include <algorithm>
#include <array>

namespace vitrine {
namespace {

using Json = nlohmann::json;

enum class FieldType { text, boolean, number, any };

struct Field {
    std::string_view key;
    FieldType type;
};

constexpr std::array kFields{
    Field{"id", FieldType::text},          Field{"kind", FieldType::text},       Field{"title", FieldType::text},
    Field{"help", FieldType::text},        Field{"key", FieldType::text},        Field{"key_column", FieldType::text},
    Field{"when", FieldType::text},        Field{"live", FieldType::boolean},    Field{"headline", FieldType::boolean},
    Field{"better", FieldType::text},      Field{"definition", FieldType::text}, Field{"source", FieldType::text},
    Field{"tolerance", FieldType::number}, Field{"view", FieldType::any}};

bool fits(const Json& value, FieldType type) {
    switch (type) {
    case FieldType::text: return value.is_string();
    case FieldType::boolean: return value.is_boolean();
    case FieldType::number: return value.is_number();
    case FieldType::any: return true;
    }
    return false;
}

std::string_view typeText(FieldType type) {
    return type == FieldType::text ? "a text" : type == FieldType::boolean ? "true or false" : "a number";
}

Result<void> checkFields(const Json& object) {
    if (!object.is_object())
        return makeError(ErrorCode::parse, "expected an object that describes an output");
    for (const auto& [key, value] : object.items()) {
        const auto field =
            std::find_if(kFields.begin(), kFields.end(), [&, name = &key](const Field& f) { return f.key == *name; });
        if (field == kFields.end())
            return makeError(ErrorCode::parse, "/" + key + ": is not a field of an output");
        if (!fits(value, field->type))
            return makeError(ErrorCode::parse, "/" + key + ": expected " + std::string(typeText(field->type)));
    }
    return {};
}

} // namespace

Result<OutputDescription> OutputDescription::fromJson(const Json& object) {
    if (const Result<void> sound = checkFields(object); !sound)
        return sound.error();
    OutputDescription output;
    output.id = textField(object, "id");
    if (output.id.empty() || output.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
        return makeError(ErrorCode::parse, "/id: \"" + output.id + "\" is no id; small letters, digits and _ only");
    const std::string kind = textField(object, "kind");
    const auto known = valueKindFromName(kind);
    if (!known)
        return makeError(ErrorCode::parse, "/kind: \"" + kind + "\" is no kind of value");
    output.kind = *known;
    output.title = textField(object, "title", output.id);
    output.help = textField(object, "help");
    output.key = textField(object, "key");
    output.keyColumn = textField(object, "key_column", output.key);
    output.when = textField(object, "when");
    output.live = boolField(object, "live");
    output.headline = boolField(object, "headline");
    output.better = textField(object, "better");
    if (!output.better.empty() && output.better != "lower" && output.better != "higher")
        return makeError(ErrorCode::parse, "/better: \"" + output.better + "\" is unknown; lower or higher");
    output.definition = textField(object, "definition");
    output.source = textField(object, "source");
    output.tolerance = realField(object, "tolerance");
    if (!(output.tolerance >= 0.0))
        return makeError(ErrorCode::parse, "/tolerance: must be 0 or greater");
    output.view = jsonField(object, "view");
    return output;
}

nlohmann::json OutputDescription::toJson() const {
    Json object{{"id", id}, {"kind", valueKindName(kind)}, {"title", title}};
    for (const auto& [field, text] : {std::pair<const char*, const std::string&>("help", help),
                                      {"key", key},
                                      {"key_column", keyColumn},
                                      {"when", when},
                                      {"better", better},
                                      {"definition", definition},
                                      {"source", source}})
        if (!text.empty())
            object[field] = text;
    if (live)
        object["live"] = true;
    if (headline)
        object["headline"] = true;
    if (tolerance > 0.0)
        object["tolerance"] = tolerance;
    if (!view.is_null())
        object["view"] = view;
    return object;
}

nlohmann::json Fingerprint::toJson() const {
    Json inputs = Json::array();
    for (const auto& [id, hash] : inputHashes)
        inputs.push_back({{"input", id}, {"content_sha256", hash}});
    return {{"plugin", plugin},
            {"plugin_version", pluginVersion},
            {"program_version", programVersion},
            {"experiment", experiment},
            {"input_hashes", std::move(inputs)},
            {"parameters", parameters},
            {"seed", seed},
            {"command", command}};
}

Fingerprint Fingerprint::fromJson(const Json& object) {
    Fingerprint print;
    print.plugin = textField(object, "plugin");
    print.pluginVersion = textField(object, "plugin_version");
    print.programVersion = textField(object, "program_version");
    print.experiment = textField(object, "experiment");
    for (const Json& entry : jsonField(object, "input_hashes"))
        print.inputHashes.emplace_back(textField(entry, "input"), textField(entry, "content_sha256"));
    print.parameters = jsonField(object, "parameters");
    print.seed = unsignedField(object, "seed");
    print.command = textField(object, "command");
    return print;
}

} // namespace vitrine
