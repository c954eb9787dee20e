#include "widgets/molecule/graph_ink.h"

#include "widgets/style/fonts.h"
#include "widgets/style/series_style.h"

namespace vitrine {
namespace {

constexpr int kHighlightSlot = 2;
constexpr double kPrintLine = 0.75;
constexpr double kPrintLetter = 7.0 * 96.0 / 72.0; // 7 pt at 96 px per inch

} // namespace

GraphInk screenInk(const Tokens& tokens) {
    GraphInk ink;
    ink.text = tokens.text;
    ink.ground = tokens.base;
    ink.highlight = seriesColor(kHighlightSlot, tokens);
    ink.ring = tokens.accent;
    ink.font = fonts::body();
    return ink;
}

GraphInk printInk() {
    GraphInk ink = screenInk(tokensOf(ThemeKind::light));
    ink.lineWidth *= kPrintLine;
    ink.smallestLetter = ink.largestLetter = kPrintLetter;
    return ink;
}

} // namespace vitrine
