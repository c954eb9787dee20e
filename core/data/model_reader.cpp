#include "core/data/model_reader.h"

#include "core/data/input_file.h"
#include "core/values/json_stop.h"
#include "core/values/json_text.h"

#include <algorithm>
#include <limits>

namespace vitrine {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{256} << 20; // it stands as a document in memory
constexpr std::size_t kMaxName = 100;

Error wrong(const std::string& name, const std::string& what) {
    return makeError(ErrorCode::parse, name + ": " + what);
}

/// Names of forms are ids of systems: "pathboost-model".
bool isFormat(const std::string& text) {
    return !text.empty() && text.size() <= kMaxName && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == '.';
    });
}

Result<Model> parseFile(const std::string& path, const ReadContext& context) {
    auto file = InputFile::open(path, context.stop);
    if (!file)
        return file.error();
    return parseModel(file->bytes(), file->name(), context.stop);
}

/// The keys of the outermost object as far as the head goes; what stands deeper is stepped over.
std::vector<std::string> outerKeys(std::string_view text) {
    std::vector<std::string> keys;
    std::string word;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                quoted = false;
            else if (depth == 1)
                word += c;
        } else if (c == '"') {
            quoted = true;
            word.clear();
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        } else if (c == ':' && depth == 1) {
            keys.push_back(word);
        }
    }
    return keys;
}

} // namespace

Result<Model> parseModel(std::string_view text, const std::string& name, const std::stop_token& stop) {
    if (text.size() > kMaxBytes)
        return makeError(ErrorCode::outOfRange, name + ": a model of more than 256 MiB is not read");
    auto json = parseJson(text, stop);
    if (!json)
        return makeError(json.error().code, name + ": " + json.error().message, json.error().context);
    Model model;
    model.format = textField(*json, "format");
    if (!isFormat(model.format))
        return wrong(name, "\"format\" must name the form of the model, such as \"curvefit-model\"");
    const std::int64_t version = integerField(*json, "version", -1);
    if (version < 1 || version > std::numeric_limits<int>::max())
        return wrong(name, "\"version\" must be a whole number from 1");
    model.version = static_cast<int>(version);
    if (!jsonField(*json, "document").is_object())
        return wrong(name, "\"document\" must be a JSON object, the model itself");
    model.document = std::move((*json)["document"]);
    return model;
}

int ModelReader::score(const FileHead& head) const {
    const std::size_t start = head.bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (start == std::string::npos || head.bytes[start] != '{')
        return 0;
    const std::vector<std::string> keys = outerKeys(std::string_view(head.bytes).substr(start));
    const auto holds = [&](const char* key) { return std::ranges::find(keys, key) != keys.end(); };
    return holds("format") && holds("version") && holds("document") ? 95 : 0;
}

Result<ImportPreview> ModelReader::preview(const std::string& path, const nlohmann::json&,
                                           const ReadContext& context) const {
    auto model = parseFile(path, context);
    if (!model)
        return model.error();
    ImportPreview preview;
    preview.recognisedAs = "Model, " + model->format + " version " + std::to_string(model->version);
    preview.becomes = "Model";
    preview.kind = ValueKind::model;
    preview.records = 1;
    preview.options = nlohmann::json::object();
    return preview;
}

Result<Dataset> ModelReader::read(const std::string& path, const nlohmann::json&, const ReadContext& context) const {
    auto model = parseFile(path, context);
    if (!model)
        return model.error();
    Dataset dataset;
    dataset.ledger.recordsRead = 1;
    dataset.value = makeValue(std::move(*model));
    dataset.source.options = nlohmann::json::object();
    return dataset;
}

} // namespace vitrine
