// The gzip layer under every reader.

#include "core/data/input_file.h"
#include "core/data/look_alike.h"
#include "core/data/reader.h"
#include "tests/fuzz/fuzz_support.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kLimit = std::size_t{1} << 18;
    const std::string_view bytes = fuzz::textOf(data, size);
    const auto part = gunzip(bytes, kLimit, true, "file");
    fuzz::require(part.ok() && part->size() <= kLimit, "the beginning of a damaged file is no error");
    if (const auto whole = gunzip(bytes, kLimit, false, "file"))
        fuzz::require(*whole == *part, "whole and partial reading agree");
    const fuzz::MemoryFile file(bytes);
    const auto head = readFileHead(file.path());
    fuzz::require(head.ok() || isGzip(bytes) || isZstd(bytes), "every regular file has a head");
    if (!head) {
        fuzz::require(!InputFile::open(file.path()).ok(), "what has no head cannot be read");
        return 0;
    }
    refuseLookAlike(*head);
    const auto opened = InputFile::open(file.path());
    if (opened)
        fuzz::require(opened->bytes().starts_with(head->bytes), "the head is the beginning of the file");
    return 0;
}
