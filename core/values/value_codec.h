#pragma once

#include "core/base/result.h"
#include "core/values/value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vitrine {

/// One array of an encoded value, little-endian.
struct EncodedArray {
    std::string name;  ///< "columns/3/data", "node_offsets"
    std::string dtype; ///< "u8" "i32" "i64" "u64" "f64" "utf8" (texts: offsets in a second array "<name>/offsets")
    std::vector<std::int64_t> shape;
    std::string bytes;
};

/// A value taken apart into a JSON description and flat arrays. The store writes it, the content hash reads it, a
/// worker process sends it.
struct EncodedValue {
    nlohmann::json header; ///< has "kind" and everything that is not an array
    std::vector<EncodedArray> arrays;
};

EncodedValue encodeValue(const Value& value);

/// Whether the parts of a value fit together: columns of equal length, ends of edges within their graph, named columns
/// present. Everything that is stored or read has passed this. @errors invalid_argument
Result<void> checkValue(const Value& value);

/// @errors parse: the header or an array does not fit (shapes, counts and offsets are checked before memory is taken)
Result<Value> decodeValue(const EncodedValue& encoded);

/// SHA-256 over schema and columns: equal exactly when two values are equal, bit for bit. What stands behind a missing
/// cell is no part of the value; JSON documents know no NaN, there it counts as null.
std::string contentSha256(const Value& value);

/// Approximate memory of a value in bytes.
std::int64_t valueBytes(const Value& value);

} // namespace vitrine
