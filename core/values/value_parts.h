#pragma once

#include "core/values/value_codec.h"

#include <cstddef>
#include <functional>
#include <string>
#include <unordered_map>

namespace vitrine {

/// Receives the arrays of a value one after the other; `data` is only valid during the call. Writing into memory,
/// hashing and counting all take a value apart through this one face, so they can never disagree.
using ArraySink = std::function<void(const std::string& name, const char* dtype, std::vector<std::int64_t> shape,
                                     const void* data, std::size_t bytes)>;

/// Takes a value apart; returns its header.
nlohmann::json visitValue(const Value& value, const ArraySink& sink);

/// Hands out the arrays of an encoded value by name (of which it keeps views), with every size checked against the
/// bytes that are there. Texts take two arrays: name + "/offsets" (i64, count + 1) and name (utf8).
class ArraySource {
public:
    explicit ArraySource(const EncodedValue& encoded);

    bool has(const std::string& name) const { return findArray(name) != nullptr; }
    Result<std::vector<std::uint8_t>> bytes(const std::string& name) const;
    Result<std::vector<std::int32_t>> integers32(const std::string& name) const;
    Result<std::vector<std::int64_t>> integers(const std::string& name) const;
    Result<std::vector<std::uint64_t>> words(const std::string& name) const;
    Result<std::vector<double>> reals(const std::string& name) const;
    Result<std::string> text(const std::string& name) const;
    Result<std::vector<std::string>> texts(const std::string& name) const;

private:
    const EncodedArray* findArray(const std::string& name) const;
    template <class T>
    Result<std::vector<T>> numbers(const std::string& name, std::string_view dtype) const;

    std::unordered_map<std::string_view, const EncodedArray*> m_arrays;
};

} // namespace vitrine
