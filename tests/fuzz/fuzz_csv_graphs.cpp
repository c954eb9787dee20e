// Tables of nodes, edges and graphs, one behind the other, each closed by a line "%%".

#include "core/data/csv_graphs/csv_graph_parser.h"
#include "core/values/value_codec.h"
#include "tests/fuzz/fuzz_support.h"

#include <algorithm>

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    const auto take = [&] {
        const std::size_t end = std::min(text.find("%%\n"), text.size());
        const std::string_view part = text.substr(0, end);
        text.remove_prefix(std::min(end + 3, text.size()));
        return part;
    };
    const fuzz::MemoryFile nodes(take());
    const fuzz::MemoryFile edges(take());
    const bool hasGraphs = !text.empty();
    const fuzz::MemoryFile graphs(take());
    auto parsed = parseCsvGraphs({nodes.path(), edges.path(), hasGraphs ? graphs.path() : std::string()}, {}, {});
    if (parsed)
        fuzz::require(checkValue(makeValue(std::move(parsed->graphs))).ok(), "the parts of the value fit together");
    return 0;
}
