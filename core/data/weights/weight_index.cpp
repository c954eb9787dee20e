#include "core/data/weights/weight_index.h"

#include "core/data/message_text.h"
#include "core/values/json_text.h"

namespace vitrine {

bool isPlainName(std::string_view name) {
    constexpr std::size_t kMaxName = 255;
    return !name.empty() && name.size() <= kMaxName && name != "." && name != ".." &&
           name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

Result<std::map<std::string, std::string>> parseWeightIndex(std::string_view bytes, const std::string& name) {
    constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
    constexpr std::size_t kMaxTensors = 200'000;
    const auto wrong = [&](const std::string& what) { return makeError(ErrorCode::parse, name + ": " + what); };
    if (bytes.size() > kMaxBytes)
        return wrong("an index of more than 64 MiB is not read");
    const auto json = parseJson(bytes);
    if (!json)
        return makeError(json.error().code, name + ": " + json.error().message, json.error().context);
    const nlohmann::json& map = jsonField(*json, "weight_map");
    if (!map.is_object() || map.empty())
        return wrong("\"weight_map\" must be an object that says which file each tensor lies in");
    if (map.size() > kMaxTensors)
        return wrong("more than 200,000 tensors");
    std::map<std::string, std::string> files;
    for (const auto& [tensor, file] : map.items()) {
        if (!file.is_string() || !isPlainName(file.get_ref<const std::string&>()))
            return wrong("the file of " + inQuotes(tensor) + " must be the plain name of a file in the same folder");
        files[tensor] = file.get<std::string>();
    }
    return files;
}

} // namespace vitrine
