#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// What stands before the values of a NumPy array (.npy).
struct NpyHeader {
    enum class Kind { boolean, integer, unsignedInteger, real };
    Kind kind = Kind::real;
    std::size_t itemBytes = 8;
    bool bigEndian = false;
    bool fortranOrder = false;
    std::vector<std::size_t> shape; ///< one or two extents
    std::size_t count = 0;          ///< values, the product of the shape
    std::size_t dataAt = 0;         ///< where the values begin

    std::size_t rows() const { return shape[0]; }
    std::size_t columns() const { return shape.size() == 2 ? shape[1] : 1; }
    /// "float64, 100 x 4"
    std::string description() const;
};

bool isNpy(std::string_view bytes);

/// Reads the header, a dictionary as Python writes it, by a strict grammar of its own; nothing is evaluated.
/// @param bytes  at least the whole header
/// @param name   begins every message
/// @errors parse, unsupported (text, Python objects, dates, ...; no or more than two dimensions), out_of_range
Result<NpyHeader> parseNpyHeader(std::string_view bytes, const std::string& name);

} // namespace vitrine
