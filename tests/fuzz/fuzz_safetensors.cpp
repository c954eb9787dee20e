#include "core/data/weights/safetensors_header.h"
#include "core/data/weights/weight_index.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

#include <cstdint>
#include <string_view>

// Headers of weight files, and indexes of several. What is accepted must hold together: inside of the file, without
// overlap, and a value that the store would take.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vitrine;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto fileBytes = static_cast<std::int64_t>(size);
    fuzz::require(headerBytes(bytes, fileBytes) <= fileBytes, "no more is wanted than there is");
    if (auto header = parseSafetensorsHeader(bytes, fileBytes, "x")) {
        Tensors tensors;
        tensors.form = "weights";
        tensors.files.push_back({"x", fileBytes, {}, 0});
        tensors.items = std::move(header->items);
        tensors.metadata = std::move(header->metadata);
        const Value value = makeValue(std::move(tensors));
        fuzz::require(checkValue(value).ok() && decodeValue(encodeValue(value)).ok(), "the value is sound");
    }
    if (const auto index = parseWeightIndex(bytes, "x"))
        for (const auto& [tensor, file] : *index)
            fuzz::require(isPlainName(file), "shards lie in the same folder");
    return 0;
}
