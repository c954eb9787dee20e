#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace vitrine {

/// Adds a character as UTF-8. @param code  at most U+10FFFF
void putCharacter(std::string& out, unsigned code);

/// Code and length of the character at the start of valid UTF-8.
std::pair<unsigned, std::size_t> characterAt(std::string_view text);

/// The text with U+FFFD where bytes are no UTF-8. Zero bytes are characters.
std::string validUtf8(std::string_view text);

} // namespace vitrine
