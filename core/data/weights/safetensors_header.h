#pragma once

#include "core/base/result.h"
#include "core/values/tensors.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// What stands before the values of a safetensors file.
struct SafetensorsHeader {
    std::vector<Tensor> items; ///< in the order of their bytes; offsets count from the start of the file; file = 0
    std::map<std::string, std::string> metadata;
};

/// Whether a file begins like one: a plausible length of the header and a brace.
bool isSafetensors(std::string_view head, std::int64_t fileBytes);

/// Reads and checks the whole header before anything else is read: UTF-8 JSON of at most 100,000,000 bytes and depth
/// 8, no key twice, whole numbers, known types, sizes that fit shape and type, tensors that fill the file without hole
/// or overlap, at most 200,000 of them with names of at most 1,024 bytes. Takes memory in proportion to what is sound.
/// @param bytes  the start of the file, with the header as far as the file has it   @param fileBytes  size of the file
/// @param name   begins every message
/// @errors parse, out_of_range
Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view bytes, std::int64_t fileBytes,
                                                 const std::string& name);

/// Bytes that parseSafetensorsHeader wants to see of a file, from its first bytes; never more than the file has.
std::int64_t headerBytes(std::string_view head, std::int64_t fileBytes);

/// Bits of one value of a type; 0: unknown.
int dtypeBits(std::string_view dtype);

} // namespace vitrine
