#include "plugins/prefix_controller/compute/sentence_cut.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace vitrine::prefix_controller {

namespace {

constexpr std::array<std::u32string_view, 14> kAbbreviations{U"i.e.",  U"e.g.", U"etc.", U"cf.",  U"vs.",
                                                             U"Fig.",  U"Eq.",  U"Eqs.", U"No.",  U"Dr.",
                                                             U"Prof.", U"Thm.", U"Lem.", U"resp."};
constexpr std::u32string_view kRespect = U"w.r.t.";
constexpr std::u32string_view kClosing = U"\"')]}»›”’";
constexpr std::u32string_view kOpening = U"\"'([{«‹“‘„‚";

bool isIn(char32_t c, std::u32string_view set) {
    return set.find(c) != std::u32string_view::npos;
}

bool isSpace(char32_t c) {
    return c == U' ' || (c >= U'\t' && c <= U'\r') || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool isCapital(char32_t c) {
    return (c >= U'A' && c <= U'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9) ||
           (c >= 0x400 && c <= 0x42F);
}

/// Bytes that are no UTF-8 stand for themselves.
std::u32string decoded(std::string_view text) {
    std::u32string points;
    points.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t size = lead < 0x80                   ? 1
                                 : lead >= 0xC2 && lead < 0xE0 ? 2
                                 : lead >= 0xE0 && lead < 0xF0 ? 3
                                 : lead >= 0xF0 && lead < 0xF5 ? 4
                                                               : 0;
        char32_t point = size == 1 ? lead : size == 2 ? lead & 0x1FU : size == 3 ? lead & 0x0FU : lead & 0x07U;
        bool whole = size > 0 && i + size <= text.size();
        for (std::size_t k = 1; whole && k < size; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            whole = (next & 0xC0U) == 0x80U;
            point = (point << 6U) | (next & 0x3FU);
        }
        points += whole ? point : char32_t{lead};
        i += whole ? size : 1;
    }
    return points;
}

/// The word that ends at `end`, without brackets and quotes before it, and where it begins.
std::u32string_view wordBefore(const std::u32string& text, std::size_t end, std::size_t* begin) {
    std::size_t start = end;
    while (start > 0 && !isSpace(text[start - 1]))
        --start;
    while (start < end && isIn(text[start], kOpening))
        ++start;
    *begin = start;
    return std::u32string_view(text).substr(start, end - start);
}

/// Whether the full stop at end - 1 belongs to its word.
bool isPartOfWord(const std::u32string& text, std::size_t end) {
    std::size_t start = 0;
    const std::u32string_view word = wordBefore(text, end, &start);
    if (word == kRespect || std::ranges::find(kAbbreviations, word) != kAbbreviations.end())
        return true;
    if (word.size() == 2 && isCapital(word[0]))
        return true;
    const std::u32string_view digits = word.substr(0, word.empty() ? 0 : word.size() - 1);
    const bool isNumber =
        !digits.empty() && std::ranges::all_of(digits, [](char32_t c) { return c >= U'0' && c <= U'9'; });
    return isNumber && (start == 0 || text[start - 1] == U'\n');
}

bool endsSentence(const std::u32string& text, std::size_t space) {
    std::size_t end = space;
    while (end > 0 && isIn(text[end - 1], kClosing))
        --end;
    if (end == 0)
        return false;
    const char32_t last = text[end - 1];
    return last == U'!' || last == U'?' || (last == U'.' && !isPartOfWord(text, end));
}

} // namespace

SentenceCuts sentenceCuts(std::string_view text) {
    const std::u32string points = decoded(text);
    SentenceCuts cuts;
    cuts.length = points.size();
    cuts.boundaries.push_back(0);
    bool inFormula = false;
    for (std::size_t i = 0; i < points.size();) {
        if (!isSpace(points[i])) {
            if (points[i] == U'$' && (i == 0 || points[i - 1] != U'\\'))
                inFormula = !inFormula;
            ++i;
            continue;
        }
        const std::size_t space = i;
        bool breaksLine = false;
        for (; i < points.size() && isSpace(points[i]); ++i)
            breaksLine = breaksLine || points[i] == U'\n';
        if (i < points.size() && space > 0 && !inFormula && (breaksLine || endsSentence(points, space)))
            cuts.boundaries.push_back(i);
    }
    if (cuts.length > 0)
        cuts.boundaries.push_back(cuts.length);
    return cuts;
}

std::size_t cutAt(const SentenceCuts& cuts, double ratio) {
    if (!(ratio > 0.0) || cuts.length == 0)
        return 0;
    if (ratio >= 1.0)
        return cuts.length;
    const double target = std::ceil(ratio * static_cast<double>(cuts.length) - 1e-9);
    // The last boundary is the whole text, which is not handed over.
    const auto end = cuts.boundaries.end() - 1;
    const auto above = std::lower_bound(cuts.boundaries.begin(), end, target, [](std::size_t boundary, double place) {
        return static_cast<double>(boundary) < place;
    });
    if (above == cuts.boundaries.begin())
        return *above;
    const std::size_t below = *(above - 1);
    if (above == end || target - static_cast<double>(below) <= static_cast<double>(*above) - target)
        return below;
    return *above;
}

} // namespace vitrine::prefix_controller
