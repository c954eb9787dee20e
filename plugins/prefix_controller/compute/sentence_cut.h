#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace vitrine::prefix_controller {

/// Where a prefix of a solution is cut so that it ends with a sentence. Positions are Unicode code points.
struct SentenceCuts {
    std::size_t length = 0;
    std::vector<std::size_t> boundaries; ///< 0, starts of sentences, length; ascending
};

/// A sentence begins after a line break, or after white space behind a full stop, question or exclamation mark; not
/// behind an abbreviation, an initial or the number of an item, and not inside $...$.
/// @param text  UTF-8; what is not counts as one code point a byte
SentenceCuts sentenceCuts(std::string_view text);

/// The boundary nearest to a share of the text, the shorter one of two; never the whole text below a ratio of 1.
std::size_t cutAt(const SentenceCuts& cuts, double ratio);

} // namespace vitrine::prefix_controller
