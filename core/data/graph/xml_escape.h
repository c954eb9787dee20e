#pragma once

#include <string>
#include <string_view>

namespace vitrine {

/// Text for a file that cannot hold every character, after the manner of Office files: what XML has no place for (most
/// control characters, U+FFFE, U+FFFF) becomes "_x0007_", and a "_" that would look like the start of such a piece
/// becomes "_x005F_". Bytes that are no UTF-8 become U+FFFD.
std::string escapeCharacters(std::string_view text);
/// The reverse; pieces that name no character stay as they are.
std::string unescapeCharacters(std::string_view text);

/// The text between tags or, with `attribute`, between quotes.
std::string xmlText(std::string_view text, bool attribute);

} // namespace vitrine
