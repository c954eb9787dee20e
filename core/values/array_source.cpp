#include "core/values/value_parts.h"

#include <algorithm>
#include <cstring>

namespace vitrine {
namespace {

Error misfit(const std::string& name, const std::string& what) {
    return makeError(ErrorCode::parse, "the array \"" + name + "\" " + what);
}

/// Whether a shape has exactly that many cells; the product may not overflow on the way.
bool holdsCells(const std::vector<std::int64_t>& shape, std::uint64_t cells) {
    if (std::any_of(shape.begin(), shape.end(), [](std::int64_t extent) { return extent < 0; }))
        return false;
    if (std::find(shape.begin(), shape.end(), 0) != shape.end())
        return cells == 0;
    std::uint64_t product = 1;
    for (std::int64_t extent : shape) {
        if (static_cast<std::uint64_t>(extent) > cells / product)
            return false;
        product *= static_cast<std::uint64_t>(extent);
    }
    return product == cells;
}

} // namespace

ArraySource::ArraySource(const EncodedValue& encoded) {
    for (const EncodedArray& array : encoded.arrays)
        m_arrays.emplace(array.name, &array);
}

const EncodedArray* ArraySource::findArray(const std::string& name) const {
    const auto found = m_arrays.find(name);
    return found == m_arrays.end() ? nullptr : found->second;
}

template <class T>
Result<std::vector<T>> ArraySource::numbers(const std::string& name, std::string_view dtype) const {
    const EncodedArray* array = findArray(name);
    if (!array)
        return misfit(name, "is missing");
    if (array->dtype != dtype)
        return misfit(name, "has the type " + array->dtype + " instead of " + std::string(dtype));
    // The bytes are in memory already; the shape has to agree with them, not the other way round.
    const std::uint64_t cells = array->bytes.size() / sizeof(T);
    if (array->bytes.size() % sizeof(T) != 0)
        return misfit(name, "ends in the middle of a cell");
    if (!holdsCells(array->shape, cells))
        return misfit(name, "has a shape that does not fit its " + std::to_string(cells) + " cells");
    std::vector<T> out(cells);
    if (cells > 0)
        std::memcpy(out.data(), array->bytes.data(), array->bytes.size());
    return out;
}

Result<std::vector<std::uint8_t>> ArraySource::bytes(const std::string& name) const {
    return numbers<std::uint8_t>(name, "u8");
}

Result<std::vector<std::int32_t>> ArraySource::integers32(const std::string& name) const {
    return numbers<std::int32_t>(name, "i32");
}

Result<std::vector<std::int64_t>> ArraySource::integers(const std::string& name) const {
    return numbers<std::int64_t>(name, "i64");
}

Result<std::vector<std::uint64_t>> ArraySource::words(const std::string& name) const {
    return numbers<std::uint64_t>(name, "u64");
}

Result<std::vector<double>> ArraySource::reals(const std::string& name) const {
    return numbers<double>(name, "f64");
}

Result<std::string> ArraySource::text(const std::string& name) const {
    const EncodedArray* array = findArray(name);
    if (!array)
        return misfit(name, "is missing");
    if (array->dtype != "utf8")
        return misfit(name, "has the type " + array->dtype + " instead of utf8");
    return array->bytes;
}

Result<std::vector<std::string>> ArraySource::texts(const std::string& name) const {
    const EncodedArray* array = findArray(name);
    if (!array || array->dtype != "utf8")
        return misfit(name, "is missing or holds no text");
    const auto offsets = integers(name + "/offsets");
    if (!offsets)
        return offsets.error();
    const auto size = static_cast<std::int64_t>(array->bytes.size());
    if (offsets->empty() || offsets->front() != 0 || offsets->back() != size)
        return misfit(name, "has offsets that do not cover its text");
    for (std::size_t i = 1; i < offsets->size(); ++i)
        if ((*offsets)[i] < (*offsets)[i - 1] || (*offsets)[i] > size)
            return misfit(name, "has offsets that do not ascend");
    std::vector<std::string> out;
    out.reserve(offsets->size() - 1);
    for (std::size_t i = 1; i < offsets->size(); ++i)
        out.emplace_back(array->bytes, static_cast<std::size_t>((*offsets)[i - 1]),
                         static_cast<std::size_t>((*offsets)[i] - (*offsets)[i - 1]));
    return out;
}

} // namespace vitrine
