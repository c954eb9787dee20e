#include "core/store/run_notes.h"

#include <algorithm>
#include <charconv>

namespace vitrine {

namespace {

const std::string kStateKey = "runs/notes";

std::string trimmed(const std::string& text) {
    const char* const blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

RunNotes notesFromJson(const nlohmann::json& object) {
    RunNotes notes;
    if (!object.is_object())
        return notes;
    if (const auto tags = object.find("tags"); tags != object.end() && tags->is_array())
        for (const nlohmann::json& tag : *tags)
            if (tag.is_string())
                notes.tags.push_back(tag.get<std::string>());
    if (const auto text = object.find("text"); text != object.end() && text->is_string())
        notes.text = text->get<std::string>();
    return notes;
}

} // namespace

std::map<RunId, RunNotes> readRunNotes(const ProjectStore& store) {
    std::map<RunId, RunNotes> all;
    const nlohmann::json stored = store.state(kStateKey);
    if (!stored.is_object())
        return all;
    for (const auto& [key, value] : stored.items()) {
        RunId id = 0;
        const auto parsed = std::from_chars(key.data(), key.data() + key.size(), id);
        RunNotes notes = notesFromJson(value);
        if (parsed.ec == std::errc() && parsed.ptr == key.data() + key.size() && !notes.isEmpty())
            all.emplace(id, std::move(notes));
    }
    return all;
}

Result<void> writeRunNotes(ProjectStore& store, RunId run, const RunNotes& notes) {
    nlohmann::json stored = store.state(kStateKey);
    if (!stored.is_object())
        stored = nlohmann::json::object();
    const std::string key = std::to_string(run);
    if (notes.isEmpty())
        stored.erase(key);
    else
        stored[key] = {{"tags", notes.tags}, {"text", notes.text}};
    return store.setState(kStateKey, stored);
}

std::vector<std::string> tagsFromText(const std::string& text) {
    std::vector<std::string> tags;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        std::string tag = trimmed(text.substr(begin, end - begin));
        if (!tag.empty() && std::ranges::find(tags, tag) == tags.end())
            tags.push_back(std::move(tag));
        begin = end + 1;
    }
    return tags;
}

std::string tagsText(const std::vector<std::string>& tags) {
    std::string text;
    for (const std::string& tag : tags)
        text += (text.empty() ? "" : ", ") + tag;
    return text;
}

} // namespace vitrine
