// graphset-1.

#include "core/data/graphset_parser.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto parsed = parseGraphSet(fuzz::textOf(data, size), "graphs.json", {});
    if (!parsed) {
        fuzz::require(parsed.error().message.starts_with("graphs.json:"), "a refusal names the file");
        return 0;
    }
    const auto graphs = static_cast<std::int64_t>(parsed->graphs.graphCount());
    fuzz::require(parsed->ledger.recordsRead - parsed->ledger.recordsDropped == graphs,
                  "every record is in the value or in the ledger");
    const Value value = makeValue(std::move(parsed->graphs));
    fuzz::require(checkValue(value).ok(), "the parts of the value fit together");
    const auto decoded = decodeValue(encodeValue(value));
    fuzz::require(decoded.ok() && contentSha256(*decoded) == contentSha256(value), "encoding loses nothing");
    return 0;
}
