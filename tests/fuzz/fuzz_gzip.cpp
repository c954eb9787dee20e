// The gzip layer under every reader.

#include "tests/fuzz/compressed_claims.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz::checkCompressed(fuzz::textOf(data, size), gunzip);
}
