#pragma once

#include "core/data/weights/safetensors_header.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <unordered_set>

namespace vitrine {

/// Takes the events of a JSON parser over a safetensors header. Every event returns false to stop the parser; the
/// reason then stands in error(). Tensors are kept with their offsets as they stand there.
class HeaderEvents {
public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    static constexpr std::size_t kMaxTensors = 200'000;
    static constexpr std::size_t kMaxName = 1'024;
    static constexpr std::size_t kMaxRank = 16;
    static constexpr std::size_t kMaxMetadata = std::size_t{16} << 20;

    bool null() { return fail("a null"); }
    bool boolean(bool) { return fail("true or false"); }
    bool number_integer(number_integer_t value) { return fail("the negative number " + std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value);
    bool number_float(number_float_t, const string_t& text) { return fail("the number " + text.substr(0, 40)); }
    bool string(string_t& value);
    bool binary(binary_t&) { return fail("binary data"); }
    bool start_object(std::size_t);
    bool key(string_t& name);
    bool end_object();
    bool start_array(std::size_t);
    bool end_array();
    bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& error);

    const std::string& error() const { return m_error; }

    std::vector<Tensor> items; ///< offset: begin, bytes: end - begin, both relative to the data
    std::map<std::string, std::string> metadata;

private:
    enum class Place { outside, root, metadata, tensor, shape, offsets };

    /// What stands where it must not: a value of this kind, or a sentence.
    bool fail(const std::string& found);
    bool refuse(const std::string& sentence);
    bool finishTensor();
    std::string place() const;

    Place m_place = Place::outside;
    std::string m_key;   ///< of the root object: name of a tensor
    std::string m_field; ///< of a tensor or of the metadata
    std::unordered_set<std::string> m_names;
    std::set<std::string> m_fields;
    std::vector<std::int64_t> m_offsets;
    std::size_t m_metadataBytes = 0;
    Tensor m_tensor;
    std::string m_error;
};

} // namespace vitrine
