#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace vitrine {

/// Text for a file that cannot hold every character, after the manner of Office files: what XML has no place for (most
/// control characters, U+FFFE, U+FFFF) becomes "_x0007_", and a "_" that would look like the start of such a piece
/// becomes "_x005F_". Bytes that are no UTF-8 become U+FFFD.
std::string escapeCharacters(std::string_view text);
/// Adds a character as such a piece, with six digits beyond U+FFFF.
void putPiece(std::string& out, unsigned code);
/// Whether a text begins with what would be read as such a piece, once the characters behind it are escaped too.
/// @param isEscaped  whether the first character of a text will be escaped
template <class IsEscaped>
bool looksLikePiece(std::string_view text, IsEscaped isEscaped) {
    if (!text.starts_with("_x"))
        return false;
    const std::size_t end = std::min(text.find_first_not_of("0123456789abcdefABCDEF", 2), text.size());
    const std::size_t digits = end - 2;
    return (digits == 4 || digits == 6) && end < text.size() && (text[end] == '_' || isEscaped(text.substr(end)));
}
/// The reverse; pieces that name no character stay as they are.
std::string unescapeCharacters(std::string_view text);

/// The text between tags or, with `attribute`, between quotes.
std::string xmlText(std::string_view text, bool attribute);

} // namespace vitrine
