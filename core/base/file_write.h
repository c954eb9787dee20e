#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace vitrine {

/// Writes a file so that the old one is there, whole, until the new one is on the disk: a temporary file beside it is
/// written, flushed and moved to its place, and removed on failure. The permissions of an existing file are kept, a
/// link is followed, a device or pipe is written directly.
/// @param path   UTF-8
/// @param shown  how messages name the file; empty: its path
/// @errors io, "PATH: cannot be written: No space left on device"
Result<void> writeFileAtomically(const std::string& path, std::string_view bytes, const std::string& shown = {});

/// Whether a file can be made in a folder, found out by making one. @errors io, "FOLDER: Read-only file system"
Result<void> checkFolderIsWritable(const std::string& folder);

/// Whether a name (without folder) is one of the temporary files above, which stay behind when the program is killed.
bool isTemporaryFileName(std::string_view name);

} // namespace vitrine
