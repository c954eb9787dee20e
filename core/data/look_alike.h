#pragma once

#include "core/data/reader.h"

#include <optional>

namespace vitrine {

/// Files that are often opened by mistake, refused by name: empty file, pickle, Git-LFS pointer, HTML page, PDF, ZIP
/// and Excel files, other compression. Empty when the head looks like none of them.
std::optional<Error> refuseLookAlike(const FileHead& head);

/// Whether the bytes can only be binary: a zero byte outside of UTF-16 text.
bool looksBinary(std::string_view head);

} // namespace vitrine
