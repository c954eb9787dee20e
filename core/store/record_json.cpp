#include "core/store/record_json.h"

#include "core/values/json_text.h"
#include "core/values/text.h"

#include <QDateTime>

#include <array>

namespace vitrine {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 6> kStates{"queued", "running",   "finished",
                                                  "failed", "cancelled", "interrupted"};

} // namespace

std::string_view runStateName(RunState state) {
    return kStates[static_cast<std::size_t>(state)];
}

RunState runStateFromName(std::string_view name) {
    for (std::size_t i = 0; i < kStates.size(); ++i)
        if (kStates[i] == name)
            return static_cast<RunState>(i);
    return RunState::interrupted; // a damaged or unknown state: at least it does not run
}

Json storedJson(const std::string& text) {
    auto json = parseJson(text);
    return json ? std::move(json).value() : Json();
}

Json inputsToJson(const std::vector<InputReference>& inputs) {
    Json array = Json::array();
    for (const InputReference& input : inputs)
        array.push_back({{"input", input.inputId},
                         {"reference", input.reference},
                         {"title", input.title},
                         {"content_sha256", input.contentHash},
                         {"path", input.path},
                         {"reader_options", input.readerOptions}});
    return array;
}

std::vector<InputReference> inputsFromJson(const Json& array) {
    std::vector<InputReference> inputs;
    if (array.is_array())
        for (const Json& entry : array)
            inputs.push_back({textField(entry, "input"), textField(entry, "reference"), textField(entry, "title"),
                              textField(entry, "content_sha256"), textField(entry, "path"),
                              jsonField(entry, "reader_options")});
    return inputs;
}

Json sourceToJson(const DatasetSource& source) {
    Json json = {{"path", source.path},
                 {"file_name", source.fileName},
                 {"file_sha256", source.fileSha256},
                 {"file_bytes", source.fileBytes},
                 {"modified_ns", source.modifiedNs},
                 {"reader", source.readerId},
                 {"options", source.options},
                 {"corrections", source.corrections}};
    if (source.linked)
        json["linked"] = true;
    return json;
}

DatasetSource sourceFromJson(const Json& object) {
    DatasetSource source;
    source.path = textField(object, "path");
    source.fileName = textField(object, "file_name");
    source.fileSha256 = textField(object, "file_sha256");
    source.fileBytes = integerField(object, "file_bytes");
    source.modifiedNs = integerField(object, "modified_ns");
    source.readerId = textField(object, "reader");
    source.options = jsonField(object, "options");
    source.linked = jsonField(object, "linked") == true;
    // Projects of earlier versions kept only all options together.
    source.corrections = object.is_object() && object.contains("corrections") ? object["corrections"] : source.options;
    return source;
}

std::string utcNow() {
    return toStd(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs));
}

std::int64_t recordCount(const Value& value) {
    struct Counter {
        std::size_t operator()(const Scalars& v) const { return v.items.size(); }
        std::size_t operator()(const Table& v) const { return v.rowCount(); }
        std::size_t operator()(const Series& v) const { return v.lines.size(); }
        std::size_t operator()(const Matrix& v) const { return v.rows; }
        std::size_t operator()(const GraphSet& v) const { return v.graphCount(); }
        std::size_t operator()(const Model&) const { return 1; }
        std::size_t operator()(const Files& v) const { return v.names.size(); }
        std::size_t operator()(const Document&) const { return 1; }
        std::size_t operator()(const Tensors& v) const { return v.items.size(); }
    };
    return static_cast<std::int64_t>(std::visit([](const auto& held) { return Counter{}(*held); }, value));
}

} // namespace vitrine
