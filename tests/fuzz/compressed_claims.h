#pragma once

#include "core/data/input_file.h"
#include "core/data/look_alike.h"
#include "core/data/reader.h"
#include "tests/fuzz/fuzz_support.h"

namespace vitrine::fuzz {

/// What must hold for every file under a compression that is taken off.
/// @param unpack  gunzip or unzstd
template <class Unpack>
int checkCompressed(std::string_view bytes, Unpack unpack) {
    constexpr std::size_t kLimit = std::size_t{1} << 18;
    const auto part = unpack(bytes, kLimit, true, "file", {});
    require(part.ok() && part->size() <= kLimit, "the beginning of a damaged file is no error");
    if (const auto whole = unpack(bytes, kLimit, false, "file", {}))
        require(*whole == *part, "whole and partial reading agree");
    const MemoryFile file(bytes);
    const auto head = readFileHead(file.path());
    require(head.ok() || isGzip(bytes) || isZstd(bytes), "every regular file has a head");
    const auto opened = InputFile::open(file.path());
    if (!head) {
        require(!opened.ok(), "what has no head cannot be read");
        return 0;
    }
    refuseLookAlike(*head);
    if (opened)
        require(opened->bytes().starts_with(head->bytes), "the head is the beginning of the file");
    return 0;
}

} // namespace vitrine::fuzz
