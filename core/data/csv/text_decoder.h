#pragma once

#include "core/base/result.h"
#include "core/data/reader.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace vitrine {

/// A file as UTF-8 text. Holds the bytes it points into unless they belong to the caller's file.
struct DecodedText {
    std::string_view text; ///< without byte order mark
    std::string encoding;  ///< "utf-8", "utf-16le", "utf-16be", "windows-1252"
    bool byteOrderMark = false;
    std::size_t replaced = 0;               ///< characters that could not be decoded and became U+FFFD
    std::int64_t firstForeignLine = 0;      ///< Windows-1252 by fallback: the line that is no UTF-8
    std::shared_ptr<const std::string> own; ///< decoded copy; null when `text` points into the file
};

/// Decodes by byte order mark, else as UTF-8, else, when `encoding` is not given, as Windows-1252.
/// @param name  begins every message
/// @errors parse: a zero byte, an odd number of bytes in UTF-16, bytes that are no UTF-8 although it was asked for
/// @cost one pass over the bytes; they are copied only when they are not UTF-8
Result<DecodedText> decodeText(std::string_view bytes, const std::optional<std::string>& encoding,
                               const std::string& name, const ReadContext& context);

/// Ledger lines that tell how the bytes became text.
void noteDecoding(const DecodedText& decoded, Ledger& ledger);
/// "UTF-8", "UTF-16", "Windows-1252"
std::string encodingTitle(const std::string& encoding);

/// Offset of the first byte that does not belong to valid UTF-8 or is zero; npos when there is none.
std::size_t findInvalidUtf8(std::string_view bytes);

/// Line of an offset, from 1.
std::int64_t lineAt(std::string_view text, std::size_t offset, char lineEnd = '\n');

} // namespace vitrine
