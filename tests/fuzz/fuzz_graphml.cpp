// GraphML.

#include "core/data/graph/graphml_parser.h"
#include "tests/fuzz/graph_claims.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return vitrine::fuzz::checkGraphText(vitrine::kGraphMl, vitrine::fuzz::textOf(data, size));
}
