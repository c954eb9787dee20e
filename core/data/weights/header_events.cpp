#include "core/data/weights/header_events.h"

#include "core/data/message_text.h"

#include <limits>

namespace vitrine {

std::string HeaderEvents::place() const {
    switch (m_place) {
    case Place::outside: return "the header";
    case Place::root: return m_key.empty() ? "the header" : inQuotes(m_key);
    case Place::metadata: return "__metadata__";
    case Place::tensor: return "the tensor " + inQuotes(m_key) + ", " + inQuotes(m_field);
    case Place::shape: return "the tensor " + inQuotes(m_key) + ", \"shape\"";
    case Place::offsets: return "the tensor " + inQuotes(m_key) + ", \"data_offsets\"";
    }
    return {};
}

bool HeaderEvents::fail(const std::string& found) {
    static constexpr const char* kWanted[] = {
        "an object",      "an object that describes a tensor",
        "a text",         "a text for \"dtype\", a list of whole numbers for the others",
        "a whole number", "a whole number"};
    return refuse(found + " stands there, expected is " + kWanted[static_cast<std::size_t>(m_place)]);
}

bool HeaderEvents::refuse(const std::string& sentence) {
    if (m_error.empty())
        m_error = place() + ": " + sentence;
    return false;
}

bool HeaderEvents::number_unsigned(number_unsigned_t value) {
    if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()))
        return refuse("the number " + std::to_string(value) + " is larger than 2^63 - 1");
    if (m_place == Place::shape) {
        if (m_tensor.shape.size() == kMaxRank)
            return refuse("more than " + std::to_string(kMaxRank) + " dimensions");
        m_tensor.shape.push_back(static_cast<std::int64_t>(value));
        return true;
    }
    if (m_place == Place::offsets) {
        if (m_offsets.size() == 2)
            return refuse("more than two numbers");
        m_offsets.push_back(static_cast<std::int64_t>(value));
        return true;
    }
    return fail("a number");
}

bool HeaderEvents::string(string_t& value) {
    if (m_place == Place::metadata) {
        m_metadataBytes += m_field.size() + value.size();
        if (m_metadataBytes > kMaxMetadata)
            return refuse("more than 16 MiB");
        metadata[m_field] = std::move(value);
        return true;
    }
    if (m_place == Place::tensor && m_field == "dtype") {
        if (dtypeBits(value) == 0)
            return refuse("the type " + inQuotes(value) + " is unknown");
        m_tensor.dtype = std::move(value);
        return true;
    }
    return fail("a text");
}

bool HeaderEvents::start_object(std::size_t) {
    if (m_place == Place::outside) {
        m_place = Place::root;
        return true;
    }
    if (m_place != Place::root)
        return fail("an object");
    m_fields.clear();
    m_field.clear();
    if (m_key == "__metadata__") {
        m_place = Place::metadata;
        return true;
    }
    if (items.size() == kMaxTensors)
        return refuse("more than 200,000 tensors");
    m_tensor = {};
    m_tensor.name = m_key;
    m_offsets.clear();
    m_place = Place::tensor;
    return true;
}

bool HeaderEvents::key(string_t& name) {
    if (m_place == Place::root) {
        m_key = name;
        if (name.size() > kMaxName)
            return refuse("a name of more than 1,024 bytes");
        if (name.find('\0') != std::string::npos)
            return refuse("a zero byte in the name");
        if (!m_names.insert(name).second)
            return refuse("the name stands there twice");
        return true;
    }
    m_field = name;
    if (!m_fields.insert(std::move(name)).second)
        return refuse("the key stands there twice");
    if (m_place == Place::tensor && m_field != "dtype" && m_field != "shape" && m_field != "data_offsets")
        return refuse("the key is unknown; a tensor has dtype, shape and data_offsets");
    return true;
}

bool HeaderEvents::end_object() {
    if (m_place == Place::tensor && !finishTensor())
        return false;
    m_place = m_place == Place::root ? Place::outside : Place::root;
    return true;
}

bool HeaderEvents::start_array(std::size_t) {
    if (m_place == Place::tensor && m_field == "shape")
        m_place = Place::shape;
    else if (m_place == Place::tensor && m_field == "data_offsets")
        m_place = Place::offsets;
    else
        return fail("a list");
    return true;
}

bool HeaderEvents::end_array() {
    m_place = Place::tensor;
    return true;
}

bool HeaderEvents::finishTensor() {
    m_place = Place::root;
    for (const char* field : {"dtype", "shape", "data_offsets"})
        if (!m_fields.contains(field))
            return refuse("\"" + std::string(field) + "\" is missing");
    if (m_offsets.size() != 2)
        return refuse("\"data_offsets\" must be two numbers, begin and end");
    if (m_offsets[1] < m_offsets[0])
        return refuse("the end of its bytes lies before their begin");
    m_tensor.offset = m_offsets[0];
    m_tensor.bytes = m_offsets[1] - m_offsets[0];
    items.push_back(std::move(m_tensor));
    m_place = Place::tensor; // the caller leaves it
    return true;
}

bool HeaderEvents::parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) {
    if (m_error.empty())
        m_error = "the header is no sound JSON at its byte " + std::to_string(position);
    return false;
}

} // namespace vitrine
