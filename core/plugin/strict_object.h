#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Reads one JSON object strictly. Every problem begins with the JSON pointer of its place; the first one stays and
/// everything after it reads as empty, so a caller checks once, by finish(). Keys that nobody asked for are problems.
class StrictObject {
public:
    StrictObject(const nlohmann::json& value, std::string pointer);

    std::string text(const std::string& key);       ///< required, not empty
    std::string identifier(const std::string& key); ///< required: a-z, 0-9 and _, beginning with a letter
    std::string optionalText(const std::string& key);
    bool flag(const std::string& key, bool fallback);
    std::optional<std::int64_t> integer(const std::string& key);
    /// Array of texts that are not empty; empty when absent.
    std::vector<std::string> texts(const std::string& key);
    /// The elements of an array; empty when absent.
    const nlohmann::json& array(const std::string& key);
    /// An object; an empty one when absent.
    const nlohmann::json& object(const std::string& key);

    bool has(const std::string& key) const;
    std::string at(const std::string& key) const { return m_pointer + '/' + key; }
    std::string at(const std::string& key, std::size_t index) const { return at(key) + '/' + std::to_string(index); }

    /// Notes a problem of a key; an empty key stands for the object itself.
    void fail(const std::string& key, const std::string& message);
    /// Notes an error of something that was read from within this object; its message already has its place.
    void fail(const Error& error);
    bool failed() const { return m_problem.has_value(); }

    /// The first problem, or that of an unknown key. @errors parse
    Result<void> finish();

private:
    const nlohmann::json* take(const std::string& key);

    const nlohmann::json& m_value;
    std::string m_pointer;
    std::set<std::string> m_known;
    std::optional<Error> m_problem;
};

} // namespace vitrine
