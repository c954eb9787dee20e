// Values as a project file holds them. An input is the header on one line, then for each array a line
// "name type bytes extent extent ..." followed by its bytes.

#include "core/store/record_json.h"
#include "core/values/json_text.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

#include <sstream>

using namespace vitrine;

namespace {

std::string takeLine(std::string_view& rest) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
}

EncodedArray takeArray(std::string_view& rest) {
    EncodedArray array;
    std::istringstream line(takeLine(rest));
    std::size_t bytes = 0;
    line >> array.name >> array.dtype >> bytes;
    for (std::int64_t extent = 0; array.shape.size() < 8 && line >> extent;)
        array.shape.push_back(extent);
    array.bytes = rest.substr(0, bytes);
    rest.remove_prefix(array.bytes.size());
    return array;
}

/// The records around a value.
void readRecords(const nlohmann::json& json) {
    const auto source = sourceFromJson(json);
    fuzz::require(sourceToJson(sourceFromJson(sourceToJson(source))) == sourceToJson(source), "a source is kept");
    const auto inputs = inputsFromJson(json);
    fuzz::require(inputsToJson(inputsFromJson(inputsToJson(inputs))) == inputsToJson(inputs), "inputs are kept");
    const Ledger ledger = Ledger::fromJson(json);
    fuzz::require(Ledger::fromJson(ledger.toJson()).toJson() == ledger.toJson(), "a ledger is kept");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest = fuzz::textOf(data, size);
    EncodedValue encoded;
    auto header = parseJson(takeLine(rest));
    if (!header)
        return 0;
    encoded.header = std::move(*header);
    readRecords(encoded.header);
    while (!rest.empty() && encoded.arrays.size() < 100)
        encoded.arrays.push_back(takeArray(rest));
    const auto value = decodeValue(encoded);
    if (!value)
        return 0;
    recordCount(*value);
    valueBytes(*value);
    const auto again = decodeValue(encodeValue(*value));
    fuzz::require(again.ok(), "what was decoded can be encoded");
    fuzz::require(contentSha256(*again) == contentSha256(*value), "encoding loses nothing");
    return 0;
}
