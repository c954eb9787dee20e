#pragma once

#include <cstdint>

namespace vitrine {

/// A part of a file that grows, in bytes: complete lines. What stands before the first record belongs to every part.
struct FileWindow {
    std::int64_t from = 0; ///< begin of a line
    std::int64_t to = -1;  ///< -1: the end of the file

    bool isWhole() const { return from <= 0 && to < 0; }
};

} // namespace vitrine
