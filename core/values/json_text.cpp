#include "core/values/json_text.h"

#include "core/values/json_stop.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <unordered_set>
#include <vector>

namespace vitrine {
namespace {

constexpr int kMaxDepth = 200;

constexpr std::size_t kBetweenLooks = 1 << 12;

struct TooDeep {};
struct Stopped {};

struct Twice {
    std::string key;
};

/// Watches a document while it is parsed: its depth, and that no object names a field twice, of which only the last
/// would be kept.
class Guard {
public:
    explicit Guard(const std::stop_token& stop) : m_stop(stop) {}

    bool operator()(int depth, nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
        using Event = nlohmann::json::parse_event_t;
        if (depth > kMaxDepth)
            throw TooDeep{};
        if (++m_events % kBetweenLooks == 0 && m_stop.stop_requested())
            throw Stopped{};
        if (event == Event::object_start)
            m_keys.emplace_back();
        else if (event == Event::object_end)
            m_keys.pop_back();
        else if (event == Event::key && !m_keys.back().insert(parsed.get<std::string>()).second)
            throw Twice{parsed.get<std::string>()};
        return true;
    }

private:
    const std::stop_token& m_stop;
    std::size_t m_events = 0;
    std::vector<std::unordered_set<std::string>> m_keys; ///< of the objects that are open
};

/// Line and column of what the parser had read when it stopped, both from 1.
std::string placeText(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

} // namespace

Result<nlohmann::json> parseJson(std::string_view text) {
    return parseJson(text, {});
}

Result<nlohmann::json> parseJson(std::string_view text, const std::stop_token& stop) {
    Guard guard(stop);
    try {
        return nlohmann::json::parse(text, std::ref(guard));
    } catch (const Twice& twice) {
        return makeError(ErrorCode::parse, "the field \"" + twice.key + "\" stands twice in one object");
    } catch (const Stopped&) {
        return makeError(ErrorCode::cancelled, "reading was cancelled");
    } catch (const TooDeep&) {
        return makeError(ErrorCode::parse,
                         "the JSON text is nested deeper than " + std::to_string(kMaxDepth) + " levels");
    } catch (const nlohmann::json::parse_error& error) {
        if (std::string_view(error.what()).find("unexpected end of input") != std::string_view::npos)
            return makeError(ErrorCode::parse, "the JSON text ends too early, it is cut off", error.what());
        return makeError(ErrorCode::parse, "the JSON text is not valid at " + placeText(text, error.byte),
                         error.what());
    } catch (const nlohmann::json::exception& error) {
        return makeError(ErrorCode::parse, "the JSON text holds a number that does not fit", error.what());
    }
}

std::string jsonText(const nlohmann::json& json) {
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

const nlohmann::json& jsonField(const nlohmann::json& object, std::string_view key) {
    static const nlohmann::json kNull;
    if (!object.is_object())
        return kNull;
    const auto found = object.find(std::string(key));
    return found == object.end() ? kNull : *found;
}

std::string textField(const nlohmann::json& object, std::string_view key, std::string_view fallback) {
    const nlohmann::json& field = jsonField(object, key);
    return field.is_string() ? field.get<std::string>() : std::string(fallback);
}

bool boolField(const nlohmann::json& object, std::string_view key, bool fallback) {
    const nlohmann::json& field = jsonField(object, key);
    return field.is_boolean() ? field.get<bool>() : fallback;
}

std::int64_t integerField(const nlohmann::json& object, std::string_view key, std::int64_t fallback) {
    const nlohmann::json& field = jsonField(object, key);
    if (field.is_number_unsigned() &&
        field.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
        return fallback;
    return field.is_number_integer() ? field.get<std::int64_t>() : fallback;
}

std::uint64_t unsignedField(const nlohmann::json& object, std::string_view key, std::uint64_t fallback) {
    const nlohmann::json& field = jsonField(object, key);
    return field.is_number_unsigned() ? field.get<std::uint64_t>() : fallback;
}

double realField(const nlohmann::json& object, std::string_view key, double fallback) {
    const nlohmann::json& field = jsonField(object, key);
    return field.is_number() ? field.get<double>() : fallback;
}

} // namespace vitrine
