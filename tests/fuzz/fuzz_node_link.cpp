// Node-link JSON.

#include "core/data/graph/node_link_parser.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto parsed = parseNodeLink(fuzz::textOf(data, size), "x", {});
    if (!parsed)
        return 0;
    fuzz::require(parsed->ledger.recordsRead == static_cast<std::int64_t>(parsed->graphs.graphCount()),
                  "every graph is counted");
    fuzz::require(checkValue(makeValue(std::move(parsed->graphs))).ok(), "the parts of the value fit together");
    return 0;
}
