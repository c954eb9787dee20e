// Edge lists with and without header, comments, dictionaries.

#include "core/data/edge_list/edge_lines.h"
#include "core/data/edge_list/edge_list_parser.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    const int score = edgeListScore({"x.edges", static_cast<std::int64_t>(size), std::string(text)});
    fuzz::require(score >= 0 && score <= 100, "a score is a share of 100");
    for (const bool directed : {false, true})
        if (auto parsed = parseEdgeList(text, directed, "x", {})) {
            const auto edges = parsed->graphs.topology.edgeCount();
            fuzz::require(edges <= static_cast<std::int64_t>(edgeLines(text).lines.size()),
                          "every edge stands in a line");
            fuzz::require(checkValue(makeValue(std::move(parsed->graphs))).ok(), "the parts of the value fit together");
        }
    return 0;
}
